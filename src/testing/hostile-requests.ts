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
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(
      null,
      true,
      0,
      1,
      -1,
      1.5,
      1e308,
      1002,
      5001,
      '',
      'A',
      '1002',
      '\u0000',
      '\ud800',
      'eyJ.a.b',
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(nameOfJson, tie('value')), { maxLength: 5 })
      .map((entries) => Object.fromEntries(entries) as unknown),
  ),
})).value;
const body = fc.oneof(
  { weight: 4, arbitrary: json.map((value) => Buffer.from(JSON.stringify(value))) },
  { weight: 2, arbitrary: deepJson.map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: deepJson.map((text) => Buffer.from(`{"agent_name":"A","configurations":${text}}`)) },
  { weight: 1, arbitrary: deepJson.map((text) => Buffer.from(text.slice(0, -1))) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 1, arbitrary: fc.constantFrom('', '{', '1e400', '"', '{"__proto__":1}').map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.constantFrom(...Object.values(smallFiles)).map(uploadForm) },
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

const path = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ...['create-agent', 'verify', 'campaign-force-completed'].map((name) => `${base}/${name}`),
      form,
      '/v1/agent/update',
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      `${base}/agents/get-by-id?agent_id=1004`,
      `${base}/voice-list?provider_id=provider_a`,
      `${base}/audience-list?campaign_id=5001&limit=2`,
      `${base}/get-token`,
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '//',
      '///a',

      '*',
      '/%',
      '/%00',
      `${base}//verify`,
      '/__proto__',
      '/a?b=%ZZ&%',
      '//[',
      '/\\',
      `/${'a/'.repeat(300)}`,
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .string({ maxLength: 30 })
      .map((text) => `${base}/voice-list?${encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, ''))}`),
  },
);
const prefer = fc.constantFrom(
  ...[
    'code=200',
    'code=200, dynamic=true',
    'code=404',
    'example=nope',
    'dynamic=true',
    'dynamic=true, seed=1',
    'code=999',
  ],
  ...['delay=1', 'code=', `code=${'4'.repeat(50)}`, ',,,;;"', 'example="a\\"b"', 'code=422, delay=2'],
);
/** Requests as a client that means harm, or knows no better, sends them. */
export const request = fc.record({
  method: fc.constantFrom('POST', 'POST', 'POST', 'GET', 'PUT', 'OPTIONS', 'HEAD', 'DELETE'),
  path,
  body,
  token: fc.constantFrom(undefined, tokens.acme, tokens.acme, 'nobody', `Bearer ${tokens.acme}`, 'é'.repeat(20)),
  prefer: fc.option(prefer, { nil: undefined }),
  type: fc.constantFrom(
    'application/json',
    'application/json',
    undefined,
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'text/plain',
    'a',
  ),
});
/** Faults as the control API takes them, beside what they match. */
export const fault = fc.record(
  {
    effect: fc.oneof(
      fc.constantFrom<object>(
        { type: 'malformed-json' },
        { type: 'delay', milliseconds: 1 },
        { type: 'cut', at: 'before' },
      ),
      fc.constantFrom<object>({ type: 'cut', at: 'during' }, { type: 'cut', at: 'after' }),
      fc.constantFrom<object>(
        { type: 'error', status: 500, undocumented: true },
        { type: 'error', status: 401, undocumented: true },
      ),
      fc.constantFrom<object>({ type: 'dribble', chunks: 2, milliseconds: 2 }),
    ),
    when: fc.constantFrom<object>({ times: 3 }, { every: 3 }, { probability: 0.3 }),
    match: fc.constantFrom<object>({}, { body: { a: { a: 1 } } }),
  },
  { requiredKeys: ['effect', 'when'] },
);
