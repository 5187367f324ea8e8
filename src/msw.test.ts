import { http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createMock, type Mock } from './app.ts';
import { connectMock, type ConnectedMock } from './client/world-client.ts';
import { platformHandlers } from './msw.ts';
import { agentUuid, tokens } from './testing/well-known.ts';

const headers = { token: tokens.acme };
const json = { ...headers, 'content-type': 'application/json' };
const server = setupServer();

let mock: Mock;
let remote: ConnectedMock;
beforeAll(async () => {
  mock = await createMock();
  const { url } = await mock.listen(0);
  remote = await connectMock(url);
  server.listen({ onUnhandledRequest: 'error' });
});
afterEach(() => {
  server.resetHandlers();
  mock.worlds.default.faults.clear();
});
afterAll(async () => {
  server.close();
  await mock.close();
});

const addresses = {
  base_url: 'https://platform.example/v2/api/v1/global/',
  api_url: 'https://api.platform.example/v2',
  alt_url: 'https://alt.platform.example',
};

describe.each([
  ['on any host', {}, 'https://some.example'],
  ['at addresses that are given', addresses, undefined],
])('%s', (_, given, host) => {
  const [base, api, alt] = [addresses.base_url.slice(0, -1), addresses.api_url, addresses.alt_url].map((address) =>
    host === undefined ? address : host + (address.includes('global') ? '/api/v1/global' : ''),
  );

  it('answers all three addresses', async () => {
    server.use(...platformHandlers(http, mock, given));
    const read = await fetch(`${base}/agents/get-by-id?agent_id=1004`, { headers });
    expect(await read.json()).toMatchObject({ data: { basic_details: { id: 1004 } } });
    const form = new FormData();
    form.append('basic_details[agent_name]', 'Made through MSW');
    form.append('FILE_KNOWLEDGE_BASES', new Blob(['%PDF-1.7']), 'a.pdf');
    const made = await fetch(`${api}/api/agent/createagentorupdate`, { method: 'POST', headers, body: form });
    expect(await made.json()).toMatchObject({ data: { agent_id: expect.any(Number) } });
    const body = JSON.stringify({ agent_id: agentUuid(1004), name: 'Renamed' });
    const updated = await fetch(`${alt}/v1/agent/update`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.acme}`, 'content-type': 'application/json' },
      body,
    });
    expect(updated.status).toBe(200);
    const unknown = await fetch(`${base}/create-agnt`, { method: 'POST', headers: json, body: '{}' });
    expect(await unknown.text()).toContain('Did you mean POST /api/v1/global/create-agent');
  });
});

it('answers in a world, of a mock that runs too', async () => {
  const body = JSON.stringify({ agent_id: 1004, agent_name: 'In this world' });
  for (const world of [mock.world('through-msw'), remote.world('through-msw')]) {
    server.resetHandlers(...platformHandlers(http, world, addresses));
    const answer = await fetch(`${addresses.base_url}create-agent`, { method: 'POST', headers: json, body });
    expect(answer.status).toBe(200);
  }
  expect(await mock.world('through-msw').journal({ operation: 'createAgent' })).toHaveLength(2);
  expect(mock.worlds.default.journal.after(0).some(({ operation }) => operation === 'createAgent')).toBe(false);
});

it('fails a request whose connection a fault cuts, as fetch does', async () => {
  server.use(...platformHandlers(http, mock));
  mock.worlds.default.faults.add({ effect: { type: 'cut', at: 'before' } });
  const error: unknown = await fetch('https://a.example/api/v1/global/get-token').catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'TypeError', message: 'Failed to fetch' });
});

it('refuses a base address that is none', () => {
  expect(() => platformHandlers(http, mock, { base_url: 'https://a.example' })).toThrow(/does not end in/);
});
