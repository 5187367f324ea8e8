import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, expect, it } from 'vitest';
import { createMock } from '../../app.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import { disparities } from '../../judge/as-mock/compare.ts';
import { startInProcessTarget } from '../../judge/as-mock/mock-worlds.ts';
import { SeenAnswer, withAgents } from '../../judge/as-mock/twin.ts';
import type { CheckedAnswer } from '../../judge/report/violation.ts';
import { runCommand, testContext } from '../../testing/serve-process.ts';
import { tokens } from '../../testing/well-known.ts';
import { answerReader, bodyOf } from '../../traffic/exchange.ts';
import { proxyCommand as proxy } from './proxy.ts';
import { recordedToken } from '../../traffic/replay.ts';

const answerIn = answerReader(loadContractDocument());
const folder = mkdtempSync(join(tmpdir(), 'recorded-'));
const open: (() => unknown)[] = [];
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

const texts = (path: string, method: string, status: number, name: string, value: object) => {
  const examples = `$.paths['${path}'].${method}.responses['${status}'].content['application/json'].examples`;
  return { target: `${examples}['${name}'].value`, update: value };
};
/** Another provider: what the specification leaves open it does otherwise. */
const otherProfile = {
  overlay: '1.1.0',
  info: { title: 'other', version: '1' },
  actions: [
    {
      target: "$.paths['/create-agent'].post.responses['200'].content['application/json'].examples.created",
      remove: true,
    },
    { target: "$['x-values']", update: { 'voice-list.default-limit.provider_a': 5 } },
    texts('/create-agent', 'post', 200, 'updated', { message: 'Saved' }),
    texts('/agents/get-by-id', 'get', 400, 'get-by-id.agent-id.invalid', { message: 'No such number.' }),
    texts('/campaign-force-completed', 'post', 200, 'completed', { message: 'Closed' }),
  ],
};

async function startOther() {
  const target = await startInProcessTarget(otherProfile);
  open.push(() => target.close());
  return target;
}

type Send = (
  path: string,
  init: { method: string; headers: Record<string, string>; body?: Buffer },
) => Promise<Response>;

/** Sends requests of an application, and gives what was answered. */
async function tour(send: Send, token: string) {
  const answers: CheckedAnswer[] = [];
  const call = async (method: string, path: string, body?: object, headers: Record<string, string> = { token }) => {
    const request = new Request(`http://x${path}`, {
      ...{ method, headers },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await request.arrayBuffer());
    const type = body instanceof FormData ? (request.headers.get('content-type') ?? '') : 'application/json';
    const sent = { ...headers, ...(body && { 'content-type': type }) };
    const answer = await send(path, { method, headers: sent, ...(body && { body: bytes }) });
    const response = { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
    const asked = { method, url: request.url, headers: sent, body: bodyOf(bytes, type), start: 0, end: 0 };
    const told = answerIn({ ...asked, response });
    if (told === null) throw new Error(`${path} is no operation`);
    answers.push(told);
    return (told.body as { readonly data: { readonly agent_id: number } }).data;
  };
  const base = '/api/v1/global';
  const read = (id: unknown) => call('GET', `${base}/agents/get-by-id?agent_id=${String(id)}`);
  const create = (body: object) => call('POST', `${base}/create-agent`, body);
  await call('POST', `${base}/verify`, {});
  await call('GET', `${base}/agents/get-by-id?agent_id=1004`, undefined, {});
  for (const id of [1001, 1002, 1003, 1004, 1007, 1008, 1010, 1005, 999_999, 'abc', '']) await read(id);
  for (const query of ['a', 'a&limit=50', 'b&limit=2', 'b', 'd', 'e'])
    await call('GET', `${base}/voice-list?provider_id=provider_${query}`);
  for (const page of [1, 2, 3]) await call('GET', `${base}/audience-list?campaign_id=5001&limit=100&page=${page}`);
  for (const query of ['', '&status=0', '&attempt=1', '&page=99'])
    await call('GET', `${base}/audience-list?campaign_id=5001${query}`);
  await call('GET', `${base}/audience-list?campaign_id=5001&is_new=true`);
  const { agent_id: id } = await create({ agent_name: 'Front Desk', prompt: 'You answer calls for a hotel.' });
  await create({ agent_id: id, status: 1 });
  const form = new FormData();
  form.append('agent_id', String(id));
  form.append('basic_details[agent_name]', 'Front Desk');
  form.append('phone_numbers[]', '+15550009001');
  await call('POST', '/api/agent/createagentorupdate', form);
  await create({ agent_id: id, status: 1 });
  await read(id);
  await create({ agent_id: id, description: 'Nights' });
  await create({ agent_id: id, status: 7 });
  await read(id);
  await create({ agent_id: id, status: 2 });
  await read(id);
  const { agent_id: other } = await create({ agent_name: 'Stays' });
  await read(other);
  await call('POST', `${base}/campaign-force-completed`, { campaign_id: 5006, campaign_status: 'force_completed' });
  await call('GET', `${base}/audience-list?campaign_id=5006&status=2`);
  return { answers, other };
}

/** A deployment whose answers have shapes, fields and words of their own, and that knows nothing of profiles. */
async function foreignTarget(): Promise<string> {
  const target = await startOther();
  const server = createServer((request, response) => {
    const root = target.addresses.api_url;
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !/^(host|connection)$/.test(name)),
    );
    const read = request.method === 'GET' ? Promise.resolve(undefined) : buffer(request);
    const tell = async (body: Buffer | undefined) => {
      const init = {
        method: request.method ?? 'GET',
        headers: headers as Record<string, string>,
        ...(body && { body }),
      };
      const answer = await fetch(root + (request.url ?? ''), init);
      const text = JSON.stringify(
        JSON.parse(await answer.text(), (name, value: unknown) => ownWay(name, value, request.url ?? '', body)),
      );
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
    };
    read.then(tell).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function ownWay(name: string, value: unknown, url: string, body: Buffer | undefined): unknown {
  const list = (Array.isArray(value) ? value : []) as Record<string, string>[];
  const sent = body === undefined ? '' : body.toString();
  switch (name) {
    case 'phone_numbers':
      return (value as string[]).map((e164) => ({ e164, carrier: e164.endsWith('8') ? 'global' : 'own' }));
    case 'campaigns':
      return list.map(({ id, status }) => ({ campaignId: String(id), state: String(status).toUpperCase() }));
    case 'voices':
      return list.map((each) => ({ ...each, accent: String(each['title']).length % 4 ? 'plain' : String(each['id']) }));
    case 'pagination':
      return { ...(value as object), hasNext: !/page=(3|99)/.test(url) };
    case 'headers':
      return url.includes('is_new') ? list.map((each, at) => (at === 0 ? { ...each, label: 'Phone' } : each)) : value;
    case 'message':
      return value === 'Saved' ? (/"status":(\d)/.exec(sent)?.[0] ?? value) : value;
    default:
      return value;
  }
}

it.each([
  ['decides otherwise', async () => (await startOther()).addresses.base_url],
  ['shows everything in its own way', foreignTarget],
])('makes a mock of a target that %s, which answers the same again, and goes on', async (what, target) => {
  const address = await target();
  const seen = join(folder, what.slice(0, 5));
  const lines: string[] = [];
  let end = (): void => undefined;
  const context = { ...testContext(lines), onEndSignal: (stop: () => void) => void (end = stop) };
  const ended = proxy(['--target', address, '--port', '0', '--record', seen], context);
  await expect.poll(() => lines.join('\n')).toContain('as its base address');
  const [url = ''] = /http:\S+(?=\/api\S* as its)/.exec(lines.join('\n')) ?? [];
  const recorded = await tour((path, init) => fetch(url + path, init), tokens.acme);
  end();
  expect([await ended, lines.join('\n')]).toEqual([0, expect.stringContaining(`serve --ephemeral --scenario ${seen}`)]);

  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const written = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8')).join();
  expect(written).not.toContain(tokens.acme);
  const mock = await createMock({ dataDir: null, scenario: seen, profile: join(seen, 'profile.yaml') });
  open.push(() => mock.close());
  const again = await tour((path, init) => mock.fetch(`http://x${path}`, init), recordedToken);
  const sides = [again, recorded].map(({ answers }) => {
    return answers.map((answer) => new SeenAnswer({ answer, roots: [] }, withAgents(new Map(), answers)));
  });
  const different = (sides[0] ?? []).flatMap((own, at) => {
    const theirs = sides[1]?.[at];
    const found = theirs === undefined ? [] : disparities(own, theirs, true);
    const { operation, query } = own.answer.request;
    return found.length === 0 ? [] : [`${operation ?? ''} ${query[0]?.[1] ?? ''}`];
  });
  // The campaign that was completed is not running any more.
  expect(different).toEqual(['getAgent 1004', 'forceCompleteCampaign ']);
  expect(different.length / recorded.answers.length).toBeLessThanOrEqual(0.05);
  // What was made while it was recorded is there.
  const more = (path: string, body: object) =>
    mock.fetch(`http://x/api/v1/global${path}`, {
      method: 'POST',
      headers: { token: recordedToken, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const changed = await more('/create-agent', { agent_id: recorded.other, description: 'Later' });
  expect([changed.status, await changed.json()]).toEqual([200, expect.objectContaining({ message: 'Saved' })]);
});

it('records into no folder that holds something else', async () => {
  const other = mkdtempSync(join(tmpdir(), 'other-'));
  open.push(() => rmSync(other, { recursive: true }));
  writeFileSync(join(other, 'mine.txt'), '');
  const { code, text } = await runCommand(proxy, ['--target', 'http://127.0.0.1:9', '--port', '0', '--record', other]);
  expect([code, text]).toEqual([2, expect.stringContaining('is not a scenario: name a new or empty folder')]);
});
