import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A PostgreSQL of a test's own. */
export interface PostgresServer {
  /** The address of its database. */
  readonly url: string;
  /** The id of its first process; undefined while it does not run. */
  pid(): number | undefined;
  /** Kills it with SIGKILL, all of its processes. */
  kill(): Promise<void>;
  /** Starts it again, on the same data and port. */
  start(): Promise<void>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}

const folders = ['/usr/lib/postgresql', '/usr/local/pgsql/bin', '/usr/local/bin', '/usr/bin'];

/** The folder of PostgreSQL's programs; undefined where it is not installed: `apt-get install postgresql`. */
export function postgresPrograms(): string | undefined {
  const [debian = '', ...others] = folders;
  const versions = existsSync(debian) ? readdirSync(debian).sort((one, other) => Number(other) - Number(one)) : [];
  const places = [...versions.map((version) => join(debian, version, 'bin')), ...others];
  return places.find((place) => existsSync(join(place, 'initdb')) && existsSync(join(place, 'postgres')));
}

/**
 * Makes and starts a PostgreSQL on a free port. As root it runs as the user `postgres`, for it refuses to run as root.
 * @param options.isSynced whether it waits for the disk: what tests kill is the process, not the machine
 * @param options.isKilled whether what it has answered must outlive its processes
 */
export async function startPostgres({ isSynced = false, isKilled = true } = {}): Promise<PostgresServer> {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error('PostgreSQL is not installed: apt-get install postgresql.');
  const user = process.getuid?.() === 0 ? userOf('postgres') : {};
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? user.uid);
  const data = join(folder, 'data');
  const login = ['--username=mock', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  execFileSync(join(programs, 'initdb'), ['-D', data, ...login], { ...user, cwd: folder, stdio: 'ignore' });
  const port = await unusedPort();
  const url = `postgres://mock@127.0.0.1:${port}/postgres`;
  let running: ChildProcess | undefined;
  const start = async () => {
    const settings = [
      ...(isSynced ? [] : ['fsync=off', 'full_page_writes=off']),
      `synchronous_commit=${isSynced || isKilled ? 'on' : 'off'}`,
      `unix_socket_directories=${folder}`,
      'listen_addresses=127.0.0.1',
      'max_connections=300',
    ];
    const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
    const child = spawn(join(programs, 'postgres'), args, {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    running = child;
    let told = '';
    for await (const piece of child.stderr.iterator({ destroyOnReturn: false })) {
      told += String(piece);
      if (told.includes('ready to accept connections')) return void child.stderr.resume();
    }
    throw new Error(`PostgreSQL does not start: ${told}`);
  };
  const end = async (signal: NodeJS.Signals) => {
    const child = running;
    running = undefined;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  await start();
  return {
    url,
    pid: () => running?.pid,
    start,
    kill: () => end('SIGKILL'),
    remove: async () => {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function userOf(name: string): { readonly uid?: number; readonly gid?: number } {
  const idOf = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a PostgreSQL for all tests of a run, which find its address in TEST_STORE. @returns what ends it */
async function startForTests(): Promise<() => Promise<void>> {
  const server = await startPostgres({ isKilled: false });
  process.env['TEST_STORE'] = server.url;
  return () => server.remove();
}

// The name that Vitest asks for.
export { startForTests as setup };
