import { once } from 'node:events';
import { createServer, STATUS_CODES, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

export interface Place {
  /** 0 takes a free one. */
  readonly port: number;
  readonly host: string;
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
const closingTime = 2_000;

/**
 * Serves over HTTP on a port.
 * @throws the system's error, `code` EADDRINUSE and the like, where it cannot listen
 */
export async function listen(listener: RequestListener, { port, host }: Place): Promise<ListeningServer> {
  let isClosing = false;
  const times = { requestTimeout: requestTime, headersTimeout: requestTime / 2 };
  // What Node would refuse by itself it would refuse without a body.
  const server = createServer({ ...times, requireHostHeader: false }, (request, response) => {
    // A client that keeps its connection would otherwise go on sending, and the server would never end.
    if (isClosing) response.setHeader('connection', 'close');
    if (request.headers.host === undefined && request.httpVersion === '1.1') refuse(request.socket, brokenHttp);
    else listener(request, response);
  });
  // A client may end its side once it has sent its request. By default Node would end the other side too, without the
  // answer; the types do not know of this.
  Object.assign(server, { httpAllowHalfOpen: true });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('clientError', refuseBrokenRequest);
  server.on('checkExpectation', listener);
  server.on('connect', (_request, socket) => refuse(socket, [405, 'The mock is no proxy.']));
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `http://${name}:${address.port}`,
    port: address.port,
    close: () => {
      isClosing = true;
      return close(server, sockets);
    },
  };
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
  refuse(socket, brokenRequests[error.code ?? ''] ?? brokenHttp);
}

function refuse(socket: Duplex, [status, message]: Refused): void {
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
