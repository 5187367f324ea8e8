import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import supertest from 'supertest';
import { urlOf, type OperationPlaces } from './addresses.ts';
import { encodeBody } from './encode-body.ts';
import { NoAnswerError, type ApiRequest, type Exchange } from './exchange.ts';
import type { Addresses } from './settings.ts';

export interface HttpExchangeOptions {
  readonly addresses: Addresses;
  readonly places: OperationPlaces;
  /** Sent with every request, beneath its own. */
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds until a request is given up. */
  readonly timeout: number;
}

/** Sends requests over HTTP to a deployment's addresses, over kept connections. */
export function createHttpExchange(options: HttpExchangeOptions): Exchange & { close(): void } {
  const { addresses, places, headers, timeout } = options;
  const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) };
  const exchange: Exchange = async (request) => {
    const url = new URL(urlOf(addresses, places, request));
    const { contentType, bytes } = encodeBody(request.body);
    const client = supertest(url.origin);
    const place = url.pathname + url.search;
    const started = isRead(request) ? client.get(place) : client.post(place);
    const sending = started
      .agent(url.protocol === 'https:' ? agents['https:'] : agents['http:'])
      .redirects(0)
      .ok(() => true)
      .timeout({ deadline: timeout })
      .buffer(true)
      .parse(readText)
      .set({ accept: 'application/json', ...headers, ...request.headers });
    if (contentType !== null) void sending.set('content-type', contentType);
    // A serializer of superagent's own would print the bytes as JSON.
    if (bytes !== null) void sending.serialize((body: unknown) => body as string).send(bytes as unknown as string);
    try {
      const answer = await sending;
      return { status: answer.status, headers: flatHeaders(answer.headers), text: String(answer.body) };
    } catch (error) {
      throw noAnswer(error, timeout);
    }
  };
  return Object.assign(exchange, { close: () => Object.values(agents).forEach((agent) => agent.destroy()) });
}

/** Whether the operation changes nothing, so that it may be sent again. */
export function isRead({ operation }: Pick<ApiRequest, 'operation'>): boolean {
  return ['getAgent', 'listVoices', 'listAudience', 'getToken'].includes(operation);
}

function readText(response: unknown, done: (error: Error | null, text: string) => void): void {
  const chunks: Buffer[] = [];
  // superagent hands over Node's own message, whatever its types say.
  const stream = response as NodeJS.ReadableStream;
  stream.on('data', (chunk: Buffer | string) => chunks.push(Buffer.from(chunk)));
  stream.on('end', () => done(null, Buffer.concat(chunks).toString('utf8')));
  stream.on('error', (error: Error) => done(error, ''));
}

function flatHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
}

const unreachableCodes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'];

function noAnswer(error: unknown, timeout: number): NoAnswerError {
  // supertest words a failed connection anew, without its code.
  const named = error instanceof Error ? /^E[A-Z]+(?=:)/.exec(error.message)?.[0] : undefined;
  const code = named ?? (error instanceof Error && 'code' in error ? String(error.code) : '');
  if (code === 'ECONNABORTED' || code === 'ETIME') return new NoAnswerError(`no answer within ${timeout} ms`, false);
  const message = error instanceof Error ? error.message : String(error);
  return new NoAnswerError(
    code === '' || named !== undefined ? message : `${code}: ${message}`,
    unreachableCodes.includes(code),
  );
}
