import type { AgentStatus, CampaignStatus } from '../../domain/records.ts';
import { defaultNow } from '../factories/factories.ts';
import { callbackDisposition } from '../../domain/campaigns/dialling.ts';
import type { AgentPlan, AudiencePlan, CampaignPlan, NumberPlan, SeedPlan, WorkspacePlan } from './plan.gen.ts';
import { PlanError, type PlanMistake, type Refuse, resolveLeadCounts } from './read-plan.ts';
import { fittingProfiles } from '../factories/agent-factory.ts';
import { agentProfiles } from '../factories/prose.gen.ts';

/** A plan with every default filled in and every reference resolved; each part has its path in the plan. */
export interface ResolvedPlan {
  readonly seed: number;
  readonly now: string;
  readonly workspaces: readonly ResolvedWorkspace[];
  readonly numbers: readonly ReturnType<typeof resolveNumbers>[];
  readonly agents: readonly ResolvedAgents[];
  readonly campaigns: readonly ResolvedCampaigns[];
}

export type ResolvedWorkspace = ReturnType<typeof resolveWorkspace>;
export type ResolvedAgents = ReturnType<typeof resolveAgents>;
export type ResolvedCampaigns = ReturnType<typeof resolveCampaigns>;
export type ResolvedAudience = ReturnType<typeof resolveAudience>;

/** A workspace of the plan by its place, one that is there by its id, or the first that is there. */
export type WorkspaceChoice = { readonly planned: number } | { readonly id: number } | 'first';

const agentStatuses: Readonly<Record<NonNullable<AgentPlan['status']>, AgentStatus>> = {
  published: 1,
  deleted: 2,
  draft: 3,
};
const defaultSeed = 1;

/**
 * Fills in what a plan leaves out.
 * @param seed goes before the plan's own
 * @throws PlanError with every mistake, if it asks for what no rule allows or for nothing
 */
export function resolvePlan(plan: SeedPlan, seed?: number): ResolvedPlan {
  const mistakes: PlanMistake[] = [];
  const resolved = resolveParts(plan, seed, (path, problem) => void mistakes.push({ path, problem }));
  const { workspaces, numbers, agents, campaigns } = resolved;
  const isNothing = workspaces.length === 0 && [...numbers, ...agents, ...campaigns].every(({ count }) => count === 0);
  if (mistakes.length === 0 && isNothing) {
    mistakes.push({ path: '', problem: 'it asks for nothing: expected workspaces, numbers, agents or campaigns' });
  }
  if (mistakes.length > 0) throw new PlanError(mistakes);
  return resolved;
}

function resolveParts(plan: SeedPlan, seed: number | undefined, refuse: Refuse): ResolvedPlan {
  const workspaces = (plan.workspaces ?? []).map(resolveWorkspace);
  refuseTwins('workspaces', workspaces, refuse);
  refuseTwins('agents', plan.agents ?? [], refuse);
  const whole = { plan, workspaces, refuse };
  const agents = (plan.agents ?? []).map((agent, i) => resolveAgents(agent, `agents[${i}]`, whole));
  return {
    seed: seed ?? plan.seed ?? defaultSeed,
    now: plan.now === undefined ? defaultNow : new Date(plan.now).toISOString(),
    workspaces,
    numbers: (plan.numbers ?? []).map((numbers, i) => resolveNumbers(numbers, `numbers[${i}]`, whole)),
    agents,
    campaigns: (plan.campaigns ?? []).map((campaign, i) =>
      resolveCampaigns(campaign, `campaigns[${i}]`, agents, whole),
    ),
  };
}

/** What each part of a plan is resolved with. */
interface Whole {
  readonly plan: SeedPlan;
  readonly workspaces: readonly ResolvedWorkspace[];
  readonly refuse: Refuse;
}

function resolveWorkspace(workspace: WorkspacePlan, i: number) {
  const { key = `workspaces[${i}]`, name = null, voice_analysis = null } = workspace;
  const { users = 1, api_tokens = 1, login_tokens = 1 } = workspace;
  return { path: `workspaces[${i}]`, key, name, voice_analysis, users, api_tokens, login_tokens };
}

function resolveNumbers(numbers: NumberPlan, path: string, whole: Whole) {
  if (numbers.shared === true && numbers.workspace !== undefined) {
    whole.refuse(`${path}.workspace`, 'a shared number belongs to no workspace: leave this or shared out');
  }
  const workspace = numbers.shared === true ? null : chooseWorkspace(numbers.workspace, `${path}.workspace`, whole);
  return { path, count: numbers.count ?? 1, workspace, active: numbers.active ?? true };
}

function resolveAgents(agent: AgentPlan, path: string, whole: Whole) {
  const status = agentStatuses[agent.status ?? 'draft'];
  const numbers = agent.numbers ?? (status === 1 ? 1 : 0);
  if (status === 1 && numbers === 0) {
    whole.refuse(`${path}.numbers`, 'a published agent needs an active number: expected 1 or more, not 0');
  }
  if (status === 2 && numbers > 0) {
    whole.refuse(`${path}.numbers`, `a deleted agent has released its numbers: expected 0, not ${numbers}`);
  }
  return {
    path,
    count: agent.count ?? 1,
    workspace: chooseWorkspace(agent.workspace, `${path}.workspace`, whole),
    status,
    type: agent.type ?? 3,
    /** Null: those of the profile. */
    documents: agent.documents ?? null,
    profiles: resolveProfiles(agent, path, whole),
    numbers,
  };
}

/** The profile that is named, or those of the languages asked for: of the whole plan's, as far as there are agents. */
function resolveProfiles({ profile, languages, type }: AgentPlan, path: string, whole: Whole): readonly string[] {
  const { plan, refuse } = whole;
  if (profile !== undefined) return [profile];
  const wanted: readonly string[] | undefined = languages ?? plan.languages;
  const fitting = agentProfiles.filter(({ language }) => wanted?.includes(language) ?? true);
  const known = [...new Set(agentProfiles.map(({ language }) => language))].join(', ');
  if (fitting.length === 0) refuse('languages', `none of them is known for ${path}: expected some of ${known}`);
  const keys = fittingProfiles(type ?? 3).map(({ key }) => key);
  const suited = fitting.filter(({ key }) => keys.includes(key));
  return (suited.length > 0 ? suited : fitting).map(({ key }) => key);
}

function resolveCampaigns(campaign: CampaignPlan, path: string, agents: readonly ResolvedAgents[], whole: Whole) {
  const { refuse } = whole;
  const { count = 1, name = null, status = 'inprogress', audience } = campaign;
  const group = groupOf(campaign, path, whole);
  const ofGroup = campaign.workspace === undefined && group !== null ? agents[group]?.workspace : undefined;
  const workspace = ofGroup ?? chooseWorkspace(campaign.workspace, `${path}.workspace`, whole);
  const callers = (group === null ? agents : agents.slice(group, group + 1)).filter(
    (agent) => agent.count > 0 && isSameWorkspace(agent.workspace, workspace),
  );
  if (count > 0) requireCaller(callers, status, group === null ? path : `${path}.agents`, refuse);
  const resolved = audience === undefined ? null : resolveAudience(audience, status, `${path}.audience`, refuse);
  return { path, count, workspace, agents: group, name, status, audience: resolved };
}

function requireCaller(agents: readonly ResolvedAgents[], status: CampaignStatus, path: string, refuse: Refuse): void {
  if (agents.some((agent) => canCall(agent.status, status))) return;
  const wanted = status === 'draft' ? 'a draft or published' : 'a published';
  refuse(path, `a campaign that is ${status} needs ${wanted} agent of its workspace in the plan`);
}

/** The place of the group of agents that a campaign names; null if it names none. */
function groupOf({ agents }: CampaignPlan, path: string, { plan, refuse }: Whole): number | null {
  if (agents === undefined) return null;
  const group = (plan.agents ?? []).findIndex(({ key }) => key === agents);
  if (group >= 0) return group;
  refuse(`${path}.agents`, `there is no group of agents with the key "${agents}"`);
  return null;
}

/** Whether an agent with this status can be the one of a campaign with that status. */
export function canCall(agent: AgentStatus, campaign: CampaignStatus): boolean {
  return agent === 1 || (agent === 3 && campaign === 'draft');
}

function resolveAudience(audience: AudiencePlan, status: CampaignStatus, path: string, refuse: Refuse) {
  const weighed = Object.entries(audience.outcomes ?? {});
  const outcomes =
    audience.outcomes === undefined ? null : weighed.flatMap(([name, weight]) => Array<string>(weight).fill(name));
  if (outcomes?.every((name) => name === callbackDisposition) === true) {
    refuse(
      `${path}.outcomes`,
      `expected one with a weight from 1 other than "${callbackDisposition}", after which a call follows`,
    );
  }
  return {
    counts: resolveLeadCounts(audience, status, path, refuse),
    columns: audience.columns ?? null,
    // People of an audience speak as the agent that calls them, which is of the plan's languages.
    languages: audience.languages ?? null,
    attempts_allowed: audience.attempts_allowed ?? null,
    /** Repeated as often as they weigh. */
    outcomes,
  };
}

function chooseWorkspace(name: AgentPlan['workspace'], path: string, whole: Whole): WorkspaceChoice {
  const { workspaces, refuse } = whole;
  if (name === undefined) return workspaces.length > 0 ? { planned: 0 } : 'first';
  if (typeof name === 'number') return { id: name };
  const planned = workspaces.findIndex(({ key }) => key === name);
  if (planned >= 0) return { planned };
  const keys = workspaces.map(({ key }) => key).join(', ') || 'none';
  refuse(path, `expected the key of a workspace of the plan (${keys}) or the id of one that is there, not "${name}"`);
  return 'first';
}

export function isSameWorkspace(one: WorkspaceChoice, other: WorkspaceChoice | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function refuseTwins(list: string, parts: readonly { readonly key?: string }[], refuse: Refuse): void {
  const seen = new Map<string, string>();
  for (const [i, { key }] of parts.entries()) {
    if (key === undefined) continue;
    const first = seen.get(key);
    if (first !== undefined) refuse(`${list}[${i}].key`, `"${key}" is the key of ${first} already`);
    seen.set(key, `${list}[${i}]`);
  }
}
