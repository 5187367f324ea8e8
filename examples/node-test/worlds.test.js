// Tests on node:test that share one mock, each in a world of its own.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { connectMock, ControlRefused, createMock } from 'voice-agent-mock';

const mock = await createMock();
after(() => mock.close());

test('publishes an agent', async () => {
  const world = mock.world('publishes');
  const { base_url } = await world.urls();
  const answer = await fetch(`${base_url}/create-agent`, {
    method: 'POST',
    headers: { token: mock.accounts[0].api_token, 'content-type': 'application/json' },
    body: JSON.stringify({ agent_id: 1002, status: 1 }),
  });
  assert.equal(answer.status, 200);
  await world.verify({ request: { operation: 'createAgent', body: { agent_id: 1002, status: 1 } }, exactly: 1 });
});

test('fails where the mock was asked for nothing of the kind', async () => {
  const world = mock.world('asked-for-nothing');
  await assert.rejects(world.verify({ request: { operation: 'getAgent' } }), ControlRefused);
});

test('steers a mock that runs elsewhere', async () => {
  const { url } = await mock.listen(0);
  const world = (await connectMock(url)).world('elsewhere');
  await world.fault({ preset: 'outage' });
  const { base_url } = await world.urls();
  assert.equal((await fetch(`${base_url}/agents/get-by-id?agent_id=1004`)).status, 500);
});
