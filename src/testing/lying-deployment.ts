import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request to a deployment that may lie, and the ways to answer it. */
export interface LyingCall {
  /** How many requests came so far, from 1. */
  readonly nth: number;
  /** How many creations did, this one included if it is one. */
  readonly creations: number;
  readonly path: string;
  readonly method: string;
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

export interface TrueAnswer {
  readonly status: number;
  // What a lie edits has any shape.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

export type Lie = (call: LyingCall) => Promise<void> | void;

export interface LyingDeployment {
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
    ...{ path: url.pathname, method, isForm, text },
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
