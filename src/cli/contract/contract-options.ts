import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { listsOfShard, parseShard, type Shard } from '../../judge/shard.ts';
import {
  countOption,
  type Environment,
  numberOption,
  type Option,
  type OptionTable,
  type OptionValues,
  switchOption,
  textOption,
  UsageError,
  wordOption,
} from '../option-table.ts';
import { allChecks } from '../../../contract-tests/all-checks.ts';
import { readProfile, profileJson } from '../../clauses/profile.ts';
import { readSettings } from '../../deployment/configuration/read-settings.ts';
import type { Settings } from '../../deployment/configuration/settings.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { clausesNamed, newRunId, type RunPlan, timesOf } from '../../judge/run-plan.ts';
import { reasonOf } from '../../files/file-system.ts';

/** What `voice-agent-mock contract` can be told. */
export const contractOptionTable = {
  baseUrl: textOption(
    'URL',
    'Base address of the deployment, ending in /api/v1/global; without any address: the mock, in process',
  ),
  apiUrl: textOption('URL', 'API address; the base address without its prefix'),
  altUrl: textOption('URL', 'Alternative address; the API address'),
  token: textOption('TOKEN', 'API token of the workspace to work in'),
  config: textOption('FILE', 'Configuration: addresses, tokens, numbers, agents, campaigns'),
  init: switchOption('Write a commented example configuration to contract.config.yaml'),
  plan: switchOption('Print what would run, what it would write and what is missing, and send nothing'),
  assumptions: switchOption('Also check the rules where the specification is silent; always on for the mock'),
  profile: textOption(
    'FILE',
    'Validate by the choices of this profile instead of those of the mock; with --assumptions',
  ),
  learn: textOption(
    'FILE',
    'Also write what the exchanges of the checks show into this profile, or update it; see learn',
  ),
  strict: switchOption('Let drift fail: statuses and fields that the document does not know'),
  readOnly: switchOption('Only run what changes nothing'),
  allowIrreversible: switchOption('Also force-complete the campaign that the configuration names as disposable'),
  verdict: textOption('FILE', 'Write the verdict of each clause as JSON'),
  report: textOption('FILE', 'Write the verdict as a page of HTML'),
  summary: textOption('FILE', 'Write the verdict as Markdown: $GITHUB_STEP_SUMMARY, or a comment on a pull request'),
  baseline: textOption('FILE', 'Known violations, each with cause, clause, reason and expires'),
  writeBaseline: textOption('FILE', 'Write what is violated as such a file, with reasons and dates to fill in'),
  reporter: wordOption(
    'NAME',
    'How the checks are told: junit or github-actions',
    'a reporter',
    ['junit', 'github-actions'],
    null,
  ),
  output: textOption('FILE', 'Where that reporter writes'),
  shard: {
    placeholder: 'I/N',
    fallback: null,
    summary: 'Only a part of the checks, to spread them over machines; contract merge joins their verdicts',
    expected: 'a part: give for example --shard 1/3, --shard 2/3 and --shard 3/3',
    parse: parseShard,
  } satisfies Option<Shard | null>,
  only: textOption('NAMES', 'Only the checks of these rules, operations or tags, with commas between them'),
  ledger: textOption('FILE', 'Where the ledger of what was made lies'),
  timeout: numberOption('MS', 'Milliseconds until a request is given up'),
  largestAnswer: numberOption('MB', 'The largest answer that is read'),
  rateLimit: numberOption('N', 'Requests a second'),
  maxMinutes: numberOption('N', 'Minutes that the whole run may take, its waiting and cleaning included', 30),
  concurrency: numberOption('N', 'Lists of checks at the same time'),
  explore: switchOption('After the checks, also send generated walks, and shrink those that break a rule'),
  walks: countOption('N', 'Walks of --explore', ['an integer', 1, 100_000], 25),
  steps: countOption('N', 'Steps of each walk', ['an integer', 1, 100_000], 40),
  minutes: numberOption('M', 'Explore for so many minutes, whatever --walks says; --max-minutes grows by as much'),
  seed: countOption(
    'S',
    'Seed of --explore: the same seed, target and flags give the same walks',
    ['an integer', 0, 2 ** 31 - 1],
    null,
  ),
  replay: textOption('FILE', 'Run a walk again that --explore has kept'),
} as const satisfies OptionTable;

export type ContractOptions = OptionValues<typeof contractOptionTable>;

/**
 * What a run does, from its options and its configuration.
 * @throws UsageError where they do not fit together, SettingsError and ProfileError for files that are wrong
 */
export function planOfRun(options: ContractOptions, env: Environment, document: ContractDocument): RunPlan {
  const settings = settingsGiven(options, env);
  const isMock = settings.addresses === null;
  requireDisposable(options, settings);
  requireShare(options, settings);
  requireAssumptions(options, isMock);
  const mayComplete = !options.readOnly && (isMock || options.allowIrreversible);
  const profile = options.profile === null ? undefined : readProfile(options.profile, document.choices);
  return {
    settings,
    addresses: settings.addresses ?? { base_url: '', api_url: '', alt_url: '' },
    withAssumptions: isMock || options.assumptions,
    ...(profile !== undefined && { profile: { file: profileJson(profile) } }),
    ...(options.learn !== null && { keepsExchanges: true }),
    effects: [
      'none',
      ...(options.readOnly ? [] : (['reversible'] as const)),
      ...(mayComplete ? (['irreversible'] as const) : []),
    ],
    ...(options.shard !== null && { shard: options.shard }),
    ...onlyOf(options.only, document),
    run: newRunId(Date.now(), randomInt(36 ** 4) / 36 ** 4),
    until: timesOf(Date.now(), options.maxMinutes + (options.minutes ?? 0)),
  };
}

function onlyOf(names: string | null, document: ContractDocument): Pick<RunPlan, 'only'> {
  try {
    return names === null ? {} : { only: clausesNamed(names.split(','), document) };
  } catch (error) {
    throw new UsageError(`--only: ${reasonOf(error)}`, { cause: error });
  }
}

type SettingsOptions = Pick<ContractOptions, 'config' | 'baseUrl' | 'apiUrl' | 'altUrl' | 'token' | 'ledger'> &
  Partial<Pick<ContractOptions, 'timeout' | 'largestAnswer' | 'rateLimit' | 'concurrency'>>;

/** The settings of a deployment, of the flags and the configuration file that they name. @throws SettingsError */
export function settingsGiven(options: SettingsOptions, env: Environment): Settings {
  const { config, baseUrl, apiUrl, altUrl, token, ledger } = options;
  const { timeout = null, largestAnswer = null, rateLimit = null, concurrency = null } = options;
  const given = { configFile: config, base_url: baseUrl, api_url: apiUrl, alt_url: altUrl, token, ledger };
  return {
    ...readSettings(given, env),
    ...(timeout !== null && { timeout }),
    ...(largestAnswer !== null && { largest_answer: largestAnswer }),
    ...(rateLimit !== null && { rate_limit: rateLimit }),
    ...(concurrency !== null && { concurrency: Math.ceil(concurrency) }),
  };
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

function requireAssumptions({ profile, learn, assumptions, replay }: ContractOptions, isMock: boolean): void {
  if (profile !== null && !assumptions && !isMock) {
    throw new UsageError(
      '--profile needs --assumptions: a profile says what is done where the specification is silent.',
    );
  }
  if (profile !== null && learn !== null && resolve(profile) === resolve(learn)) {
    throw new UsageError(`--profile and --learn name the same file ${profile}: what differs would be gone. Name two.`);
  }
  if (replay !== null && learn !== null) {
    throw new UsageError('--learn needs the checks: a walk alone shows too little.');
  }
}
