import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newAgentRecord } from '../../domain/agents/agent-change.ts';
import type { Scenario } from '../../domain/coherence.ts';
import type { AgentRecord, CampaignRecord, LeadRecord, LeadStatus, PhoneNumberRecord } from '../../domain/records.ts';
import { saveScenario } from '../../seed/targets/write-scenario.ts';

/** Makes a small scenario in a new temporary folder, for tests of stores: four agents and two campaigns beside `empty`. */
export async function createSampleScenario(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'sample-scenario-'));
  await saveScenario(sample, dir);
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

const voice = { provider_id: 'provider_a', category: 'premade', description: '', url: '', language: 'en', image: null };

const sample: Scenario = {
  providers: [{ id: 'provider_a', name: 'Aurora Voices', default_page_size: 10, workspace_ids: [101, 102] }],
  voices: [
    { id: 'voice-b', position: 0, title: 'Bea', age: 'young', gender: 'female', ...voice },
    { id: 'voice-a', position: 1, title: 'Abe', age: 'old', gender: 'male', ...voice },
  ],
  phone_numbers: [
    sampleNumber('+15550001002', { agent_id: 1002 }),
    sampleNumber('+15550009001'),
    sampleNumber('+15550009002', { workspace_id: null }),
  ],
  agents: [
    ...[1001, 1002, 1003].map((id) => sampleAgent(id)),
    sampleAgent(1006, { workspace_id: 102, creator_user_id: 2 }),
  ],
  campaigns: [sampleCampaign(5001), sampleCampaign(5002)],
  audiences: [{ id: 5001, columns: [], attempts_allowed: 3, halted: null }],
  leads: { 5001: [sampleLead(1), sampleLead(2, 3), sampleLead(3, 1), sampleLead(4)] },
};
