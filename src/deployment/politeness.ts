import { setTimeout as sleep } from 'node:timers/promises';
import { type OperationPlaces, placeOf } from './addresses.ts';
import type { Addresses, Settings } from './configuration/settings.ts';
import { createHttpTransport } from './http-transport.ts';
import { type ApiRequest, type ApiResponse, NoAnswerError, OutOfTimeError, type Transport } from './transport.ts';

interface PolitenessOptions {
  readonly places: OperationPlaces;
  /** Requests a second; null: no limit. */
  readonly rateLimit: number | null;
  /** Waits this many milliseconds. */
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** The clock of `until`, in milliseconds. */
  readonly now: () => number;
}

/**
 * Makes a transport polite until a moment. Two transports made by one politeness share its rate.
 * The transport throws `OutOfTimeError`, with nothing sent, if a request or its wait would go beyond `until`.
 */
type Politeness = (transport: Transport, until?: number) => Transport;

const retries = 3;
const longestWait = 120_000;

/**
 * Keeps to the rate limit, waits out 429, and 503 with Retry-After if the request is idempotent, and repeats a request
 * whose answer was lost if it is idempotent, or if it never left.
 */
export function createPoliteness({ places, rateLimit, sleep, now }: PolitenessOptions): Politeness {
  let nextTurn = 0;
  const pause = async (milliseconds: number, until: number): Promise<void> => {
    if (now() + milliseconds > until) throw new OutOfTimeError();
    if (milliseconds > 0) await sleep(milliseconds);
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

async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  // A timer holds 31 bits.
  if (milliseconds > 2 ** 31 - 1) return promise;
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_resolve, reject) => {
    const giveUp = (): void => reject(new NoAnswerError('no answer before the time of the run was used up', false));
    timer = setTimeout(giveUp, Math.max(0, milliseconds));
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

export interface TransportOptions extends Pick<Settings, 'headers' | 'timeout' | 'rate_limit' | 'largest_answer'> {
  readonly addresses: Addresses;
  readonly places: OperationPlaces;
  /** When it ends, in milliseconds since 1970; absent: it does not. */
  readonly until?: number;
}

/** A polite transport over HTTP. */
export function openTransport(options: TransportOptions): {
  readonly transport: Transport;
  readonly close: () => void;
} {
  const { places, rate_limit: rateLimit, until } = options;
  const http = createHttpTransport(options);
  const wait = async (milliseconds: number): Promise<void> => {
    await sleep(milliseconds);
  };
  const politeness = createPoliteness({ places, rateLimit, sleep: wait, now: Date.now });
  return { transport: politeness(http, until), close: () => http.close() };
}
