import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  createServer,
  request as httpRequest,
  type Server,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { type OperationPlaces, basePrefix, withoutSlash } from '../deployment/addresses.ts';
import type { Addresses } from '../deployment/configuration/settings.ts';
import { reasonOf } from '../files/file-system.ts';
import { headerPairs } from '../text/masker.ts';
import { type Exchange, bodyOf } from './exchange.ts';

interface ProxyOptions {
  readonly addresses: Addresses;
  readonly places: OperationPlaces;
  /** In milliseconds: so long nothing may come from the target. */
  readonly timeout: number;
  /** Takes what came, once it is over; `begun` is when the earliest request that is still under way began. */
  readonly onExchange: (exchange: Exchange, begun: number) => void;
  /** Serves the proxy's own pages: whether it took the request. */
  readonly servePages: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** In bytes: so much of a body is kept to be judged; all of it is forwarded. */
const mostKept = 2 ** 26;

/** What a request or an answer says of one connection alone (RFC 9110, 7.6.1). */
const hopByHop = [
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authenticate', 'proxy-authorization'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade'],
];

/**
 * Forwards requests to a deployment, body and headers as they are but for those of the connection. It follows no
 * redirect, so that a token goes to the target's addresses alone.
 */
export function createProxy(options: ProxyOptions): Server {
  const underWay = new Map<IncomingMessage, number>();
  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    if (options.servePages(request, response)) return;
    // Not the machine's time, which may go back.
    const start = performance.timeOrigin + performance.now();
    underWay.set(request, start);
    const take = (ended: Ended | null): void => {
      underWay.delete(request);
      const end = performance.timeOrigin + performance.now();
      if (ended !== null) options.onExchange({ ...ended, start, end }, Math.min(Infinity, ...underWay.values()));
    };
    forward(request, response, options).then(take, (error: unknown) => {
      underWay.delete(request);
      noteFailure(response, reasonOf(error));
    });
  });
  // A request may take as long as the target and the client want.
  server.requestTimeout = 0;
  return server;
}

type Ended = Omit<Exchange, 'start' | 'end'>;

/** Null: it was not for the target. */
async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { addresses, places, timeout }: ProxyOptions,
): Promise<Ended | null> {
  const { method = 'GET', url: path = '', headers } = request;
  if (!path.startsWith('/') || !URL.canParse(path.replace(/^\/+/, '/'), 'http://x')) {
    answerInstead(response, 400, 'it takes paths alone, not addresses of other hosts');
    return null;
  }
  const url = `${rootOf(addresses, places, path)}${path}`;
  const sent = new Kept(request);
  const outcome = await new Promise<Answered | string>((resolve) => {
    forwardTo(request, response, { url, timeout }, resolve);
  });
  const received =
    typeof outcome === 'string' ? noteFailure(response, `${new URL(url).origin}: ${outcome}`) : await answered(outcome);
  const flaw = received.flaw ?? sent.flaw;
  return {
    ...{ method, url, headers: joinedHeaders(headers), body: bodyOf(sent.bytes(), headers['content-type'] ?? null) },
    response: received.response,
    ...(flaw !== undefined && { flaw }),
  };
}

/** @param resolve takes the answer, or why none came or not all of it */
function forwardTo(
  request: IncomingMessage,
  response: ServerResponse,
  { url, timeout }: { readonly url: string; readonly timeout: number },
  resolve: (outcome: Answered | string) => void,
): void {
  const target = new URL(url);
  const open = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const headers = [...endToEnd(request.rawHeaders, request.headers, ['host']), 'host', target.host];
  if (request.headers['transfer-encoding'] !== undefined) headers.push('transfer-encoding', 'chunked');
  let outgoing: ReturnType<typeof open>;
  try {
    const { method = 'GET' } = request;
    // As it came, below the target's own path: an address that is parsed may be written otherwise.
    const path = url.slice(url.indexOf('/', url.indexOf('//') + 2));
    outgoing = open(target, { method, headers, path, agent: false });
  } catch (error) {
    resolve(reasonOf(error));
    return;
  }
  outgoing.setTimeout(timeout, () => outgoing.destroy(new Error(`nothing came within ${timeout} ms`)));
  outgoing.on('error', (error) => resolve(reasonOf(error)));
  outgoing.on('response', (answer) => pass(answer, response, resolve));
  response.on('close', () => {
    if (response.writableFinished) return;
    resolve('the client has left');
    outgoing.destroy();
  });
  request.pipe(outgoing);
}

/** The client is told, as far as it was not sent anything of the answer. */
function noteFailure(response: ServerResponse, why: string): Pick<Exchange, 'response' | 'flaw'> {
  if (response.headersSent) response.destroy();
  else answerInstead(response, 502, why);
  return { response: null, flaw: `no whole answer came: ${why}` };
}

interface Answered {
  readonly message: IncomingMessage;
  readonly kept: Kept;
}

/** Passes an answer on as it comes. */
function pass(message: IncomingMessage, response: ServerResponse, resolve: (outcome: Answered | string) => void): void {
  const kept = new Kept(message);
  response.sendDate = false;
  try {
    response.writeHead(message.statusCode ?? 502, message.statusMessage, endToEnd(message.rawHeaders, message.headers));
  } catch (error) {
    message.destroy();
    resolve(reasonOf(error));
    return;
  }
  message.on('error', (error) => resolve(reasonOf(error)));
  message.on('close', () => resolve(message.complete ? { message, kept } : 'the answer broke off'));
  message.pipe(response);
}

/** An answer as it is judged: unpacked, and only if all of it was kept. */
async function answered({ message, kept }: Answered): Promise<Pick<Exchange, 'response' | 'flaw'>> {
  if (kept.flaw !== undefined) return { response: null, flaw: kept.flaw };
  try {
    const text = (await unpacked(kept.bytes(), message.headers['content-encoding'])).toString();
    return { response: { status: message.statusCode ?? 0, headers: joinedHeaders(message.headers), text } };
  } catch (error) {
    return { response: null, flaw: `the answer cannot be unpacked: ${reasonOf(error)}` };
  }
}

async function unpacked(bytes: Buffer, encoding = 'identity'): Promise<Buffer> {
  const unpack = { gzip: gunzip, 'x-gzip': gunzip, deflate: inflate, br: brotliDecompress }[encoding.toLowerCase()];
  if (unpack === undefined || bytes.length === 0) return bytes;
  return promisify<Buffer, { maxOutputLength: number }, Buffer>(unpack)(bytes, { maxOutputLength: mostKept });
}

/** The bytes of a body as they pass by. */
class Kept {
  #chunks: Buffer[] = [];
  #size = 0;

  constructor(message: IncomingMessage) {
    message.on('data', (chunk: Buffer) => {
      this.#size += chunk.length;
      if (this.#size > mostKept) this.#chunks = [];
      else this.#chunks.push(chunk);
    });
  }

  bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  get flaw(): string | undefined {
    return this.#size > mostKept ? `a body has more than ${mostKept / 2 ** 20} MB` : undefined;
  }
}

/** The address that a path belongs to: the alternative update and what lies beside the base address may be elsewhere. */
function rootOf({ base_url, api_url, alt_url }: Addresses, places: OperationPlaces, path: string): string {
  if (path.startsWith(`${basePrefix}/`)) return withoutSlash(base_url).slice(0, -basePrefix.length);
  const [pathname] = path.split('?', 1);
  return withoutSlash(places.get('updateAgent')?.path === pathname ? alt_url : api_url);
}

/** Names and values in turn, without those of the connection and those that are given. */
function endToEnd(raw: readonly string[], headers: IncomingHttpHeaders, without: readonly string[] = []): string[] {
  const named = (headers.connection ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  const left = new Set([...hopByHop, ...named, ...without]);
  return headerPairs(raw).flatMap(([name, value]) => (left.has(name.toLowerCase()) ? [] : [name, value]));
}

function joinedHeaders(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));
}

function answerInstead(response: ServerResponse, status: number, why: string): void {
  const text = JSON.stringify({ error: true, code: status, message: `voice-agent-mock proxy: ${why}`, data: {} });
  response.writeHead(status, { 'content-type': 'application/json', 'x-mock-source': 'proxy' }).end(text);
}
