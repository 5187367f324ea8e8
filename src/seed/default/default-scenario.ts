import type { AgentRecord, AudienceRecord, CampaignRecord, LeadRecord, TokenRecord } from '../../domain/records.ts';
import { isObject } from '../../json/json-value.ts';
import { findProfile } from '../factories/agent-factory.ts';
import { inputColumns } from '../factories/campaign-factories.ts';
import { buildVoiceCatalogue, codeTable } from '../factories/account-factories.ts';
import { type Factories, createFactories, defaultNow, mixStatuses } from '../factories/factories.ts';
import { createRandomSource } from '../factories/factory.ts';
import type { FolderContent } from '../targets/scenario-files.ts';
import {
  agents,
  apiTokens,
  campaigns,
  editors,
  loginTokens,
  numbers,
  shownAgent,
  users,
  workspaces,
} from './well-known.gen.ts';

const defaultSeed = 20_260_101;
const firstLead = 200_001;

/** The scenario `empty`: the workspaces, users and tokens, and the codes, which are names. */
export function buildEmptyScenario(): FolderContent {
  return {
    workspaces,
    users,
    login_tokens: loginTokens.map(withWorkspace),
    api_tokens: apiTokens.map(withWorkspace),
    codes: codeTable,
  };
}

/** The scenario `default`: the well-known names with believable data around them, the same bytes every time. */
export function buildDefaultScenario(): FolderContent {
  const factories = createFactories({ seed: defaultSeed, firstIds: { lead: firstLead } });
  const builtAgents = agents.map((agent) => buildAgent(factories, agent));
  const workspaceIds = workspaces.map(({ id }) => id);
  return {
    ...buildEmptyScenario(),
    providers: ['provider_a', 'provider_b', 'provider_c', 'provider_d'].map((id) =>
      factories.provider.build({ id, workspace_ids: id === 'provider_d' ? [] : workspaceIds }),
    ),
    voices: buildVoiceCatalogue(),
    phone_numbers: numbers.map((number) => factories.phoneNumber.build(number)),
    agents: builtAgents,
    ...buildCampaigns(factories, builtAgents),
  };
}

/** Each user owns the workspace of the same place. */
function withWorkspace({ id, user_id, ...times }: Omit<TokenRecord, 'workspace_id'>): TokenRecord {
  return { id, user_id, workspace_id: 100 + user_id, ...times };
}

function buildAgent(
  factories: Factories,
  { id, workspace, status, profile, created, updated, agent_type }: (typeof agents)[number],
): AgentRecord {
  const agent = factories.agent.build(
    {
      ...{ id, status, agent_type, workspace_id: workspace, creator_user_id: workspace - 100 },
      ...{ created_on: created, updated_on: updated ?? created, has_been_updated: updated !== null },
    },
    { profile },
  );
  return id === shownAgent.id ? withFields(agent, shownAgent.fields) : agent;
}

/** A record with these fields, of objects in it too. */
function withFields<T extends object>(record: T, fields: object): T {
  const merged = Object.entries(fields).map(([name, value]: [string, unknown]) => {
    const before: unknown = Reflect.get(record, name);
    return [name, isObject(value) && isObject(before) ? { ...before, ...value } : value];
  });
  return { ...record, ...(Object.fromEntries(merged) as object) };
}

type PlannedCampaign = (typeof campaigns)[number];

/** The campaigns with the audiences of those that have one. */
function buildCampaigns(
  factories: Factories,
  callers: readonly AgentRecord[],
): Pick<FolderContent, 'campaigns' | 'audiences' | 'leads'> {
  const audiences: AudienceRecord[] = [];
  const leads = new Map<number, readonly LeadRecord[]>();
  const records = campaigns.map((planned): CampaignRecord => {
    const { id, agent, name, status, created, updated, audience } = planned;
    const caller = callers.find((one) => one.id === agent);
    if (caller === undefined) throw new RangeError(`Campaign ${id} names agent ${agent}, which is not there.`);
    const { workspace_id } = caller;
    const record = { id, workspace_id, agent_id: agent, name, status, created_on: created, updated_on: updated };
    if (audience !== null) {
      const halted = status === 'force_completed' ? { by: 'Amara Okafor', on: updated } : null;
      const columns = inputColumns(audience.columns);
      const built = factories.audience.build({ id, columns, attempts_allowed: audience.attempts, halted });
      audiences.push(built);
      leads.set(id, buildLeads(factories, record, caller, built, audience));
    }
    return record;
  });
  return { campaigns: records, audiences, leads };
}

function buildLeads(
  factories: Factories,
  { id, workspace_id, status, created_on, updated_on }: CampaignRecord,
  caller: AgentRecord,
  audience: AudienceRecord,
  { language, mix }: NonNullable<PlannedCampaign['audience']>,
): readonly LeadRecord[] {
  const profile = findProfile(agents.find((agent) => agent.id === caller.id)?.profile ?? '');
  const lead = factories.leadsOf(audience, {
    since: created_on,
    until: status === 'inprogress' ? defaultNow : updated_on,
    outcomes: profile.outcomes.map(({ name }) => name),
    editors: workspace_id === 101 ? editors[101] : editors[102],
    languages: [language],
    timezone: caller.unread.timezone,
    longestCall: caller.configuration.max_call_duration,
  });
  const random = createRandomSource(id, 'attempts');
  return mixStatuses(mix, id).map((drawn) => {
    // A filter of 5001 by 1, 2 or 3 attempts finds every status except Fresh.
    if (id === 5001 && drawn !== 0) {
      return lead.build({ status: drawn }, { attempts: random.pick([1, 1, 2, 2, 2, 3]) });
    }
    // The token's user is named on records that force completion has halted (`campaign.halt.updated-by`).
    const isHaltedByForce = audience.halted !== null && drawn === 2;
    return lead.build({ status: drawn, ...(isHaltedByForce ? { updated_by: 'Amara Okafor' } : {}) });
  });
}
