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

/** A plan cannot be carried out. `message` begins with the plan's path, `campaigns[2].audience.fresh`. */
export class PlanError extends Error {
  override readonly name = 'PlanError';

  constructor(
    /** Empty for the plan as a whole. */
    readonly path: string,
    problem: string,
    options?: ErrorOptions,
  ) {
    super(path === '' ? problem : `${path}: ${problem}`, options);
  }
}
