// TypeScript that is compiled to CommonJS (this file) and to an ES module (publish.mts): both find their types.
import { createMock, type Mock } from 'voice-agent-mock';
import { createFactories } from 'voice-agent-mock/seed';

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
  console.log(await publish(mock, 1002), typeof createFactories);
  await mock.close();
}

void main();
