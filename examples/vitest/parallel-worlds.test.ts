// Tests that share one mock and run at once, each in a world of its own: the fixture gives it. With a mock that runs
// already, `mockTest({ url: 'http://127.0.0.1:4010' })` takes the place of `mockTest()`, and the rest stays.
import { describe } from 'vitest';
import type { WorldClient } from 'voice-agent-mock';
import { mockTest } from 'voice-agent-mock/vitest';

const test = mockTest();

describe.concurrent('what a frontend does', () => {
  test('publishes an agent, and asks once', async ({ world, expect }) => {
    expect(await publish(world, 1002)).toBe('Published');
    await world.verify({ request: { operation: 'createAgent', body: { agent_id: 1002, status: 1 } }, exactly: 1 });
  });

  test('says why an agent cannot be published', async ({ world, expect }) => {
    expect(await publish(world, 1001)).toBe('Add at least 1 phone number to your agent');
  });

  test('shows the login once the token has expired', async ({ world, expect }) => {
    const token = await world.createToken({ email: 'owner@acme.example' }, { expiresIn: 'PT1H' });
    expect(await publish(world, 1002, token)).toBe('Published');
    await world.clock.advance('PT1H');
    expect(await publish(world, 1002, token)).toBe('Please log in');
  });

  test('survives an outage', async ({ world, expect }) => {
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
