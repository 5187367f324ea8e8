import type { CampaignStatus } from '../../domain/records.ts';

/** A seeding plan as it is written; `plan.schema.json` says what each member means. */
export interface SeedPlan {
  readonly seed?: number;
  readonly now?: string;
  readonly base?: string;
  readonly languages?: readonly string[];
  readonly workspaces?: readonly WorkspacePlan[];
  readonly numbers?: readonly NumberPlan[];
  readonly agents?: readonly AgentPlan[];
  readonly campaigns?: readonly CampaignPlan[];
}

/** The key of a workspace of the plan, or the id of one that is there. */
export type WorkspaceName = string | number;

export interface WorkspacePlan {
  readonly key?: string;
  readonly name?: string;
  readonly voice_analysis?: boolean;
  readonly users?: number;
  readonly api_tokens?: number;
  readonly login_tokens?: number;
}

export interface NumberPlan {
  readonly count?: number;
  readonly workspace?: WorkspaceName;
  readonly shared?: boolean;
  readonly active?: boolean;
}

export interface AgentPlan {
  readonly key?: string;
  readonly count?: number;
  readonly workspace?: WorkspaceName;
  readonly status?: 'draft' | 'published' | 'deleted';
  readonly type?: number;
  readonly profile?: string;
  readonly languages?: readonly string[];
  readonly numbers?: number;
}

export interface CampaignPlan {
  readonly count?: number;
  readonly workspace?: WorkspaceName;
  readonly agents?: string;
  readonly name?: string;
  readonly status?: CampaignStatus;
  readonly audience?: AudiencePlan;
}

export interface AudiencePlan {
  readonly size?: number;
  readonly mix?: Partial<Record<LeadState, number>>;
  readonly fresh?: number;
  readonly completed?: number;
  readonly halted?: number;
  readonly inqueue?: number;
  readonly columns?: readonly string[];
  readonly languages?: readonly string[];
  readonly attempts_allowed?: number;
  readonly outcomes?: Readonly<Record<string, number>>;
}

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
