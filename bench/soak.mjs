/** Full load for minutes: memory, handles and speed must stay as they are after the warm-up. */
import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as pause } from 'node:timers/promises';
import { median, runLoad } from './load-client.mjs';
import { agentBytes, formOperation, mockServer, operations } from './operations.mjs';
import { inTemporaryFolder, startServer } from './server-process.mjs';

const sampleSeconds = 5;
const change = agentBytes({ agent_id: 1001, description: 'Changed again.', voice: { settings: { speed: 1.2 } } });
/** A file of a type that is not taken: read to its end, refused, and nothing of it may stay. */
const upload = await formOperation('an upload that is refused', {
  'basic_details[agent_name]': 'Desk',
  FILE_KNOWLEDGE_BASES: new File(['x'.repeat(50_000)], 'run.exe'),
});

/** No request adds records, so whatever grows leaks. Each connection has its kind of request. */
const kinds = [
  ...operations.filter(({ kind }) => kind === 'read'),
  operations.find(({ name }) => name.startsWith('publish')),
  { request: () => change },
  { ...upload, expected: 422 },
];
const connections = kinds.length * 2;

/** @returns sentences */
export function measureSoak({ minutes }) {
  return inTemporaryFolder((dir) => soak(dir, minutes));
}

async function soak(dir, minutes) {
  const server = await startServer(mockServer('--data-dir', join(dir, 'data')));
  const idle = server.rss();
  const samples = [];
  const timer = setInterval(() => {
    samples.push({ rss: server.rss(), files: server.openFiles() });
    if (samples.length % 12 === 0)
      console.log(`${(samples.length * sampleSeconds) / 60} min: ${samples.at(-1).rss.toFixed(0)} MB`);
  }, sampleSeconds * 1000);
  const kindOf = (connection) => kinds[connection % kinds.length];
  const result = await runLoad({
    port: server.port,
    connections,
    seconds: minutes * 60,
    request: (connection, count) => kindOf(connection).request(connection % 4, count),
    expected: (connection) => kindOf(connection).expected ?? 200,
    keepsLatencies: false,
  }).finally(() => clearInterval(timer));
  await pause(500);
  const files = server.openFiles();
  const code = await server.stop();
  const steady = samples.slice(Math.ceil(samples.length / 4));
  const early = steady.slice(0, Math.ceil(steady.length / 3));
  const late = steady.slice(-Math.ceil(steady.length / 3));
  const rssOf = (part) => median(part.map(({ rss }) => rss));
  const slope = (rssOf(late) - rssOf(early)) / ((steady.length * sampleSeconds * (2 / 3)) / 60);
  return [
    `${minutes} minutes, ${connections} connections, ${result.requests} requests, ${Math.round(result.requests / result.seconds)} a second, ${result.failures} failures${result.firstFailure}.`,
    `Memory idle ${idle.toFixed(0)} MB; after the first quarter ${rssOf(early).toFixed(0)} MB, at the end ${rssOf(late).toFixed(0)} MB: ${slope.toFixed(2)} MB a minute.`,
    `Open files under load ${samples[0].files} at the start, ${samples.at(-1).files} at the end, ${files} without connections; exit code ${code}.`,
  ];
}
