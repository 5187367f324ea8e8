import addFormats from 'ajv-formats';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { CampaignStatus, LeadStatus } from '../../domain/records.ts';
import { YamlError, parseYaml, placesInFile } from '../../files/yaml.ts';
import { stepsOf } from '../../json/json-value.ts';
import type { SeededValues } from '../factories/factory.ts';
import type { AudiencePlan, SeedPlan } from './plan.gen.ts';
import { nearest } from '../../text/nearest.ts';

import schema from './plan.schema.json' with { type: 'json' };

/**
 * The plan in a text of YAML or JSON, validated against its schema.
 * @throws PlanError that names the line of a YAML error, or every unexpected value by its path
 */
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
  const ajv = new Ajv2020({ verbose: true, allowUnionTypes: true, allErrors: true });
  addFormats.default(ajv);
  const validate = ajv.compile<SeedPlan>(schema);
  if (validate(plan)) return plan;
  throw new PlanError((validate.errors ?? []).map(mistakeOf));
}

/** The mistakes of a plan that was read from a text, as editors and CI take them: line and column first. */
export function placedMistakes({ mistakes }: PlanError, file: string, text: string): readonly string[] {
  const placeOf = placesInFile(file, text);
  return mistakes.map(({ path, problem }) =>
    path === '' ? `${file}: ${problem}.` : `${placeOf(path)}: ${path}: ${problem}.`,
  );
}

/** The schema of plans, for editors. */
export function planSchema(): object {
  return schema;
}

/** `/campaigns/2/audience/fresh` as `campaigns[2].audience.fresh`. */
function pathOfPointer(pointer: string): string {
  return stepsOf(pointer)
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');
}

function mistakeOf(error: ErrorObject): PlanMistake {
  const path = pathOfPointer(error.instancePath);
  const unknownKey: unknown = error.params['additionalProperty'];
  if (typeof unknownKey === 'string') {
    const known = Object.keys((error.parentSchema?.['properties'] as object | undefined) ?? {});
    const problem = `no such key: ${suggestion(unknownKey, known)}expected one of ${known.join(', ')}`;
    return { path: path === '' ? unknownKey : `${path}.${unknownKey}`, problem };
  }
  const got = error.data === null ? 'nothing' : JSON.stringify(error.data).slice(0, 80);
  const allowed = (error.params['allowedValues'] as readonly string[] | undefined) ?? [];
  const near = typeof error.data === 'string' ? suggestion(error.data, allowed) : '';
  return { path, problem: `${near}expected ${expectationOf(error)}, not ${got}` };
}

function suggestion(given: string, known: readonly string[]): string {
  const near = nearest(given, known);
  return near === undefined ? '' : `did you mean ${near}? `;
}

function expectationOf({ keyword, params, message, parentSchema }: ErrorObject): string {
  const limit = String(params['limit']);
  switch (keyword) {
    case 'type': {
      const types: unknown[] = [params['type']].flat();
      return types.map((type) => typeWords[String(type)] ?? String(type)).join(' or ') + boundsOf(parentSchema);
    }
    case 'minimum':
    case 'maximum':
      return `a number${boundsOf(parentSchema)}`;
    case 'enum':
      return `one of ${(params['allowedValues'] as unknown[]).join(', ')}`;
    case 'format':
      return `a date and time such as 2026-10-01T08:00:00.000Z`;
    case 'minItems':
    case 'minProperties':
      return `at least ${limit} item`;
    case 'minLength':
      return 'a text that is not empty';
    case 'maxLength':
      return `at most ${limit} characters`;
    case 'uniqueItems':
      return 'each item once';
    default:
      return `what ${message ?? 'its schema says'}`;
  }
}

const typeWords: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'keys and values',
};

function boundsOf(schemaPart: object | undefined): string {
  const { minimum, maximum } = (schemaPart ?? {}) as { readonly minimum?: number; readonly maximum?: number };
  return `${minimum === undefined ? '' : ` from ${minimum}`}${maximum === undefined ? '' : ` to ${maximum}`}`;
}

/** The names of lead statuses 0 to 3, in their order. */
const leadStates = ['fresh', 'completed', 'halted', 'inqueue'] as const;
type LeadState = (typeof leadStates)[number];

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

/** How many records an audience has of each status: Fresh, Completed, Halted, Inqueue. */
export type LeadCounts = readonly [number, number, number, number];

const commonMix: Readonly<Record<LeadState, number>> = { fresh: 40, completed: 30, halted: 5, inqueue: 25 };

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

/** Statuses in random order, as many of each as there are to be; costs no memory however many. */
export function* drawStatuses(random: SeededValues, counts: LeadCounts): Generator<LeadStatus, void> {
  const left: [number, number, number, number] = [...counts];
  for (let total = totalOfCounts(counts); total > 0; total--) {
    let place = random.int(0, total - 1);
    for (const status of [0, 1, 2, 3] as const) {
      if (place < left[status]) {
        left[status] -= 1;
        yield status;
        break;
      }
      place -= left[status];
    }
  }
}

export function totalOfCounts(counts: LeadCounts): number {
  return counts.reduce((sum, count) => sum + count, 0);
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

type Counts = Readonly<Partial<Record<LeadState, number>>>;

function refuseImpossible(counts: Counts, status: CampaignStatus, path: string, refuse: Refuse): void {
  for (const state of impossibleStates[status] ?? []) {
    const count = counts[state] ?? 0;
    if (count === 0) continue;
    const reason = status === 'draft' ? 'a draft campaign has called nobody' : 'forced completion halts whoever waits';
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
