// An application that calls the platform's real address, answered by the mock through MSW, here on node:test.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { createMock } from 'voice-agent-mock';
import { platformHandlers } from 'voice-agent-mock/msw';

const mock = await createMock();
const server = setupServer();
let world;
before(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(({ name }) => {
  world = mock.world(name.replaceAll(' ', '-'));
  server.resetHandlers(...platformHandlers(http, world));
});
afterEach(() => world.delete());
after(async () => {
  server.close();
  await mock.close();
});

/** Stands for the code under test. */
async function agentName() {
  const headers = { token: 'ac3d'.repeat(16) };
  const answer = await fetch('https://platform.example/api/v1/global/agents/get-by-id?agent_id=1004', { headers });
  if (!answer.ok) return 'Something went wrong';
  const { data } = await answer.json();
  return data.basic_details.agent_name;
}

test('shows the name', async () => {
  assert.match(await agentName(), /^Plan Renewal/);
  await world.verify({ request: { operation: 'getAgent' }, exactly: 1 });
});

test('shows that something went wrong', async () => {
  await world.fault({ preset: 'outage' });
  assert.equal(await agentName(), 'Something went wrong');
});

test('has a connection that is cut', async () => {
  await world.fault({ operation: 'getAgent', effect: { type: 'cut', at: 'before' } });
  await assert.rejects(agentName(), TypeError);
});
