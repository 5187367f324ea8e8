// TypeScript that is compiled to CommonJS (this file) and to an ES module (publish.mts): both find their types.
import { createMock, type Mock } from 'voice-agent-mock';
import { useMock } from 'voice-agent-mock/jest';
import { platformHandlers } from 'voice-agent-mock/msw';
import { mockFixtures } from 'voice-agent-mock/playwright';
import { createFactories } from 'voice-agent-mock/seed';
import { voiceAgentMock } from 'voice-agent-mock/vite';

/** The other entries. */
const others = [createFactories, mockFixtures, platformHandlers, useMock, voiceAgentMock];

async function publish(mock: Mock, agent_id: number): Promise<number> {
  const world = mock.world('publishes');
  const { base_url } = await world.urls();
  const answer = await fetch(`${base_url}/create-agent`, {
    method: 'POST',
    headers: { token: mock.accounts[0]?.api_token ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ agent_id, status: 1 }),
  });
  await world.verify({ request: { operation: 'createAgent', status: 200 }, exactly: 1 });
  return answer.status;
}

async function main(): Promise<void> {
  const mock = await createMock();
  console.log(await publish(mock, 1002), others.length, 'more entries');
  await mock.close();
}

void main();
