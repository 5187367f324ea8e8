// Tests that run one after another: a hook gives each a world of its own.
import { expect, it } from 'vitest';
import { useMock } from 'voice-agent-mock/vitest';

const mock = useMock();
const headers = { token: 'ac3d'.repeat(16), 'content-type': 'application/json' };

it('renames an agent', async () => {
  const body = JSON.stringify({ agent_id: 1004, agent_name: 'Night desk' });
  await mock.fetch('/api/v1/global/create-agent', { method: 'POST', headers, body });
  await mock.world.verify({ request: { operation: 'createAgent', body: { agent_id: 1004 } }, exactly: 1 });
});

it('finds the agent as the scenario has it', async () => {
  const answer = await mock.fetch('/api/v1/global/agents/get-by-id?agent_id=1004', { headers });
  expect(await answer.text()).not.toContain('Night desk');
});
