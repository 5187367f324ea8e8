/**
 * An example: a world for each test, by a hook of vitest. In a project of yours the import reads
 * `from 'voice-agent-mock/vitest'`; with Jest `from 'voice-agent-mock/jest'`.
 */
import { expect, it } from 'vitest';
import { useMock } from '../vitest.ts';

const mock = useMock({ faults: [{ operation: 'getToken', effect: { type: 'error', status: 401 } }] });
const headers = { token: 'ac3d'.repeat(16), 'content-type': 'application/json' };

it('renames an agent', async () => {
  const body = JSON.stringify({ agent_id: 1004, agent_name: 'Night desk' });
  await mock.fetch('/api/v1/global/create-agent', { method: 'POST', headers, body });
  await mock.world.verify({ request: { operation: 'createAgent', body: { agent_id: 1004 } }, exactly: 1 });
});

it('finds the agent as the scenario has it, whatever other tests did', async () => {
  const { base_url } = await mock.urls();
  const answer = await fetch(`${base_url}/agents/get-by-id?agent_id=1004`, { headers });
  expect(await answer.text()).not.toContain('Night desk');
});

it('has the faults of the beginning, and those of its own', async () => {
  await mock.world.fault({ operation: 'getAgent', effect: { type: 'cut', at: 'before' } });
  expect((await mock.fetch('/api/v1/global/get-token', { headers: { token: 'login-acme' } })).status).toBe(401);
  await expect(mock.fetch('/api/v1/global/agents/get-by-id?agent_id=1004', { headers })).rejects.toThrow(TypeError);
});
