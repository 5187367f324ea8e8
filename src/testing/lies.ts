import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/* oxlint-disable typescript/no-unsafe-member-access, typescript/no-unsafe-assignment, typescript/no-unsafe-argument --
   a lie edits bodies of any shape */
const existing = 1004;
const firstOwn = 1011;
const broken = { error: true, message: 'x' };
const notFound = { error: true, code: 404, message: 'Agent not found', data: {} };
const unknownAddress = { error: true, code: 404, message: 'No such address. Did you mean GET /voice-list?', data: {} };
const saved = (agent_id: unknown): object => ({
  success: true,
  message: 'Agent updated',
  data: { agent_id, agent_name: 'x' },
});
const deep = '['.repeat(200_000) + ']'.repeat(200_000);

type Sent = readonly [status: number, body: string | object, headers?: Readonly<Record<string, string>>];

/** What is answered to a creation that has been carried out, by the id that it made. */
const answersToCreations: Readonly<Record<string, (id: number) => Sent>> = {
  'answers creations with an agent that was there before': () => [200, saved(existing)],
  'answers with the id before the right one': (id) => [200, saved(id - 1)],
  'answers with the id after the right one': (id) => [200, saved(id + 1)],
  'answers with the same id each time': () => [200, saved(firstOwn)],
  'answers the id as text': (id) => [200, saved(String(id))],
  'answers an id that is no integer': () => [200, saved(1004.5)],
  'answers a negative id': () => [200, saved(-1004)],
  'answers an id beyond all bounds': () => [200, saved(1e300)],
  'answers the id in a list': () => [200, saved([existing])],
  'answers creations without a body': () => [200, ''],
  'answers creations with null': () => [200, 'null'],
  'answers creations with 202': () => [202, { message: 'Accepted' }],
  'answers creations with 204': () => [204, ''],
  'answers creations with invalid JSON': () => [200, '{"data":{"agent_id":1004'],
  'answers creations with a redirect': () => [302, '', { location: '/api/v1/global/verify' }],
  'answers creations with 500': () => [500, broken],
  'answers creations with 408': () => [408, broken],
  'asks to wait for days after a creation': () => [503, { error: true }, { 'retry-after': '999999' }],
  'answers creations with JSON of 200,000 levels': () => [200, deep],
};

/** What is done to what is read of an agent that was not there before. */
const editsOfReads: Readonly<Record<string, (details: Record<string, unknown>, call: LyingCall) => void>> = {
  'shows agents under another name': (details) => (details['agent_name'] = 'Another'),
  'shows agents as created long ago': (details) => (details['created_on'] = '2020-01-01T00:00:00.000Z'),
  'shows agents without the time of their creation': (details) => Reflect.deleteProperty(details, 'created_on'),
  'shows agents as created at another time each time': (details, { nth }) =>
    (details['created_on'] = new Date(Date.now() - nth).toISOString()),
  'shows another agent': (details) => (details['id'] = existing),
};

/** What is answered to a read of an agent that was not there before. */
const answersToReads: Readonly<Record<string, Sent>> = {
  'does not show new agents': [404, notFound],
  'answers reads of new agents with 500': [500, { error: true }],
  'answers reads of new agents with an empty page': [404, '<html></html>'],
};

/** Deployments that lie: every agent that was there before must survive each of them. */
export const lies: Readonly<Record<string, Lie>> = {
  ...mapped(answersToCreations, (answerTo) => afterCreating((call, id) => call.answer(...answerTo(id)))),
  ...mapped(editsOfReads, lieWhenRead),
  ...mapped(
    answersToReads,
    (sent) => (call) => (call.isReading && call.asked >= firstOwn ? call.answer(...sent) : truth(call)),
  ),
  'answers creations with an agent that was there before, and creates none': (call) =>
    call.isCreation ? call.answer(200, saved(existing)) : truth(call),
  'answers forms with an agent that was there before': afterCreating(
    (call) => call.answer(200, saved(existing)),
    ({ isForm }) => isForm,
  ),
  'answers every second creation with 500': afterCreating((call) => call.answer(500, broken), isEverySecond),
  'loses the answers to creations': afterCreating((call) => call.cut()),
  'loses every second answer to a creation': afterCreating((call) => call.cut(), isEverySecond),
  'loses every seventh answer': async (call) => {
    const { status, body } = await call.forward();
    if (call.nth % 7 === 0) call.cut();
    else call.answer(status, body);
  },
  'drips the answers to creations': afterCreating(drip),
  'answers creations without end': afterCreating(endless, ({ creations }) => creations <= 2),
  'asks to wait for days': (call) =>
    call.nth > 6 ? call.answer(429, { error: true }, { 'retry-after': '999999' }) : truth(call),
  'answers everything with JSON of 200,000 levels': async (call) => {
    await call.forward();
    call.answer(200, deep);
  },
  'creates under another name': (call) =>
    call.isCreation
      ? truth(call, call.text.replaceAll(/contract-[a-z]|(?<="agent_name":")[^"]+/g, 'changed'))
      : truth(call),
  'lacks its prefix for reads': (call) => (call.isReading ? call.answer(404, unknownAddress) : truth(call)),
  'only pretends to delete': (call) => (call.isDeletion ? call.answer(200, saved(existing)) : truth(call)),
  'loses its connections in the middle': (call) => (call.nth > 9 ? call.cut() : truth(call)),
  'redirects everything': (call) => call.answer(307, '', { location: `http://127.0.0.1:1${call.path}` }),
  'reads text as numbers': (call) => truth(call, call.text.replaceAll(/"agent_id":"(\d+)"/g, '"agent_id":$1')),
  'lets every form create': (call) =>
    truth(call, call.isForm ? call.text.replaceAll('name="agent_id"', 'name="ignored"') : call.text),
};

function mapped<T>(table: Readonly<Record<string, T>>, lieOf: (row: T) => Lie): Readonly<Record<string, Lie>> {
  return Object.fromEntries(Object.entries(table).map(([title, row]) => [title, lieOf(row)]));
}

function isEverySecond({ creations }: LyingCall): boolean {
  return creations % 2 === 0;
}

/** Has the request carried out, with another body if one is given, and says what came of it. */
async function truth(call: LyingCall, text?: string): Promise<void> {
  const { status, body } = await call.forward(text);
  call.answer(status, body);
}

/** Creates, and then answers otherwise. */
function afterCreating(
  other: (call: LyingCall, id: number) => void,
  which: (call: LyingCall) => boolean = () => true,
): Lie {
  return async (call) => {
    if (!call.isCreation || !which(call)) return truth(call);
    const { status, body } = await call.forward();
    if (status >= 300) call.answer(status, body);
    else other(call, Number(body.data.agent_id));
  };
}

function lieWhenRead(edit: (details: Record<string, unknown>, call: LyingCall) => void): Lie {
  return async (call) => {
    if (!call.isReading || !(call.asked >= firstOwn)) return truth(call);
    const { status, body } = await call.forward();
    if (status === 200) edit(body.data.basic_details, call);
    call.answer(status, body);
  };
}

function drip({ response }: LyingCall): void {
  response.writeHead(200);
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
}

function endless({ response }: LyingCall): void {
  response.writeHead(200);
  const more = (): void => {
    if (response.destroyed) return;
    if (response.write(' '.repeat(2 ** 20))) setImmediate(more);
    else response.once('drain', more);
  };
  more();
}

/** A request to a deployment that may lie, and the ways to answer it. */
interface LyingCall {
  /** How many requests came so far, from 1. */
  readonly nth: number;
  /** How many creations did, this one included if it is one. */
  readonly creations: number;
  readonly path: string;
  readonly isCreation: boolean;
  readonly isForm: boolean;
  readonly isReading: boolean;
  readonly isDeletion: boolean;
  /** The id that a get-by-id asks for; NaN if there is none. */
  readonly asked: number;
  /** The body as it came. */
  readonly text: string;
  /** Has it carried out, with another body if one is given, and gives the true answer. */
  forward(text?: string): Promise<TrueAnswer>;
  answer(status: number, body: string | object, headers?: Readonly<Record<string, string>>): void;
  /** Closes the connection without an answer. */
  cut(): void;
  readonly response: ServerResponse;
}

interface TrueAnswer {
  readonly status: number;
  // What a lie edits has any shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

export type Lie = (call: LyingCall) => Promise<void> | void;

interface LyingDeployment {
  readonly url: string;
  /** From now on it answers so; null: the truth. */
  lie(lie: Lie | null): void;
  close(): void;
}

/** A proxy in front of a mock, which lies about it as told. */
export async function startLyingDeployment(mockUrl: string): Promise<LyingDeployment> {
  let lie: Lie | null = null;
  let nth = 0;
  let creations = 0;
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const read = await readCall(request, mockUrl);
    nth += 1;
    if (read.isCreation) creations += 1;
    const answer: LyingCall['answer'] = (status, body, headers = {}) => {
      const sent = typeof body === 'string' ? body : JSON.stringify(body);
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(sent);
    };
    const call: LyingCall = { ...read, nth, creations, response, answer, cut: () => request.socket.destroy() };
    if (lie !== null) return lie(call);
    const truth = await call.forward();
    answer(truth.status, truth.body as object);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lie: (next) => {
      lie = next;
      nth = 0;
      creations = 0;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

type ReadCall = Omit<LyingCall, 'nth' | 'creations' | 'response' | 'answer' | 'cut'>;

async function readCall(request: IncomingMessage, mockUrl: string): Promise<ReadCall> {
  const bytes = await buffer(request);
  const url = new URL(request.url ?? '/', mockUrl);
  const text = bytes.toString('latin1');
  const method = request.method ?? 'GET';
  const isForm = url.pathname.endsWith('createagentorupdate');
  const isJson = url.pathname.endsWith('/create-agent');
  return {
    path: url.pathname,
    isForm,
    text,
    isCreation: (isForm && !text.includes('name="agent_id"')) || (isJson && !text.includes('"agent_id"')),
    isReading: url.pathname.endsWith('/agents/get-by-id'),
    isDeletion: isJson && text.includes('"agent_id"') && text.includes('"status":2'),
    asked: Number(url.searchParams.get('agent_id') ?? Number.NaN),
    forward: async (other) => {
      const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
      const init = { method, headers: headers as Record<string, string> };
      const body = other === undefined ? bytes : Buffer.from(other, 'latin1');
      const came = await fetch(url, body.length === 0 ? init : { ...init, body: new Uint8Array(body) });
      const json = await came.text();
      return { status: came.status, body: json === '' ? null : (JSON.parse(json) as unknown) };
    },
  };
}
