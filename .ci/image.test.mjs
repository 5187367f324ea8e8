/**
 * Runs the steps of the Dockerfile's last stage as they are written there, in an empty folder and with the packed package
 * in the place of what the stage before packs: images cannot be pulled everywhere. Of the stage before, what packs the
 * package again is run. Not tried: the base images and USER.
 */
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { freePort, removeFolder, root, runToEnd, temporaryFolder } from './packed-package.mjs';

const work = temporaryFolder('image');
const home = join(work, 'home');
const temporary = join(work, 'tmp');
await Promise.all([home, temporary].map((folder) => mkdir(folder)));
afterAll(() => removeFolder(work));

const port = String(await freePort());
const env = {
  PATH: `${join(work, 'global', 'bin')}:${process.env.PATH}`,
  HOME: home,
  npm_config_prefix: join(work, 'global'),
  npm_config_cache: join(work, 'cache'),
  VOICE_AGENT_MOCK_PORT: port,
};
const token = 'token-of-the-image';
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
const steps = lastStage(dockerfile);
const [command, ...args] = JSON.parse(steps.find(([name]) => name === 'CMD')[1]);

it.each(steps.filter(([name]) => name === 'COPY' || name === 'RUN'))('%s %s', async (name, text) => {
  if (name === 'RUN') await shell(text);
  else await copyFile(process.env.PACKED_PACKAGE, here(text.split(' ').at(-1)));
});

it('the package that is installed packs itself as an image does', async () => {
  await runToEnd('tar', ['-xzf', process.env.PACKED_PACKAGE], { cwd: work });
  const packing = /^RUN (if .*npm pack.*)$/m.exec(dockerfile)[1];
  await runToEnd('sh', ['-c', here(packing)], { cwd: join(work, 'package'), env });
  const listed = async (file) => (await runToEnd('tar', ['-tzf', file], { cwd: work })).trim().split('\n').toSorted();
  const [again] = (await readdir(temporary)).filter((name) => /-\d+\.\d+\.\d+\.tgz$/.test(name));
  expect(await listed(join(temporary, again))).toEqual(await listed(process.env.PACKED_PACKAGE));
});

it('every image of others is named by tag and digest, and can be named otherwise', () => {
  const digest = String.raw`:[\w.-]+@sha256:[\da-f]{64}`;
  expect([...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)).toEqual([
    '${NODE_IMAGE}',
    '${NODE_IMAGE}',
  ]);
  expect(dockerfile).toMatch(new RegExp(`^ARG NODE_IMAGE=node${digest}$`, 'm'));
  const compose = readFileSync(join(root, 'compose.yaml'), 'utf8');
  const images = [...compose.matchAll(/^ +image: (?!voice-agent-mock$)(.+)$/gm)].map(([, image]) => image);
  const named = (name) => new RegExp(String.raw`^\$\{${name.toUpperCase()}_IMAGE:-${name}${digest}\}$`);
  expect(images).toEqual([expect.stringMatching(named('caddy')), expect.stringMatching(named('postgres'))]);
});

it('CMD without a control token is refused', async () => {
  await expect(runToEnd(command, args, { cwd: home, env })).rejects.toThrow('CONTROL_TOKEN');
});

it('CMD serves, HEALTHCHECK passes, SIGTERM ends it with 0', async () => {
  const [, health] = steps.find(([name]) => name === 'HEALTHCHECK');
  let server;
  const ended = runToEnd(command, args, {
    cwd: home,
    env: { ...env, VOICE_AGENT_MOCK_CONTROL_TOKEN: token },
    onStart: (child) => (server = child),
  });
  try {
    await expect
      .poll(() => shell(health.replace(/^.*?CMD /, '')).then(() => 'healthy', String), { timeout: 20_000 })
      .toBe('healthy');
    const metrics = `http://127.0.0.1:${port}/__mock/metrics`;
    expect((await fetch(metrics)).status).toBe(401);
    expect((await fetch(metrics, { headers: { 'x-mock-control-token': token } })).status).toBe(200);
    server.kill('SIGTERM');
    await ended;
  } finally {
    server.kill('SIGKILL');
    await Promise.race([ended.catch(() => undefined), wait(5000)]);
  }
});

/** The instructions of the last stage, each with its text. */
function lastStage(dockerfile) {
  const text = dockerfile.replaceAll(/^#.*$/gm, '').replaceAll(/\\\n */g, '');
  return [...text.slice(text.lastIndexOf('FROM ')).matchAll(/^([A-Z]+) (.+)$/gm)].map(([, name, rest]) => [name, rest]);
}

function shell(text) {
  return runToEnd('sh', ['-c', here(text)], { cwd: home, env });
}

/** A path of the image as one of this machine. */
function here(text) {
  return text.replaceAll('/tmp/', `${temporary}/`);
}
