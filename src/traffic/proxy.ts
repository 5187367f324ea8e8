import { once } from 'node:events';
import {
  type IncomingMessage,
  type Server,
  type ServerResponse,
  createServer,
  request as httpRequest,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { type ZlibOptions, brotliDecompress, gunzip, inflate } from 'node:zlib';
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
export function createProxy({ addresses, places, timeout, onExchange, servePages }: ProxyOptions): Server {
  const underWay = new Map<IncomingMessage, number>();
  // Not the machine's time, which may go back.
  const now = () => performance.timeOrigin + performance.now();
  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    if (servePages(request, response)) return;
    const { method = 'GET', url: path = '' } = request;
    if (!path.startsWith('/') || !URL.canParse(path.replace(/^\/+/, '/'), 'http://x')) {
      answerInstead(response, 400, 'it takes paths alone, not addresses of other hosts');
      return;
    }
    const url = `${rootOf(addresses, places, path)}${path}`;
    const start = now();
    underWay.set(request, start);
    const sent = keep(request);
    const noteFailure = (error: unknown): Received => {
      const why = `${new URL(url).origin}: ${reasonOf(error)}`;
      // The client is told, as far as it was not sent anything of the answer.
      if (response.headersSent) response.destroy();
      else answerInstead(response, 502, why);
      return { response: null, flaw: `no whole answer came: ${why}` };
    };
    const tell = (received: Received): void => {
      underWay.delete(request);
      const bytes = sent();
      const body = bodyOf(bytes ?? Buffer.alloc(0), request.headers['content-type'] ?? null);
      const exchange = { method, url, headers: joinedHeaders(request), body, start, end: now() };
      const flaw = bytes === null ? tooMuch : {};
      onExchange({ ...exchange, ...flaw, ...received }, Math.min(Infinity, ...underWay.values()));
    };
    forward(request, response, url, timeout).then(tell, (error: unknown) => tell(noteFailure(error)));
  });
  // A request may take as long as the target and the client want.
  server.requestTimeout = 0;
  return server;
}

type Received = Pick<Exchange, 'response' | 'flaw'>;

const tooMuch = { flaw: `a body has more than ${mostKept / 2 ** 20} MB` };

/** Sends a request on, and passes its answer on as it comes. @throws Error if none comes, or not all of it */
async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
  timeout: number,
): Promise<Received> {
  const target = new URL(url);
  const headers = [...endToEnd(request, ['host']), 'host', target.host];
  if (request.headers['transfer-encoding'] !== undefined) headers.push('transfer-encoding', 'chunked');
  // As it came, below the target's own path: an address that is parsed may be written otherwise.
  const path = url.slice(url.indexOf('/', url.indexOf('//') + 2));
  const open = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const outgoing = open(target, { method: request.method ?? 'GET', headers, path, agent: false });
  outgoing.on('error', () => undefined);
  outgoing.setTimeout(timeout, () => outgoing.destroy(new Error(`nothing came within ${timeout} ms`)));
  response.on('close', () => outgoing.destroy(new Error('the client has left')));
  request.pipe(outgoing);
  try {
    const [message] = (await once(outgoing, 'response')) as [IncomingMessage];
    const kept = keep(message);
    response.sendDate = false;
    response.writeHead(message.statusCode ?? 502, message.statusMessage, endToEnd(message));
    await pipeline(message, response);
    const bytes = kept();
    return bytes === null ? { response: null, ...tooMuch } : await unpackedAnswer(message, bytes);
  } finally {
    outgoing.destroy();
  }
}

/** An answer as it is judged: unpacked. */
async function unpackedAnswer(message: IncomingMessage, bytes: Buffer): Promise<Received> {
  const encoding = String(message.headers['content-encoding']).toLowerCase();
  const unpack = { gzip: gunzip, 'x-gzip': gunzip, deflate: inflate, br: brotliDecompress }[encoding];
  try {
    const unpacked = unpack && promisify<Buffer, ZlibOptions, Buffer>(unpack);
    const whole = bytes.length === 0 ? bytes : await (unpacked?.(bytes, { maxOutputLength: mostKept }) ?? bytes);
    const headers = joinedHeaders(message);
    return { response: { status: message.statusCode ?? 0, headers, text: whole.toString() } };
  } catch (error) {
    return { response: null, flaw: `the answer cannot be unpacked: ${reasonOf(error)}` };
  }
}

/** Keeps the bytes of a body as they pass by. @returns what gives them, or null if there are too many */
function keep(message: IncomingMessage): () => Buffer | null {
  const chunks: Buffer[] = [];
  let size = 0;
  message.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > mostKept) chunks.length = 0;
    else chunks.push(chunk);
  });
  return () => (size > mostKept ? null : Buffer.concat(chunks));
}

/** The address that a path belongs to: the alternative update and what lies beside the base address may be elsewhere. */
function rootOf({ base_url, api_url, alt_url }: Addresses, places: OperationPlaces, path: string): string {
  if (path.startsWith(`${basePrefix}/`)) return withoutSlash(base_url).slice(0, -basePrefix.length);
  const [pathname] = path.split('?', 1);
  return withoutSlash(places.get('updateAgent')?.path === pathname ? alt_url : api_url);
}

/** Names and values in turn, without those of the connection and those that are given. */
function endToEnd({ headers, rawHeaders }: IncomingMessage, without: readonly string[] = []): string[] {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const left = new Set([...hopByHop, ...named, ...without]);
  return headerPairs(rawHeaders).flatMap(([name, value]) => (left.has(name.toLowerCase()) ? [] : [name, value]));
}

function joinedHeaders({ headers }: IncomingMessage): Exchange['headers'] {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));
}

function answerInstead(response: ServerResponse, status: number, why: string): void {
  const text = JSON.stringify({ error: true, code: status, message: `voice-agent-mock proxy: ${why}`, data: {} });
  response.writeHead(status, { 'content-type': 'application/json', 'x-mock-source': 'proxy' }).end(text);
}
