/** The packed package and the commands of its users, for the tests of the mode `package`. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');

/** Packs once for all files of a run, which find it as PACKED_PACKAGE; the run gives another one in the same variable. */
export function setup() {
  if (process.env.PACKED_PACKAGE) return () => undefined;
  const folder = temporaryFolder('packed');
  const args = ['pack', '--silent', '--pack-destination', folder];
  const output = execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  process.env.PACKED_PACKAGE = join(folder, output.trim().split('\n').at(-1));
  return () => removeFolder(folder);
}

export function temporaryFolder(name) {
  return mkdtempSync(join(tmpdir(), `${name}-`));
}

export function removeFolder(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Runs a command to its end, as a user's shell would, and gives what it prints. @throws Error with that if it ends with another code */
export async function runToEnd(command, args, { cwd, env = {}, code: wanted = 0, onStart = () => undefined }) {
  const inherited = { ...process.env, CI: 'true', NO_COLOR: '1', npm_config_update_notifier: 'false' };
  for (const name of ['npm_config_prefix', 'NODE_OPTIONS', 'FORCE_COLOR', 'NODE_ENV', 'VITEST']) delete inherited[name];
  // A command may leave a process behind, so it is a group that can be ended.
  const child = spawn(command, args, {
    cwd,
    env: { ...inherited, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onStart(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const [code] = await once(child, 'exit');
  if (code === wanted) return output;
  throw new Error(`${[command, ...args].join(' ')} ended with ${code}, not ${wanted}:\n${output}`);
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}
