/** The price of a store: of --sync over the folder, and of PostgreSQL with one replica and two over the folder alone. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load, requestBytes } from './load-client.mjs';
import { globalPath, token } from './operations.mjs';
import { mockServer } from './peers.mjs';
import { startServer } from './server-process.mjs';
import { median, percentile } from './statistics.mjs';

const headers = { token, 'content-type': 'application/json' };
const read = requestBytes('GET', `${globalPath}/agents/get-by-id?agent_id=1004`, { token });
/** Of the token's workspace, and not deleted. */
const agents = [1001, 1002, 1003, 1004, 1007, 1008, 1009, 1010];
const kinds = {
  read: () => read,
  write: (connection, count) =>
    requestBytes(
      'POST',
      `${globalPath}/create-agent`,
      headers,
      JSON.stringify({ agent_id: agents[connection % agents.length], description: `v${connection}-${count}` }),
    ),
};

/** @returns rows `{ store, kind, connections, perSecond, p50, p99, cpu }`: milliseconds, and microseconds of all mocks a request */
export function measureSync(options) {
  const folder = (dir) => [['--data-dir', join(dir, 'data')]];
  const stores = { folder, 'folder, --sync': (dir) => folder(dir).map((flags) => [...flags, '--sync']) };
  return measureStores({ ...options, stores, kindsMeasured: ['write'], connections: [1, 16] });
}

/**
 * @param store the address of an empty PostgreSQL database; the load is dealt out to the replicas by the client, in the
 * place of a proxy
 */
export function measureReplicas({ store, ...options }) {
  if (store === '') throw new Error('The part replicas needs a PostgreSQL: give --store postgres://…');
  const log = (dir) =>
    `${store}${store.includes('?') ? '&' : '?'}log=${dir.replaceAll(/[^A-Za-z0-9]/g, '-').slice(-60)}`;
  const replicas =
    (count, ...flags) =>
    (dir) =>
      Array.from({ length: count }, () => ['--store', log(dir), ...flags]);
  const stores = {
    folder: (dir) => [['--data-dir', join(dir, 'data')]],
    'one replica': replicas(1),
    'one replica, --reads local': replicas(1, '--reads', 'local'),
    'two replicas': replicas(2),
    'two replicas, --reads local': replicas(2, '--reads', 'local'),
  };
  return measureStores({ ...options, stores, kindsMeasured: ['read', 'write'], connections: [16] });
}

async function measureStores({ stores, kindsMeasured, connections, rounds, seconds, say }) {
  const base = await mkdtemp(join(tmpdir(), 'voice-agent-mock-stores-'));
  const running = new Map();
  try {
    for (const [store, start] of Object.entries(stores)) {
      const flags = start(await mkdtemp(join(base, 'run-')));
      const servers = [];
      // One after the other: the first begins the log.
      for (const each of flags) servers.push(await startServer(mockServer(...each)));
      running.set(store, servers);
    }
    const rows = [];
    for (const kind of kindsMeasured) {
      for (const count of connections) {
        const samples = new Map([...running.keys()].map((store) => [store, []]));
        // The first round warms up and is not counted.
        for (let round = 0; round <= rounds; round += 1) {
          for (const [store, servers] of running) {
            const found = await sample(servers, kinds[kind], count, seconds);
            if (round > 0) samples.get(store).push(found);
          }
        }
        for (const [store, found] of samples) {
          const of = (name) => median(found.map((each) => each[name]));
          const row = {
            store,
            kind,
            connections: count,
            perSecond: of('perSecond'),
            p50: of('p50'),
            p99: of('p99'),
            cpu: of('cpu'),
          };
          rows.push(row);
          say(`${kind}, ${count} connections, ${store}: ${row.perSecond.toFixed(0)}/s, p50 ${row.p50.toFixed(2)} ms`);
        }
      }
    }
    return rows;
  } finally {
    for (const servers of running.values()) await Promise.all(servers.map((server) => server.stop()));
    await rm(base, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function sample(servers, request, connections, seconds) {
  const before = cpuOf(servers);
  const results = await Promise.all(
    servers.map(({ port }) => load({ port, connections: Math.ceil(connections / servers.length), seconds, request })),
  );
  const requests = results.reduce((sum, each) => sum + each.requests, 0);
  const failed = results.find(({ failures }) => failures > 0);
  if (failed !== undefined) throw new Error(`${failed.failures} requests failed: ${failed.firstFailure}`);
  const latencies = results.flatMap((each) => each.latencies).sort((one, other) => one - other);
  const took = Math.max(...results.map((each) => each.seconds));
  return {
    perSecond: requests / took,
    p50: percentile(latencies, 50),
    p99: percentile(latencies, 99),
    cpu: ((cpuOf(servers) - before) * 1e6) / requests,
  };
}

function cpuOf(servers) {
  return servers.reduce((sum, server) => sum + server.cpuSeconds(), 0);
}
