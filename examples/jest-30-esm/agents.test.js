// Jest with ES modules (node --experimental-vm-modules): a world for each test.
import { ControlRefused, createMock } from 'voice-agent-mock';

let mock;
let world;
beforeAll(async () => {
  mock = await createMock();
});
beforeEach(() => {
  world = mock.world(`test-${process.env.JEST_WORKER_ID}-${Date.now()}`);
});
afterEach(() => world.delete());
afterAll(() => mock.close());

async function publish(agent_id) {
  const { base_url } = await world.urls();
  return fetch(`${base_url}/create-agent`, {
    method: 'POST',
    headers: { token: mock.accounts[0].api_token, 'content-type': 'application/json' },
    body: JSON.stringify({ agent_id, status: 1 }),
  });
}

test('publishes an agent', async () => {
  expect((await publish(1002)).status).toBe(200);
  await world.verify({ request: { operation: 'createAgent', body: { agent_id: 1002 } }, exactly: 1 });
});

test('says why an agent cannot be published', async () => {
  const answer = await publish(1001);
  expect(answer.status).toBe(400);
  expect((await answer.json()).message).toMatch(/phone number/);
});

test('has the answers of an outage', async () => {
  await world.fault({ preset: 'outage' });
  expect((await publish(1002)).status).toBe(500);
});

test('is told what was not asked for', async () => {
  await expect(world.verify({ request: { operation: 'getAgent' } })).rejects.toBeInstanceOf(ControlRefused);
});
