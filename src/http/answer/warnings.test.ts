import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../document/names.gen.ts';
import { operationIds, prepareMocks, validCalls } from '../../testing/api-harness.ts';
import { smallFiles } from '../../testing/well-known.ts';

const freshMock = await prepareMocks();

const jsonOperations: readonly OperationId[] = ['createAgent', 'updateAgent', 'forceCompleteCampaign', 'verifyToken'];

describe.each(operationIds)('%s', (id) => {
  it('answers an unknown query parameter, and warns', async () => {
    const call = validCalls[id];
    const query = { ...(call.query as object | undefined), color: 'red' };
    const { status, headers } = await freshMock().call(id, { ...call, query });
    expect(status).toBe(200);
    expect(headers['x-contract-warning']).toBe('unknown-query-parameter: color');
  });

  it('warns of nothing where there is nothing to warn of', async () => {
    const { status, headers } = await freshMock().call(id, validCalls[id]);
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('x-contract-warning');
  });

  it('refuses an unknown query parameter in strict mode', async () => {
    const call = validCalls[id];
    const query = { ...(call.query as object | undefined), color: 'red' };
    const coded = id === 'getToken' || id === 'createAgentOrUpdate';
    const is422 = id === 'createAgent' || id === 'updateAgent' || id === 'createAgentOrUpdate';
    const status = is422 ? 422 : 400;
    await freshMock({ strict: true }).refuse(
      id,
      { ...call, query },
      { status, code: coded ? 'VALIDATION_ERROR' : status, message: 'The query parameter color is not documented.' },
    );
  });

  it('succeeds in strict mode with what is documented', async () => {
    await freshMock({ strict: true }).succeed(id, validCalls[id]);
  });
});

it.each(jsonOperations)('%s refuses an unknown body member in strict mode', async (id) => {
  const body = { ...(validCalls[id].body as object), color: 'red' };
  const status = id === 'createAgent' || id === 'updateAgent' ? 422 : 400;
  const message = 'The body member color is not documented.';
  await freshMock({ strict: true }).refuse(id, { body }, { status, message });
});

it('refuses in strict mode members inside of voice, but not settings, which are open', async () => {
  const api = freshMock({ strict: true });
  const expected = { status: 422, message: 'The body member voice.pitch is not documented.' };
  await api.refuse('createAgent', { body: { agent_id: 1002, voice: { pitch: 1 } } }, expected);
  await api.succeed('createAgent', {
    body: { agent_id: 1002, voice: { settings: { pitch: 1 } }, configurations: { anything: [1] } },
  });
});

it.each([
  { of: 'field', part: { form: [['color', 'red']] as const }, message: 'The body member color is not documented.' },
  {
    of: 'file',
    part: { files: [{ field: 'attachment', name: 'a.pdf', content: smallFiles.pdf }] },
    message: 'The file field attachment is not documented.',
  },
])('refuses an unknown $of of the form in strict mode', async ({ part, message }) => {
  const form = [...(validCalls.createAgentOrUpdate.form ?? []), ...('form' in part ? (part.form ?? []) : [])];
  const files = 'files' in part ? (part.files ?? []) : [];
  const expected = { status: 422, code: 'VALIDATION_ERROR', message };
  await freshMock({ strict: true }).refuse('createAgentOrUpdate', { form, files }, expected);
});

it('refuses a body of get-token in strict mode', async () => {
  const expected = { status: 400, code: 'VALIDATION_ERROR', message: 'The body is not documented.' };
  await freshMock({ strict: true }).refuse('getToken', { body: {} }, expected);
});

it('does not warn where the request is refused', async () => {
  const api = freshMock();
  await api.refuse('getAgent', { query: 'color=red' }, { status: 400, message: 'Agent ID is missing.' });
  await api.refuse('createAgent', { body: { agent_id: 4711, color: 'red' } }, 'create-agent.not-found');
});

describe('the warning', () => {
  it('lists the query before the body, each name once', async () => {
    const options = { query: 'size=1&color=red&color=blue', body: { agent_id: 1002, shape: 1, voice: { pitch: 2 } } };
    const { headers } = await freshMock().call('createAgent', options);
    expect(headers['x-contract-warning']).toBe(
      [
        'unknown-query-parameter: size',
        'unknown-query-parameter: color',
        'unknown-body-member: shape',
        'unknown-body-member: voice.pitch',
      ].join('; '),
    );
  });

  it.each([
    { name: 'a b', encoded: 'a%20b' },
    { name: 'a\r\nset-cookie: b', encoded: 'a%0D%0Aset-cookie%3A%20b' },
    { name: 'größe', encoded: 'gr%C3%B6%C3%9Fe' },
    { name: '🦊', encoded: '%F0%9F%A6%8A' },
    { name: 'a;b,c:d"e\\f%', encoded: 'a%3Bb%2Cc%3Ad%22e%5Cf%25' },
    { name: '\ud800', encoded: '%EF%BF%BD' },
    { name: '\u0000', encoded: '%00' },
    { name: '__proto__', encoded: '__proto__' },
    { name: 'constructor', encoded: 'constructor' },
  ])('percent-encodes the name $name', async ({ name, encoded }) => {
    const body = JSON.stringify({ agent_id: 1002 }).replace('}', `,${JSON.stringify(name)}:1}`);
    const { status, headers } = await freshMock().call('createAgent', { body });
    expect(status).toBe(200);
    expect(headers['x-contract-warning']).toBe(`unknown-body-member: ${encoded}`);
  });

  it.each([
    { of: 'many names', body: Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`member-${index}`, 1])) },
    { of: 'one long name', body: { ['x'.repeat(5000)]: 1 } },
    { of: 'a long name after a short one', body: { a: 1, ['ü'.repeat(2000)]: 1 } },
  ])('stays one line of 1 kB with $of', async ({ body }) => {
    const { headers } = await freshMock().call('createAgent', { body: { agent_id: 1002, ...body } });
    const warning = headers['x-contract-warning'] ?? '';
    expect(warning.length).toBeGreaterThan(0);
    expect(warning.length).toBeLessThanOrEqual(1024);
    expect(warning).toMatch(/and \d+ more$/);
  });
});
