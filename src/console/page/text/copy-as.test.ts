import { expect, it, vi } from 'vitest';
import { asCurl, asFetch, asVitest, type SendableRequest } from './copy-as.ts';

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
  const form: SendableRequest = { ...publish, headers: [], body: { kind: 'form', fields: [['a[b]', '@/etc/passwd']] } };
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
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call
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

it('writes a test that expects what was answered', () => {
  const test = asVitest(publish, { title: 'createAgent answers 400', status: 400 });
  expect(test).toContain("it('createAgent answers 400', async () => {");
  expect(test).toContain('  expect(response.status).toBe(400);');
});

it('writes a test that expects a cut connection where no status came', () => {
  expect(asVitest(read, { title: 'cut', status: null })).toContain('.rejects.toThrow();');
});
