import { Agent as HttpAgent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { placeOf, urlOf, type OperationPlaces } from './addresses.ts';
import { type ApiResponse, NoAnswerError, type Transport, encodeBody } from './transport.ts';
import type { Addresses } from './configuration/settings.ts';
import { isError } from '../files/file-system.ts';

export interface HttpTransportOptions {
  readonly addresses: Addresses;
  readonly places: OperationPlaces;
  /** Sent with every request, beneath its own. */
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds until a request is given up, its answer's last byte included. */
  readonly timeout: number;
  /** The largest answer that is read, in MB. */
  readonly largest_answer?: number | undefined;
}

/** In MB: a page of the largest audience is a fifth of it. */
const largestByDefault = 16;

/**
 * Sends requests over HTTP to a deployment's addresses, over kept connections. No redirect is followed: it would hand
 * the token to the address named there. `close` breaks off what is under way.
 */
export function createHttpTransport(options: HttpTransportOptions): Transport & { close(): void } {
  const { addresses, places, headers, timeout, largest_answer = largestByDefault } = options;
  const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };
  const transport: Transport = (request) => {
    const url = new URL(urlOf(addresses, places, request));
    const { contentType, bytes } = encodeBody(request.body);
    const isSecure = url.protocol === 'https:';
    const init = {
      method: placeOf(places, request).method,
      agent: isSecure ? agents.https : agents.http,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        ...(contentType !== null && { 'content-type': contentType }),
        ...(bytes !== null && { 'content-length': bytes.byteLength }),
        ...headers,
        ...request.headers,
      },
    };
    // Without its query, which may hold secrets.
    const name = `${init.method} ${url.origin}${url.pathname}`;
    const open = (): ClientRequest => (isSecure ? httpsRequest(url, init) : httpRequest(url, init));
    return answerOf(open, bytes, name, { timeout, isSecure, largest: largest_answer * 2 ** 20 });
  };
  return Object.assign(transport, {
    close: () => {
      agents.http.destroy();
      agents.https.destroy();
    },
  });
}

function answerOf(
  open: () => ClientRequest,
  bytes: Uint8Array | null,
  name: string,
  { timeout, isSecure, largest }: { readonly timeout: number; readonly isSecure: boolean; readonly largest: number },
): Promise<ApiResponse> {
  return new Promise((resolve, reject) => {
    let isConnected = false;
    let sending: ClientRequest | null = null;
    const fail = (reason: string, cause?: unknown): void => {
      clearTimeout(timer);
      reject(new NoAnswerError(`no answer to ${name}: ${reason}`, !isConnected, { cause }));
    };
    const giveUp = (reason: string): void => {
      fail(reason);
      sending?.destroy();
    };
    const timer = setTimeout(() => giveUp(`nothing complete within ${timeout} ms`), timeout);
    try {
      sending = open();
    } catch (error) {
      // A header that cannot be sent, a token with a line break for example.
      fail(reasonWithCode(error), error);
      return;
    }
    sending.on('error', (error) => fail(reasonWithCode(error), error));
    sending.on('socket', (socket) => {
      if (!socket.connecting) isConnected = true;
      else socket.once(isSecure ? 'secureConnect' : 'connect', () => (isConnected = true));
    });
    sending.on('response', (response) =>
      readWholeText(response, largest, giveUp, (text) => {
        clearTimeout(timer);
        resolve({ status: response.statusCode ?? 0, headers: flatHeaders(response), text });
      }),
    );
    sending.end(bytes ?? undefined);
  });
}

function readWholeText(
  response: IncomingMessage,
  largest: number,
  giveUp: (reason: string) => void,
  done: (text: string) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.byteLength;
    if (size <= largest) chunks.push(chunk);
    else giveUp(`the answer is larger than ${largest / 2 ** 20} MB: give more with largest_answer`);
  });
  response.on('error', (error) => giveUp(reasonWithCode(error)));
  response.on('close', () => {
    if (response.complete && size <= largest) done(Buffer.concat(chunks).toString('utf8'));
    else giveUp('the connection was closed within the answer');
  });
}

function reasonWithCode(error: unknown): string {
  if (!isError(error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === '' || error.message.includes(code)) return error.message === '' ? error.name : error.message;
  return error.message === '' ? code : `${code}: ${error.message}`;
}

function flatHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
