import {
  parseOptions,
  splitOperands,
  switchOption,
  type Environment,
  type Option,
  type OptionValues,
} from '../option-table.ts';
import { UsageError } from '../usage-error.ts';

/** What `voice-agent-mock seed` can be told. */
export const seedOptionTable = {
  out: text('DIR', 'Write a scenario folder', 'a folder'),
  target: text('URL', 'Fill a running mock', 'an address', /^https?:\/\/[^\s]+$/),
  world: text('NAME', 'Fill this world of the mock', 'the name of a world'),
  controlToken: text('TOKEN', 'The control token of the mock', 'a token'),
  deployment: text('FILE', 'Fill a deployment, through its public API: a contract.config.yaml', 'a file'),
  seed: count('N', 'The same seed gives the same records'),
  base: text('NAME|DIR', 'With --out: the scenario to begin as; empty unless the plan says', 'a scenario'),
  ledger: text('FILE', 'What was made, to go on from and to take back', 'a file'),
  undo: text('LEDGER', 'Take back what the run of a ledger made', 'a file'),
  dryRun: switchOption('Say what would be made, and make nothing'),
  rate: {
    placeholder: 'N',
    fallback: null,
    summary: 'Requests a second at most',
    expected: 'a rate: give a number above 0, for example --rate 5',
    parse: (given) => (/^\d+(\.\d+)?$/.test(given) && Number(given) > 0 ? Number(given) : undefined),
  } satisfies Option<number | null>,
  workspaces: count('N', 'Without a plan: how many workspaces to make'),
  agents: count('N', 'Without a plan: how many published agents'),
  campaigns: count('N', 'Without a plan: how many running campaigns'),
  records: count('N', 'Without a plan: how many audience records, spread over the campaigns'),
  json: switchOption('Tell what was made, its ids and tokens, as JSON'),
  schema: switchOption('Print the JSON Schema of plans'),
} as const;

export type SeedOptions = OptionValues<typeof seedOptionTable> & {
  /** The file of the plan; null: the flags are the plan. */
  readonly plan: string | null;
};

/**
 * The options of `seed`.
 * @throws UsageError where they do not fit together
 */
export function parseSeedOptions(args: readonly string[], env: Environment): SeedOptions {
  const { operands, flags } = splitOperands(seedOptionTable, args);
  const [plan = null, second] = operands;
  if (second !== undefined) throw new UsageError(`One plan at a time: ${second} is a second one.`);
  const options = { ...parseOptions('voice-agent-mock seed', seedOptionTable, flags, env), plan };
  if (options.schema) return options;
  if (options.undo !== null) {
    if (plan !== null) throw new UsageError('--undo takes no plan: the ledger has it.');
    return options;
  }
  requireOneTarget(options);
  requirePlan(options);
  return options;
}

function requireOneTarget(options: SeedOptions): void {
  const targets = [options.out, options.target, options.deployment].filter((target) => target !== null);
  if (targets.length > 1) throw new UsageError('One target at a time: give --out, --target or --deployment.');
  if (targets.length === 0 && !options.dryRun) {
    throw new UsageError(
      'Where to? Give --out DIR, --target http://127.0.0.1:4010 or --deployment contract.config.yaml.',
    );
  }
  if (options.world !== null && options.target === null) throw new UsageError('--world goes with --target only.');
}

function requirePlan({ plan, ...options }: SeedOptions): void {
  const ofPlan = (['workspaces', 'agents', 'campaigns', 'records'] as const).filter((name) => options[name] !== null);
  if (plan !== null && ofPlan[0] !== undefined) {
    throw new UsageError(`--${ofPlan[0]} is for runs without a plan: write it into ${plan}.`);
  }
  if (plan === null && ofPlan.length === 0) {
    throw new UsageError('What to make? Name a plan, for example plan.yaml, or give --agents, --campaigns, --records.');
  }
}

function text(placeholder: string, summary: string, kind: string, pattern = /\S/): Option<string | null> {
  const parse = (given: string): string | undefined => (pattern.test(given) ? given : undefined);
  return { placeholder, fallback: null, summary, expected: `${kind}: name one`, parse };
}

function count(placeholder: string, summary: string): Option<number | null> {
  const parse = (given: string): number | undefined => (/^\d{1,7}$/.test(given) ? Number(given) : undefined);
  return { placeholder, fallback: null, summary, expected: 'a whole number from 0', parse };
}
