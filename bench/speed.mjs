/** Points of speed: every operation, every server, interleaved rounds. */
import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { mediansOf, requestBytes, sampleLoad, takeTurns } from './load-client.mjs';
import { createPeers, getAgent, mockServer, operations, token } from './operations.mjs';
import { inTemporaryFolder, startServer } from './server-process.mjs';

const usualConnections = 16;

/**
 * Measures requests a second, latencies in milliseconds and processor time per request in microseconds.
 * @returns rows `{ operation, peer, perSecond, p50, p99, cpu, failures }`, medians of the rounds
 */
export async function measureSpeed({ rounds, seconds, only, peersOnly }) {
  const peers = createPeers(await mockAnswers());
  const rows = [];
  for (const operation of operations.filter(({ name }) => only.test(name))) {
    const names = operation.peers.filter((name) => peersOnly.test(name));
    const samples = await inTemporaryFolder((base) => measureOperation(operation, names, peers, base, rounds, seconds));
    for (const [peer, found] of samples) {
      const row = { operation: operation.name, peer, ...summary(found) };
      rows.push(row);
      console.log(
        `${operation.name}  ${peer}: ${Math.round(row.perSecond)}/s, ${row.cpu.toFixed(0)} µs of processor time${row.failures === 0 ? '' : `, ${row.failures} failures: ${row.firstFailure}`}`,
      );
    }
  }
  return rows;
}

async function measureOperation(operation, names, peers, base, rounds, seconds) {
  const servers = new Map();
  const start = async (name) => {
    const dir = await mkdtemp(join(base, `${name}-`));
    servers.set(name, await startServer(await peers[name].start(dir)));
  };
  const sample = (name, length) => sampleOperation(operation, peers[name], servers.get(name), length);
  try {
    for (const name of names) await start(name);
    return await takeTurns(names, rounds, async (name, round) => {
      if (operation.isFresh && round > 0) {
        await servers.get(name).stop();
        await start(name);
        await sample(name, seconds / 4);
      }
      return sample(name, round === 0 ? seconds / 2 : seconds);
    });
  } finally {
    await Promise.all([...servers.values()].map((server) => server.stop()));
  }
}

async function sampleOperation({ connections = usualConnections, ...operation }, peer, server, seconds) {
  const path = peer.pathOf(operation.path);
  const request = path === operation.path ? operation.request : relocated(operation, path);
  const plan = { port: server.port, connections, seconds, request };
  const sample = await sampleLoad(plan, () => ({ cpu: server.cpuSeconds() }));
  await pause(50);
  return { ...sample, rss: server.rss() };
}

function relocated({ method, headers, body }, path) {
  const bytes = requestBytes(method, path, headers, body);
  return () => bytes;
}

function summary(samples) {
  return {
    ...mediansOf(samples, ['perSecond', 'p50', 'p99', 'cpu']),
    rss: Math.max(...samples.map(({ rss }) => rss)),
    failures: samples.reduce((sum, { failures }) => sum + failures, 0),
    firstFailure: samples.find(({ failures }) => failures > 0)?.firstFailure ?? '',
  };
}

/** What the mock answers to each operation: the bytes that the others are to send. */
async function mockAnswers() {
  const server = await startServer(mockServer('--ephemeral'));
  try {
    const routes = [];
    for (const { name, kind, method, path, headers, body } of operations) {
      const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers, body });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`The mock answers ${name} with ${response.status}: ${text}`);
      routes.push({ kind, method, path, body: JSON.parse(text) });
    }
    return routes;
  } finally {
    await server.stop();
  }
}

/** From the start of the process to the first answer, and resident memory a second later, idle. */
export async function measureStart({ rounds, peersOnly }) {
  const peers = createPeers(await mockAnswers());
  const names = Object.keys(peers).filter((name) => !name.endsWith('-logging') && peersOnly.test(name));
  const samples = await inTemporaryFolder((base) =>
    takeTurns(names, rounds, async (name) => {
      // The first start fills the data folder; the later ones find it so.
      const dir = join(base, name);
      await mkdir(dir, { recursive: true });
      const { firstAnswer, firstAnswerCpu, rss, stop } = await startServer(await peers[name].start(dir));
      await pause(1000);
      const found = { firstAnswer, firstAnswerCpu, rss: rss() };
      await stop();
      return found;
    }),
  );
  return names.map((peer) => {
    const row = { peer, ...mediansOf(samples.get(peer), ['firstAnswer', 'firstAnswerCpu', 'rss']) };
    console.log(
      `${peer}: first answer after ${row.firstAnswer.toFixed(0)} ms (${row.firstAnswerCpu.toFixed(0)} ms of processor time), idle ${row.rss.toFixed(0)} MB`,
    );
    return row;
  });
}

/** What loads something of its own when it is first asked for. */
const firsts = {
  answer: { path: getAgent, headers: { token } },
  'preferred status': { path: getAgent, headers: { prefer: 'code=404' } },
  'generated answer': { path: getAgent, headers: { prefer: 'dynamic=true' } },
  form: operations.find(({ kind }) => kind === 'form'),
  'event of the stream': { path: '/__mock/journal/stream' },
  'page of the console': { path: '/' },
  document: { path: '/__mock/openapi.yaml' },
  fault: jsonRequest('/__mock/faults', { preset: 'flaky' }),
  dialling: jsonRequest('/__mock/campaigns/5001/dial', { until: 'done' }),
};

/** @returns rows `{ first, cpu }`: what the first answer of a kind after a start takes of a processor, in milliseconds */
export async function measureFirsts() {
  const rows = [];
  for (const [first, { path, method, headers, body }] of Object.entries(firsts)) {
    const server = await startServer(mockServer('--ephemeral'));
    await pause(300);
    const before = server.cpuSeconds();
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers, body });
    await response.body?.getReader().read();
    rows.push({ first, cpu: (server.cpuSeconds() - before) * 1000 });
    await server.stop();
  }
  return rows;
}

function jsonRequest(path, body) {
  return { method: 'POST', path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
