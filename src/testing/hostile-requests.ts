import fc from 'fast-check';
import { smallFiles, tokens } from './well-known.ts';

const base = '/api/v1/global';
const form = '/api/agent/createagentorupdate';

/** So many opening brackets, and their closing ones. */
export const wrap = (depth: number, [open, close]: readonly [string, string]): string =>
  open.repeat(depth) + close.repeat(depth);
const brackets = fc.constantFrom<readonly [string, string]>(['[', ']'], ['{"a":', '}'], ['[{"token":[', ']}]']);
const deep = fc.tuple(fc.constantFrom(3, 150, 199, 201, 1000, 9000, 100_000), brackets);
const deepJson = deep.map(([depth, pair]) =>
  pair[0].endsWith(':') ? `${pair[0].repeat(depth)}1${pair[1].repeat(depth)}` : wrap(depth, pair),
);
const nameOfJson = fc.constantFrom(
  ...['agent_name', 'agent_id', 'status', 'voice', 'settings', 'configurations', 'prompt', 'campaign_id', 'token'],
  ...['__proto__', 'constructor', 'toString', '', 'api_key', '\ud800', '\u2028'],
);
const scalarOfJson = fc.constantFrom<unknown>(
  ...[null, true, 0, 1, -1, 1.5, 1e308, 1002, 5001, '', 'A', '1002', '\u0000', '\ud800', 'eyJ.a.b'],
);
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalarOfJson,
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(nameOfJson, tie('value')), { maxLength: 5 })
      .map((entries): unknown => Object.fromEntries(entries)),
  ),
})).value;

/** One of several, each as often as its weight says. */
function weightedOf<T>(
  ...choices: readonly (readonly [weight: number, arbitrary: fc.Arbitrary<T>])[]
): fc.Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

const textOfBody = weightedOf(
  [4, json.map((value) => JSON.stringify(value))],
  [2, deepJson],
  [1, deepJson.map((text) => `{"agent_name":"A","configurations":${text}}`)],
  [1, deepJson.map((text) => text.slice(0, -1))],
  [1, fc.constantFrom('', '{', '1e400', '"', '{"__proto__":1}')],
);
const body = weightedOf(
  [9, textOfBody.map((text) => Buffer.from(text))],
  [1, fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes))],
  [1, fc.constantFrom(...Object.values(smallFiles)).map(uploadForm)],
);

function uploadForm(file: Buffer): Buffer {
  const part = (head: string, content: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]);
  return Buffer.concat([
    part('name="basic_details[agent_name]"', 'A'),
    part('name="a[b][__proto__][0][]"', 'B'),
    part('name="FILE_KNOWLEDGE_BASES"; filename="../\x1b[2J.pdf"', file),
    Buffer.from('--x--\r\n'),
  ]);
}

const posts = ['create-agent', 'verify', 'campaign-force-completed'].map((name) => `${base}/${name}`);
const reads = [
  ...['agents/get-by-id?agent_id=1004', 'voice-list?provider_id=provider_a'],
  ...['audience-list?campaign_id=5001&limit=2', 'get-token'],
].map((name) => `${base}/${name}`);
const odd = ['//', '///a', '*', '/%', '/%00', `${base}//verify`, '/__proto__', '/a?b=%ZZ&%', '//[', '/\\'];
const path = weightedOf(
  [6, fc.constantFrom(...posts, form, '/v1/agent/update')],
  [3, fc.constantFrom(...reads)],
  [2, fc.constantFrom(...odd, `/${'a/'.repeat(300)}`)],
  [
    1,
    fc
      .string({ maxLength: 30 })
      .map((text) => `${base}/voice-list?${encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, ''))}`),
  ],
);
const prefer = fc.constantFrom(
  ...['code=200', 'code=200, dynamic=true', 'code=404', 'example=nope', 'dynamic=true', 'dynamic=true, seed=1'],
  ...['code=999', 'delay=1', 'code=', `code=${'4'.repeat(50)}`, ',,,;;"', 'example="a\\"b"', 'code=422, delay=2'],
);
/** Requests as a client that means harm, or knows no better, sends them. */
export const request = fc.record({
  method: fc.constantFrom('POST', 'POST', 'POST', 'GET', 'PUT', 'OPTIONS', 'HEAD', 'DELETE'),
  path,
  body,
  token: fc.constantFrom(undefined, tokens.acme, tokens.acme, 'nobody', `Bearer ${tokens.acme}`, 'é'.repeat(20)),
  prefer: fc.option(prefer, { nil: undefined }),
  type: fc.constantFrom(
    ...['application/json', 'application/json', undefined, 'multipart/form-data; boundary=x'],
    ...['multipart/form-data', 'text/plain', 'a'],
  ),
});
