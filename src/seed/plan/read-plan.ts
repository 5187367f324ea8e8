import { faultsInWords } from '../../document/validate/request-fault.ts';
import type { CampaignStatus } from '../../domain/records.ts';
import { YamlError, parseYaml, placesInFile, stepsOfPath } from '../../files/yaml.ts';
import { valueAt } from '../../json/json-value.ts';
import type { LeadCounts } from '../factories/campaign-factories.ts';
import type { LeadMix } from '../factories/factories.ts';
import type { AudiencePlan, SeedPlan } from './plan.gen.ts';

import schema from './plan.schema.json' with { type: 'json' };

/** A plan of YAML or JSON. @throws PlanError that names a YAML error's line, or every unexpected value by its path */
export function readPlan(text: string): SeedPlan {
  try {
    return checkPlan(parseYaml(text) ?? {});
  } catch (error) {
    if (error instanceof YamlError) throw new PlanError([{ path: '', problem: error.message }], { cause: error });
    throw error;
  }
}

/** The plan, if it is as its schema says. @throws PlanError with every mistake */
export function checkPlan(plan: unknown): SeedPlan {
  const faults = faultsInWords(schema, plan);
  // Sound because the type is made of the schema.
  if (faults.length === 0) return plan as SeedPlan;
  const given = ({ path }: PlanMistake): unknown => valueAt(plan, stepsOfPath(path));
  throw new PlanError(
    faults.map((fault) =>
      fault.problem.includes('is not known here')
        ? fault
        : { ...fault, problem: `${fault.problem}, not ${JSON.stringify(given(fault)).slice(0, 80)}` },
    ),
  );
}

/** The mistakes of a plan that was read from a text, as editors and CI take them: line and column first. */
export function placedMistakes({ mistakes }: PlanError, file: string, text: string): readonly string[] {
  const placeOf = placesInFile(file, text);
  return mistakes.map(({ path, problem }) =>
    path === '' ? `${file}: ${problem}.` : `${placeOf(path)}: ${path}: ${problem}.`,
  );
}

/** The schema of plans, for editors. */
export const planSchema: object = schema;

/** The names of lead statuses 0 to 3, in their order. */
const leadStates = ['fresh', 'completed', 'halted', 'inqueue'] as const satisfies readonly LeadState[];
type LeadState = keyof LeadMix;

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

interface PlanFlags {
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

const commonMix: LeadMix = { fresh: 40, completed: 30, halted: 5, inqueue: 25 };

/**
 * The sizes that a plan asks for, either by status or as one size with a mix. Refused are both, and records that a
 * campaign of this status cannot have.
 */
export function resolveLeadCounts(
  audience: AudiencePlan,
  status: CampaignStatus,
  path: string,
  refuse: Refuse,
): LeadCounts {
  const [given] = leadStates.filter((state) => audience[state] !== undefined);
  if (audience.size === undefined) {
    if (audience.mix !== undefined) refuse(`${path}.mix`, 'it spreads a size: expected size beside it');
    refuseImpossible(audience, status, path, refuse);
    return countsInOrder((state) => audience[state] ?? 0);
  }
  if (given !== undefined) refuse(`${path}.${given}`, 'expected either size or the counts, not both');
  const { mix = possibleMix(status) } = audience;
  refuseImpossible(mix, status, `${path}.mix`, refuse);
  return spread(audience.size, mix, path, refuse);
}

/** A draft has called nobody, and forced completion leaves no record waiting. */
const impossibleStates: Readonly<Partial<Record<CampaignStatus, readonly LeadState[]>>> = {
  draft: ['completed', 'halted', 'inqueue'],
  force_completed: ['fresh', 'inqueue'],
};

function possibleMix(status: CampaignStatus): Counts {
  const impossible = impossibleStates[status] ?? [];
  return { ...commonMix, ...Object.fromEntries(impossible.map((state) => [state, 0])) };
}

type Counts = Partial<LeadMix>;

function refuseImpossible(counts: Counts, status: CampaignStatus, path: string, refuse: Refuse): void {
  for (const state of impossibleStates[status] ?? []) {
    const count = counts[state] ?? 0;
    if (count === 0) continue;
    const reason =
      status === 'draft' ? 'a draft campaign has called nobody' : 'forced completion halts the records that wait';
    refuse(`${path}.${state}`, `${reason}: expected 0, not ${count}`);
  }
}

/** Whole numbers that add up to the size, each as near to its part as possible. */
function spread(size: number, mix: Counts, path: string, refuse: Refuse): LeadCounts {
  const sum = leadStates.reduce((total, state) => total + (mix[state] ?? 0), 0);
  if (sum === 0) refuse(`${path}.mix`, 'expected one part above 0');
  let before = 0;
  let reached = 0;
  return countsInOrder((state) => {
    before += mix[state] ?? 0;
    const upTo = Math.round((size * before) / Math.max(sum, Number.MIN_VALUE));
    const count = upTo - reached;
    reached = upTo;
    return count;
  });
}

function countsInOrder(countOf: (state: LeadState) => number): LeadCounts {
  return [countOf('fresh'), countOf('completed'), countOf('halted'), countOf('inqueue')];
}
