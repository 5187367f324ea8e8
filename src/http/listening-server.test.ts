import { once } from 'node:events';
import { Agent, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { listen, type ListeningServer } from './listening-server.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let server: ListeningServer;

afterEach(() => {
  agent.destroy();
});

async function get(port: number): Promise<IncomingMessage> {
  const outgoing = request({ port, host: '127.0.0.1', agent }).end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response;
}

test('a server that closes ends although a client keeps its connection and goes on sending', async () => {
  server = await listen((_request, response) => setTimeout(() => response.end('done'), 5), {
    port: 0,
    host: '127.0.0.1',
  });
  expect((await get(server.port)).headers.connection).toBe('keep-alive');
  const closed = server.close();
  const last = await get(server.port);
  expect(last.headers.connection).toBe('close');
  await closed;
  await expect(get(server.port)).rejects.toThrow('ECONNREFUSED');
});

test('a server that closes finishes what is under way', async () => {
  let answer: ServerResponse | undefined;
  server = await listen((_request, response) => (answer = response), { port: 0, host: '127.0.0.1' });
  const answered = get(server.port);
  while (answer === undefined) await pause(5);
  const closed = server.close();
  await pause(100);
  answer.end('late');
  expect((await answered).statusCode).toBe(200);
  await closed;
});
