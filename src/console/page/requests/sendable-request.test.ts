import { expect, it } from 'vitest';
import type { Schemas } from '../api/send-request.ts';
import { sendableRequest, tokenWish } from '../send/draft.ts';

type Entry = Schemas['JournalEntry'];

function entry(request: Partial<Entry['request']>, world = 'default'): Entry {
  return {
    id: 1,
    at: '2026-10-01T09:00:00.000Z',
    duration: 1,
    world,
    workspace: 101,
    operation: 'createAgent',
    status: 200,
    rule: null,
    is_of_console: false,
    warning: null,
    delivery: 'sent',
    faults: [],
    request: { method: 'POST', url: '/api/v1/global/create-agent', headers: [], body: null, ...request },
    answer: { headers: [], body: { size: 0, is_cut: false } },
    changes: [],
  };
}

it('puts a token in place of the masked one, and leaves out what is the connection’s', () => {
  const headers = [
    { name: 'Host', value: 'localhost:4010' },
    { name: 'User-Agent', value: 'browser' },
    { name: 'x-mock-control-token', value: '[masked]' },
    { name: 'token', value: '[masked]' },
    { name: 'Authorization', value: '[masked]' },
    { name: 'Prefer', value: 'code=404' },
  ];
  expect(sendableRequest(entry({ headers }), 'http://localhost:4010', 'abc').headers).toEqual([
    { name: 'token', value: 'abc' },
    { name: 'Authorization', value: 'Bearer abc' },
    { name: 'Prefer', value: 'code=404' },
  ]);
  expect(sendableRequest(entry({ headers }), 'http://localhost:4010', '').headers[0]?.value).toBe('<TOKEN>');
});

it('names the world, once, where it is not the default one', () => {
  const headers = [{ name: 'x-mock-world', value: 'checkout' }];
  expect(sendableRequest(entry({ headers }, 'checkout'), 'http://localhost:4010', '').headers).toEqual([
    { name: 'x-mock-world', value: 'checkout' },
  ]);
});

it.each([
  { what: 'nothing', body: null, sent: { kind: 'none' } },
  { what: 'JSON', body: { size: 9, is_cut: false, json: { a: 1 } }, sent: { kind: 'json', value: { a: 1 } } },
  { what: 'a text', body: { size: 3, is_cut: false, text: '{"a' }, sent: { kind: 'text', text: '{"a' } },
])('sends $what as it was', ({ body, sent }) => {
  expect(sendableRequest(entry({ body }), 'http://localhost:4010', '').body).toEqual(sent);
});

it('names the fields of a form in brackets, and leaves its boundary to the client', () => {
  const headers = [{ name: 'content-type', value: 'multipart/form-data; boundary=x' }];
  const json = {
    basic_details: { agent_name: 'Ada' },
    phone_numbers: ['+1', '+2'],
    tools: [{ id: 1, isEnabled: true }],
  };
  const request = sendableRequest(
    entry({ headers, body: { size: 99, is_cut: false, json } }),
    'http://localhost:4010',
    '',
  );
  expect(request.headers).toEqual([]);
  expect(request.body).toEqual({
    kind: 'form',
    files: [],
    fields: [
      ['basic_details[agent_name]', 'Ada'],
      ['phone_numbers[]', '+1'],
      ['phone_numbers[]', '+2'],
      ['tools[0][id]', '1'],
      ['tools[0][isEnabled]', 'true'],
    ],
  });
});

it('names the files of a form as they were, of their type unless that was what was refused', () => {
  const headers = [{ name: 'content-type', value: 'multipart/form-data; boundary=x' }];
  const file = { field: 'FILES', name: 'prices.csv', size: 9, type: 'text/csv' };
  const body = { size: 99, is_cut: false, json: {}, files: [{ ...file, sha256: '0' }] };
  const sent = entry({ headers, body });
  expect(sendableRequest(sent, '', '').body).toMatchObject({ files: [{ ...file, isOfItsType: true }] });
  const refused = { ...sent, rule: 'createagentorupdate.files.types' };
  expect(sendableRequest(refused, '', '').body).toMatchObject({ files: [{ ...file, isOfItsType: false }] });
});

it('sends a preference as it was applied', () => {
  const sent = entry({ headers: [{ name: 'prefer', value: 'dynamic=true' }] });
  const headers = [{ name: 'preference-applied', value: 'dynamic=true, seed=7' }];
  expect(sendableRequest({ ...sent, answer: { ...sent.answer, headers } }, '', '').headers).toEqual([
    { name: 'prefer', value: 'dynamic=true, seed=7' },
  ]);
});

it('wishes for a token like that of the request: of its workspace, or none that is any good', () => {
  const known = entry({ headers: [{ name: 'token', value: '[masked]' }] });
  expect(tokenWish(known)).toMatchObject({ workspaceId: 101, kind: 'api', first: undefined, before: known.at });
  expect(tokenWish({ ...known, workspace: null })).toMatchObject({ workspaceId: undefined, first: 'not-a-token' });
  expect(tokenWish({ ...known, operation: 'getToken' })).toMatchObject({ kind: 'login' });
  expect(tokenWish({ ...entry({}), workspace: null })).toMatchObject({ first: undefined });
});
