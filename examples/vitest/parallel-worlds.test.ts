// Tests that share one mock and run at once, each in a world of its own. With a mock that runs already,
// `await connectMock('http://127.0.0.1:4010')` takes the place of `await createMock()`, and the rest stays.
import { afterAll, describe, expect, it } from 'vitest';
import { createMock, type WorldClient } from 'voice-agent-mock';

const mock = await createMock();
afterAll(() => mock.close());

describe.concurrent('what a frontend does', () => {
  it('publishes an agent, and asks once', async () => {
    const world = mock.world('publishes-an-agent');
    expect(await publish(world, 1002)).toBe('Published');
    await world.verify({ request: { operation: 'createAgent', body: { agent_id: 1002, status: 1 } }, exactly: 1 });
  });

  it('says why an agent cannot be published', async () => {
    const world = mock.world('has-no-number');
    expect(await publish(world, 1001)).toBe('Add at least 1 phone number to your agent');
  });

  it('shows the login once the token has expired', async () => {
    const world = mock.world('token-expires');
    const token = await world.createToken({ email: 'owner@acme.example' }, { expiresIn: 'PT1H' });
    expect(await publish(world, 1002, token)).toBe('Published');
    await world.clock.advance('PT1H');
    expect(await publish(world, 1002, token)).toBe('Please log in');
  });

  it('survives an outage', async () => {
    const world = mock.world('outage');
    await world.fault({ operation: 'createAgent', when: { times: 1 }, effect: { type: 'cut', at: 'before' } });
    expect(await publish(world, 1002)).toBe('The service cannot be reached');
    expect(await publish(world, 1002)).toBe('Published');
  });
});

/** Stands for the code under test: it only needs an address and a token. */
async function publish(world: WorldClient, agent_id: number, token = 'ac3d'.repeat(16)): Promise<string> {
  const { base_url } = await world.urls();
  try {
    const answer = await fetch(`${base_url}/create-agent`, {
      method: 'POST',
      headers: { token, 'content-type': 'application/json' },
      body: JSON.stringify({ agent_id, status: 1 }),
    });
    if (answer.status === 401) return 'Please log in';
    return answer.ok ? 'Published' : ((await answer.json()) as { message: string }).message;
  } catch {
    return 'The service cannot be reached';
  }
}
