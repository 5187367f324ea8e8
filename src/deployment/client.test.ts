import { expect, it } from 'vitest';
import { openCreationLedger } from './agents/creation-ledger.ts';
import { DeploymentClient } from './client.ts';
import { type Settings, defaultScenario } from './configuration/settings.ts';
import type { ApiRequest, Transport } from './transport.ts';

const addresses = { base_url: 'http://one/api/v1/global', api_url: 'http://one', alt_url: 'http://one' };
const settings: Settings = {
  ...{ ...defaultScenario, addresses, headers: {}, timeout: 1, rate_limit: null, concurrency: 1, ledger: '' },
};
const mark = 'contract-r1-';
const nameless: ApiRequest = {
  ...{ operation: 'createAgent', query: [], headers: { token: settings.token } },
  body: { kind: 'json', value: { status: 3 } },
};

/** Sends a creation without a name to a deployment that answers with this agent, and cleans. */
async function created(agent_name: string | null, secondsAgo: number): Promise<object> {
  const agents = new Set([90453]);
  const created_on = new Date(Date.now() - secondsAgo * 1000).toISOString();
  const transport: Transport = ({ operation, body }) => {
    const sent = body.kind === 'json' ? (body.value as { readonly agent_id?: number }) : {};
    const isThere = operation !== 'getAgent' || agents.has(90453);
    if (sent.agent_id !== undefined) agents.delete(sent.agent_id);
    const shown = { basic_details: { id: 90453, agent_name, created_on }, campaigns: [] };
    const data = operation === 'getAgent' ? shown : { agent_id: 90453 };
    const answer = isThere
      ? { error: false, timestamp: Date.now(), data }
      : { error: true, message: 'Agent not found' };
    return Promise.resolve({ status: isThere ? 200 : 404, headers: {}, text: JSON.stringify(answer) });
  };
  const ledger = openCreationLedger(null);
  const sleep = (): Promise<void> => Promise.resolve();
  const client = new DeploymentClient({
    ...{ transport, cleaning: readable(transport), settings, ledger },
    ...{ run: 'r1', mark, mayComplete: false, sleep, now: Date.now },
  });
  const { fault } = await client.send(nameless);
  const { cleaned, left } = await client.clean();
  return { fault: fault?.clauses[0], cleaned, left: left.map(({ id }) => id) };
}

/** Answers a reading without an id as the document has it. */
function readable(transport: Transport): Transport {
  return (request) =>
    request.operation === 'getAgent' && request.query.length === 0
      ? Promise.resolve({ status: 400, headers: {}, text: '{"error":true}' })
      : transport(request);
}

it.each([
  ['is new by its time is cleaned', 'Untitled', 0, { cleaned: 1, left: [] }],
  ['was made some time before is told by its id', 'Untitled', 60, { cleaned: 0, left: [90453] }],
  ['has no name is told by its id', null, 0, { cleaned: 0, left: [90453] }],
  ['has a name of another creation is told by its id', `${mark}other`, 0, { cleaned: 0, left: [90453] }],
  ['is of another year is the fault of the creation', 'Old', 4e7, { fault: 'create-agent.create', left: [null] }],
])('an agent that is answered to a creation without a name and %s', async (_, name, secondsAgo, expected) => {
  expect(await created(name, secondsAgo)).toMatchObject(expected);
});
