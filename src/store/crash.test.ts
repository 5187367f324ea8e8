import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { packageRoot } from '../package-root.ts';
import { fieldOf, memberOf } from '../json/json-value.ts';
import { openDataFolder } from './disk/data-folder.ts';
import { countsOfWriter, writerCount } from '../testing/store/crash-writer.ts';
import { type PostgresServer, postgresPrograms, startPostgres } from '../testing/store/postgres-server.ts';
import { type ServeProcess, startServe } from '../testing/serve-process.ts';
import { createSampleScenario } from '../testing/store/sample-scenario.ts';
import { tokens } from '../testing/well-known.ts';
import { SeededRandom } from '../worlds/time-and-chance.ts';

const rounds = Number(process.env['CRASH_ROUNDS'] ?? 6);
const longestRoundInMs = 30_000;

let root: string;
let scenarioDir: string;
let module: string;

beforeAll(async () => {
  // Inside the package, where the bundle finds what it loads when it is needed.
  const cache = join(packageRoot(), 'node_modules', '.cache');
  await mkdir(cache, { recursive: true });
  root = await mkdtemp(join(cache, 'crash-'));
  scenarioDir = await createSampleScenario();
  module = join(root, 'crash-writer.mjs');
  const bundle = await rolldown({ input: join(packageRoot(), 'src/testing/store/crash-writer.ts'), platform: 'node' });
  await bundle.write({ file: module, format: 'esm' });
});

afterAll(async () => {
  await rm(root, { recursive: true });
  await rm(scenarioDir, { recursive: true });
});

test(
  'a process killed at any moment of parallel writing loses no answered commit and leaves no half of one',
  async () => {
    const random = new SeededRandom('crash');
    const dir = join(root, 'data');
    const answered = new Array<number>(writerCount).fill(0);
    for (let round = 0; round < rounds; round++) {
      const lines = await writeUntilKilled(dir, random.next() * 400);
      for (const [writer, count] of lines) answered[writer] = count;
      const kept = await countsIn(dir);
      kept.forEach((counts, writer) => {
        expect(new Set(counts).size, `writer ${writer} after round ${round}: ${counts.join(', ')}`).toBe(1);
        expect(counts[0], `writer ${writer} after round ${round}`).toBeGreaterThanOrEqual(answered[writer] ?? 0);
      });
    }
    expect(Math.min(...answered)).toBeGreaterThan(rounds);
  },
  rounds * longestRoundInMs,
);

/** Runs the writer until some time after its first answer, and gives what it answered. */
async function writeUntilKilled(dir: string, milliseconds: number): Promise<readonly (readonly [number, number])[]> {
  const run = `import(${JSON.stringify(module)}).then((writer) => writer.writeForEver(...process.argv.slice(1)))`;
  const child = spawn(process.execPath, ['-e', run, dir, scenarioDir], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors] = [text(child.stdout), text(child.stderr)];
  const exit = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), exit]);
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  child.kill('SIGKILL');
  await exit;
  expect(await errors).toBe('');
  const lines = (await output).split('\n').slice(0, -1);
  return lines.map((line) => {
    const [writer, count] = line.split(' ').map(Number);
    return [writer ?? -1, count ?? -1];
  });
}

/** What the folder holds, read from a copy: the next writer finds what this one has left. */
async function countsIn(dir: string): Promise<readonly (readonly number[])[]> {
  const copy = join(root, 'copy');
  await cp(dir, copy, { recursive: true });
  const store = await openDataFolder({ dir: copy, scenarioDir });
  const counts = Array.from({ length: writerCount }, (_, writer) => countsOfWriter(store, writer));
  await store.close();
  await rm(copy, { recursive: true });
  return counts;
}

const isInstalled = postgresPrograms() !== undefined;
// Five minutes of it: npm run crash
const seconds = Number(process.env['CRASH_SECONDS'] ?? '4');
/** In milliseconds, about: from one kill to the next. */
const killInterval = seconds > 60 ? 2000 : 1300;

it.runIf(isInstalled)(
  'keeps every answered write, whole and in order, while replicas and PostgreSQL are killed',
  { timeout: 120_000 + 4000 * seconds },
  async () => {
    const run = await runUnderCrashes();
    if (seconds > 60) console.log(run);
    expect(run.faults).toEqual([]);
    expect(run.counts.answeredWrites).toBeGreaterThan(20);
  },
);

const replicas = [0, 1, 2];
const clientCount = 8;
/** One register each: an agent of the scenario, whose name and description are always written together. */
const agents = [1001, 1002, 1003, 1004, 1008, 1009, 1010];
const createAgent = '/api/v1/global/create-agent';

/**
 * Replicas as processes over a real PostgreSQL, and clients going round them, while replicas and PostgreSQL are killed
 * with SIGKILL at random. Every answer is compared afterwards with what one server could have given.
 * @returns what is wrong, in sentences, and what was done
 */
async function runUnderCrashes(): Promise<Pick<Run, 'counts' | 'faults'>> {
  const engine = await startPostgres();
  const run = new Run(engine);
  try {
    for (const replica of replicas) await run.start(replica);
    for (const agent of agents) await run.write(0, agent);
    const until = performance.now() + seconds * 1000;
    const clients = Array.from({ length: clientCount }, (_, client) => run.send(client, until));
    await Promise.all([run.killAtRandom(until), ...clients]);
    for (const replica of replicas) await run.readAll(replica);
    const broken = brokenRegisters(run.history).map((agent) => `The history of agent ${agent} is not linearizable.`);
    return { counts: run.counts, faults: [...run.faults, ...broken] };
  } finally {
    for (const replica of replicas) run.kill(replica);
    await engine.remove();
  }
}

class Run {
  readonly history: Operation[] = [];
  readonly faults: string[] = [];
  readonly counts = { answeredWrites: 0, unanswered: 0, reads: 0, killedReplicas: 0, killedEngines: 0 };
  readonly #engine: PostgresServer;
  /** Those that run, by their number. */
  readonly #running = new Map<number, ServeProcess>();
  readonly #created: string[] = [];
  #values = 0;

  constructor(engine: PostgresServer) {
    this.#engine = engine;
  }

  /** Starts a replica, again and again while the engine is away. */
  async start(replica: number): Promise<void> {
    for (let tries = 0; tries < 100; tries += 1) {
      const store = ['--log-level', 'silent', '--store', this.#engine.url];
      const process = await startServe(512, store).catch(() => undefined);
      if (process !== undefined) return void this.#running.set(replica, process);
      await wait(100);
    }
    throw new Error('A replica does not start.');
  }

  kill(replica: number): void {
    this.#running
      .get(replica)
      ?.stop('SIGKILL')
      .catch(() => undefined);
    this.#running.delete(replica);
  }

  async killAtRandom(until: number): Promise<void> {
    const starting: Promise<void>[] = [];
    for (;;) {
      await wait(killInterval * (0.5 + Math.random()));
      if (performance.now() > until) break;
      const replica = Math.floor(Math.random() * replicas.length);
      if (Math.random() < 0.3) {
        this.counts.killedEngines += 1;
        await this.#engine.kill();
        await wait(Math.random() * 1000);
        await this.#engine.start();
      } else if (this.#running.has(replica)) {
        this.counts.killedReplicas += 1;
        this.kill(replica);
        starting.push(this.start(replica));
      }
    }
    await Promise.all(starting);
  }

  /** Sends what one client sends, to one replica after the other. */
  async send(client: number, until: number): Promise<void> {
    for (let turn = client; performance.now() < until; turn += 1) {
      const agent = agents[Math.floor(Math.random() * agents.length)] ?? 0;
      const chance = Math.random();
      if (chance < 0.5) await this.#read(turn, agent);
      else if (chance < 0.9) await this.write(turn, agent);
      else await this.#create(turn);
    }
  }

  /** Reads every register at a replica, and looks whether each agent that was made is there once. */
  async readAll(replica: number): Promise<void> {
    for (const agent of agents) while (!(await this.#read(replica, agent))) await wait(100);
    const ask = () => this.#answer(replica, 'GET', '/__mock/agents');
    let all = await ask();
    for (; all?.status !== 200; all = await ask()) await wait(100);
    const body = JSON.stringify(all.body);
    for (const name of this.#created) {
      const times = body.split(`"${name}"`).length - 1;
      if (times !== 1) this.faults.push(`The agent ${name} was answered once, and is there ${times} times.`);
    }
  }

  async write(turn: number, agent: number): Promise<void> {
    const value = `Value ${(this.#values += 1)}`;
    const from = performance.now();
    const isDone = await this.#post(turn, { agent_id: agent, agent_name: value, description: value });
    this.history.push({ register: agent, kind: 'write', value, from, to: isDone ? performance.now() : Infinity });
  }

  async #read(turn: number, agent: number): Promise<boolean> {
    const from = performance.now();
    const answer = await this.#answer(turn, 'GET', `/api/v1/global/agents/get-by-id?agent_id=${agent}`);
    const details = memberOf(answer?.body, 'data.basic_details');
    const [name, description] = [fieldOf(details, 'agent_name'), fieldOf(details, 'description')];
    if (answer?.status !== 200 || typeof name !== 'string') return false;
    if (description !== name) this.faults.push(`Agent ${agent} is half written: ${name}, ${String(description)}.`);
    this.counts.reads += 1;
    this.history.push({ register: agent, kind: 'read', value: name, from, to: performance.now() });
    return true;
  }

  async #create(turn: number): Promise<void> {
    const name = `Created ${(this.#values += 1)}`;
    if (await this.#post(turn, { agent_name: name })) this.#created.push(name);
  }

  /** Whether it was answered as done; if not, it may have happened, or happen later. */
  async #post(turn: number, body: object): Promise<boolean> {
    const status = (await this.#answer(turn, 'POST', createAgent, body))?.status;
    this.counts[status === 200 ? 'answeredWrites' : 'unanswered'] += 1;
    if (![200, 503, undefined].includes(status)) this.faults.push(`A write was answered with ${status}.`);
    return status === 200;
  }

  /** Undefined if no answer came. */
  async #answer(turn: number, method: string, path: string, body?: object) {
    const url = this.#running.get(turn % replicas.length)?.url;
    try {
      if (url === undefined) throw new Error('It is being started.');
      const answer = await fetch(url + path, {
        method,
        headers: { token: tokens.acme, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: await answer.json() };
    } catch {
      await wait(20);
      return undefined;
    }
  }
}

/** A write of a value that nobody else writes, or a read, of one register. Times are of one clock. */
interface Operation {
  readonly register: number;
  readonly kind: 'write' | 'read';
  readonly value: string;
  readonly from: number;
  /** Infinity if no answer came: it may have happened, at any later time, or not. */
  readonly to: number;
}

/** The registers whose histories could not have come of one server; looked at one by one, for linearizability is local. */
function brokenRegisters(history: readonly Operation[]): readonly number[] {
  const registers = [...new Set(history.map(({ register }) => register))];
  return registers.filter((each) => !isLinearizable(history.filter(({ register }) => register === each)));
}

/**
 * Finds out whether a history of one register could have come of operations that took effect one after another, each at a
 * moment between its call and its answer. As each value is written once, this takes no search: what matters of a value is
 * when the first operation on it ended, and when the last one began (Gibbons and Korach, Testing Shared Memories, 1997).
 */
function isLinearizable(operations: readonly Operation[]): boolean {
  const values = new Map<string, Operation[]>();
  for (const operation of operations) values.set(operation.value, [...(values.get(operation.value) ?? []), operation]);
  const zones = [...values.values()].map((own) => {
    const written = own.find(({ kind }) => kind === 'write')?.from ?? Infinity;
    return { written, end: Math.min(...own.map(({ to }) => to)), begin: Math.max(...own.map(({ from }) => from)) };
  });
  zones.sort((one, other) => Math.min(one.end, one.begin) - Math.min(other.end, other.begin));
  let heldUntil = -Infinity;
  for (const { written, end, begin } of zones) {
    // It was read before anybody wrote it, or ended while the register had to hold another value.
    if (end < written || end < heldUntil) return false;
    // Between the two the register holds this value; if it begins last, it may have done so for a moment only.
    if (end < begin) heldUntil = begin;
  }
  return true;
}

const read = (from: number, to: number, value: string): Operation => ({ register: 1, kind: 'read', value, from, to });
const write = (from: number, to: number, value: string): Operation => ({ register: 1, kind: 'write', value, from, to });
const first = write(-2, -1, 'o');

describe('histories that one server could have given', () => {
  it.each<readonly [string, readonly Operation[]]>([
    ['none', []],
    ['one after another', [first, write(0, 1, 'x'), read(2, 3, 'x'), write(4, 5, 'y'), read(6, 7, 'y')]],
    ['two at once, in either order', [write(0, 5, 'x'), write(1, 4, 'y'), read(6, 7, 'x')]],
    ['a write within another, that nobody has seen', [write(0, 9, 'x'), write(1, 2, 'y'), read(3, 4, 'x')]],
    ['a read beside a write, before it', [first, write(0, 5, 'x'), read(1, 2, 'o')]],
    ['a read beside a write, after it', [first, write(0, 5, 'x'), read(1, 2, 'x')]],
    ['an answer that never came, of what happened', [first, write(0, Infinity, 'x'), read(5, 6, 'x')]],
    ['an answer that never came, of what did not happen', [first, write(0, Infinity, 'x'), read(5, 6, 'o')]],
    [
      'an answer that never came, of what happened late',
      [first, write(0, Infinity, 'x'), read(5, 6, 'o'), read(7, 8, 'x')],
    ],
  ])('%s', (_, history) => expect(isLinearizable(history)).toBe(true));
});

describe('histories that one server could not have given', () => {
  it.each<readonly [string, readonly Operation[]]>([
    ['a stale read', [first, write(0, 1, 'x'), read(2, 3, 'o')]],
    ['a lost write', [first, write(0, 1, 'x'), write(2, 3, 'y'), read(4, 5, 'x')]],
    ['a write between two reads of another value', [first, read(0, 1, 'o'), write(2, 3, 'x'), read(4, 5, 'o')]],
    ['a read that goes back', [first, write(0, 9, 'x'), read(1, 2, 'x'), read(3, 4, 'o')]],
    [
      'two readers that see two orders',
      [write(0, 9, 'x'), write(0, 9, 'y'), read(10, 11, 'x'), read(12, 13, 'y'), read(14, 15, 'x')],
    ],
    [
      'a value between two reads of another, beside a long write',
      [write(0, 1, 'x'), read(10, 11, 'x'), write(2, 12, 'y'), write(4, 5, 'z'), read(6, 7, 'z')],
    ],
    ['what nobody wrote', [read(0, 1, 'x')]],
    ['a read before the write began', [read(0, 1, 'x'), write(2, 3, 'x')]],
  ])('%s', (_, history) => expect(isLinearizable(history)).toBe(false));
});

it('names the registers that are broken', () => {
  const history = [write(0, 1, 'x'), read(2, 3, 'x')];
  const lost = [write(0, 1, 'y'), write(2, 3, 'z'), read(4, 5, 'y')].map((each) => ({ ...each, register: 2 }));
  expect(brokenRegisters([...history, ...lost])).toEqual([2]);
});
