// Tests on Bun's own runner.
import { afterAll, expect, test } from 'bun:test';
import { createMock } from 'voice-agent-mock';

const mock = await createMock();
afterAll(() => mock.close());

test('publishes an agent', async () => {
  const world = mock.world('publishes');
  const { base_url } = await world.urls();
  const answer = await fetch(`${base_url}/create-agent`, {
    method: 'POST',
    headers: { token: mock.accounts[0].api_token, 'content-type': 'application/json' },
    body: JSON.stringify({ agent_id: 1002, status: 1 }),
  });
  expect(answer.status).toBe(200);
  await world.verify({ request: { operation: 'createAgent', body: { agent_id: 1002 } }, exactly: 1 });
});
