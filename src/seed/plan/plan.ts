import type { components } from './plan.gen.ts';

type Schemas = components['schemas'];

/** A seeding plan as it is written; `plan.schema.json` says what each member means. */
export type SeedPlan = Schemas['SeedPlan'];
/** The key of a workspace of the plan, or the id of one that is there. */
export type WorkspaceName = Schemas['WorkspaceName'];
export type WorkspacePlan = Schemas['WorkspacePlan'];
export type NumberPlan = Schemas['NumberPlan'];
export type AgentPlan = Schemas['AgentPlan'];
export type CampaignPlan = Schemas['CampaignPlan'];
export type AudiencePlan = Schemas['AudiencePlan'];

/** The names of lead statuses 0 to 3, in their order. */
export const leadStates = ['fresh', 'completed', 'halted', 'inqueue'] as const;
export type LeadState = (typeof leadStates)[number];

/** What is wrong with a plan, and where in it: `campaigns[2].audience.fresh`; empty for the plan as a whole. */
export interface PlanMistake {
  readonly path: string;
  readonly problem: string;
}

/** Notes a mistake; what follows goes on with a value that fits. */
export type Refuse = (path: string, problem: string) => void;

/** A plan cannot be carried out. `message` has a line for each mistake, which begins with its path. */
export class PlanError extends Error {
  override readonly name = 'PlanError';

  constructor(
    readonly mistakes: readonly PlanMistake[],
    options?: ErrorOptions,
  ) {
    super(mistakes.map(({ path, problem }) => (path === '' ? problem : `${path}: ${problem}`)).join('\n'), options);
  }
}

export interface PlanFlags {
  readonly workspaces: number | null;
  readonly agents: number | null;
  readonly campaigns: number | null;
  /** In all, spread over the campaigns. */
  readonly records: number | null;
}

/** The plan that flags stand for: published agents and running campaigns in the first workspace. */
export function planOfFlags(flags: PlanFlags): SeedPlan {
  const records = flags.records ?? 0;
  const campaigns = flags.campaigns ?? (records > 0 ? 1 : 0);
  const agents = flags.agents ?? (campaigns > 0 ? 1 : 0);
  const share = campaigns === 0 ? 0 : Math.floor(records / campaigns);
  const rest = campaigns === 0 ? 0 : records - share * campaigns;
  const groups = [
    { count: rest, audience: { size: share + 1 } },
    { count: campaigns - rest, audience: { size: share } },
  ];
  return {
    workspaces: Array.from({ length: flags.workspaces ?? 0 }, () => ({})),
    agents: agents === 0 ? [] : [{ count: agents, status: 'published' }],
    campaigns: groups.filter(({ count }) => count > 0),
  };
}
