/** The price of `--sync` over the folder without. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, percentile, requestBytes, runLoad } from './load-client.mjs';
import { globalPath, token } from './operations.mjs';
import { mockServer } from './peers.mjs';
import { startServer } from './server-process.mjs';

const headers = { token, 'content-type': 'application/json' };
const read = requestBytes('GET', `${globalPath}/agents/get-by-id?agent_id=1004`, { token });
/** Of the token's workspace, and not deleted. */
const agents = [1001, 1002, 1003, 1004, 1007, 1008, 1009, 1010];

/** Requests that are measured over a store. */
export const kinds = {
  read: () => read,
  write: (connection, count) =>
    requestBytes(
      'POST',
      `${globalPath}/create-agent`,
      headers,
      JSON.stringify({ agent_id: agents[connection % agents.length], description: `v${connection}-${count}` }),
    ),
};

/** @returns rows `{ store, connections, perSecond, p50, p99, cpu }`: milliseconds, and microseconds of the mock a request */
export async function measureSync({ rounds, seconds, say }) {
  const base = await mkdtemp(join(tmpdir(), 'voice-agent-mock-stores-'));
  const running = new Map();
  try {
    for (const [store, flags] of Object.entries({ folder: [], 'folder, --sync': ['--sync'] })) {
      running.set(store, await startServer(mockServer('--data-dir', join(base, store), ...flags)));
    }
    const rows = [];
    for (const connections of [1, 16]) {
      const samples = new Map([...running.keys()].map((store) => [store, []]));
      // The first round warms up and is not counted.
      for (let round = 0; round <= rounds; round += 1) {
        for (const [store, server] of running) {
          const found = await sampleStore(server, connections, seconds);
          if (round > 0) samples.get(store).push(found);
        }
      }
      for (const [store, found] of samples) {
        const [perSecond, p50, p99, cpu] = ['perSecond', 'p50', 'p99', 'cpu'].map((name) =>
          median(found.map((each) => each[name])),
        );
        rows.push({ store, connections, perSecond, p50, p99, cpu });
        say(`${connections} connections, ${store}: ${perSecond.toFixed(0)}/s, p50 ${p50.toFixed(2)} ms`);
      }
    }
    return rows;
  } finally {
    await Promise.all([...running.values()].map((server) => server.stop()));
    await rm(base, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function sampleStore(server, connections, seconds) {
  const before = server.cpuSeconds();
  const result = await runLoad({ port: server.port, connections, seconds, request: kinds.write });
  if (result.failures > 0) throw new Error(`${result.failures} requests failed: ${result.firstFailure}`);
  const [p50, p99] = [50, 99].map((percent) => percentile(result.latencies, percent));
  const cpu = ((server.cpuSeconds() - before) * 1e6) / result.requests;
  return { perSecond: result.requests / result.seconds, p50, p99, cpu };
}
