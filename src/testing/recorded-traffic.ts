import { loadContractDocument } from '../document/read/load.ts';
import { nothingKnown } from '../deployment/configuration/settings.ts';
import { type Exchange, bodyOf } from '../traffic/exchange.ts';
import { type Judged, TrafficJudge } from '../traffic/traffic-judge.ts';

interface Recorder {
  readonly exchanges: readonly Exchange[];
  readonly call: (
    method: string,
    path: string,
    json?: unknown,
    headers?: Record<string, string>,
  ) => Promise<{ readonly data: Record<string, never> }>;
}

/** Sends requests by a fetch and keeps what was answered, one after another in time. */
export function recorder(send: (url: string, init: RequestInit) => Promise<Response>, token: string): Recorder {
  const exchanges: Exchange[] = [];
  const call: Recorder['call'] = async (method, path, json, headers = { token }) => {
    const sent = { ...headers, ...(json !== undefined && { 'content-type': 'application/json' }) };
    const text = json === undefined ? '' : JSON.stringify(json);
    const url = `http://mock${path}`;
    const answer = await send(url, { method, headers: sent, ...(text !== '' && { body: text }) });
    const response = {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      text: await answer.text(),
    };
    const at = exchanges.length * 2;
    const body = bodyOf(Buffer.from(text), sent['content-type'] ?? null);
    exchanges.push({ method, url, headers: sent, body, response, start: at, end: at + 1 });
    return JSON.parse(response.text === '' ? 'null' : response.text) as { readonly data: Record<string, never> };
  };
  return { exchanges, call };
}

/** What comes of exchanges with a deployment of which nothing is known. */
export function judgeRecorded(exchanges: readonly Exchange[], isComplete = true): readonly Judged[] {
  const results: Judged[] = [];
  const judge = new TrafficJudge({
    document: loadContractDocument(),
    settings: nothingKnown,
    withAssumptions: false,
    isComplete,
    onJudged: (each) => results.push(each),
  });
  for (const exchange of exchanges) judge.take(exchange);
  judge.settle();
  return results;
}

export function brokenRules(results: readonly Judged[]): readonly string[] {
  return results.flatMap(({ findings }) => findings.map(({ clauses, path }) => `${clauses[0] ?? ''} ${path ?? ''}`));
}
