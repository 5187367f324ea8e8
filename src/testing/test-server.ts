import { once } from 'node:events';
import { type IncomingMessage, type RequestListener, createServer, request as httpRequest } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { UnreadableRequest } from '../http/answer/error-answer.ts';
import type { RequestLog } from '../http/answer/request-log.ts';
import { discardBody } from '../http/request/body.ts';
import { readJson } from '../json/json-value.ts';

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
  close(): Promise<void>;
}

/** @param patience in milliseconds, with a client whose body is refused */
export async function startTestServer(
  read: (request: IncomingMessage) => Promise<unknown>,
  patience = 100,
): Promise<TestServer> {
  const outcomes: string[] = [];
  const server = await serveLocally(answerWith(read, outcomes, patience));
  return { ...server, outcomes, send: (headers, body) => sendRaw(server.port, headers, body) };
}

/** Serves on a port of this machine, a free one if none is given, until it is closed, which ends every connection. */
export async function serveLocally(listener: RequestListener, wanted = 0): Promise<Pick<TestServer, 'port' | 'close'>> {
  const server = createServer(listener).listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { port, close };
}

function answerWith(
  read: (request: IncomingMessage) => Promise<unknown>,
  outcomes: string[],
  patience: number,
): RequestListener {
  const answer = async (...[request, response]: Parameters<RequestListener>): Promise<void> => {
    try {
      const value = await read(request);
      outcomes.push('read');
      response.end(JSON.stringify({ value }));
    } catch (error) {
      outcomes.push(error instanceof UnreadableRequest ? error.kind : String(error));
      if (!(await discardBody(request, { patience }))) {
        response.setHeader('Connection', 'close');
      }
      response.statusCode = error instanceof UnreadableRequest ? 400 : 500;
      const { kind, message } = error instanceof UnreadableRequest ? error : { kind: 'crashed', message: '' };
      response.end(JSON.stringify({ kind, message }));
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

/** Its body is parsed if it is JSON. */
export interface RawAnswer extends ServerAnswer {
  readonly head: string;
}

/**
 * Opens a connection on which to write bytes by hand; errors of a connection that the other side resets are swallowed,
 * for the answers that came before tell what matters.
 */
export async function openConnection(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Writes bytes and gives every answer that comes until the other side closes, or until so many have come. */
export async function exchange(port: number, bytes: string | Buffer, count = 1): Promise<readonly RawAnswer[]> {
  const socket = await openConnection(port);
  socket.write(bytes);
  const answers = await readAnswers(socket, count);
  socket.destroy();
  return answers;
}

/** The answers that come until the other side closes, or until so many have come. */
export async function readAnswers(socket: Socket, count = 1): Promise<readonly RawAnswer[]> {
  let text = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    if (parseAnswers(text).length >= count) break;
  }
  return parseAnswers(text);
}

function parseAnswers(text: string): readonly RawAnswer[] {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return [];
  const head = text.slice(0, end);
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
  // Error bodies are ASCII, so that bytes and characters are as many.
  const rest = text.slice(end + 4);
  if (Buffer.byteLength(rest) < length) return [];
  const bytes = Buffer.from(rest);
  const body = bytes.subarray(0, length).toString();
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]);
  return [{ status, head, body: readJson(body) ?? body }, ...parseAnswers(bytes.subarray(length).toString())];
}
