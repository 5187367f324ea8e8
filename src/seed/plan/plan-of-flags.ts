import type { SeedPlan } from './plan.ts';

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
