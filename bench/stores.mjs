/** What keeping the state costs: `--sync` over the folder without, and replicas over PostgreSQL, behind a proxy. */
import { join } from 'node:path';
import { importBundled } from '../.ci/document-types.mjs';
import { mediansOf, runLoad, sampleLoad, takeTurns } from './load-client.mjs';
import { agentBytes, mockServer, operations } from './operations.mjs';
import { familyCpuSeconds, inTemporaryFolder, startServer } from './server-process.mjs';

/** Of the token's workspace, and not deleted. */
const agents = [1001, 1002, 1003, 1004, 1007, 1008, 1009, 1010];

/** Requests that are measured over a store. */
const kinds = {
  read: operations.find(({ name }) => name === 'get-by-id').request,
  write: (connection, count) =>
    agentBytes({ agent_id: agents[connection % agents.length], description: `v${connection}-${count}` }),
};

/** @returns rows `{ store, connections, perSecond, p50, p99, cpu }`: milliseconds, and microseconds of the mock a request */
export function measureSync({ rounds, seconds }) {
  return inTemporaryFolder(async (base) => {
    const [running, rows] = [new Map(), []];
    try {
      for (const [store, flags] of Object.entries({ folder: [], 'folder, --sync': ['--sync'] })) {
        running.set(store, await startServer(mockServer('--data-dir', join(base, store), ...flags)));
      }
      for (const connections of [1, 16]) {
        const samples = await takeTurns([...running.keys()], rounds, (store) => {
          const { port, cpuSeconds } = running.get(store);
          const plan = { port, connections, seconds, request: kinds.write };
          return sampleWithoutFailure(plan, () => ({ cpu: cpuSeconds() }));
        });
        for (const [store, found] of samples) {
          const row = { store, connections, ...mediansOf(found, ['perSecond', 'p50', 'p99', 'cpu']) };
          console.log(
            `${connections} connections, ${store}: ${row.perSecond.toFixed(0)}/s, p50 ${row.p50.toFixed(2)} ms`,
          );
          rows.push(row);
        }
      }
      return rows;
    } finally {
      await Promise.all([...running.values()].map((server) => server.stop()));
    }
  });
}

/** How many replicas, how they are started, and whether writes are measured too: `--reads` says nothing of them. */
const setups = {
  folder: { count: 1, flags: [], writes: true },
  'one replica': { count: 1, flags: [], writes: true },
  'one, --reads local': { count: 1, flags: ['--reads', 'local'], writes: false },
  'two replicas': { count: 2, flags: [], writes: true },
  'two, --reads local': { count: 2, flags: ['--reads', 'local'], writes: false },
  'three replicas': { count: 3, flags: [], writes: true },
  'three, --reads local': { count: 3, flags: ['--reads', 'local'], writes: false },
  // What processes that compete for the processors cost each other, whatever they share.
  'three that share nothing': { count: 3, flags: ['--ephemeral'], writes: false, isApart: true },
};

/**
 * Every round starts each setup afresh, on a log of its own, in a PostgreSQL of its own that waits for the disk.
 * @returns `rows` as `sample` gives them, each the median of the rounds, and `starts` as `measureStarts` does
 */
export async function measureReplicas({ rounds, seconds, commits }) {
  const { startPostgres } = await importBundled('src/testing/store/postgres-server.ts');
  const engine = await startPostgres({ isSynced: true });
  try {
    const rows = await inTemporaryFolder((base) => measureSetups(base, engine, rounds, seconds));
    return { rows, starts: await measureStarts(engine, commits) };
  } finally {
    await engine.remove();
  }
}

async function measureSetups(base, engine, rounds, seconds) {
  const samples = new Map();
  for (let round = 0; round < rounds; round += 1) {
    for (const [setup, { count, flags, writes, isApart }] of Object.entries(setups)) {
      const place = `${setup}-${round}`.replaceAll(/[^a-z0-9]+/g, '-');
      const shared = isApart === true ? [] : ['--store', `${engine.url}?log=${place}`];
      const where = setup === 'folder' ? ['--data-dir', join(base, place)] : shared;
      const found = await inSetup(count, [...where, ...flags], engine, (servers) => measure(servers, seconds, writes));
      for (const each of found) {
        const key = `${each.what}: ${setup}`;
        samples.set(key, [...(samples.get(key) ?? []), { ...each, setup }]);
      }
      const speeds = found.map(({ what, perSecond }) => `${what} ${perSecond.toFixed(0)}/s`);
      console.log(`round ${round + 1}, ${setup}: ${speeds.join(', ')}`);
    }
  }
  const whats = new Set([...samples.values()].map(([{ what }]) => what));
  return [...whats].flatMap((what) => [...samples.values()].filter(([first]) => first.what === what).map(medians));
}

async function inSetup(count, flags, engine, work) {
  const started = [];
  try {
    // One after the other: the first begins the log.
    for (let i = 0; i < count; i += 1) started.push(await startServer(mockServer(...flags)));
    const mocks = [...started];
    const args = [join(import.meta.dirname, 'round-robin.mjs'), '$PORT', ...mocks.map(({ port }) => String(port))];
    const proxy = await startServer({ args, probe: mockServer().probe });
    started.push(proxy);
    return await work({ mocks, proxy, engine });
  } finally {
    await Promise.all(started.map((server) => server.stop()));
  }
}

async function measure(servers, seconds, hasWrites) {
  // So long that each of several mocks has warmed up.
  await sample('', servers, kinds.read, 16, seconds * (servers.mocks.length + 1));
  const found = [
    await sample('read, 16 connections', servers, kinds.read, 16, seconds),
    await sample('read, 1 connection', servers, kinds.read, 1, seconds / 2),
  ];
  if (!hasWrites) return found;
  await sample('', servers, kinds.write, 16, seconds * (servers.mocks.length + 1));
  return [...found, await sample('write, 16 connections', servers, kinds.write, 16, seconds)];
}

/** Milliseconds, and microseconds of processor time a request: of all mocks, of PostgreSQL, of the proxy. */
async function sample(what, { mocks, proxy, engine }, request, connections, seconds) {
  const found = await sampleWithoutFailure({ port: proxy.port, connections, seconds, request }, () => ({
    ofMocks: mocks.reduce((sum, mock) => sum + mock.cpuSeconds(), 0),
    ofEngine: familyCpuSeconds(engine.pid()),
    ofProxy: proxy.cpuSeconds(),
  }));
  return { what, ...found };
}

async function sampleWithoutFailure(plan, spent) {
  const found = await sampleLoad(plan, spent);
  if (found.failures > 0) throw new Error(`${found.failures} requests failed: ${found.firstFailure}`);
  return found;
}

function medians(found) {
  const [{ what, setup }] = found;
  return { what, setup, ...mediansOf(found, ['perSecond', 'p50', 'p99', 'ofMocks', 'ofEngine', 'ofProxy']) };
}

/**
 * Starts a replica on an empty log, and on one of so many commits.
 * @returns milliseconds to the first answer, of processor time as well
 */
async function measureStarts(engine, commits) {
  const starts = [];
  for (const count of [0, commits]) {
    const store = `${engine.url}?log=start-${count}`;
    // What is measured is the start: the commits before it need not wait for the disk.
    const writer = await startServer(mockServer('--store', `${store}&synchronous_commit=off`));
    let sent = 0;
    const request = (connection, turn) => kinds.write(connection, (sent += 1) && turn);
    const isEnough = () => sent >= count;
    const plan = { port: writer.port, connections: 64, seconds: 80, request, isEnough, keepsLatencies: false };
    const { requests } = count === 0 ? { requests: 0 } : await runLoad(plan);
    const found = [];
    for (let round = 0; round < 5; round += 1) {
      const server = await startServer(mockServer('--store', store));
      found.push({ wall: server.firstAnswer, cpu: server.firstAnswerCpu });
      await server.stop();
    }
    await writer.stop();
    const start = mediansOf(found, ['wall', 'cpu']);
    starts.push({ commits: requests, ...start });
    console.log(`start after ${requests} commits: ${start.wall.toFixed(0)} ms`);
  }
  return starts;
}
