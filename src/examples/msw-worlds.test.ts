/**
 * An example: an app that calls the platform's real address, answered by the mock through MSW. In a project of yours the
 * imports read `from 'voice-agent-mock/msw'` and `from 'voice-agent-mock/vitest'`.
 */
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { platformHandlers } from '../msw.ts';
import { useMock } from '../vitest.ts';

const mock = useMock();
const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => server.resetHandlers(...platformHandlers(http, mock.world)));
afterAll(() => server.close());

/** Stands for the code under test. */
async function agentName(): Promise<string> {
  const headers = { token: 'ac3d'.repeat(16) };
  const answer = await fetch('https://platform.example/api/v1/global/agents/get-by-id?agent_id=1002', { headers });
  if (!answer.ok) return 'Something went wrong';
  const { data } = (await answer.json()) as { data: { basic_details: { agent_name: string } } };
  return data.basic_details.agent_name;
}

it('shows the name', async () => {
  expect(await agentName()).toMatch(/\w/);
  expect(await agentName()).not.toBe('Something went wrong');
});

it('shows that something went wrong', async () => {
  await mock.world.fault({ preset: 'outage' });
  expect(await agentName()).toBe('Something went wrong');
});
