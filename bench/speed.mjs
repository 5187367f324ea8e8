/** Points of speed: every operation, every server, interleaved rounds. */
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { mediansOf, requestBytes, sampleLoad } from './load-client.mjs';
import { createPeers, globalPath, mockServer, operations, token } from './operations.mjs';
import { inTemporaryFolder, startServer } from './server-process.mjs';

const usualConnections = 16;

/**
 * Measures requests a second, latencies in milliseconds and processor time per request in microseconds.
 * @returns rows `{ operation, peer, perSecond, p50, p99, cpu, failures }`, medians of the rounds
 */
export async function measureSpeed({ rounds, seconds, only, peersOnly, say }) {
  const peers = createPeers(await mockAnswers());
  const rows = [];
  for (const operation of operations.filter(({ name }) => only.test(name))) {
    const names = operation.peers.filter((name) => peersOnly.test(name));
    const samples = await inFolders(names, (folders) =>
      measureOperation(operation, names, peers, folders, rounds, seconds),
    );
    for (const [peer, found] of samples) {
      const row = { operation: operation.name, peer, ...summary(found) };
      rows.push(row);
      say(
        `${operation.name}  ${peer}: ${Math.round(row.perSecond)}/s, ${row.cpu.toFixed(0)} µs of processor time${row.failures === 0 ? '' : `, ${row.failures} failures: ${row.firstFailure}`}`,
      );
    }
  }
  return rows;
}

async function measureOperation(operation, names, peers, folders, rounds, seconds) {
  const samples = new Map(names.map((name) => [name, []]));
  const servers = new Map();
  const start = async (name) => startServer(await peers[name].start(await mkdtemp(join(folders.get(name), 'run-'))));
  for (const name of names) servers.set(name, await start(name));
  try {
    // The first round warms up and is not counted.
    for (let round = 0; round <= rounds; round += 1) {
      for (const name of names) {
        if (operation.isFresh && round > 0) {
          await servers.get(name).stop();
          servers.set(name, await start(name));
          await sampleOperation(operation, peers[name], servers.get(name), seconds / 4);
        }
        const found = await sampleOperation(
          operation,
          peers[name],
          servers.get(name),
          round === 0 ? seconds / 2 : seconds,
        );
        if (round > 0) samples.get(name).push(found);
      }
    }
  } finally {
    await Promise.all([...servers.values()].map((server) => server.stop()));
  }
  return samples;
}

async function sampleOperation({ connections = usualConnections, ...operation }, peer, server, seconds) {
  const path = peer.pathOf(operation.path);
  const request = path === operation.path ? operation.request : relocated(operation, path);
  const sample = await sampleLoad({ port: server.port, connections, seconds, request }, () => [server.cpuSeconds()]);
  await pause(50);
  return { ...sample, cpu: sample.cpus[0], rss: server.rss() };
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
    const answers = new Map();
    for (const { name, method, path, headers, body } of operations) {
      const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers, body });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`The mock answers ${name} with ${response.status}: ${text}`);
      answers.set(name, text);
    }
    return answers;
  } finally {
    await server.stop();
  }
}

/** From the start of the process to the first answer, and resident memory a second later, idle. */
export async function measureStart({ rounds, peersOnly, say }) {
  const peers = createPeers(await mockAnswers());
  const names = Object.keys(peers).filter((name) => !name.endsWith('-logging') && peersOnly.test(name));
  const samples = new Map(names.map((name) => [name, []]));
  await inFolders(names, async (folders) => {
    for (let round = 0; round <= rounds; round += 1) {
      for (const name of names) {
        // The first start fills the data folder; the later ones find it so.
        const server = await startServer(await peers[name].start(folders.get(name)));
        await pause(1000);
        const found = { firstAnswer: server.firstAnswer, firstAnswerCpu: server.firstAnswerCpu, rss: server.rss() };
        if (round > 0) samples.get(name).push(found);
        await server.stop();
      }
    }
  });
  return names.map((peer) => {
    const row = { peer, ...mediansOf(samples.get(peer), ['firstAnswer', 'firstAnswerCpu', 'rss']) };
    say(
      `${peer}: first answer after ${row.firstAnswer.toFixed(0)} ms (${row.firstAnswerCpu.toFixed(0)} ms of processor time), idle ${row.rss.toFixed(0)} MB`,
    );
    return row;
  });
}

/** What loads something of its own when it is first asked for. */
const firsts = {
  answer: [`${globalPath}/agents/get-by-id?agent_id=1004`, { headers: { token } }],
  'preferred status': [`${globalPath}/agents/get-by-id?agent_id=1004`, { headers: { prefer: 'code=404' } }],
  'generated answer': [`${globalPath}/agents/get-by-id?agent_id=1004`, { headers: { prefer: 'dynamic=true' } }],
  form: ['/api/agent/createagentorupdate', operations.find(({ kind }) => kind === 'form')],
  'event of the stream': ['/__mock/journal/stream', {}],
  'page of the console': ['/', {}],
  document: ['/__mock/openapi.yaml', {}],
  fault: ['/__mock/faults', jsonRequest({ preset: 'flaky' })],
  dialling: ['/__mock/campaigns/5001/dial', jsonRequest({ until: 'done' })],
};

/** @returns rows `{ first, cpu }`: what the first answer of a kind after a start takes of a processor, in milliseconds */
export async function measureFirsts() {
  const rows = [];
  for (const [first, [path, { method, headers, body }]] of Object.entries(firsts)) {
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

function jsonRequest(body) {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

function inFolders(names, work) {
  return inTemporaryFolder(async (base) => {
    const folders = new Map();
    for (const name of names) folders.set(name, await mkdtemp(join(base, `${name}-`)));
    return work(folders);
  });
}
