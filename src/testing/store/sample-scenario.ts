import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newAgentRecord } from '../../domain/agents/agent-change.ts';
import type { AgentRecord, CampaignRecord, LeadRecord, LeadStatus, PhoneNumberRecord } from '../../domain/records.ts';

/** Makes a small scenario in a new temporary folder, for tests of stores: two workspaces, four agents, two campaigns. */
export async function createSampleScenario(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'sample-scenario-'));
  await Promise.all(['voices', 'leads'].map((folder) => mkdir(join(dir, folder))));
  await Promise.all(
    Object.entries(sampleFiles()).map(([file, records]) => writeFile(join(dir, file), printLines(records))),
  );
  return dir;
}

export function sampleAgent(id: number, members: Partial<AgentRecord> = {}): AgentRecord {
  return {
    ...newAgentRecord({ id, workspaceId: 101, userId: 1, now: '2025-01-01T00:00:00.000Z' }),
    agent_name: `Agent ${id}`,
    agent_prompt: 'Be kind.',
    transcriber_language: 'en',
    ...members,
  };
}

export function sampleNumber(id: string, members: Partial<PhoneNumberRecord> = {}): PhoneNumberRecord {
  return { id, workspace_id: 101, is_active: true, agent_id: null, position: 0, ...members };
}

export function sampleCampaign(id: number, members: Partial<CampaignRecord> = {}): CampaignRecord {
  const on = '2025-01-01T00:00:00.000Z';
  return {
    id,
    workspace_id: 101,
    agent_id: 1001,
    name: `Campaign ${id}`,
    status: 'inprogress',
    created_on: on,
    updated_on: on,
    ...members,
  };
}

export function sampleLead(id: number, status: LeadStatus = 0): LeadRecord {
  const mobile_no = `+1555${String(id).padStart(7, '0')}`;
  return { id, mobile_no, input_data: { name: `Lead ${id}` }, status, calls: [], updated_by: 'Amara Okafor' };
}

function sampleFiles(): Readonly<Record<string, readonly unknown[]>> {
  const workspace = { company_id: 1, voice_analysis: true };
  const token = { user_id: 1, workspace_id: 101, created_on: '2025-01-01T00:00:00.000Z', expires_on: null };
  const user = { first_name: 'Amara', last_name: 'Okafor', email: 'owner@acme.example' };
  const voice = {
    provider_id: 'provider_a',
    category: 'premade',
    description: '',
    url: '',
    language: 'en',
    image: null,
  };
  return {
    'workspaces.json': [
      { id: 101, name: 'Acme Outreach', ...workspace },
      { id: 102, name: 'Globex Support', ...workspace },
    ],
    'users.json': [
      { id: 1, workspace_id: 101, ...user },
      { id: 2, workspace_id: 102, ...user },
    ],
    'login-tokens.json': [{ id: 'login-acme', ...token }],
    'api-tokens.json': [{ id: 'ac3d'.repeat(16), ...token }],
    'providers.json': [{ id: 'provider_a', name: 'Aurora Voices', default_page_size: 10, workspace_ids: [101, 102] }],
    'voices/provider_a.json': [
      { id: 'voice-b', position: 0, title: 'Bea', age: 'young', gender: 'female', ...voice },
      { id: 'voice-a', position: 1, title: 'Abe', age: 'old', gender: 'male', ...voice },
    ],
    'phone-numbers.json': [
      sampleNumber('+15550001002', { agent_id: 1002 }),
      sampleNumber('+15550009001'),
      sampleNumber('+15550009002', { workspace_id: null }),
    ],
    'agents.json': [
      sampleAgent(1001),
      sampleAgent(1002),
      sampleAgent(1003),
      sampleAgent(1006, { workspace_id: 102, creator_user_id: 2 }),
    ],
    'campaigns.json': [sampleCampaign(5001), sampleCampaign(5002)],
    'audiences.json': [{ id: 5001, columns: [], attempts_allowed: 3, halted: null }],
    'leads/5001.json': [sampleLead(1), sampleLead(2, 3), sampleLead(3, 1), sampleLead(4)],
  };
}

function printLines(records: readonly unknown[]): string {
  return `[\n${records.map((record) => JSON.stringify(record)).join(',\n')}\n]\n`;
}
