import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { tokens } from '../well-known.ts';

interface CrashRun {
  readonly answeredWrites: number;
  readonly unanswered: number;
  readonly reads: number;
  readonly killedReplicas: number;
  readonly killedEngines: number;
  /** What is wrong, in sentences; none if all is well. */
  readonly faults: readonly string[];
}

interface CrashRunOptions {
  /** Milliseconds of requests under kills. */
  readonly duration: number;
  /** The built command. */
  readonly command: string;
  /** In milliseconds, about: from one kill to the next. */
  readonly interval: number;
}

const replicaCount = 3;
const clientCount = 8;
/** One register each: an agent of the scenario, whose name and description are always written together. */
const agents = [1001, 1002, 1003, 1004, 1008, 1009, 1010];
const createAgent = '/api/v1/global/create-agent';

/**
 * Replicas as processes over a real PostgreSQL, and clients going round them, while replicas and PostgreSQL are killed
 * with SIGKILL at random. Every answer is compared afterwards with what one server could have given.
 */
export async function runUnderCrashes({ duration, command, interval }: CrashRunOptions): Promise<CrashRun> {
  const engine = await startPostgres();
  const replicas = Array.from({ length: replicaCount }, () => new ReplicaProcess(command, engine.url));
  try {
    await Promise.all(replicas.map((replica) => replica.start()));
    const clients = new Clients(replicas);
    await clients.begin();
    const until = performance.now() + duration;
    const killing = killAtRandom(replicas, engine, until, interval);
    await Promise.all(Array.from({ length: clientCount }, (_, client) => clients.run(client, until)));
    const kills = await killing;
    return { ...(await clients.result()), ...kills };
  } finally {
    for (const replica of replicas) replica.kill();
    await engine.remove();
  }
}

class ReplicaProcess {
  url: string | undefined;
  readonly #command: string;
  readonly #store: string;
  #child: ChildProcess | undefined;

  constructor(command: string, store: string) {
    this.#command = command;
    this.#store = store;
  }

  /** Starts it, again and again while the engine is away. */
  async start(): Promise<void> {
    for (let tries = 0; this.url === undefined; tries += 1) {
      if (tries > 100) throw new Error('A replica does not start.');
      const args = [this.#command, 'serve', '--port', '0', '--log-level', 'silent', '--store', this.#store];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
      this.#child = child;
      const [first] = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])) as unknown[];
      this.url = /listens on (http:\/\/127\.0\.0\.1:\d+)/.exec(String(first))?.[1];
      if (this.url === undefined) await wait(100);
    }
  }

  kill(): void {
    this.url = undefined;
    this.#child?.kill('SIGKILL');
  }
}

async function killAtRandom(
  replicas: readonly ReplicaProcess[],
  engine: PostgresServer,
  until: number,
  interval: number,
): Promise<Pick<CrashRun, 'killedReplicas' | 'killedEngines'>> {
  let [killedReplicas, killedEngines] = [0, 0];
  const starting: Promise<void>[] = [];
  for (;;) {
    await wait(interval * (0.5 + Math.random()));
    if (performance.now() > until) break;
    if (Math.random() < 0.3) {
      killedEngines += 1;
      await engine.kill();
      await wait(Math.random() * 1000);
      await engine.start();
      continue;
    }
    const replica = replicas[Math.floor(Math.random() * replicas.length)];
    if (replica?.url === undefined) continue;
    killedReplicas += 1;
    replica.kill();
    starting.push(replica.start());
  }
  await Promise.all(starting);
  return { killedReplicas, killedEngines };
}

class Clients {
  readonly #replicas: readonly ReplicaProcess[];
  readonly #history: Operation[] = [];
  readonly #created: string[] = [];
  readonly #faults: string[] = [];
  readonly #counts = { answeredWrites: 0, unanswered: 0, reads: 0 };
  #values = 0;

  constructor(replicas: readonly ReplicaProcess[]) {
    this.#replicas = replicas;
  }

  /** Gives every register a first value. */
  async begin(): Promise<void> {
    for (const agent of agents) await this.#write(0, agent);
  }

  async run(client: number, until: number): Promise<void> {
    for (let turn = client; performance.now() < until; turn += 1) {
      const agent = agents[Math.floor(Math.random() * agents.length)] ?? 0;
      const chance = Math.random();
      if (chance < 0.5) await this.#read(turn, agent);
      else if (chance < 0.9) await this.#write(turn, agent);
      else await this.#create(turn);
    }
  }

  async result(): Promise<Omit<CrashRun, 'killedReplicas' | 'killedEngines'>> {
    for (const [turn] of this.#replicas.entries()) {
      for (const agent of agents) while (!(await this.#read(turn, agent))) await wait(100);
      const all = await this.#send(turn, 'GET', '/__mock/agents');
      const text = JSON.stringify(all?.body ?? '');
      for (const name of this.#created) {
        const times = text.split(`"${name}"`).length - 1;
        if (times !== 1) this.#faults.push(`The agent ${name} was answered once, and is there ${times} times.`);
      }
    }
    const broken = brokenKeys(this.#history).map((key) => `The history of agent ${key} is not linearizable.`);
    return { ...this.#counts, faults: [...this.#faults, ...broken] };
  }

  async #read(turn: number, agent: number): Promise<boolean> {
    const from = performance.now();
    const answer = await this.#send(turn, 'GET', `/api/v1/global/agents/get-by-id?agent_id=${agent}`);
    const { agent_name: name, description } = answer?.body.data?.basic_details ?? {};
    if (answer?.status !== 200 || typeof name !== 'string') return false;
    if (description !== name) this.#faults.push(`Agent ${agent} is half written: ${name}, ${description}.`);
    this.#counts.reads += 1;
    this.#history.push({ key: String(agent), kind: 'read', list: [name], from, to: performance.now() });
    return true;
  }

  async #write(turn: number, agent: number): Promise<void> {
    const item = `Value ${(this.#values += 1)}`;
    const from = performance.now();
    const answer = await this.#send(turn, 'POST', createAgent, {
      agent_id: agent,
      agent_name: item,
      description: item,
    });
    const isDone = answer?.status === 200;
    this.#count(isDone, answer?.status);
    this.#history.push({ key: String(agent), kind: 'write', item, from, to: isDone ? performance.now() : Infinity });
  }

  async #create(turn: number): Promise<void> {
    const name = `Created ${(this.#values += 1)}`;
    const answer = await this.#send(turn, 'POST', createAgent, { agent_name: name });
    this.#count(answer?.status === 200, answer?.status);
    if (answer?.status === 200) this.#created.push(name);
  }

  #count(isDone: boolean, status: number | undefined): void {
    if (isDone) this.#counts.answeredWrites += 1;
    else this.#counts.unanswered += 1;
    if (!isDone && status !== undefined && status !== 503) this.#faults.push(`A write was answered with ${status}.`);
  }

  /** Undefined if no answer came. */
  async #send(turn: number, method: string, path: string, body?: object): Promise<Answer | undefined> {
    const url = this.#replicas[turn % this.#replicas.length]?.url;
    try {
      if (url === undefined) throw new Error('It is being started.');
      const answer = await fetch(url + path, {
        method,
        headers: { token: tokens.acme, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      // Sound as far as it is looked at: everything of it is optional.
      return { status: answer.status, body: (await answer.json()) as Answer['body'] };
    } catch {
      await wait(20);
      return undefined;
    }
  }
}

interface Answer {
  readonly status: number;
  readonly body: {
    readonly data?: { readonly basic_details?: { readonly agent_name?: string; readonly description?: string } };
  };
}

/** An operation on a list that can be appended to, replaced and read. Times are of one clock. */
export interface Operation {
  readonly key: string;
  /**
   * `append` adds an item and gives the list with it; `write` makes it the only one; `read` gives the list.
   */
  readonly kind: 'append' | 'write' | 'read';
  readonly item?: string;
  /** The list that was answered; undefined where no answer came: it may have happened, at any later time, or not. */
  readonly list?: readonly string[];
  readonly from: number;
  /** Infinity if no answer came. */
  readonly to: number;
}

/**
 * Finds out whether a history could have come of operations that took effect one after another, each at a moment between
 * its call and its answer (Wing and Gong's search, with the states that were tried kept, as Lowe has it). Lists of
 * different keys are looked at one by one, which is as good: linearizability is local.
 * @returns the keys whose histories could not
 */
export function brokenKeys(history: readonly Operation[]): readonly string[] {
  const byKey = new Map<string, Operation[]>();
  for (const operation of history) byKey.set(operation.key, [...(byKey.get(operation.key) ?? []), operation]);
  return [...byKey].filter(([, operations]) => !isLinearizable(operations)).map(([key]) => key);
}

/** @param operations on one list, which begins empty */
export function isLinearizable(operations: readonly Operation[]): boolean {
  const seen = new Set(operations.flatMap(({ list = [] }) => list));
  const ordered = operations
    // What nobody has seen the effect of need not have happened.
    .filter((operation) => !isOptional(operation) || (operation.kind !== 'read' && seen.has(operation.item ?? '')))
    .toSorted((one, other) => one.from - other.from);
  const tried = new Set<string>();
  const stack: { readonly done: bigint; readonly list: readonly string[] }[] = [{ done: 0n, list: [] }];
  for (let state = stack.pop(); state !== undefined; state = stack.pop()) {
    const { done, list } = state;
    const key = `${done} ${list.join()}`;
    if (tried.has(key)) continue;
    tried.add(key);
    const open = ordered.map((operation, index) => ({ operation, index })).filter(({ index }) => !hasBit(done, index));
    if (open.every(({ operation }) => isOptional(operation))) return true;
    // Only what was called before the first answer that is due can be next.
    const due = Math.min(...open.map(({ operation }) => (isOptional(operation) ? Infinity : operation.to)));
    const latest = Math.max(-Infinity, ...ordered.map(({ from }, index) => (hasBit(done, index) ? from : -Infinity)));
    const possible = open.filter(({ operation }) => operation.from <= due && operation.to >= latest);
    // A read that fits now need not wait: it changes nothing for the others.
    const read = possible.find(({ operation }) => operation.kind === 'read' && stepOf(operation, list) !== undefined);
    for (const { operation, index } of read === undefined ? possible : [read]) {
      const next = stepOf(operation, list);
      if (next !== undefined) stack.push({ done: done | (1n << BigInt(index)), list: next });
    }
  }
  return false;
}

function isOptional({ to }: Operation): boolean {
  return to === Infinity;
}

function hasBit(set: bigint, index: number): boolean {
  return ((set >> BigInt(index)) & 1n) === 1n;
}

/** The list after an operation; undefined if it would have answered otherwise. */
function stepOf({ kind, item = '', list: answer }: Operation, list: readonly string[]): readonly string[] | undefined {
  const next = kind === 'append' ? [...list, item] : kind === 'write' ? [item] : list;
  if (answer === undefined) return next;
  return answer.length === next.length && answer.every((value, index) => value === next[index]) ? next : undefined;
}
