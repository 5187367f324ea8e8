/** What replicas over PostgreSQL cost, behind a proxy, beside one mock that keeps a folder. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importBundled } from '../.ci/document-types.mjs';
import { median, percentile, runLoad } from './load-client.mjs';
import { mockServer } from './peers.mjs';
import { familyCpuSeconds, startServer } from './server-process.mjs';
import { kinds } from './stores.mjs';

const proxyFile = fileURLToPath(new URL('round-robin.mjs', import.meta.url));
const postgresSource = fileURLToPath(new URL('../src/testing/store/postgres-server.ts', import.meta.url));

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
export async function measureReplicas({ rounds, seconds, commits, say }) {
  const { startPostgres, postgresPrograms } = await importBundled(postgresSource);
  const base = await mkdtemp(join(tmpdir(), 'voice-agent-mock-replicas-'));
  const engine = await startPostgres({ isSynced: true });
  try {
    const samples = new Map();
    for (let round = 0; round < rounds; round += 1) {
      for (const [setup, { count, flags, writes, isApart }] of Object.entries(setups)) {
        const place = `${setup}-${round}`.replaceAll(/[^a-z0-9]+/g, '-');
        const shared = isApart === true ? [] : ['--store', `${engine.url}?log=${place}`];
        const where = setup === 'folder' ? ['--data-dir', join(base, place)] : shared;
        const found = await inSetup(count, [...where, ...flags], engine, (servers) =>
          measure(servers, seconds, writes),
        );
        for (const each of found) {
          const key = `${each.what}: ${setup}`;
          samples.set(key, [...(samples.get(key) ?? []), { ...each, setup }]);
        }
        say(
          `round ${round + 1}, ${setup}: ${found.map(({ what, perSecond }) => `${what} ${perSecond.toFixed(0)}/s`).join(', ')}`,
        );
      }
    }
    const whats = new Set([...samples.values()].map(([{ what }]) => what));
    const rows = [...whats].flatMap((what) =>
      [...samples.values()].filter(([first]) => first.what === what).map(medians),
    );
    return { rows, starts: await measureStarts(engine, postgresPrograms(), commits, say) };
  } finally {
    await engine.remove();
    await rm(base, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function inSetup(count, flags, engine, work) {
  const started = [];
  try {
    // One after the other: the first begins the log.
    for (let i = 0; i < count; i += 1) started.push(await startServer(mockServer(...flags)));
    const mocks = [...started];
    const args = [proxyFile, '$PORT', ...mocks.map(({ port }) => String(port))];
    const proxy = await startServer({ command: process.execPath, args, probe: mockServer().probe });
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
  await sample('', servers, kinds.write, 16, seconds / 4);
  return [...found, await sample('write, 16 connections', servers, kinds.write, 16, seconds)];
}

/** Milliseconds, and microseconds of processor time a request: of all mocks, of PostgreSQL, of the proxy. */
async function sample(what, { mocks, proxy, engine }, request, connections, seconds) {
  const spent = () => [
    mocks.reduce((sum, mock) => sum + mock.cpuSeconds(), 0),
    familyCpuSeconds(engine.pid()),
    proxy.cpuSeconds(),
  ];
  const before = spent();
  const result = await runLoad({ port: proxy.port, connections, seconds, request });
  const [ofMocks, ofEngine, ofProxy] = spent().map((each, i) => ((each - before[i]) * 1e6) / result.requests);
  if (result.failures > 0) throw new Error(`${result.failures} requests failed: ${result.firstFailure}`);
  const [p50, p99] = [50, 99].map((percent) => percentile(result.latencies, percent));
  return { what, perSecond: result.requests / result.seconds, p50, p99, ofMocks, ofEngine, ofProxy };
}

function medians(found) {
  const [{ what, setup }] = found;
  const of = (name) => median(found.map((each) => each[name]));
  const figures = ['perSecond', 'p50', 'p99', 'ofMocks', 'ofEngine', 'ofProxy'];
  return { what, setup, ...Object.fromEntries(figures.map((name) => [name, of(name)])) };
}

/**
 * Starts a replica on an empty log, and on one of so many commits.
 * @returns milliseconds to the first answer, of processor time as well, and what the log holds
 */
async function measureStarts(engine, programs, commits, say) {
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
    const [wall, cpu] = ['wall', 'cpu'].map((name) => median(found.map((each) => each[name])));
    starts.push({ commits: requests, wall, cpu, ...heldBy(store, programs) });
    say(`start after ${requests} commits: ${wall.toFixed(0)} ms`);
  }
  return starts;
}

/** What a log holds: rows of records and their characters, and those of the scenarios. */
function heldBy(store, programs) {
  const { url, log } = /^(?<url>.+)\?log=(?<log>.+)$/.exec(store).groups;
  const of = (what) => `select coalesce(sum(length(body::text)), 0) from voice_agent_mock_${what} where log = '${log}'`;
  const count = (what) => `select count(*) from voice_agent_mock_${what} where log = '${log}'`;
  const last = `select max(version) from voice_agent_mock_worlds where log = '${log}'`;
  const question = `select (${count('records')}), (${last}), (${of('records')}), (${of('scenarios')})`;
  const answer = execFileSync(join(programs, 'psql'), ['-At', '-c', question, url], { encoding: 'utf8' });
  const [rows, version, size, scenarioSize] = answer.split('|').map(Number);
  return { rows, last: version, size, snapshotSize: scenarioSize };
}
