import { NoAnswerError, type ApiRequest, type ApiResponse, type Exchange } from './exchange.ts';
import { isRead } from './http-exchange.ts';

export interface Politeness {
  /** Requests a second; null: no limit. */
  readonly rateLimit: number | null;
  /** Waits this many milliseconds. */
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly now: () => number;
}

const RETRIES = 3;
const LONGEST_WAIT = 120_000;

/** Keeps to the rate limit, waits out 429 and 503 with Retry-After, and repeats reads whose connection failed. */
export function createPoliteExchange(exchange: Exchange, { rateLimit, sleep, now }: Politeness): Exchange {
  let nextTurn = 0;
  const takeTurn = async (): Promise<void> => {
    if (rateLimit === null) return;
    const turn = Math.max(now(), nextTurn);
    nextTurn = turn + 1000 / rateLimit;
    await sleep(turn - now());
  };
  const send = async (request: ApiRequest, attempt: number): Promise<ApiResponse> => {
    await takeTurn();
    try {
      const response = await exchange(request);
      const wait = waitAsked(response, now());
      if (wait === null || attempt > RETRIES) return response;
      await sleep(wait);
    } catch (error) {
      if (!(error instanceof NoAnswerError) || !isRead(request) || attempt > RETRIES) throw error;
      await sleep(200 * attempt);
    }
    return send(request, attempt + 1);
  };
  return (request) => send(request, 1);
}

/** Milliseconds that the answer asks to wait for; null where it does not. */
function waitAsked({ status, headers }: ApiResponse, now: number): number | null {
  const after = headers['retry-after'];
  if (status !== 429 && !(status === 503 && after !== undefined)) return null;
  const seconds = Number(after);
  const asked =
    after === undefined || (Number.isNaN(Date.parse(after)) && Number.isNaN(seconds))
      ? 1000
      : Number.isNaN(seconds)
        ? Date.parse(after) - now
        : seconds * 1000;
  return Math.min(Math.max(asked, 0), LONGEST_WAIT);
}
