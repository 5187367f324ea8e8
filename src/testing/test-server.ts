import { once } from 'node:events';
import { createServer, type IncomingMessage, request as httpRequest, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { discardBody } from '../http/request/body.ts';
import { UnreadableRequest } from '../http/answer/problem.ts';
import { openConnection } from './raw-connection.ts';
import type { RequestLog } from '../http/answer/request-log.ts';

export interface ServerAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** A real HTTP server that answers with what a reader gives (200) or why it cannot read (400). For tests. */
export interface TestServer {
  readonly port: number;
  /** What the reader threw, in order, also if no answer could be sent. */
  readonly outcomes: string[];
  send(headers: Readonly<Record<string, string>>, body?: Buffer | string): Promise<ServerAnswer>;
  /** Opens a connection on which to write bytes by hand. */
  connect(): Promise<Socket>;
  close(): Promise<void>;
}

export async function startTestServer(read: (request: IncomingMessage) => Promise<unknown>): Promise<TestServer> {
  const outcomes: string[] = [];
  const server = createServer(answerWith(read, outcomes));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    outcomes,
    send: (headers, body) => sendRaw(port, headers, body),
    connect: () => openConnection(port),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Everything that comes back until the server closes the connection or `count` answers have come. */
export async function readUntilClosed(socket: Socket, count = 1): Promise<string> {
  let text = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    if (text.split('HTTP/1.1 ').length > count && text.endsWith('}')) {
      break;
    }
  }
  return text;
}

function answerWith(read: (request: IncomingMessage) => Promise<unknown>, outcomes: string[]): RequestListener {
  const answer = async (...[request, response]: Parameters<RequestListener>): Promise<void> => {
    try {
      const value = await read(request);
      outcomes.push('read');
      response.end(JSON.stringify({ value }));
    } catch (error) {
      outcomes.push(error instanceof UnreadableRequest ? error.kind : String(error));
      if (!(await discardBody(request, { patience: 100 }))) {
        response.setHeader('Connection', 'close');
      }
      response.statusCode = error instanceof UnreadableRequest ? 400 : 500;
      const { kind, facts } = error instanceof UnreadableRequest ? error : { kind: 'crashed', facts: {} };
      response.end(JSON.stringify({ kind, facts }));
    }
  };
  return (request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  };
}

async function sendRaw(
  port: number,
  headers: Readonly<Record<string, string>>,
  body?: Buffer | string,
): Promise<ServerAnswer> {
  const request = httpRequest({ port, host: '127.0.0.1', method: 'POST', headers, agent: false });
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const text = Buffer.concat(await response.toArray()).toString();
  return { status: response.statusCode ?? 0, body: text === '' ? undefined : JSON.parse(text) };
}

/** A log that looks at what failed alone: requests answered with a 5xx that nobody asked for, and failures beside any request. */
export function failureLog(onFailure: (failure: unknown) => void): RequestLog {
  return {
    write(entry) {
      if ('failure' in entry) onFailure(entry.failure);
      else if ('status' in entry && entry.status !== null && entry.status >= 500 && typeof entry.error !== 'string') {
        onFailure(`${entry.method} ${entry.url}: ${String(entry.error)}`);
      }
    },
    close: () => Promise.resolve(),
  };
}
