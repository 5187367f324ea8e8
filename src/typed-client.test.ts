import createClient from 'openapi-fetch';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMock, type Mock, type paths } from './index.ts';

const token = 'ac3e'.repeat(16);
let mock: Mock;
let url: string;

beforeEach(async () => {
  mock = await createMock();
  ({ url } = await mock.listen(0));
});

afterEach(() => mock.close());

test("a client typed by the document walks an agent's whole life", async () => {
  const main = createClient<paths>({ baseUrl: `${url}/api/v1/global`, headers: { token } });
  const whole = createClient<paths>({ baseUrl: url, headers: { token } });
  const read = (agentId: number) => main.GET('/agents/get-by-id', { params: { query: { agent_id: agentId } } });
  const setStatus = (agentId: number, status: 1 | 2 | 3) =>
    main.POST('/create-agent', { body: { agent_id: agentId, status } });

  const created = await main.POST('/create-agent', { body: { agent_name: 'Front Desk', voice: { voice_id: 'v' } } });
  const agentId = created.data?.data.agent_id ?? 0;
  expect((await read(agentId)).data?.data.basic_details).toMatchObject({ agent_name: 'Front Desk', status: 3 });

  const refused = await setStatus(agentId, 1);
  expect(refused.error?.message).toBe('Add at least 1 phone number to your agent');

  const attached = await whole.POST('/api/agent/createagentorupdate', {
    body: { agent_id: agentId, 'basic_details[agent_name]': 'Front Desk', 'phone_numbers[]': ['+15550009001'] },
    bodySerializer: toFormData,
  });
  expect(attached.data?.data.agent_id).toBe(agentId);

  expect((await setStatus(agentId, 1)).data?.success).toBe(true);
  expect((await read(agentId)).data?.data).toMatchObject({
    basic_details: { status: 1 },
    phone_numbers: ['+15550009001'],
  });

  const voices = await main.GET('/voice-list', { params: { query: { provider_id: 'provider_a', limit: 2 } } });
  expect(voices.data?.data.voices.map(({ gender }) => gender)).toHaveLength(2);

  expect((await setStatus(agentId, 3)).data?.success).toBe(true);
  expect((await read(agentId)).data?.data.basic_details.status).toBe(3);

  expect((await setStatus(agentId, 2)).data?.success).toBe(true);
  const gone = await read(agentId);
  expect([gone.response.status, gone.error?.error]).toEqual([404, true]);

  expect((await setStatus(agentId, 3)).data?.success).toBe(true);
  expect((await read(agentId)).data?.data.phone_numbers).toEqual([]);
});

function toFormData(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body) as [string, string | number | readonly string[]][]) {
    for (const item of [value].flat()) form.append(name, String(item));
  }
  return form;
}
