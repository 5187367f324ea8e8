import { once } from 'node:events';
import { Agent, ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Express } from 'express';
import { Duplex } from 'node:stream';
import { closingTime, createHttpServer } from './listening-server.ts';
import { withoutPrefix } from './locate.ts';
import { isError } from '../files/file-system.ts';
import { headerPairs } from '../text/masker.ts';

/** What is sent of a request: any `Request` has it, whichever realm or library made it. */
export type SentRequest = Pick<Request, 'url' | 'method' | 'headers' | 'body' | 'signal'>;

interface InProcessServer {
  /**
   * Answers a request as over HTTP.
   * @param prefix taken off the request's path, if that begins so: `/platform`
   * @throws TypeError as `fetch` does where no answer came, and what its signal was aborted with
   */
  readonly send: (request: SentRequest, prefix: string) => Promise<Response>;
  /** Has requests of `http.request` answered here, whatever address they name, over connections that are kept. */
  readonly agent: () => Agent;
  /** Refuses what is new, resolves when what is under way has been answered; who is too slow for that is cut off. */
  close(): Promise<void>;
}

/**
 * Serves an application within the process, without a port: by the server and the client of HTTP, so that every byte is
 * as it is over the network, on connections that are memory. A small library that calls an application with requests of
 * its own making (light-my-request) holds whole bodies and knows no connection that is cut.
 */
export function serveInProcess(app: Express): InProcessServer {
  const prefixes = new WeakMap<object, string>();
  // Only this process reaches it; whose requests it hands on is for the control token to say.
  const { server } = createHttpServer(app, ({ socket }) => ({
    host: '127.0.0.1',
    prefix: prefixes.get(socket) ?? '',
  }));
  const open = new Set<MemorySocket>();
  let isClosed = false;
  const connect = (prefix: string, isSecure: boolean): MemorySocket => {
    const [client, remote] = MemorySocket.connect();
    prefixes.set(remote, prefix);
    // As a socket of TLS has: addresses that the mock gives begin as the request's does.
    if (isSecure) Object.assign(remote, { encrypted: true });
    open.add(remote);
    remote.once('close', () => open.delete(remote));
    server.emit('connection', remote);
    return client;
  };
  return {
    agent: () => {
      const own = { createConnection: () => connect('', false), keepSocketAlive: () => true };
      return Object.assign(new Agent({ keepAlive: true }), own);
    },
    send: (request, prefix) => {
      if (isClosed) return Promise.reject(failed(new Error('The mock is closed.')));
      const isSecure = new URL(request.url).protocol === 'https:';
      return exchangeInProcess(request, prefix, () => connect(prefix, isSecure));
    },
    close: async () => {
      isClosed = true;
      const answered = Promise.all([...open].map((socket) => once(socket, 'close').catch(() => undefined)));
      const patience = new AbortController();
      await Promise.race([answered, wait(closingTime, undefined, { signal: patience.signal }).catch(() => undefined)]);
      patience.abort();
      for (const socket of open) socket.destroy();
    },
  };
}

/** Headers of the connection, and of how a body is sent on it: here that is for us to say. */
const ofConnection = ['connection', 'content-length', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade'];

async function exchangeInProcess(request: SentRequest, prefix: string, connect: () => MemorySocket): Promise<Response> {
  const { body, signal } = request;
  signal.throwIfAborted();
  let sent: ClientRequest | undefined;
  const abort = () => sent?.destroy(asError(signal.reason));
  try {
    sent = begin(request, prefix, connect);
    signal.addEventListener('abort', abort, { once: true });
    const answer = awaitAnswer(sent);
    sent.once('close', () => signal.removeEventListener('abort', abort));
    const uploaded = body === null ? Promise.resolve(sent.end()) : uploadBody(body, sent);
    // An answer may come before all is sent: then the rest does not matter.
    const message = await Promise.race([answer, uploaded.then(() => answer)]);
    return responseOf(message, request.method, signal);
  } catch (error) {
    sent?.destroy(asError(error));
    throw signal.aborted ? signal.reason : failed(error);
  }
}

function begin(request: SentRequest, prefix: string, connect: () => MemorySocket): ClientRequest {
  const { url, method, headers, body } = request;
  const { host, pathname, search } = new URL(url);
  const given = Object.fromEntries([...headers].filter(([name]) => !ofConnection.includes(name)));
  // Node says so by itself of some methods only. How long a stream is nobody knows before its end.
  const framing = body === null ? {} : { 'transfer-encoding': 'chunked' };
  const path = withoutPrefix(pathname + search, prefix);
  return clientRequest({ createConnection: connect, method, path, headers: { host, ...given, ...framing } });
}

/** Libraries that intercept requests (MSW, nock) put their own in the place of `http.request`: these are not for them. */
function clientRequest(options: RequestOptions): ClientRequest {
  const made: unknown = Reflect.construct(ClientRequest.prototype.constructor, [options]);
  if (made instanceof ClientRequest) return made;
  throw new Error('The HTTP client of this process is not the one of Node.');
}

function awaitAnswer(sent: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // The listener for errors stays: what happens to the connection later, the answer's body tells.
    sent.once('response', resolve).on('error', reject);
  });
}

/** Sends a body as fast as it is taken. @throws what its source failed with */
async function uploadBody(body: ReadableStream<Uint8Array>, sent: ClientRequest): Promise<void> {
  const reader = body.getReader();
  sent.once('close', () => {
    reader.cancel(new Error('The connection has ended.')).catch(() => undefined);
  });
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (sent.destroyed) return;
    if (!sent.write(part.value)) await untilDrained(sent);
  }
  sent.end();
}

/** Resolves once more can be written, or nothing any more. */
function untilDrained(sent: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      sent.off('drain', goOn).off('close', goOn);
      resolve();
    };
    sent.on('drain', goOn).on('close', goOn);
  });
}

function failed(cause: unknown): TypeError {
  return new TypeError('fetch failed', { cause });
}

function asError(reason: unknown): Error {
  return isError(reason) ? reason : new Error('The request was aborted.');
}

/** In bytes: how much of an answer waits for its reader, as a system's own buffers let it. */
const waitingBytes = 2 ** 20;

/**
 * One end of a connection within the process. What is written to it is read at the other end, and a writer waits for a
 * slow reader as on the network.
 */
class MemorySocket extends Duplex {
  #other: MemorySocket | undefined;
  /** Called once the other end may write more. */
  #takesMore: (() => void) | undefined;
  #hasEnded = false;

  /** @returns the client's end, and the server's */
  static connect(): readonly [client: MemorySocket, server: MemorySocket] {
    const client = new MemorySocket({ readableHighWaterMark: waitingBytes });
    const server = new MemorySocket();
    client.#other = server;
    server.#other = client;
    return [client, server];
  }

  /** Asked by an agent to hold the process open again, which no connection here does. */
  readonly ref = (): this => this;

  /** What a socket of the network has beside a stream: ends, and goes once all is written. */
  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }

  override _read(): void {
    const takesMore = this.#takesMore;
    this.#takesMore = undefined;
    takesMore?.();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    const other = this.#other;
    // As on the network: what is sent to an end that has gone is lost without a word.
    if (other === undefined || other.destroyed || other.push(chunk)) done();
    else other.#takesMore = done;
  }

  override _final(done: () => void): void {
    this.#endOther();
    done();
  }

  /** An end that goes by an error resets the connection; one that just goes ends it. */
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const other = this.#other;
    if (error !== null && other?.destroyed === false) {
      other.destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
    }
    this.#endOther();
    // Whoever still waits to write need not any more.
    this._read();
    done(error);
  }

  #endOther(): void {
    if (this.#hasEnded || this.#other?.destroyed !== false) return;
    this.#hasEnded = true;
    this.#other.push(null);
  }
}

/** Headers of the connection that the answer came on. */
const ofAnswersConnection = new Set(['connection', 'keep-alive', 'transfer-encoding']);
/** Statuses whose answers have no body, by the standard of fetch. */
const withoutBody = new Set([204, 205, 304]);

/** An answer as `fetch` gives it: its body is read as it is needed, and fails with a TypeError where the connection is cut. */
function responseOf(message: IncomingMessage, method: string, signal: AbortSignal): Response {
  const { statusCode: status = 0, statusMessage: statusText = '' } = message;
  const headers = new Headers();
  for (const [name, value] of headerPairs(message.rawHeaders)) {
    if (!ofAnswersConnection.has(name.toLowerCase())) headers.append(name, value);
  }
  const hasBody = method !== 'HEAD' && !withoutBody.has(status);
  if (!hasBody) message.resume();
  return new Response(hasBody ? webStreamOf(message, signal) : null, { status, statusText, headers });
}

function webStreamOf(message: IncomingMessage, signal: AbortSignal): ReadableStream<Uint8Array> {
  const chunks = message[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const next = await chunks.next();
        if (next.done === true) controller.close();
        else controller.enqueue(new Uint8Array(next.value));
      } catch (error) {
        controller.error(signal.aborted ? signal.reason : new TypeError('terminated', { cause: error }));
      }
    },
    cancel: () => {
      message.destroy(new Error('The answer is not read to its end.'));
    },
  });
}
