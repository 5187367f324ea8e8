import { randomInt } from 'node:crypto';
import { listsOfShard, parseShard, clausesNamed, newRunId, type RunPlan, timesOf } from '../../judge/run-plan.ts';
import { type CommandContext, type CommandOptions, UsageError, explaining, givenOf } from '../command.ts';
import { allChecks } from '../../../contract-tests/all-checks.ts';
import { readProfile, profileJson } from '../../clauses/profile.ts';
import { environmentOf, readSettings } from '../../deployment/configuration/read-settings.ts';
import { type Settings, secretsOf } from '../../deployment/configuration/settings.ts';
import type { ContractDocument } from '../../document/read/load.ts';

export const ownOptions = { shard: { parse: parseShard } };

export type ContractOptions = CommandOptions<'contract', typeof ownOptions>;

/** A run, and what it was called with. */
export interface CalledRun<Options> {
  readonly plan: RunPlan;
  readonly options: Options;
  readonly context: CommandContext;
  readonly document: ContractDocument;
}

export type ContractRun = CalledRun<ContractOptions>;

/**
 * What a run does, from its options and its configuration.
 * @throws UsageError where they do not fit together, SettingsError and ProfileError for files that are wrong
 */
export async function planOfRun(
  options: ContractOptions,
  context: CommandContext,
  document: ContractDocument,
): Promise<RunPlan> {
  const settings = await openSettings(options, context);
  const isMock = settings.addresses === null;
  requireDisposable(options, settings);
  requireShare(options, settings);
  if (options.profile !== null && !options.assumptions && !isMock) {
    const why = 'a profile says what is done where the specification is silent';
    throw new UsageError(`--profile needs --assumptions: ${why}.`);
  }
  const named = () => (options.only === null ? undefined : clausesNamed(options.only.split(','), document));
  const only = explaining(named, (reason) => `--only: ${reason}`);
  const profile = options.profile === null ? undefined : readProfile(options.profile, document.choices);
  return {
    ...beginRun(settings, options, options.maxMinutes + (options.minutes ?? 0)),
    withAssumptions: isMock || options.assumptions,
    ...givenOf({ profile: profile && profileJson(profile), shard: options.shard, only }),
  };
}

/** A run against the deployment of these settings, or the mock in process, that ends so many minutes from now. */
export function beginRun(
  settings: Settings,
  { readOnly, allowIrreversible = false }: { readonly readOnly: boolean; readonly allowIrreversible?: boolean },
  minutes: number,
): Pick<RunPlan, 'settings' | 'addresses' | 'effects' | 'run'> & Required<Pick<RunPlan, 'until'>> {
  const mayComplete = settings.addresses === null || allowIrreversible;
  return {
    settings,
    addresses: settings.addresses ?? { base_url: '', api_url: '', alt_url: '' },
    effects: readOnly ? ['none'] : ['none', 'reversible', ...(mayComplete ? (['irreversible'] as const) : [])],
    run: newRunId(Date.now(), randomInt(36 ** 4) / 36 ** 4),
    until: timesOf(Date.now(), minutes),
  };
}

type SettingsOptions = Pick<ContractOptions, 'config' | 'baseUrl' | 'apiUrl' | 'altUrl' | 'token' | 'ledger'> &
  Partial<Pick<ContractOptions, 'timeout' | 'largestAnswer' | 'rateLimit' | 'concurrency'>>;

/** The settings by flags and configuration file; what is secret in them is printed nowhere. @throws SettingsError */
export async function openSettings(options: SettingsOptions, { env, hide }: CommandContext): Promise<Settings> {
  const { config, baseUrl, apiUrl, altUrl, token, ledger } = options;
  const { timeout, largestAnswer: largest_answer, rateLimit: rate_limit, concurrency } = options;
  const given = { configFile: config, base_url: baseUrl, api_url: apiUrl, alt_url: altUrl, token, ledger };
  const settings = {
    ...readSettings(given, await environmentOf(config, env)),
    ...givenOf({ timeout, largest_answer, rate_limit, concurrency: concurrency && Math.ceil(concurrency) }),
  };
  for (const secret of secretsOf(settings)) hide?.(secret);
  return settings;
}

function requireDisposable({ allowIrreversible }: ContractOptions, { addresses, campaigns }: Settings): void {
  if (!allowIrreversible || addresses === null || (campaigns?.disposable ?? []).length > 0) return;
  throw new UsageError(
    '--allow-irreversible needs campaigns.disposable in the configuration file: a campaign that may be completed for ever.',
  );
}

function requireShare({ shard, allowIrreversible }: ContractOptions, { campaigns }: Settings): void {
  if (Object.keys(listsOfShard(allChecks, shard ?? undefined)).length === 0) {
    const most = Object.keys(allChecks).length;
    throw new UsageError(
      `--shard has nothing to check: the suite has ${most} lists of checks, so give at most ${most} parts.`,
    );
  }
  const read = new Set(campaigns?.read);
  const { disposable = [], disposable_paused: paused } = campaigns ?? {};
  const overlapping = [...disposable, ...(paused === undefined ? [] : [paused])].find(({ id }) => read.has(id));
  if (shard === null || !allowIrreversible || overlapping === undefined) return;
  // Another machine may be reading the audience that this one completes.
  throw new UsageError(
    `${overlapping === paused ? 'campaigns.disposable_paused' : 'campaigns.disposable'}: ${overlapping.id} is under campaigns.read too: with --shard, complete another one.`,
  );
}
