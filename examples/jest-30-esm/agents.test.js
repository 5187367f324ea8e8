// Jest with ES modules (node --experimental-vm-modules): a world for each test.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ControlRefused } from 'voice-agent-mock';
import { useMock } from 'voice-agent-mock/jest';

// The hooks are given for `injectGlobals: false`; with the global ones `useMock()` is enough.
const mock = useMock({}, { beforeAll, beforeEach, afterEach, afterAll });

async function publish(agent_id) {
  const { base_url } = await mock.urls();
  return fetch(`${base_url}/create-agent`, {
    method: 'POST',
    headers: { token: 'ac3d'.repeat(16), 'content-type': 'application/json' },
    body: JSON.stringify({ agent_id, status: 1 }),
  });
}

test('publishes an agent', async () => {
  expect((await publish(1002)).status).toBe(200);
  await mock.world.verify({ request: { operation: 'createAgent', body: { agent_id: 1002 } }, exactly: 1 });
});

test('says why an agent cannot be published', async () => {
  const answer = await publish(1001);
  expect(answer.status).toBe(400);
  expect((await answer.json()).message).toMatch(/phone number/);
});

test('has the answers of an outage, also without a port', async () => {
  await mock.world.fault({ preset: 'outage' });
  expect((await publish(1002)).status).toBe(500);
  expect((await mock.fetch('/api/v1/global/agents/get-by-id?agent_id=1004')).status).toBe(500);
});

test('has a connection that is cut as fetch has it', async () => {
  await mock.world.fault({ operation: 'getAgent', effect: { type: 'cut', at: 'before' } });
  await expect(mock.fetch('/api/v1/global/agents/get-by-id?agent_id=1004')).rejects.toThrow('fetch failed');
});

test('is told what was not asked for', async () => {
  await expect(mock.world.verify({ request: { operation: 'getAgent' } })).rejects.toBeInstanceOf(ControlRefused);
});
