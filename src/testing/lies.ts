import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable, pipeline } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { operationPlaces } from '../deployment/addresses.ts';
import { createHttpTransport } from '../deployment/http-transport.ts';
import type { ApiRequest, ApiResponse } from '../deployment/transport.ts';
import { loadContractDocument } from '../document/read/load.ts';
import { answerReader, bodyOf } from '../traffic/exchange.ts';
import { serveLocally } from './test-server.ts';
import { type Call, json, type Break, breaking } from '../../contract-tests/self-test/fault.ts';

const existing = 1004;
const firstOwn = 1011;
const broken = { error: true, message: 'x' };
const unknownAddress = { error: true, code: 404, message: 'No such address. Did you mean GET /voice-list?', data: {} };
const deep = worded(200, '['.repeat(200_000) + ']'.repeat(200_000));
const days = { 'retry-after': '999999' };

/** Answers that are no answers: the connection ends, or what is sent never does. */
export const cut = worded(0, '');
const drip = worded(200, '');
const flood = worded(200, '');

/** Deployments that lie: every agent that was there before must survive each of them. */
export const lies: Readonly<Record<string, Break>> = {
  'answers creations with an agent that was there before': made(() => saved(existing)),
  'answers with the id before the right one': made(({ agent }) => saved(agent - 1)),
  'answers with the id after the right one': made(({ agent }) => saved(agent + 1)),
  'answers with the same id each time': made(() => saved(firstOwn)),
  'answers the id as text': made(({ agent }) => saved(String(agent))),
  'answers an id that is no integer': made(() => saved(1004.5)),
  'answers a negative id': made(() => saved(-1004)),
  'answers an id beyond all bounds': made(() => saved(1e300)),
  'answers the id in a list': made(() => saved([existing])),
  'answers creations without a body': made(() => worded(200, '')),
  'answers creations with null': made(() => worded(200, 'null')),
  'answers creations with 202': made(() => json(202, { message: 'Accepted' })),
  'answers creations with 204': made(() => worded(204, '')),
  'answers creations with invalid JSON': made(() => worded(200, '{"data":{"agent_id":1004')),
  'answers creations with a redirect': made(() => worded(302, '', { location: '/api/v1/global/verify' })),
  'answers creations with 500': made(() => json(500, broken)),
  'answers creations with 408': made(() => json(408, broken)),
  'asks to wait for days after a creation': made(() => worded(503, '{"error":true}', days)),
  'answers creations with JSON of 200,000 levels': made(() => deep),
  'answers every second creation with 500': made((call) => isEverySecond(call) && json(500, broken)),
  'loses the answers to creations': made(() => cut),
  'loses every second answer to a creation': made((call) => isEverySecond(call) && cut),
  'drips the answers to creations': made(() => drip),
  'answers creations without end': made((call) => creationsOf(call) <= 2 && flood),
  'answers forms with an agent that was there before': made(({ isForm }) => isForm && saved(existing)),
  'answers creations with an agent that was there before, and creates none': {
    before: (call) => isCreation(call) && saved(existing),
  },
  'shows agents under another name': shown((details) => (details['agent_name'] = 'Another')),
  'shows agents as created long ago': shown((details) => (details['created_on'] = '2020-01-01T00:00:00.000Z')),
  'shows agents without the time of their creation': shown((details) => Reflect.deleteProperty(details, 'created_on')),
  'shows agents as created at another time each time': shown((details, { past }) => {
    details['created_on'] = new Date(Date.now() - past.length).toISOString();
  }),
  'shows another agent': shown((details) => (details['id'] = existing)),
  'does not show new agents': { before: (call) => isReadingNew(call) && call.refusal('get-by-id.not-found') },
  'answers reads of new agents with 500': { before: (call) => isReadingNew(call) && json(500, { error: true }) },
  'answers reads of new agents with an empty page': {
    before: (call) => isReadingNew(call) && worded(404, '<html></html>'),
  },
  'loses every seventh answer': { after: ({ past }) => past.length % 7 === 6 && cut },
  'asks to wait for days': { before: ({ past }) => past.length >= 6 && worded(429, '{"error":true}', days) },
  'answers everything with JSON of 200,000 levels': { after: () => deep },
  'creates under another name': {
    before: (call) => isCreation(call) && rewritten(call, /contract-[a-z]|(?<="agent_name":")[^"]+/g, 'changed'),
  },
  'lacks its prefix for reads': { before: (call) => call.is('getAgent') && json(404, unknownAddress) },
  'only pretends to delete': { before: (call) => call.sets(2) && saved(existing) },
  'loses its connections in the middle': { before: ({ past }) => past.length >= 9 && cut },
  'redirects everything': { before: () => worded(307, '', { location: 'http://127.0.0.1:1/elsewhere' }) },
  'reads text as numbers': { before: (call) => rewritten(call, /"agent_id":"(\d+)"/g, '"agent_id":$1') },
  'lets every form create': {
    before: (call) => call.is('createAgentOrUpdate') && rewritten(call, /(?<="name":)"agent_id"/g, '"ignored"'),
  },
};

function worded(status: number, body: string, headers: ApiResponse['headers'] = {}): ApiResponse {
  return { status, text: body, headers: { 'content-type': 'application/json', ...headers } };
}

function saved(agent_id: unknown): ApiResponse {
  return json(200, { success: true, message: 'An agent was updated', data: { agent_id, agent_name: 'x' } });
}

/** Creates, and then answers otherwise; false: as it is. */
function made(otherwise: (call: Call) => ApiResponse | false): Break {
  return { of: (call) => isCreation(call) && call.status < 300, after: otherwise };
}

type Details = Record<string, unknown>;

/** Edits what is read of an agent that was not there before. */
function shown(edit: (details: Details, call: Call) => unknown): Break {
  return {
    of: (call) => isReadingNew(call) && call.status === 200,
    after: (call, { data }: { readonly data: { readonly basic_details: Details } }) =>
      void edit(data.basic_details, call),
  };
}

function isCreation(call: Call): boolean {
  return call.isCreation || call.isForm;
}

function isReadingNew(call: Call): boolean {
  return call.is('getAgent') && call.agent >= firstOwn;
}

/** How many creations came, this one included. */
function creationsOf({ past }: Call): number {
  return past.filter(isCreation).length + 1;
}

function isEverySecond(call: Call): boolean {
  return creationsOf(call) % 2 === 0;
}

/** The request with another body. */
function rewritten({ request }: Call, pattern: RegExp, by: string): ApiRequest {
  const body = JSON.parse(JSON.stringify(request.body).replaceAll(pattern, by)) as ApiRequest['body'];
  return { ...request, body };
}

interface LyingDeployment {
  readonly url: string;
  /** From now on it answers so; null: the truth. */
  lie(lie: Break | null): void;
  close(): Promise<void>;
}

/** A proxy in front of a mock, which lies about it as told. */
export async function startLyingDeployment(mockUrl: string): Promise<LyingDeployment> {
  const document = loadContractDocument();
  const [places, answerIn] = [operationPlaces(document), answerReader(document)];
  const addresses = { base_url: `${mockUrl}/api/v1/global`, api_url: mockUrl, alt_url: mockUrl };
  const correct = createHttpTransport({ addresses, places, headers: {}, timeout: 10_000 });
  let answerTo = breaking({})(correct);
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/', headers } = incoming;
    const asked = {
      method,
      url: new URL(url, mockUrl).href,
      headers: headers as ApiRequest['headers'],
      body: bodyOf(await buffer(incoming), headers['content-type'] ?? null),
      response: cut,
      start: 0,
      end: 0,
    };
    const place = { prefix: 'api_url', path: url, method: 'GET' } as const;
    const elsewhere: ApiRequest = { operation: null, place, query: [], headers: {}, body: { kind: 'none' } };
    const answer = await answerTo(answerIn(asked)?.request ?? elsewhere);
    if (answer === cut) throw new Error('lost');
    const { 'content-length': _, 'transfer-encoding': __, ...told } = answer.headers;
    response.writeHead(answer.status, told);
    if (answer !== drip && answer !== flood) response.end(answer.text);
    else pipeline(Readable.from(answer === drip ? dripping() : flooding()), response, () => undefined);
  };
  const server = await serveLocally((incoming, response) => {
    handle(incoming, response).catch(() => incoming.socket.destroy());
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    lie: (next) => {
      answerTo = breaking(next ?? {})(correct);
    },
    close: () => server.close().then(() => correct.close()),
  };
}

async function* dripping(): AsyncGenerator<string> {
  for (;;) {
    await sleep(20);
    yield ' ';
  }
}

function* flooding(): Generator<string> {
  for (;;) yield ' '.repeat(2 ** 20);
}
