/** A server as a process of its own, and what the system tells of it. Linux alone: it is read from /proc. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, removeFolder, temporaryFolder } from '../.ci/packed-package.mjs';

const clockTicksPerSecond = 100;

/**
 * Starts a server and waits until it answers.
 * @param {{ args: string[], probe: { path: string, headers?: object } }} options what Node runs, `$PORT` in it standing
 * for a free port, and what is asked until it is answered with 200
 */
export async function startServer({ args, probe }) {
  const port = await freePort();
  const started = performance.now();
  const { child, exited, failure } = runNode(args.map((arg) => arg.replaceAll('$PORT', String(port))));
  while ((await answeredStatus(port, probe)) !== 200) {
    if (child.exitCode !== null || child.signalCode !== null) throw failure('ended');
    if (performance.now() - started > 60_000) {
      child.kill('SIGKILL');
      throw failure(`does not answer ${probe.path}`);
    }
    await pause(2);
  }
  return {
    port,
    /** From the start of the process to the first answer, in milliseconds; of processor time, what it took. */
    firstAnswer: performance.now() - started,
    firstAnswerCpu: cpuSeconds(child.pid) * 1000,
    cpuSeconds: () => cpuSeconds(child.pid),
    /** In MB. */
    rss: () => statusField(child.pid, 'VmRSS') / 1024,
    peakRss: () => statusField(child.pid, 'VmHWM') / 1024,
    openFiles: () => readdirSync(`/proc/${child.pid}/fd`).length,
    /** @returns its exit code, null where a signal ended it */
    stop: async () => {
      const killer = setTimeout(() => child.kill('SIGKILL'), 10_000);
      child.kill();
      const [code] = await exited;
      clearTimeout(killer);
      return code;
    },
  };
}

/** Runs a script of Node to its end. @returns its peak memory in MB, as last looked at before the end */
export async function runQuietly(args) {
  const { child, exited, failure } = runNode(args);
  let peakRss = 0;
  const looking = setInterval(() => {
    if (child.exitCode === null) peakRss = statusField(child.pid, 'VmHWM') / 1024 || peakRss;
  }, 20);
  const [code] = await exited;
  clearInterval(looking);
  if (code !== 0) throw failure(`ended with ${code}`);
  return { peakRss };
}

function runNode(args) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors = (errors + chunk).slice(-4000)));
  const failure = (what) => new Error(`node ${args.join(' ')} ${what}: ${errors}`);
  return { child, exited: once(child, 'exit'), failure };
}

/** Does some work in a folder that goes afterwards. */
export async function inTemporaryFolder(work) {
  const folder = temporaryFolder('voice-agent-mock-bench');
  try {
    return await work(folder);
  } finally {
    removeFolder(folder);
  }
}

/** Status of an answer, 0 where there is none. */
function answeredStatus(port, { path, headers = {} }) {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    request.on('error', () => resolve(0));
  });
}

function cpuSeconds(pid) {
  const [user, system] = cpuTicks(pid);
  return (user + system) / clockTicksPerSecond;
}

/** Processor time of a process, of the children that it has, and of those that it had. */
export function familyCpuSeconds(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  const ticks = [pid, ...children].flatMap((each) => cpuTicks(each));
  return ticks.reduce((sum, each) => sum + each, 0) / clockTicksPerSecond;
}

/** In ticks: its own time and the system's for it, and those of the children that it had. */
function cpuTicks(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).map(Number);
}

function statusField(pid, name) {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}
