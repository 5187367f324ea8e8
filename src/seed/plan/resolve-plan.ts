import type { AgentStatus, CampaignStatus } from '../../domain/records.ts';
import { defaultNow } from '../factories/factories.ts';
import { callbackDisposition } from '../../domain/campaigns/dialling.ts';
import { spokenLanguages } from '../factories/people.ts';
import {
  type AgentPlan,
  type NumberPlan,
  PlanError,
  type SeedPlan,
  type WorkspaceName,
  type WorkspacePlan,
  type CampaignPlan,
} from './plan.ts';
import { type LeadCounts, resolveLeadCounts } from './lead-counts.ts';
import { agentProfiles } from '../factories/profiles/all-profiles.ts';

/** A plan with every default filled in and every reference resolved. */
export interface ResolvedPlan {
  readonly seed: number;
  readonly now: string;
  readonly workspaces: readonly ResolvedWorkspace[];
  readonly numbers: readonly ResolvedNumbers[];
  readonly agents: readonly ResolvedAgents[];
  readonly campaigns: readonly ResolvedCampaigns[];
}

/** A part of the plan, with its path in it. */
interface Placed {
  readonly path: string;
}

export interface ResolvedWorkspace extends Placed, Required<Omit<WorkspacePlan, 'key' | 'name' | 'voice_analysis'>> {
  readonly key: string;
  readonly name: string | null;
  readonly voice_analysis: boolean | null;
}

/** A workspace of the plan by its place, one that is there by its id, or the first that is there. */
export type WorkspaceChoice = { readonly planned: number } | { readonly id: number } | 'first';

export interface ResolvedNumbers extends Placed {
  readonly count: number;
  /** Null: a shared provider's. */
  readonly workspace: WorkspaceChoice | null;
  readonly active: boolean;
}

export interface ResolvedAgents extends Placed {
  readonly count: number;
  readonly workspace: WorkspaceChoice;
  readonly status: AgentStatus;
  readonly type: number;
  readonly profiles: readonly string[];
  readonly numbers: number;
}

export interface ResolvedCampaigns extends Placed {
  readonly count: number;
  readonly workspace: WorkspaceChoice;
  /** The place of the group of agents that call; null: any group of the workspace. */
  readonly agents: number | null;
  readonly name: string | null;
  readonly status: CampaignStatus;
  readonly audience: ResolvedAudience | null;
}

export interface ResolvedAudience {
  readonly counts: LeadCounts;
  readonly columns: readonly string[] | null;
  /** Null: the language of the agent that calls. */
  readonly languages: readonly string[] | null;
  readonly attempts_allowed: number | null;
  /** Repeated as often as they weigh. */
  readonly outcomes: readonly string[] | null;
}

const agentStatuses: Readonly<Record<NonNullable<AgentPlan['status']>, AgentStatus>> = {
  published: 1,
  deleted: 2,
  draft: 3,
};
const defaultSeed = 1;

/**
 * Fills in what a plan leaves out.
 * @param seed goes before the plan's own
 * @throws PlanError if it asks for what no rule allows
 */
export function resolvePlan(plan: SeedPlan, seed?: number): ResolvedPlan {
  const workspaces = (plan.workspaces ?? []).map(resolveWorkspace);
  refuseRepeats(workspaces.map(({ key, path }) => ({ key, path })));
  refuseRepeats((plan.agents ?? []).map(({ key }, i) => ({ key, path: `agents[${i}]` })));
  const place = (name: WorkspaceName | undefined, path: string) => chooseWorkspace(workspaces, name, path);
  const agents = (plan.agents ?? []).map((agent, i) => resolveAgents(plan, agent, `agents[${i}]`, place));
  return {
    seed: seed ?? plan.seed ?? defaultSeed,
    now: plan.now === undefined ? defaultNow : new Date(plan.now).toISOString(),
    workspaces,
    numbers: (plan.numbers ?? []).map((numbers, i) => resolveNumbers(numbers, `numbers[${i}]`, place)),
    agents,
    campaigns: (plan.campaigns ?? []).map((campaign, i) =>
      resolveCampaigns(plan, agents, campaign, `campaigns[${i}]`, place),
    ),
  };
}

type Place = (name: WorkspaceName | undefined, path: string) => WorkspaceChoice;

function resolveWorkspace(workspace: WorkspacePlan, i: number): ResolvedWorkspace {
  const { key = `workspaces[${i}]`, name = null, voice_analysis = null } = workspace;
  const { users = 1, api_tokens = 1, login_tokens = 1 } = workspace;
  return { path: `workspaces[${i}]`, key, name, voice_analysis, users, api_tokens, login_tokens };
}

function resolveNumbers(numbers: NumberPlan, path: string, place: Place): ResolvedNumbers {
  if (numbers.shared === true && numbers.workspace !== undefined) {
    throw new PlanError(`${path}.workspace`, 'a shared number belongs to no workspace: leave this or shared out');
  }
  const workspace = numbers.shared === true ? null : place(numbers.workspace, `${path}.workspace`);
  return { path, count: numbers.count ?? 1, workspace, active: numbers.active ?? true };
}

function resolveAgents(plan: SeedPlan, agent: AgentPlan, path: string, place: Place): ResolvedAgents {
  const status = agentStatuses[agent.status ?? 'draft'];
  const numbers = agent.numbers ?? (status === 1 ? 1 : 0);
  if (status === 1 && numbers === 0) {
    throw new PlanError(`${path}.numbers`, 'a published agent needs an active number: expected 1 or more, not 0');
  }
  if (status === 2 && numbers > 0) {
    throw new PlanError(`${path}.numbers`, `a deleted agent has released its numbers: expected 0, not ${numbers}`);
  }
  return {
    path,
    count: agent.count ?? 1,
    workspace: place(agent.workspace, `${path}.workspace`),
    status,
    type: agent.type ?? 3,
    profiles: resolveProfiles(plan, agent, path),
    numbers,
  };
}

function resolveProfiles(plan: SeedPlan, { profile, languages }: AgentPlan, path: string): readonly string[] {
  const keys = agentProfiles.map(({ key }) => key);
  if (profile !== undefined && !keys.includes(profile)) {
    throw new PlanError(`${path}.profile`, `expected one of ${keys.join(', ')}, not "${profile}"`);
  }
  const known = [...new Set(agentProfiles.map(({ language }) => language))];
  const wanted = resolveLanguages(languages, plan.languages, known, path);
  const fitting = agentProfiles.filter(({ key, language }) =>
    profile === undefined ? wanted === null || wanted.includes(language) : key === profile,
  );
  return fitting.map(({ key }) => key);
}

/** The languages asked for; those of the whole plan as far as they are known here. */
function resolveLanguages(
  own: readonly string[] | undefined,
  common: readonly string[] | undefined,
  known: readonly string[],
  path: string,
): readonly string[] | null {
  const unknown = own?.findIndex((language) => !known.includes(language)) ?? -1;
  if (unknown >= 0) {
    throw new PlanError(
      `${path}.languages[${unknown}]`,
      `expected one of ${known.join(', ')}, not "${own?.[unknown]}"`,
    );
  }
  if (own !== undefined || common === undefined) return own ?? null;
  const shared = common.filter((language) => known.includes(language));
  if (shared.length > 0) return shared;
  throw new PlanError('languages', `none of them is known for ${path}: expected some of ${known.join(', ')}`);
}

function resolveCampaigns(
  plan: SeedPlan,
  agents: readonly ResolvedAgents[],
  campaign: CampaignPlan,
  path: string,
  place: Place,
): ResolvedCampaigns {
  const { count = 1, name = null, status = 'inprogress', audience } = campaign;
  const group = groupOf(plan, campaign, path);
  const ofGroup = campaign.workspace === undefined && group !== null ? agents[group]?.workspace : undefined;
  const workspace = ofGroup ?? place(campaign.workspace, `${path}.workspace`);
  const callers = (group === null ? agents : agents.slice(group, group + 1)).filter(
    (agent) => agent.count > 0 && isSame(agent.workspace, workspace),
  );
  if (count > 0) requireCaller(callers, status, group === null ? path : `${path}.agents`);
  const resolved = audience === undefined ? null : resolveAudience(plan, audience, status, `${path}.audience`);
  return { path, count, workspace, agents: group, name, status, audience: resolved };
}

function requireCaller(agents: readonly ResolvedAgents[], status: CampaignStatus, path: string): void {
  if (agents.some((agent) => canCall(agent.status, status))) return;
  const wanted = status === 'draft' ? 'a draft or published' : 'a published';
  throw new PlanError(path, `a campaign that is ${status} needs ${wanted} agent of its workspace in the plan`);
}

/** The place of the group of agents that a campaign names; null if it names none. */
function groupOf(plan: SeedPlan, { agents }: CampaignPlan, path: string): number | null {
  if (agents === undefined) return null;
  const group = (plan.agents ?? []).findIndex(({ key }) => key === agents);
  if (group >= 0) return group;
  throw new PlanError(`${path}.agents`, `there is no group of agents with the key "${agents}"`);
}

/** Whether an agent with this status can be the one of a campaign with that status. */
export function canCall(agent: AgentStatus, campaign: CampaignStatus): boolean {
  return agent === 1 || (agent === 3 && campaign === 'draft');
}

function resolveAudience(
  plan: SeedPlan,
  audience: NonNullable<CampaignPlan['audience']>,
  status: CampaignStatus,
  path: string,
): ResolvedAudience {
  const weighed = Object.entries(audience.outcomes ?? {});
  const outcomes =
    audience.outcomes === undefined ? null : weighed.flatMap(([name, weight]) => Array<string>(weight).fill(name));
  if (outcomes?.every((name) => name === callbackDisposition) === true) {
    throw new PlanError(
      `${path}.outcomes`,
      `expected one with a weight from 1 other than "${callbackDisposition}", after which a call follows`,
    );
  }
  return {
    counts: resolveLeadCounts(audience, status, path),
    columns: audience.columns ?? null,
    // People of an audience speak as the agent that calls them, which is of the plan's languages.
    languages: resolveLanguages(audience.languages, undefined, spokenLanguages(), path),
    attempts_allowed: audience.attempts_allowed ?? null,
    outcomes,
  };
}

function chooseWorkspace(
  workspaces: readonly ResolvedWorkspace[],
  name: WorkspaceName | undefined,
  path: string,
): WorkspaceChoice {
  if (name === undefined) return workspaces.length > 0 ? { planned: 0 } : 'first';
  if (typeof name === 'number') return { id: name };
  const planned = workspaces.findIndex(({ key }) => key === name);
  if (planned >= 0) return { planned };
  const keys = workspaces.map(({ key }) => key).join(', ') || 'none';
  throw new PlanError(
    path,
    `expected the key of a workspace of the plan (${keys}) or the id of one that is there, not "${name}"`,
  );
}

function isSame(one: WorkspaceChoice, other: WorkspaceChoice): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function refuseRepeats(parts: readonly { readonly key: string | undefined; readonly path: string }[]): void {
  const seen = new Map<string, string>();
  for (const { key, path } of parts) {
    if (key === undefined) continue;
    const first = seen.get(key);
    if (first !== undefined) throw new PlanError(`${path}.key`, `"${key}" is the key of ${first} already`);
    seen.set(key, path);
  }
}
