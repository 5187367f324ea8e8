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
 * @param {{ command: string, args: string[], cwd?: string, probe: { path: string, headers?: object } }} options
 * `$PORT` in the arguments stands for a free port
 */
export async function startServer({ command, args, cwd, probe }) {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(
    command,
    args.map((arg) => arg.replaceAll('$PORT', String(port))),
    { cwd, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let errors = '';
  child.stderr.on('data', (chunk) => (errors = (errors + chunk).slice(-4000)));
  const exited = once(child, 'exit');
  let hasExited = false;
  exited.then(() => (hasExited = true));
  while ((await answeredStatus(port, probe)) !== 200) {
    if (hasExited) throw new Error(`${command} ${args.join(' ')} ended: ${errors}`);
    if (performance.now() - started > 60_000) {
      child.kill('SIGKILL');
      throw new Error(`${command} ${args.join(' ')} does not answer ${probe.path}: ${errors}`);
    }
    await pause(2);
  }
  return {
    port,
    child,
    /** From the start of the process to the first answer, in milliseconds; of processor time, what it took. */
    firstAnswer: performance.now() - started,
    firstAnswerCpu: cpuSeconds(child.pid) * 1000,
    cpuSeconds: () => cpuSeconds(child.pid),
    /** In MB. */
    rss: () => statusField(child.pid, 'VmRSS') / 1024,
    peakRss: () => statusField(child.pid, 'VmHWM') / 1024,
    openFiles: () => readdirSync(`/proc/${child.pid}/fd`).length,
    /** @returns its exit code, null where a signal ended it */
    stop: async (signal = 'SIGTERM') => {
      const killer = setTimeout(() => child.kill('SIGKILL'), 10_000);
      child.kill(signal);
      const [code] = await exited;
      clearTimeout(killer);
      return code;
    },
  };
}

/**
 * Runs a command to its end.
 * @returns its peak memory in MB, as last looked at before the end
 */
export async function runQuietly(command, args) {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors = (errors + chunk).slice(-4000)));
  let peakRss = 0;
  const looking = setInterval(() => {
    if (child.exitCode === null) peakRss = statusField(child.pid, 'VmHWM') / 1024 || peakRss;
  }, 20);
  const [code] = await once(child, 'exit');
  clearInterval(looking);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${errors}`);
  return { peakRss };
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
