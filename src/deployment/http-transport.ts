import { once } from 'node:events';
import { Agent as HttpAgent, type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { type OperationPlaces, placeOf, urlOf } from './addresses.ts';
import type { Addresses, Settings } from './configuration/settings.ts';
import {
  type ApiRequest,
  type ApiResponse,
  NoAnswerError,
  OutOfTimeError,
  type Transport,
  piecesOf,
} from './transport.ts';
import { isError } from '../files/file-system.ts';

interface HttpTransportOptions extends Pick<Settings, 'headers' | 'timeout' | 'largest_answer'> {
  readonly addresses: Addresses;
  readonly places: OperationPlaces;
  /** Of a mock in this process, whose connections are then used in the place of the network. */
  readonly agent?: HttpAgent | undefined;
}

/** In MB: a page of the largest audience is a fifth of it. */
const largestByDefault = 16;

/**
 * Sends requests over HTTP to a deployment's addresses, over kept connections. No redirect is followed: it would hand
 * the token to the address named there. `close` breaks off what is under way.
 */
export function createHttpTransport(options: HttpTransportOptions): Transport & { close(): void } {
  const { addresses, places, headers, timeout, largest_answer = largestByDefault, agent } = options;
  const agents = { http: agent ?? new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };
  const transport: Transport = (request) => {
    const url = new URL(urlOf(addresses, places, request));
    const { contentType, pieces } = piecesOf(request.body);
    const length = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
    const isSecure = url.protocol === 'https:';
    const init = {
      method: placeOf(places, request).method,
      agent: isSecure ? agents.https : agents.http,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        ...(contentType !== null && { 'content-type': contentType }),
        ...(request.body.kind !== 'none' && { 'content-length': length }),
        ...headers,
        ...request.headers,
      },
    };
    // Without its query, which may hold secrets.
    const name = `${init.method} ${url.origin}${url.pathname}`;
    const open = (signal: AbortSignal): ClientRequest =>
      (isSecure ? httpsRequest : httpRequest)(url, { ...init, signal });
    return answerOf(open, pieces, name, { timeout, isSecure, largest: largest_answer * 2 ** 20 });
  };
  return Object.assign(transport, {
    close: () => {
      agents.http.destroy();
      agents.https.destroy();
    },
  });
}

async function answerOf(
  open: (signal: AbortSignal) => ClientRequest,
  pieces: readonly Uint8Array[],
  name: string,
  { timeout, isSecure, largest }: { readonly timeout: number; readonly isSecure: boolean; readonly largest: number },
): Promise<ApiResponse> {
  let isConnected = false;
  const signal = AbortSignal.timeout(Math.min(timeout, longestTimer));
  try {
    // Throws for a header that cannot be sent, a token with a line break for example.
    const sending = open(signal);
    sending.on('error', () => undefined);
    sending.on('socket', (socket) => {
      if (!socket.connecting) isConnected = true;
      else socket.once(isSecure ? 'secureConnect' : 'connect', () => (isConnected = true));
    });
    for (const piece of pieces) sending.write(piece);
    sending.end();
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    const headers = Object.entries(response.headers).map(([header, value]) => [header, String(value)] as const);
    const text = await readWholeText(response, largest);
    return { status: response.statusCode ?? 0, headers: Object.fromEntries(headers), text };
  } catch (error) {
    const reason = signal.aborted ? `nothing complete within ${timeout} ms` : reasonWithCode(error);
    throw new NoAnswerError(`no answer to ${name}: ${reason}`, !isConnected, { cause: error });
  }
}

async function readWholeText(response: IncomingMessage, largest: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > largest) {
      throw new Error(`the answer is larger than ${largest / 2 ** 20} MB: give more with largest_answer`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function reasonWithCode(error: unknown): string {
  if (!isError(error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === '' || error.message.includes(code)) return error.message === '' ? error.name : error.message;
  return error.message === '' ? code : `${code}: ${error.message}`;
}

const retries = 3;
const longestWait = 120_000;

/**
 * Keeps to the rate limit in requests a second, waits out 429, and 503 with Retry-After if the request is idempotent, and repeats a request
 * whose answer was lost if it is idempotent, or if it never left.
 * @returns what makes a transport polite until a moment; two that it makes share its rate, and throw `OutOfTimeError`
 *   with nothing sent if a request or its wait would go beyond `until`
 */
export function createPoliteness(
  places: OperationPlaces,
  rateLimit: number | null,
  pauseFor: (milliseconds: number) => Promise<unknown> = sleep,
  now: () => number = Date.now,
): (transport: Transport, until?: number) => Transport {
  let nextTurn = 0;
  const pause = async (milliseconds: number, until: number): Promise<void> => {
    if (now() + milliseconds > until) throw new OutOfTimeError();
    if (milliseconds > 0) await pauseFor(milliseconds);
  };
  const takeTurn = async (until: number): Promise<void> => {
    const turn = rateLimit === null ? now() : Math.max(now(), nextTurn);
    if (rateLimit !== null) nextTurn = turn + 1000 / rateLimit;
    await pause(turn - now(), until);
  };
  return (transport, until = Infinity) => {
    const send = async (request: ApiRequest, attempt: number): Promise<ApiResponse> => {
      await takeTurn(until);
      try {
        const response = await within(transport(request), until - now());
        // 503 does not say that nothing was done: what is not idempotent is not sent again.
        const mayWait = response.status === 429 || isIdempotent(places, request);
        const wait = mayWait ? waitAsked(response, now()) : null;
        if (wait === null || attempt > retries) return response;
        await pause(wait, until);
      } catch (error) {
        if (!(error instanceof NoAnswerError) || attempt > retries) throw error;
        if (!error.isUnreachable && !isIdempotent(places, request)) throw error;
        await pause(200 * attempt, until);
      }
      return send(request, attempt + 1);
    };
    return (request) => send(request, 1);
  };
}

function isIdempotent(places: OperationPlaces, request: ApiRequest): boolean {
  return request.isRepeatable ?? placeOf(places, request).method === 'GET';
}

/** A timer holds 31 bits of milliseconds. */
const longestTimer = 2 ** 31 - 1;

async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  if (milliseconds > longestTimer) return promise;
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_, reject) => {
    const fail = (): void => reject(new NoAnswerError('no answer before the time of the run was used up', false));
    timer = setTimeout(fail, Math.max(0, milliseconds));
  });
  return Promise.race([promise, end]).finally(() => clearTimeout(timer));
}

/** Milliseconds that the answer asks to wait for; null if it does not. */
function waitAsked({ status, headers }: ApiResponse, now: number): number | null {
  const after = headers['retry-after'];
  if (status !== 429 && !(status === 503 && after !== undefined)) return null;
  const seconds = Number(after ?? '1');
  const pause = Number.isNaN(seconds) ? Date.parse(after ?? '') - now : seconds * 1000;
  return Number.isNaN(pause) ? 1000 : Math.min(Math.max(pause, 0), longestWait);
}

interface TransportOptions extends HttpTransportOptions, Pick<Settings, 'rate_limit'> {
  /** When it ends, in milliseconds since 1970; absent: it does not. */
  readonly until?: number;
}

export interface OpenTransport {
  readonly transport: Transport;
  readonly close: () => void;
}

export function openTransport(options: TransportOptions): OpenTransport {
  const http = createHttpTransport(options);
  const politeness = createPoliteness(options.places, options.rate_limit);
  return { transport: politeness(http, options.until), close: () => http.close() };
}
