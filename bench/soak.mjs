/** Full load for minutes: memory, handles and speed must stay as they are after the warm-up. */
import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as pause } from 'node:timers/promises';
import { median, requestBytes, runLoad } from './load-client.mjs';
import { globalPath, mockServer, operations, token } from './operations.mjs';
import { inTemporaryFolder, startServer } from './server-process.mjs';

const sampleSeconds = 5;

/** No request adds records, so whatever grows leaks. Each connection has its kind of request. */
const kinds = [
  ...operations.filter(({ kind }) => kind === 'read'),
  operations.find(({ name }) => name.startsWith('publish')),
  postRequest({ agent_id: 1001, description: 'Changed again and again.', voice: { settings: { speed: 1.2 } } }),
  refusedUpload(),
];
const connections = kinds.length * 2;

/** @returns sentences */
export function measureSoak({ minutes, say }) {
  return inTemporaryFolder((dir) => soak(dir, minutes, say));
}

async function soak(dir, minutes, say) {
  const server = await startServer(mockServer('--data-dir', join(dir, 'data')));
  const idle = server.rss();
  const samples = [];
  const timer = setInterval(() => {
    samples.push({ rss: server.rss(), files: server.openFiles(), cpu: server.cpuSeconds() });
    if (samples.length % 12 === 0)
      say(`${(samples.length * sampleSeconds) / 60} min: ${samples.at(-1).rss.toFixed(0)} MB`);
  }, sampleSeconds * 1000);
  try {
    const kindOf = (connection) => kinds[connection % kinds.length];
    const result = await runLoad({
      port: server.port,
      connections,
      seconds: minutes * 60,
      request: (connection, count) => kindOf(connection).request(connection % 4, count),
      expected: (connection) => kindOf(connection).expected ?? 200,
      keepsLatencies: false,
    });
    clearInterval(timer);
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
  } finally {
    clearInterval(timer);
  }
}

function postRequest(body) {
  const headers = { token, 'content-type': 'application/json' };
  const bytes = requestBytes('POST', `${globalPath}/create-agent`, headers, JSON.stringify(body));
  return { request: () => bytes };
}

/** A file of a type that is not taken: read to its end, refused, and nothing of it may stay. */
function refusedUpload() {
  const body = `--soak\r\ncontent-disposition: form-data; name="basic_details[agent_name]"\r\n\r\nDesk\r\n--soak\r\ncontent-disposition: form-data; name="FILE_KNOWLEDGE_BASES"; filename="run.exe"\r\n\r\n${'x'.repeat(50_000)}\r\n--soak--\r\n`;
  const headers = { token, 'content-type': 'multipart/form-data; boundary=soak' };
  const bytes = requestBytes('POST', '/api/agent/createagentorupdate', headers, body);
  return { request: () => bytes, expected: 422 };
}
