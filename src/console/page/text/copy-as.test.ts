import { expect, it, vi } from 'vitest';
import { type SendableRequest, asCurl, asFetch, snippets, standInFile } from './copy-as.ts';

const publish: SendableRequest = {
  method: 'POST',
  url: 'http://localhost:4010/api/v1/global/create-agent',
  headers: [
    { name: 'token', value: 'abc' },
    { name: 'content-type', value: 'application/json' },
  ],
  body: { kind: 'json', value: { agent_id: 1004, agent_name: "Ada's" } },
};
const read: SendableRequest = {
  method: 'GET',
  url: 'http://localhost:4010/api/v1/global/agents/get-by-id?agent_id=1',
  headers: [],
  body: { kind: 'none' },
};

it('writes curl that a shell reads as it was meant', () => {
  expect(asCurl(publish)).toBe(
    [
      "curl -X POST 'http://localhost:4010/api/v1/global/create-agent' \\",
      "  -H 'token: abc' \\",
      "  -H 'content-type: application/json' \\",
      `  --data-raw '{"agent_id":1004,"agent_name":"Ada'\\''s"}'`,
    ].join('\n'),
  );
  expect(asCurl(read)).toBe("curl 'http://localhost:4010/api/v1/global/agents/get-by-id?agent_id=1'");
});

it('writes each field of a form as it is, even one that begins like a file', () => {
  const body = { kind: 'form' as const, fields: [['a[b]', '@/etc/passwd'] as const], files: [] };
  const form: SendableRequest = { ...publish, headers: [], body };
  expect(asCurl(form)).toContain("--form-string 'a[b]=@/etc/passwd'");
  expect(asFetch(form)).toContain("form.append('a[b]', '@/etc/passwd');");
});

it.each([
  { what: 'JSON', request: publish },
  { what: 'nothing', request: read },
  { what: 'text', request: { ...publish, body: { kind: 'text' as const, text: 'a "b"\n\'c\' \\ \u2028${d}`' } } },
])('writes fetch that sends $what just so', async ({ request }) => {
  const sent = vi.fn<typeof fetch>().mockResolvedValue(new Response());
  // The text is a program: only running it tells that it is the right one.
  // oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-call
  await new Function('fetch', `return (async () => { ${asFetch(request)} })()`)(sent);
  const [url, options] = sent.mock.calls[0] ?? [];
  expect(url).toBe(request.url);
  expect(options?.method ?? 'GET').toBe(request.method);
  expect(options?.headers ?? {}).toEqual(Object.fromEntries(request.headers.map(({ name, value }) => [name, value])));
  const expected =
    request.body.kind === 'json'
      ? JSON.stringify(request.body.value)
      : request.body.kind === 'text'
        ? request.body.text
        : undefined;
  expect(options?.body).toBe(expected);
});

it.each([
  { name: 'guide.pdf', isOfItsType: true, beginning: '%PDF-' },
  { name: 'logo.png', isOfItsType: true, beginning: '\x89PNG\r\n\x1A\n' },
  { name: 'prices.csv', isOfItsType: true, beginning: '' },
  { name: 'fake.pdf', isOfItsType: false, beginning: '\0' },
])('sends a file in place of $name, as large as it was', async ({ beginning, ...given }) => {
  const file = { field: 'FILES', type: 'application/x-any', size: 40, ...given };
  const request: SendableRequest = { ...publish, headers: [], body: { kind: 'form', fields: [], files: [file] } };
  expect(asCurl(request)).toContain(`-F 'FILES=@"${given.name}";type=application/x-any'`);
  const sent = vi.fn<typeof fetch>().mockResolvedValue(new Response());
  // oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-call
  await new Function('fetch', `return (async () => { ${asFetch(request)} })()`)(sent);
  const form = sent.mock.calls[0]?.[1]?.body;
  for (const made of [form instanceof FormData ? form.get('FILES') : null, standInFile(file)]) {
    if (!(made instanceof File)) throw new Error('There is no file.');
    expect([made.name, made.size, made.type]).toEqual([given.name, 40, 'application/x-any']);
    const bytes = new Uint8Array(await made.arrayBuffer());
    expect(String.fromCharCode(...bytes)).toBe(beginning.padEnd(40));
  }
});

const facts = {
  baseUrl: 'http://localhost:4010/api/v1/global',
  origin: 'http://localhost:4010',
  token: 'a1b2',
  world: 'default',
};

it('covers the clients that people use, each with the address and the token', () => {
  const all = snippets(facts);
  expect(all.map(({ name }) => name)).toEqual(['fetch', 'axios', 'openapi-fetch', 'curl']);
  for (const { text } of all) {
    expect(text).toContain(facts.baseUrl);
    expect(text).toContain('a1b2');
    expect(text).not.toContain('x-mock-world');
  }
});

it('names the world where it is not the default one', () => {
  for (const { text } of snippets({ ...facts, world: 'checkout' })) {
    expect(text).toMatch(/x-mock-world'?: '?checkout/);
  }
});
