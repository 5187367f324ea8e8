import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import busboy from 'busboy';
import { afterAll, expect, it } from 'vitest';
import { idsNamed } from './agents/request-names.ts';
import { curlLine } from './curl.ts';
import { type ApiRequest, type FormPart, encodeBody } from './transport.ts';

const folder = mkdtempSync(join(tmpdir(), 'sent-bytes-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A form as it would be sent, to be guessed by whoever writes one of its values. */
function formOf(...parts: readonly FormPart[]): { readonly contentType: string; readonly bytes: Uint8Array } {
  const { contentType, bytes } = encodeBody({ kind: 'form', parts });
  return { contentType: contentType ?? '', bytes: bytes ?? new Uint8Array() };
}

const boundaryOf = ({ contentType }: { readonly contentType: string }): string =>
  contentType.split('boundary=')[1] ?? '';
const earlier = boundaryOf(formOf({ name: 'a', value: 'b' }));
const injected = (boundary: string, before = ''): string =>
  `${before}\r\n--${boundary}\r\nContent-Disposition: form-data; name="agent_id"\r\n\r\n1004`;

/** What a walk's file, a scenario or a deployment may put into a form. */
const texts = [
  ...[injected(earlier), injected(earlier, 'x'), `x\r\n--${earlier}--\r\n`, `--${earlier}`],
  ...[
    'x"\r\n\r\ny',
    'x"; name="agent_id',
    'x\\"; name="agent_id',
    'x\\',
    'x";\tname*="utf-8\'\'agent_id',
    "x'; name=agent_id",
  ],
  ...[
    'x\r\nContent-Disposition: form-data; name="agent_id"',
    'x\n\n1004',
    'x\r',
    'agent\0_id',
    '\u2028agent',
    '👩‍💻',
    '\ud800',
  ],
  ...[
    '$(touch ran)',
    '`touch ran`',
    '"$(touch ran)"',
    "';touch ran;'",
    '\\"$(touch ran)',
    '!!',
    '\x1b]0;x\x07',
    '@/etc/passwd',
    '<x',
    'a;type=b',
  ],
];
const places: Readonly<Record<string, (text: string) => FormPart>> = {
  name: (name) => ({ name, value: 'v' }),
  value: (value) => ({ name: 'n', value }),
  'name of a file': (name) => ({ name: 'n', value: 'v', file: { name, type: 'text/csv' } }),
  'type of a file': (type) => ({ name: 'n', value: 'v', file: { name: 'a.csv', type } }),
  'content of a file': (text) => ({ name: 'n', value: Buffer.from(text), file: { name: 'a.csv', type: 'text/csv' } }),
};
const cases = Object.keys(places).flatMap((place) => texts.map((text) => [place, text] as const));

function partsRead({ contentType, bytes }: ReturnType<typeof formOf>): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const names: string[] = [];
    const reader = busboy({ headers: { 'content-type': contentType } });
    reader
      .on('field', (name) => names.push(name))
      .on('file', (name, stream) => {
        names.push(name);
        stream.resume();
      })
      .on('error', reject)
      .on('close', () => resolve(names));
    reader.end(bytes);
  });
}

it.each(cases)('the %s %j adds no part to a form', async (place, text) => {
  const part = places[place]?.(text) ?? { name: '', value: '' };
  const form = formOf({ name: 'first', value: '1' }, part, { name: 'last', value: '2' });
  const read = await partsRead(form);
  expect([read.length, read[0], read[2], read.includes('agent_id')]).toEqual([3, 'first', 'last', false]);
  const answer = new Response(Buffer.from(form.bytes), {
    headers: { 'content-type': form.contentType },
  });
  // oxlint-disable-next-line typescript/no-deprecated -- a second reader, of a form of our own
  const byNode = await answer.formData();
  expect([[...byNode.keys()].length, byNode.get('last'), byNode.has('agent_id')]).toEqual([3, '2', false]);
});

it('each form has a boundary of its own, which nothing in it holds', () => {
  const boundaries = Array.from({ length: 100 }, () => boundaryOf(formOf({ name: 'a', value: earlier })));
  expect(new Set([...boundaries, earlier]).size).toBe(101);
});

const nothing: ApiRequest = { operation: 'createAgentOrUpdate', query: [], headers: {}, body: { kind: 'none' } };

it.each([
  'agent_id',
  'agent_id[]',
  ' agent_id',
  'agent.id',
  'agent id',
  'AGENT_ID',
  'Agent_Id[0]',
  'agent_id\0',
  'agent%5fid',
  '%61gent_id',
  'agent-id',
  '[agent_id]',
])('a form, a query and JSON name an agent as %j, as some server reads it', (name) => {
  const requests: Partial<ApiRequest>[] = [
    { body: { kind: 'form', parts: [{ name, value: '1004' }] } },
    { body: { kind: 'form', parts: [{ name, value: Buffer.from('1004'), file: { name: 'a', type: 'b' } }] } },
    { body: { kind: 'json', value: { [name]: 1004 } } },
    { query: [[name, '1004']] },
  ];
  const found = requests.map((part) => idsNamed({ ...nothing, ...part }, 'agent_id').numbers);
  expect(found).toEqual(requests.map(() => [1004]));
});

/** The words that bash hands to a command, and whether it ran anything else. */
function wordsOf(line: string): { readonly words: readonly string[]; readonly hasRun: boolean } {
  const script = `curl() { for word in "$@"; do case "$word" in *=@/dev/fd/*) word="\${word/\\/dev\\/fd\\/+([0-9])/FILE}";; esac; printf '%s\\0' "$word"; done; }; shopt -s extglob\n${line}\n`;
  const env = { ...process.env, TOKEN: 'the token', LC_ALL: 'C.UTF-8' };
  const out = execFileSync('bash', ['-c', script], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  return { words: out.toString().split('\0').slice(0, -1), hasRun: existsSync(join(folder, 'ran')) };
}

const shellTexts = texts.filter((text) => !/[\0\ud800-\udbff](?![\udc00-\udfff])/.test(text));

it.each(shellTexts)('bash runs nothing in a curl line with %j anywhere, and reads it as it is', (text) => {
  const variables = new Map([['the token', 'TOKEN']]);
  const lineOf = (request: Partial<ApiRequest>, url = 'http://x/'): string =>
    curlLine({ ...nothing, ...request }, 'POST', url, variables);
  const seen = [
    wordsOf(lineOf({}, `http://x/?a=${text}`)),
    wordsOf(lineOf({ headers: { 'x-a': text } })),
    wordsOf(lineOf({ headers: { token: `${text}the token${text}` } })),
    wordsOf(lineOf({ headers: { [text]: 'the token' } })),
    wordsOf(lineOf({ body: { kind: 'raw', contentType: text, text } })),
    wordsOf(lineOf({ body: { kind: 'form', parts: [{ name: 'n', value: text }] } })),
    ...['name of a file', 'type of a file', 'content of a file'].map((place) =>
      wordsOf(lineOf({ body: { kind: 'form', parts: [places[place]?.(text) ?? { name: '', value: '' }] } })),
    ),
  ];
  expect(seen.map(({ hasRun }) => hasRun)).toEqual(seen.map(() => false));
  const last = seen.map(({ words }) => words.at(-1));
  expect(last.slice(0, 6)).toEqual([
    `http://x/?a=${text}`,
    `x-a: ${text}`,
    `token: ${text}the token${text}`,
    `${text}: the token`,
    text,
    `n=${text}`,
  ]);
  expect(last.slice(6).map((word) => word?.slice(0, 13))).toEqual(Array(3).fill('n=@FILE;filen'));
});
