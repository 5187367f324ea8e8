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

/** A deployment that answers a creation with this agent, and a client of it. */
function deploymentOf(agent_name: string | null, secondsAgo: number) {
  const agents = new Set([90453]);
  const created_on = new Date(Date.now() - secondsAgo * 1000).toISOString();
  let readings = 0;
  const transport: Transport = ({ operation, body }) => {
    if (operation === 'getAgent') readings += 1;
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
  return { client, readings: () => readings };
}

/** Sends a creation without a name to it, and cleans. */
async function created(agent_name: string | null, secondsAgo: number): Promise<object> {
  const { client } = deploymentOf(agent_name, secondsAgo);
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

const reading: ApiRequest = {
  ...{ operation: 'getAgent', query: [['agent_id', '90453']], headers: { token: settings.token } },
  body: { kind: 'none' },
};

it('an agent that a creation was seen to have made is not asked for again, until another write is sent', async () => {
  const { client, readings } = deploymentOf('Untitled', 0);
  await client.send(nameless);
  await client.send({ ...reading, query: [['agent_id', '90454']] });
  const { response } = await client.send(reading);
  expect([readings(), response.status, response.text]).toEqual([2, 200, expect.stringContaining('Untitled')]);
  await client.send(reading);
  expect(readings()).toBe(3);
});

it.each<[string, ApiRequest, 'beside' | 'meanwhile' | 'after']>([
  ['another list was read', { ...reading, operation: 'listVoices', query: [] }, 'after'],
  ['another request is begun while it is read', { ...reading, operation: 'listVoices', query: [] }, 'meanwhile'],
  ['another request was under way', { ...reading, operation: 'listVoices', query: [] }, 'beside'],
  ['another token asks', { ...reading, headers: { token: 'other' } }, 'after'],
])('an agent that was made is asked for anew where %s', async (_, other, when) => {
  const { client, readings } = deploymentOf('Untitled', 0);
  const making = client.send(nameless);
  if (when === 'after') await making;
  while (when === 'meanwhile' && readings() === 0) await Promise.resolve();
  await Promise.all([making, client.send(other)]);
  const before = readings();
  await client.send(reading);
  expect(readings()).toBe(before + 1);
});
