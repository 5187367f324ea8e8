import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse, STATUS_CODES, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Express } from 'express';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RequestLocals } from './exchange.ts';

export interface ListeningAddress {
  /** 0 takes a free one. */
  readonly port: number;
  readonly host: string;
  /** How long a connection without requests stays open, in milliseconds; 75 s if absent. */
  readonly keepAlive?: number;
}

export interface ListeningServer {
  /** Where it listens, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Refuses what is new, resolves when what is under way has been answered; who is too slow for that is cut off. */
  close(): Promise<void>;
}

/** In milliseconds: a client that has not sent its whole request by then is cut off with 408. */
const requestTime = 120_000;

/** In milliseconds: how long a connection that was refused may stay open, for its answer to be read. */
const refusedTime = 5_000;

/** In milliseconds: how long a server that closes waits for the requests that are under way. */
export const closingTime = 2_000;

/** Serves an application over HTTP on a port. @throws the system's error where it cannot listen, such as EADDRINUSE */
export async function listen(app: Express, place: ListeningAddress): Promise<ListeningServer> {
  const { port, host, keepAlive = 75_000 } = place;
  const { server, lastAnswers } = createHttpServer(app, () => ({ host }));
  // Proxies keep theirs for a minute: the side that closes first must be theirs, or a request meets a closed connection.
  server.keepAliveTimeout = keepAlive;
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `http://${name}:${address.port}`,
    port: address.port,
    close: () => {
      lastAnswers();
      return close(server, sockets);
    },
  };
}

/**
 * A server that hands requests to an application, and refuses in the documented shape what Node would refuse by itself.
 * @param localsOf what is known of a request by the connection that it came on
 * @returns with `lastAnswers`, after which every answer is the last of its connection
 */
export function createHttpServer(
  app: Express,
  localsOf: (request: IncomingMessage) => RequestLocals,
): { readonly server: Server; readonly lastAnswers: () => void } {
  let isClosing = false;
  const times = { requestTimeout: requestTime, headersTimeout: requestTime / 2 };
  // What Node would refuse by itself it would refuse without a body.
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    Object.assign(response, { locals: localsOf(request) });
    app(request as Parameters<Express>[0], response as Parameters<Express>[1]);
  };
  const inTurn = pipelinedInOrder((request, response) => {
    // A client that keeps its connection would otherwise go on sending, and the server would never end.
    if (isClosing) response.setHeader('connection', 'close');
    const hosts = hostsOf(request);
    const isPlain = hosts === 1 || (hosts === 0 && request.httpVersion !== '1.1');
    if (isPlain) listener(request, response);
    else refuseConnection(request.socket, brokenHttp);
  });
  const server = createServer({ ...times, ...classesOf(app), requireHostHeader: false }, inTurn);
  // A client may end its side once it has sent its request. By default Node would end the other side too, without the
  // answer; the types do not know of this.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('clientError', refuseBrokenRequest);
  server.on('checkExpectation', inTurn);
  server.on('connect', (_request, socket) => refuseConnection(socket, [405, 'The mock is not a proxy.']));
  return { server, lastAnswers: () => (isClosing = true) };
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Of the requests that a client sends one after another without waiting (pipelining), each is handled once the answer
 * before it has been taken: a read sees what the write before it did, and no more than one answer waits for its reader.
 */
function pipelinedInOrder(handle: Listener): Listener {
  const waiting = new WeakMap<Socket, (() => void)[]>();
  const begin = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    response.once('close', () => {
      const next = socket.destroyed ? undefined : waiting.get(socket)?.shift();
      if (next === undefined) waiting.delete(socket);
      else next();
    });
    handle(request, response);
  };
  return (request, response) => {
    const others = waiting.get(request.socket);
    if (others !== undefined) {
      others.push(() => begin(request, response));
      return;
    }
    waiting.set(request.socket, []);
    begin(request, response);
  };
}

/** Which of two names a client means cannot be told: what stands before the mock may have gone by the other. */
function hostsOf({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

/**
 * Requests and answers that have the application's prototypes from the start: Express would change the prototypes of
 * each, which costs more than all its routing.
 */
function classesOf(app: Express): { IncomingMessage: typeof IncomingMessage; ServerResponse: typeof ServerResponse } {
  return {
    IncomingMessage: withPrototype(IncomingMessage, app.request),
    ServerResponse: withPrototype(ServerResponse, app.response),
  };
}

function withPrototype<T extends abstract new (...args: never[]) => object>(base: T, prototype: object): T {
  function Derived(this: object, ...args: unknown[]): void {
    // Node's classes are functions, which can be called on an object that is there already.
    Reflect.apply(base, this, args);
  }
  Object.setPrototypeOf(Derived, base);
  Derived.prototype = prototype;
  return Derived as unknown as T;
}

/** How often connections are looked for whose last answer has gone out, in milliseconds. */
const idleCheckTime = 20;

async function close(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  // What has arrived and is not read yet is under way too: closing now would take its connection for idle.
  await nextTurn();
  await nextTurn();
  const closed = once(server, 'close');
  server.close();
  // Browsers open connections in advance; one that has not sent anything yet does not count as idle.
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  const idleCheck = setInterval(() => server.closeIdleConnections(), idleCheckTime);
  // Not the server's own: it no longer knows a connection that asked for another protocol.
  const patience = setTimeout(() => sockets.forEach((socket) => socket.destroy()), closingTime);
  await closed;
  clearInterval(idleCheck);
  clearTimeout(patience);
}

type Refused = readonly [status: number, message: string];

const brokenHttp: Refused = [400, 'The request is not valid HTTP.'];
const brokenRequests: Readonly<Record<string, Refused>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
};

/** What cannot be read as HTTP is answered in the error shape too. */
function refuseBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  refuseConnection(socket, brokenRequests[error.code ?? ''] ?? brokenHttp);
}

function refuseConnection(socket: Duplex, [status, message]: Refused): void {
  const body = JSON.stringify({ error: true, code: status, message, data: {} });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  // A client that breaks off now must not end the process: of this socket nobody else takes care.
  socket.on('error', () => undefined);
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // What it still sends is thrown away; otherwise its end would not be seen. One that stays is closed.
  socket.resume();
  const patience = setTimeout(() => socket.destroy(), refusedTime).unref();
  socket.once('close', () => clearTimeout(patience));
}
