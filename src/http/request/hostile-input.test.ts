import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { prepareMocks, type ApiHarness } from '../../testing/api-harness.ts';
import { type RawAnswer, exchange, openConnection, readAnswers } from '../../testing/test-server.ts';
import { smallFiles, tokens } from '../../testing/well-known.ts';

// Some of these send many megabytes, which takes a busy machine a while.
vi.setConfig({ testTimeout: 30_000 });

const freshMock = await prepareMocks();

const create = '/api/v1/global/create-agent';
const getById = '/api/v1/global/agents/get-by-id';
const formPath = '/api/agent/createagentorupdate';

let api: ApiHarness;
let port: number;
let before: Awaited<ReturnType<ApiHarness['records']>>;

// One mock takes all of it: what one request leaves behind would show in the next.
beforeAll(async () => {
  api = freshMock();
  ({ port } = await api.mock.listen(0));
  before = await api.records();
});

afterAll(() => api.mock.close());

describe('JSON bodies', () => {
  it.each([
    { of: 'is none', body: '{"agent_id":1002,', status: 422 },
    {
      of: 'has bytes that are no UTF-8',
      body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
      status: 422,
    },
    { of: 'has NUL bytes', body: '{"agent_id":1002,"agent_name":"a\\u0000b"}', status: 422 },
    { of: 'is NUL bytes', body: '\0\0\0\0', status: 422 },
    { of: 'is nested 100,000 deep', body: '['.repeat(100_000), status: 422 },
    { of: 'is an object nested 5,000 deep', body: `${'{"voice":'.repeat(5000)}1${'}'.repeat(5000)}`, status: 422 },
    {
      of: 'has a prototype for a voice',
      body: '{"agent_id":1002,"voice":{"settings":{"speed":"x","__proto__":{"a":1}}}}',
      status: 422,
    },
    { of: 'has __proto__ for a name', body: '{"__proto__":{"agent_name":"Evil","agent_id":1002}}', status: 422 },
    { of: 'has constructor for a name', body: '{"constructor":{"prototype":{"agent_name":"Evil"}}}', status: 422 },
    { of: 'has a wrong type everywhere', body: '{"agent_id":1002,"agent_name":[],"voice":1,"llm":"x"}', status: 422 },
    { of: 'has a status of its own', body: '{"agent_id":1002,"status":{"$gt":0}}', status: 400 },
    { of: 'has a number beyond all', body: '{"agent_id":1e400,"agent_name":"x"}', status: 422 },
    { of: 'is larger than 1 MB', body: `{"agent_id":1002,"prompt":"${'x'.repeat(2 ** 20)}"}`, status: 413 },
    { of: 'is larger than 20 MB', body: Buffer.alloc(20 * 2 ** 20, ' '), status: 413 },
  ])('a body that $of is refused with $status', async ({ body, status }) => {
    await refused(await exchange(port, post(create, 'application/json', body)), [status]);
  });

  it('a body of chunks without an end in sight is refused with 413', async () => {
    const socket = await openConnection(port);
    socket.write(head('POST', create, ['content-type: application/json', 'transfer-encoding: chunked']));
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    for (let sent = 0; sent < 24; sent += 1) socket.write(chunk);
    socket.write('0\r\n\r\n');
    await refused(await readAnswers(socket), [413]);
    socket.destroy();
  });

  it('a client that waits for leave to send too much is refused', async () => {
    const length = 2 ** 21;
    const socket = await openConnection(port);
    socket.write(
      head('POST', create, ['content-type: application/json', `content-length: ${length}`, 'expect: 100-continue']),
    );
    const [first] = await readAnswers(socket);
    expect([100, 413, 417]).toContain(first?.status);
    socket.destroy();
    await unharmed();
  });
});

describe('forms', () => {
  const agent = part('basic_details[agent_name]', 'Evil') + part('agent_id', '1002');
  const file = (name: string, content: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`--b\r\ncontent-disposition: form-data; name="FILE_KNOWLEDGE_BASES"; filename="${name}"\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]);
  const pdf = file('a.pdf', smallFiles.pdf);
  const end = '--b--\r\n';

  it.each<{ of: string; body: string | Buffer }>([
    { of: 'is cut off in a value', body: agent.slice(0, -4) },
    { of: 'is cut off before its end', body: agent },
    { of: 'is cut off in a file', body: Buffer.concat([Buffer.from(agent), pdf.subarray(0, 150)]) },
    { of: 'is cut off in a header', body: `${agent}--b\r\ncontent-dispo` },
    { of: 'has another boundary', body: agent.replaceAll('--b', '--c') },
    { of: 'is nothing but its end', body: end },
    { of: 'has four files', body: Buffer.concat([Buffer.from(agent), pdf, pdf, pdf, pdf, Buffer.from(end)]) },
    {
      of: 'has a file of 11 MB',
      body: Buffer.concat([Buffer.from(agent), file('a.csv', Buffer.alloc(11 * 2 ** 20, 'x')), Buffer.from(end)]),
    },
    {
      of: 'has a renamed program',
      body: Buffer.concat([Buffer.from(agent), file('a.pdf', smallFiles.exe), Buffer.from(end)]),
    },
    {
      of: 'has a file name with a path',
      body: Buffer.concat([Buffer.from(agent), file('../../etc/passwd', 'root'), Buffer.from(end)]),
    },
    {
      of: 'has a name that is 100 brackets deep',
      body: `${part(`guardrails${'[a]'.repeat(100)}`, '1')}${agent}${end}`,
    },
    { of: 'has a repeated name', body: `${agent}${part('basic_details[agent_name]', 'Worse')}${end}` },
    { of: 'has a repeated agent', body: `${agent}${part('agent_id', '1001')}${end}` },
    { of: 'has NUL bytes', body: `${agent.replace('Evil', 'E\0il')}${end}` },
    { of: 'has 6,000 parts', body: `${agent}${part('denials[denied_words][]', 'x').repeat(6000)}${end}` },
    { of: 'has a value of 2 MB', body: `${agent}${part('basic_details[agent_prompt]', 'x'.repeat(2 ** 21))}${end}` },
    {
      of: 'has a text and an object of one name',
      body: `${agent}${part('guardrails[a]', '1')}${part('guardrails', '1')}${end}`,
    },
    { of: 'has no names', body: `--b\r\ncontent-disposition: form-data\r\n\r\nx\r\n${end}` },
    { of: 'has a part with 20 kB of headers', body: `--b\r\nx: ${'y'.repeat(20_000)}\r\n\r\n\r\n${end}` },
  ])('a form that $of is refused with 422', async ({ body }) => {
    await refused(await exchange(port, post(formPath, 'multipart/form-data; boundary=b', body)), [422]);
  });

  it.each([
    '__proto__[agent_name]',
    'constructor[prototype][x]',
    'basic_details[__proto__][x]',
    'guardrails[__proto__]',
  ])('a form with a field called %s leaves no trace in any object', async (name) => {
    const own = freshMock();
    const server = await own.mock.listen(0);
    const fields = part('agent_id', '1001') + part('basic_details[agent_name]', 'Named') + part(name, 'polluted');
    const [answer] = await exchange(server.port, post(formPath, 'multipart/form-data; boundary=b', fields + end));
    await own.mock.close();
    expect(answer?.status).toBe(200);
    expect(answer?.head).toMatch(/^x-contract-warning: unknown-body-member: /m);
    for (const trace of ['agent_name', 'x', 'polluted']) expect(trace in {}).toBe(false);
    expect(JSON.stringify(await own.records())).not.toContain('polluted');
  });
});

describe('queries', () => {
  it.each([
    'agent_id=%00',
    'agent_id=%ff%fe',
    'agent_id=%',
    'agent_id=%E0%A4%A',
    `agent_id${'[a]'.repeat(100)}=1`,
    'agent_id[__proto__]=1',
    '__proto__[agent_id]=1002',
    'x=1&'.repeat(3000),
    'agent_id=1002&agent_id=1003',
    'agent_id[$gt]=0',
    '&&&===',
  ])('%s is refused', async (query) => {
    const [answer] = await exchange(port, head('GET', `${getById}?${query}`));
    await refused(answer === undefined ? [] : [answer], [400]);
  });
});

describe('HTTP', () => {
  it.each([
    { of: 'nonsense', bytes: 'nonsense\r\n\r\n', status: 400 },
    { of: 'the beginning of TLS', bytes: Buffer.from('16030100c8010000c40303', 'hex'), status: 400 },
    { of: 'a method nobody knows', bytes: 'BREW /pot HTTP/1.1\r\nhost: a\r\n\r\n', status: 400 },
    { of: 'an unknown version', bytes: `GET ${getById} HTTP/9.9\r\nhost: a\r\n\r\n`, status: 400 },
    { of: 'no host', bytes: `GET ${getById} HTTP/1.1\r\n\r\n`, status: 400 },
    { of: 'a header without a name', bytes: `GET ${getById} HTTP/1.1\r\nhost: a\r\n: b\r\n\r\n`, status: 400 },
    {
      of: 'two lengths',
      bytes: `POST ${create} HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}`,
      status: 400,
    },
    { of: 'a negative length', bytes: `POST ${create} HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n`, status: 400 },
    {
      of: 'a length and chunks',
      bytes: `POST ${create} HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      status: 400,
    },
    { of: 'a broken chunk', bytes: `${head('POST', create, ['transfer-encoding: chunked'])}zz\r\n`, status: 400 },
    { of: 'a wish to be a tunnel', bytes: head('CONNECT', 'localhost:80'), status: 405 },
    { of: 'an expectation nobody knows', bytes: head('GET', getById, ['expect: wonders']), status: 400 },
    {
      of: 'a wish for another protocol',
      bytes: head('GET', getById, ['connection: upgrade', 'upgrade: websocket']),
      status: 400,
    },
    { of: 'headers of 20 kB', bytes: head('GET', getById, [`x-large: ${'y'.repeat(20_000)}`]), status: 431 },
    { of: 'an address of 20 kB', bytes: head('GET', `/${'y'.repeat(20_000)}`), status: 431 },
    { of: 'a whole address', bytes: head('GET', `http://elsewhere${getById}?agent_id=1004`), status: 404 },
    { of: 'an asterisk', bytes: head('OPTIONS', '*'), status: 404 },
    { of: 'a path with a NUL byte', bytes: head('GET', `${getById}%00`), status: 404 },
  ])('with $of is refused with $status', async ({ bytes, status }) => {
    await refused(await exchange(port, bytes), [status]);
  });

  it('with methods that an address does not take is refused with 405', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'PURGE', 'PATCH']) {
      const [answer] = await exchange(port, head(method, getById));
      expect(answer?.status).toBe(405);
    }
    await unharmed();
  });

  it('answers requests that come at once on one connection in their order', async () => {
    const one = head('GET', `${getById}?agent_id=1004`);
    const answers = await exchange(port, one + head('GET', getById) + head('GET', '/nowhere') + one, 4);
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 404, 200]);
    await unharmed();
  });

  it('answers a good request after a body that was too large on the same connection, or closes it', async () => {
    const large = post(create, 'application/json', `{"prompt":"${'x'.repeat(2 ** 20)}"}`);
    const answers = await exchange(
      port,
      Buffer.concat([large, Buffer.from(head('GET', `${getById}?agent_id=1004`))]),
      2,
    );
    expect(answers.map(({ status }) => status)).toEqual([413, 200]);
    await unharmed();
  });
});

describe('clients', () => {
  it.each([
    { of: 'in a header', bytes: `GET ${getById} HTTP/1.1\r\nhost: a\r\ntok` },
    {
      of: 'in a JSON body',
      bytes: `${head('POST', create, ['content-type: application/json', 'content-length: 99'])}{"agent_id":1002`,
    },
    {
      of: 'in a form',
      bytes: `${head('POST', formPath, ['content-type: multipart/form-data; boundary=b', 'content-length: 9999'])}--b\r\ncontent-dis`,
    },
    {
      of: 'in a file',
      bytes: `${head('POST', formPath, ['content-type: multipart/form-data; boundary=b', 'content-length: 9999'])}--b\r\ncontent-disposition: form-data; name="FILE_KNOWLEDGE_BASES"; filename="a.pdf"\r\n\r\n%PDF-`,
    },
    {
      of: 'in a chunk',
      bytes: `${head('POST', create, ['content-type: application/json', 'transfer-encoding: chunked'])}ff\r\n{"agent`,
    },
    { of: 'before they have sent anything', bytes: '' },
  ])('that stop $of do no harm, whether they hang up or break off', async ({ bytes }) => {
    for (const leave of ['end', 'resetAndDestroy'] as const) {
      const socket = await openConnection(port);
      socket.write(bytes);
      await new Promise((resolve) => setTimeout(resolve, 5));
      const closed = once(socket, 'close');
      socket[leave]();
      socket.resume();
      await closed;
    }
    await unharmed();
  });

  it('that send a byte at a time are answered', async () => {
    const socket = await openConnection(port);
    socket.setNoDelay(true);
    for (const byte of `${head('POST', create, ['content-type: application/json', 'content-length: 2'])}{}`) {
      socket.write(byte);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await refused(await readAnswers(socket), [422]);
    socket.destroy();
  });

  it('that stop in the middle of a body which nobody wants are answered, and the connection is closed', async () => {
    const socket = await openConnection(port);
    socket.write(head('POST', create, ['content-length: 99']).replace(tokens.acme, tokens.unknown).concat('{'));
    const answers = await readAnswers(socket);
    expect(answers[0]?.head).toMatch(/^connection: close$/im);
    await refused(answers, [401]);
    socket.destroy();
  });

  it('that do not read their answers keep nobody else waiting', async () => {
    const idle = await Promise.all(Array.from({ length: 20 }, () => openConnection(port)));
    for (const socket of idle) socket.pause().write(head('GET', `${getById}?agent_id=1004`).repeat(20));
    await unharmed();
    for (const socket of idle) socket.destroy();
  });
});

/** Every answer is one of these refusals in the error shape, the mock answers the next, and no record has changed. */
async function refused(answers: readonly RawAnswer[], statuses: readonly number[]): Promise<void> {
  expect(answers.map(({ status }) => status)).toEqual(statuses);
  for (const { body } of answers) {
    expect(body).toEqual({ error: true, code: expect.anything(), message: expect.stringMatching(/\S/), data: {} });
  }
  await unharmed();
}

async function unharmed(): Promise<void> {
  const [answer] = await exchange(port, head('GET', `${getById}?agent_id=1004`));
  expect(answer?.status).toBe(200);
  expect(await api.records()).toEqual(before);
}

function head(method: string, path: string, headers: readonly string[] = []): string {
  return [`${method} ${path} HTTP/1.1`, 'host: localhost', `token: ${tokens.acme}`, ...headers, '', ''].join('\r\n');
}

function post(path: string, type: string, body: string | Buffer): Buffer {
  const headers = [`content-type: ${type}`, `content-length: ${Buffer.byteLength(body)}`];
  return Buffer.concat([Buffer.from(head('POST', path, headers)), Buffer.from(body)]);
}

function part(name: string, value: string): string {
  return `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
}
