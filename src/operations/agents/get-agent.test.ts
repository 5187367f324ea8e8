import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { prepareMocks, testTime, type ApiHarness } from '../../testing/api-harness.ts';
import { tokens } from '../../testing/well-known.ts';

const freshMock = await prepareMocks();

describe('the agent id', () => {
  it.each([
    { of: 'is missing', query: '', message: 'Agent ID is missing.' },
    { of: 'is empty', query: 'agent_id=', message: 'Agent ID is missing.' },
    { of: 'is not a number', query: 'agent_id=abc', message: 'Agent ID is invalid.' },
    { of: 'is zero', query: 'agent_id=0', message: 'Agent ID is invalid.' },
    { of: 'is negative', query: 'agent_id=-1001', message: 'Agent ID is invalid.' },
    { of: 'is not an integer', query: 'agent_id=1001.5', message: 'Agent ID is invalid.' },
    { of: 'has an exponent', query: 'agent_id=1e3', message: 'Agent ID is invalid.' },
    { of: 'is hexadecimal', query: 'agent_id=0x3e9', message: 'Agent ID is invalid.' },
    { of: 'has blanks', query: 'agent_id=%201001', message: 'Agent ID is invalid.' },
    { of: 'is sent twice', query: 'agent_id=1001&agent_id=1002', message: 'Agent ID is invalid.' },
    { of: 'is a list', query: 'agent_id[]=1001', message: 'Agent ID is invalid.' },
  ])('is refused with 400 where it $of', async ({ query, message }) => {
    await freshMock().refuse('getAgent', { query }, { status: 400, message });
  });

  it.each([
    { of: 'nobody', id: '9999' },
    { of: 'an agent of another workspace', id: '1006' },
    { of: 'a deleted agent', id: '1005' },
    { of: 'a number beyond what is exact', id: '99999999999999999999' },
  ])('is answered with 404 where it names $of', async ({ id }) => {
    await freshMock().refuse('getAgent', { query: { agent_id: id } }, 'get-by-id.not-found');
  });
});

it('answers in an envelope with the time in milliseconds', async () => {
  const { data, ...envelope } = await freshMock().succeed('getAgent', { query: { agent_id: 1004 } });
  expect(envelope).toEqual({ error: false, code: 200, message: '', timestamp: testTime.getTime() });
  expect(data.basic_details.id).toBe(1004);
});

it('answers every stored field of the agent', async () => {
  const api = freshMock();
  const stored = storedAgent(api, 1004);
  const agent = await api.agent(1004);
  expect(agent.basic_details).toEqual({
    id: 1004,
    workspace_id: 101,
    agent_name: stored.agent_name,
    description: stored.description,
    category: stored.category,
    category_description: {
      id: stored.category,
      label: expect.any(String),
      textColor: expect.any(String),
      backgroundColor: expect.any(String),
    },
    purpose: stored.purpose,
    purpose_description: { id: stored.purpose, label: expect.any(String) },
    agent_type: 3,
    agent_type_description: { id: 3, label: 'Telephony' },
    agent_prompt: stored.agent_prompt,
    agent_privacy: stored.agent_privacy,
    status: 1,
    voice_id: stored.voice_id,
    agent_token: expect.any(String),
    voice_provider: stored.voice_provider,
    transcriber_provider: stored.transcriber_provider,
    calling_type: stored.calling_type,
    company_id: 9101,
    created_on: stored.created_on,
    updated_on: stored.updated_on,
  });
  expect(agent.configuration).toEqual({
    ...stored.configuration,
    agent_id: 1004,
    voice_config: { speed: '1.01', stability: '0.85' },
  });
  expect(agent.knowledge_base).toEqual({ agent_id: 1004, ...stored.knowledge_base });
  expect(agent.tools).toEqual({
    tools: stored.knowledge_base.tools,
    subagents: stored.knowledge_base.sub_agents,
    integrated_custom_events: stored.integrated_custom_events,
    denials: stored.denials,
  });
  expect(agent.dispositions).toEqual(stored.dispositions);
  expect(agent.dispositions_config).toEqual(stored.dispositions_config);
  expect(agent.denials).toEqual(stored.denials);
  expect(agent.guardrails).toEqual({ ...stored.guardrails, agent_id: 1004 });
  expect(agent.metadata_config).toEqual(stored.metadata_config);
  expect(agent.webhook_url).toBe(stored.webhook_url);
  expect(agent.phone_numbers).toEqual(['+15550001004']);
  expect(agent.creator).toEqual({
    user_id: 1,
    first_name: 'Amara',
    last_name: 'Okafor',
    email: 'owner@acme.example',
    full_name: 'Amara Okafor',
  });
});

it.each([
  { code: 1, label: 'Voice' },
  { code: 2, label: 'Chat' },
  { code: 3, label: 'Telephony' },
  { code: 4, label: 'General' },
])('describes the agent type $code as $label', async ({ code, label }) => {
  const api = freshMock();
  await changeType(api, code);
  const { agent_type: type, agent_type_description: description } = (await api.agent(1001)).basic_details;
  expect({ type, description }).toEqual({ type: code, description: { id: code, label } });
});

it('describes category and purpose by their codes', async () => {
  const { basic_details: details } = await freshMock().agent(1001);
  expect(details.category_description).toEqual({
    id: 1,
    label: 'Healthcare',
    textColor: '#0B5345',
    backgroundColor: '#D1F2EB',
  });
  expect(details.purpose_description).toEqual({ id: 1, label: 'Appointment reminder' });
});

it('describes a category that nobody knows without failing', async () => {
  const api = freshMock();
  await api.succeed('createAgentOrUpdate', {
    form: [
      ['agent_id', '1001'],
      ['basic_details[agent_name]', 'Clinic Desk'],
      ['basic_details[category]', '4711'],
      ['basic_details[purpose]', '-3'],
    ],
  });
  const { basic_details: details } = await api.agent(1001);
  expect(details.category_description).toMatchObject({ id: 4711, label: 'Unknown' });
  expect(details.purpose_description).toEqual({ id: -3, label: 'Unknown' });
});

it('shows the denials of an agent in both places', async () => {
  const api = freshMock();
  await api.succeed('createAgentOrUpdate', {
    form: [
      ['agent_id', '1001'],
      ['basic_details[agent_name]', 'Clinic Desk'],
      ['denials[denied_words][]', 'refund'],
      ['denials[denied_topics][]', 'politics'],
    ],
  });
  const agent = await api.agent(1001);
  expect(agent.denials).toEqual({ denied_words: ['refund'], denied_topics: ['politics'] });
  expect(agent.tools.denials).toEqual(agent.denials);
});

it('signs the agent token as a JWT that stays the same', async () => {
  const api = freshMock();
  const { agent_token: token } = (await api.agent(1004)).basic_details;
  const [header = '', claims = '', signature] = token.split('.');
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'HS256', typ: 'JWT' });
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ agent_id: 1004, workspace_id: 101 });
  expect(signature).toBe(createHmac('sha256', 'voice-agent-mock').update(`${header}.${claims}`).digest('base64url'));
  await api.succeed('createAgent', { body: { agent_id: 1004, agent_name: 'Another Name' } });
  expect((await api.agent(1004)).basic_details.agent_token).toBe(token);
  expect((await api.agent(1002)).basic_details.agent_token).not.toBe(token);
});

describe('what the campaigns make of an agent', () => {
  it.each([
    {
      of: 'campaigns of every status',
      id: 1004,
      campaigns: [
        { id: 5001, status: 'inprogress' },
        { id: 5006, status: 'pause' },
      ],
      is_campaign_on_hold: true,
      is_draft: false,
      is_audience: true,
    },
    { of: 'a draft alone', id: 1010, campaigns: [], is_campaign_on_hold: false, is_draft: true, is_audience: false },
    { of: 'no campaign', id: 1001, campaigns: [], is_campaign_on_hold: false, is_draft: true, is_audience: false },
    {
      of: 'one of another workspace, with five records',
      id: 1006,
      token: tokens.globex,
      campaigns: [{ id: 5005, status: 'inprogress' }],
      is_campaign_on_hold: false,
      is_draft: false,
      is_audience: true,
    },
  ])('follows from $of', async ({ id, token, campaigns, is_campaign_on_hold, is_draft, is_audience }) => {
    const agent = await freshMock().agent(id, token);
    expect(agent).toMatchObject({ campaign_count: campaigns.length, is_campaign_on_hold, is_draft, is_audience });
    expect(agent.campaigns).toEqual(campaigns);
  });

  it.each([
    { status: 'draft', active: false, hold: false, draft: true },
    { status: 'inprogress', active: true, hold: false, draft: false },
    { status: 'hold', active: false, hold: true, draft: false },
    { status: 'pause', active: true, hold: false, draft: false },
    { status: 'deleted', active: false, hold: false, draft: false },
  ])('follows a campaign that becomes $status', async ({ status, active, hold, draft }) => {
    const api = freshMock();
    await api.succeed('forceCompleteCampaign', { body: { campaign_id: 5003, campaign_status: status } });
    expect(await api.agent(1010)).toMatchObject({
      campaign_count: active ? 1 : 0,
      campaigns: active ? [{ id: 5003, status }] : [],
      is_campaign_on_hold: hold,
      is_draft: draft,
      is_audience: false,
    });
  });

  it('keeps the audience of a campaign that is completed or deleted', async () => {
    const api = freshMock();
    for (const campaign_id of [5001, 5002, 5006]) {
      await api.succeed('forceCompleteCampaign', { body: { campaign_id, campaign_status: 'deleted' } });
    }
    expect(await api.agent(1004)).toMatchObject({
      campaign_count: 0,
      campaigns: [],
      is_campaign_on_hold: false,
      is_draft: false,
      is_audience: true,
    });
  });
});

it('needs one record for an audience', async () => {
  const api = freshMock();
  const { store } = api.mock.worlds.default;
  const lead = store.view().leads(5002).at(0);
  expect((await api.agent(1010)).is_audience).toBe(false);
  await store.commit([...store.view().putLeads(5003, [{ ...lead, id: store.nextId('leads') }])]);
  expect((await api.agent(1010)).is_audience).toBe(true);
});

describe('last_modified', () => {
  const second = 1000;
  const minute = 60 * second;
  const hour = 60 * minute;
  const day = 24 * hour;

  it('is empty until the first update', async () => {
    const api = freshMock();
    expect((await api.agent(1001)).last_modified).toBe('');
    expect((await api.agent(await api.newAgent())).last_modified).toBe('');
  });

  it.each([
    { after: 0, text: 'just now' },
    { after: 59 * second, text: 'just now' },
    { after: minute, text: '1 minute ago' },
    { after: 59 * minute, text: '59 minutes ago' },
    { after: hour, text: '1 hour ago' },
    { after: 2 * hour, text: '2 hours ago' },
    { after: day, text: '1 day ago' },
    { after: 29 * day, text: '29 days ago' },
    { after: 30 * day, text: '1 month ago' },
    { after: 365 * day, text: '1 year ago' },
    { after: 800 * day, text: '2 years ago' },
  ])('is "$text" $after milliseconds after an update', async ({ after, text }) => {
    const api = freshMock();
    await api.succeed('createAgent', { body: { agent_id: 1001, prompt: 'New' } });
    api.clock.advance(after);
    const agent = await api.agent(1001);
    expect(agent.last_modified).toBe(text);
    expect(agent.basic_details.updated_on).toBe(testTime.toISOString());
  });
});

it.each([
  { token: tokens.acme, id: 1002, voice_analysis: true },
  { token: tokens.globex, id: 1006, voice_analysis: false },
])('answers voice_analysis of the workspace: $voice_analysis', async ({ token, id, voice_analysis }) => {
  expect((await freshMock().agent(id, token)).voice_analysis).toBe(voice_analysis);
});

it('lists all numbers attached, inactive and shared ones too, in their order', async () => {
  const api = freshMock();
  expect((await api.agent(1007)).phone_numbers).toEqual(['+15550001007']);
  expect((await api.agent(1008)).phone_numbers).toEqual(['+15550001008', '+15550001098']);
});

function storedAgent(api: ApiHarness, id: number) {
  const agent = api.mock.worlds.default.store.view().get('agents', id);
  if (agent === undefined) throw new Error(`The scenario has no agent ${id}.`);
  return agent;
}

async function changeType(api: ApiHarness, code: number): Promise<void> {
  await api.succeed('createAgentOrUpdate', {
    form: [
      ['agent_id', '1001'],
      ['basic_details[agent_name]', 'Clinic Desk'],
      ['basic_details[agent_type]', String(code)],
    ],
  });
}
