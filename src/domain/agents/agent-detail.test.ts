import { describe, expect, it } from 'vitest';
import { chooseRules, fullName } from '../choices/rules.ts';
import { agentDetail, savedFields, type AgentSurroundings } from './agent-detail.ts';
import { newAgentRecord } from './agent-change.ts';
import type { CampaignRecord, CampaignStatus } from '../records.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const agent = newAgentRecord({ id: 7, workspaceId: 101, userId: 1, now: now.toISOString() });
const around: AgentSurroundings = {
  workspace: { id: 101, name: 'Acme', company_id: 9101, voice_analysis: true },
  creator: undefined,
  numbers: [],
  campaigns: [],
  hasRecords: () => false,
  codes: () => undefined,
  agentToken: 'a.b.c',
  now,
};

describe('the campaigns of an agent', () => {
  it.each<{ statuses: CampaignStatus[]; active: number[]; hold: boolean; draft: boolean }>([
    { statuses: [], active: [], hold: false, draft: true },
    { statuses: ['draft', 'draft'], active: [], hold: false, draft: true },
    { statuses: ['draft', 'deleted'], active: [], hold: false, draft: false },
    { statuses: ['force_completed'], active: [], hold: false, draft: false },
    { statuses: ['hold'], active: [], hold: true, draft: false },
    { statuses: ['pause', 'hold', 'inprogress'], active: [1, 3], hold: true, draft: false },
  ])('$statuses make $active active, on hold: $hold, draft: $draft', ({ statuses, active, hold, draft }) => {
    const detail = agentDetail(agent, { ...around, campaigns: statuses.map(campaign) });
    expect(detail.campaigns.map((item) => (item as { id: number }).id)).toEqual(active);
    expect(detail).toMatchObject({ campaign_count: active.length, is_campaign_on_hold: hold, is_draft: draft });
  });

  it('make an audience where one of them has a record, whatever its status', () => {
    const campaigns = [campaign('draft', 0), campaign('deleted', 1)];
    expect(agentDetail(agent, { ...around, campaigns }).is_audience).toBe(false);
    expect(agentDetail(agent, { ...around, campaigns, hasRecords: (id) => id === 2 }).is_audience).toBe(true);
  });
});

it('lists numbers in the order in which they were attached', () => {
  const numbers = ['+3', '+1', '+2'].map((id, index) => {
    return { id, workspace_id: 101, is_active: true, agent_id: 7, position: 2 - index };
  });
  expect(agentDetail(agent, { ...around, numbers }).phone_numbers).toEqual(['+2', '+1', '+3']);
});

it('tells the age of the latest update, and nothing where there was none', () => {
  const updated = { ...agent, updated_on: '2026-11-20T10:00:00.000Z' };
  expect(agentDetail(updated, around).last_modified).toBe('');
  expect(agentDetail({ ...updated, has_been_updated: true }, around).last_modified).toBe('2 hours ago');
});

it('shows an agent whose creator is gone', () => {
  const creator = { user_id: 1, first_name: '', last_name: '', email: '', full_name: '' };
  expect(agentDetail(agent, around).creator).toEqual(creator);
});

it('shows guardrails that were never set as off, and those set as they are', () => {
  expect(agentDetail(agent, around).guardrails).toEqual({
    id: null,
    agent_id: 7,
    hate_enabled: 0,
    insult_enabled: 0,
    violence_enabled: 0,
    sexual_enabled: 0,
    misconduct_enabled: 0,
    prompt_attack_enabled: 0,
    relevance_deviation_level: 0,
    knowledge_boundary_deviation_level: 0,
  });
  const guarded = { ...agent, guardrails: { id: 5, agent_id: 99, hate_enabled: 1 } };
  expect(agentDetail(guarded, around).guardrails).toMatchObject({ id: 5, agent_id: 7, hate_enabled: 1 });
});

it('shows guardrails that a form has set with the id of the agent, if so chosen', () => {
  const guarded = { ...agent, guardrails: { hate_enabled: 1 } };
  const rules = chooseRules(new Map([['createagentorupdate.guardrails.id', 'agent']]), new Map());
  const ids = [agent, guarded].map((each) => agentDetail(each, { ...around, rules }).guardrails.id);
  expect([...ids, agentDetail(guarded, around).guardrails.id]).toEqual([null, 7, null]);
});

it('shows voice settings that were never set by their defaults', () => {
  expect(agentDetail(agent, around).configuration.voice_config).toEqual({ speed: '1', stability: '0.5' });
});

it.each([
  { first_name: 'Amara', last_name: 'Okafor', full: 'Amara Okafor' },
  { first_name: 'Amara', last_name: '', full: 'Amara' },
  { first_name: '', last_name: 'Okafor', full: 'Okafor' },
])('the full name of "$first_name" "$last_name" is "$full"', ({ full, ...user }) => {
  expect(fullName(user)).toBe(full);
});

function campaign(status: CampaignStatus, index: number): CampaignRecord {
  const on = now.toISOString();
  return { id: index + 1, workspace_id: 101, agent_id: 7, name: '', status, created_on: on, updated_on: on };
}

it('shows every member of the record, and of what surrounds it', () => {
  const tools = [{ id: 7, isEnabled: true }];
  const subAgents = [{ id: 8, isEnabled: false }];
  const file = { id: 1, name: 'a.csv', size: 3, type: 'text/csv', sha256: 'ab'.repeat(32) };
  const input = [{ key: 'k', type: 'string', description: 'Key' }];
  const denials = { denied_words: ['w'], denied_topics: ['t'] };
  const settings = {
    context_awareness: 1,
    temperature: 0.7,
    tts_model: 11,
    stt_model: 12,
    call_recording: 13,
    inactivity_handling_time: 14,
    max_call_duration: 15,
    transcript_status: 16,
    skills: ['skill'],
    nudges: ['nudge'],
    trigger: 'trigger',
  };
  const guardrails = {
    id: 17,
    hate_enabled: 18,
    insult_enabled: 19,
    violence_enabled: 20,
    sexual_enabled: 21,
    misconduct_enabled: 22,
    prompt_attack_enabled: 23,
    relevance_deviation_level: 24,
    knowledge_boundary_deviation_level: 25,
  };
  const shown = {
    agent_name: 'Clinic Desk',
    description: 'Answers',
    category: 2,
    purpose: 3,
    agent_type: 1,
    agent_prompt: 'You answer.',
    agent_privacy: 1,
    status: 1,
    voice_id: 'v1',
    voice_provider: 4,
    transcriber_provider: 5,
    calling_type: 6,
    created_on: '2026-11-19T12:00:00.000Z',
    updated_on: '2026-11-20T10:00:00.000Z',
  } as const;
  const metadata = {
    metadata_input: input,
    metadata_output: ['out'],
    metadata_output_provider: 'p',
    metadata_output_model: 'm',
  };
  const dispositions = {
    dispositions: ['Sold'],
    dispositions_config: { disposition_provider: 1, disposition_model: 2 },
  };
  const detail = agentDetail(
    {
      ...agent,
      ...shown,
      ...dispositions,
      creator_user_id: 3,
      webhook_url: 'https://hooks.example/7',
      configuration: { id: 70, ...settings },
      knowledge_base: { files: [file], links: ['link'], pages: ['page'], tools, sub_agents: subAgents },
      denials,
      guardrails,
      metadata_config: metadata,
      integrated_custom_events: { toolHttpRequest: ['request'] },
      unread: { ...agent.unread, voice: { settings: { speed: 1.5, stability: 0.25 } } },
    },
    {
      ...around,
      creator: { id: 3, workspace_id: 101, first_name: 'Ada', last_name: 'Hughes', email: 'ada@acme.example' },
      numbers: [{ id: '+15550001001', workspace_id: 101, is_active: true, agent_id: 7, position: 0 }],
      codes: (id) => ({
        id,
        kind: 'category',
        code: 0,
        name: null,
        label: id,
        text_color: '#1',
        background_color: '#2',
      }),
    },
  );
  expect(detail).toEqual({
    basic_details: {
      id: 7,
      workspace_id: 101,
      company_id: 9101,
      agent_token: 'a.b.c',
      ...shown,
      category_description: { id: 2, label: 'category:2', textColor: '#1', backgroundColor: '#2' },
      purpose_description: { id: 3, label: 'purpose:3' },
      agent_type_description: { id: 1, label: 'agent_type:1' },
    },
    configuration: { id: 70, agent_id: 7, ...settings, voice_config: { speed: '1.5', stability: '0.25' } },
    knowledge_base: { agent_id: 7, files: [file], links: ['link'], pages: ['page'], tools, sub_agents: subAgents },
    tools: { tools, subagents: subAgents, integrated_custom_events: { toolHttpRequest: ['request'] }, denials },
    phone_numbers: ['+15550001001'],
    ...dispositions,
    denials,
    creator: { user_id: 3, first_name: 'Ada', last_name: 'Hughes', email: 'ada@acme.example', full_name: 'Ada Hughes' },
    guardrails: { agent_id: 7, ...guardrails },
    metadata_config: metadata,
    last_modified: '',
    voice_analysis: true,
    campaign_count: 0,
    campaigns: [],
    is_campaign_on_hold: false,
    is_draft: true,
    is_audience: false,
    webhook_url: 'https://hooks.example/7',
  });
});

it.each([
  { of: { status: 1 }, published: true },
  { of: { status: 3 }, published: undefined },
  { of: { status: 3, was_published: true }, published: true },
] as const)('names what is saved of an agent, and whether it ever was published: $of', ({ of, published }) => {
  const saved = savedFields({ ...agent, ...of, updates: 2, unread: { ...agent.unread, greeting: 'Hi' } });
  expect(saved).toMatchObject({ id: 7, greeting: 'Hi', updates: 2, versions: 3 });
  expect(saved['published']).toBe(published);
  expect(savedFields(agent)).toMatchObject({ updates: 0, versions: 1 });
});
