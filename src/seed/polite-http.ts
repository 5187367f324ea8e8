import { deepestJson, readJson } from '../json/read-json.ts';
import { createMasker } from '../text/masker.ts';

/** A request that one target is sent. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
  /** Whether sending it twice comes to the same as once: only then is it repeated after a connection fault. */
  readonly isRepeatable: boolean;
}

export interface HttpAnswer {
  readonly status: number;
  /** Undefined where it is no JSON. */
  readonly body: unknown;
}

/** No answer came. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';

  constructor(
    message: string,
    /** False: the request never left, so nothing can have come of it. */
    readonly wasSent: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export interface Politeness {
  /** Requests a second; null: as fast as they are answered. */
  readonly rate: number | null;
  /** Milliseconds until a request is given up. */
  readonly timeout: number;
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
  /** Waits this many milliseconds. */
  readonly sleep: (milliseconds: number) => Promise<void>;
}

export type SendRequest = (request: HttpRequest) => Promise<HttpAnswer>;

/** In levels: a mock hands over records, some levels down, in which there is what its API took. */
const deepestAnswer = deepestJson + 20;

const RETRIES = 3;
const LONGEST_WAIT = 120_000;

/**
 * Sends requests one after another: keeps to the rate, waits out 429, and 503 that says how long, and repeats what is
 * repeatable where the connection fails. Throws `NoAnswerError`.
 */
export function createPoliteHttp({ rate, timeout, fetch, now, sleep }: Politeness): SendRequest {
  let nextTurn = 0;
  const takeTurn = async (): Promise<void> => {
    if (rate === null) return;
    const turn = Math.max(now(), nextTurn);
    nextTurn = turn + 1000 / rate;
    if (turn > now()) await sleep(turn - now());
  };
  const exchange = async ({ method, url, headers, body }: HttpRequest): Promise<[HttpAnswer, Headers]> => {
    // A redirect would hand the token to whoever is named there.
    const init: RequestInit = { method, redirect: 'manual', signal: AbortSignal.timeout(timeout) };
    if (headers !== undefined) init.headers = headers;
    if (body !== undefined) init.body = body;
    const response = await fetch(url, init);
    const text = await response.text();
    return [{ status: response.status, body: readJson(text, deepestAnswer) }, response.headers];
  };
  const send = async (request: HttpRequest, attempt: number): Promise<HttpAnswer> => {
    await takeTurn();
    try {
      const [answer, headers] = await exchange(request);
      const wait = waitAsked(answer.status, headers.get('retry-after'), now());
      if (wait === null || attempt > RETRIES) return answer;
      await sleep(wait);
    } catch (error) {
      const wasSent = !isUnreachable(error);
      if ((wasSent && !request.isRepeatable) || attempt > RETRIES) throw noAnswer(request, error, wasSent);
      await sleep(200 * attempt);
    }
    return send(request, attempt + 1);
  };
  return (request) => send(request, 1);
}

/** What an answer says is wrong, for people. */
export function problemIn({ status, body }: HttpAnswer): string {
  const message: unknown = body instanceof Object && 'message' in body ? body.message : undefined;
  return typeof message === 'string' && message !== ''
    ? `${status} ${createMasker().text(message)}`
    : `status ${status}`;
}

function noAnswer({ method, url }: HttpRequest, error: unknown, wasSent: boolean): NoAnswerError {
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : error;
  const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
  const place = new URL(url);
  return new NoAnswerError(`no answer to ${method} ${place.origin}${place.pathname}: ${reason}`, wasSent, {
    cause: error,
  });
}

function isUnreachable(error: unknown): boolean {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  // Ports of other protocols are refused before anything is sent, without a code.
  if (cause instanceof Error && cause.message === 'bad port') return true;
  const code: unknown = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].includes(
    String(code),
  );
}

/** Milliseconds that an answer asks to wait for; null where it does not. */
function waitAsked(status: number, after: string | null, now: number): number | null {
  if (status !== 429 && !(status === 503 && after !== null)) return null;
  const seconds = Number(after ?? '1');
  const asked = Number.isNaN(seconds) ? Date.parse(after ?? '') - now : seconds * 1000;
  return Number.isNaN(asked) ? 1000 : Math.min(Math.max(asked, 0), LONGEST_WAIT);
}
