/**
 * Runs the steps of the Dockerfile's last stage as they are written there, in an empty folder and with the packed package
 * in the place of what the stage before packs: images cannot be pulled everywhere. Not tried: the base image, USER, and
 * the build in the image itself. The last line is `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { packedPackage } from './packed.mjs';

const root = join(import.meta.dirname, '..');
const work = await mkdtemp(join(tmpdir(), 'image-steps-'));
const home = join(work, 'home');
const temporary = join(work, 'tmp');
const total = { passed: 0, failed: 0 };
const token = 'token-of-the-image';
const env = {
  PATH: `${join(work, 'global', 'bin')}:${process.env.PATH}`,
  HOME: home,
  npm_config_prefix: join(work, 'global'),
  npm_config_cache: join(work, 'cache'),
  npm_config_update_notifier: 'false',
  VOICE_AGENT_MOCK_PORT: String(await freePort()),
};

try {
  await Promise.all([home, temporary].map((folder) => mkdir(folder)));
  const steps = stepsOf(await readFile(join(root, 'Dockerfile'), 'utf8'));
  for (const { name, text } of steps) {
    if (name === 'COPY') await check(`COPY ${text}`, () => copyPackage(text.split(' ').at(-1)));
    if (name === 'RUN') await check(`RUN ${text}`, async () => (await ended(shell(text))) === 0);
  }
  const command = JSON.parse(steps.find(({ name }) => name === 'CMD').text);
  const health = steps.find(({ name }) => name === 'HEALTHCHECK').text.replace(/^.*?CMD /, '');
  await check('CMD without a control token is refused', async () => (await ended(start(command, {}))) !== 0);
  await check('CMD serves, HEALTHCHECK passes, SIGTERM ends it with 0', () => serve(command, health));
} finally {
  await rm(work, { recursive: true, force: true, maxRetries: 5 });
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed < 5 ? 1 : 0;

/** The instructions of the last stage. */
function stepsOf(dockerfile) {
  const text = dockerfile.replaceAll(/^#.*$/gm, '').replaceAll(/\\\n */g, '');
  const stage = text.slice(text.lastIndexOf('FROM '));
  return [...stage.matchAll(/^([A-Z]+) (.+)$/gm)].map(([, name, rest]) => ({ name, text: rest }));
}

async function check(what, work) {
  const isFine = await work().catch((error) => {
    console.log(error);
    return false;
  });
  total[isFine ? 'passed' : 'failed'] += 1;
  console.log(`${isFine ? 'ok    ' : 'FAILED'}  ${what}`);
}

async function copyPackage(target) {
  await copyFile(packedPackage(root, temporary), here(target));
  return true;
}

async function serve(command, health) {
  const server = start(command, { VOICE_AGENT_MOCK_CONTROL_TOKEN: token });
  try {
    for (let tries = 0; (await ended(shell(health))) !== 0; tries += 1) {
      if (tries === 60 || server.exitCode !== null) return false;
      await wait(250);
    }
    const address = `http://127.0.0.1:${env.VOICE_AGENT_MOCK_PORT}/__mock/metrics`;
    const [refused, answered] = [
      await fetch(address),
      await fetch(address, { headers: { 'x-mock-control-token': token } }),
    ];
    if (refused.status !== 401 || answered.status !== 200) return false;
    server.kill('SIGTERM');
    return (await ended(server)) === 0;
  } finally {
    server.kill('SIGKILL');
  }
}

function shell(text) {
  return start(['sh', '-c', here(text)], {});
}

function start([command, ...args], more) {
  return spawn(command, args, { cwd: home, env: { ...env, ...more }, stdio: ['ignore', 'inherit', 'inherit'] });
}

/** A path of the image as one of this machine. */
function here(text) {
  return text.replaceAll('/tmp/', `${temporary}/`);
}

async function ended(child) {
  if (child.exitCode !== null) return child.exitCode;
  const [code] = await once(child, 'exit');
  return code;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}
