import { parseShard, type Shard } from '../../judge/shard.ts';
import { switchOption, type Option, type OptionTable, type OptionValues } from '../option-table.ts';

function textOption(placeholder: string, summary: string): Option<string | null> {
  return {
    placeholder,
    fallback: null,
    summary,
    expected: 'a text that is not empty',
    parse: (text) => (text.trim() === '' ? undefined : text),
  };
}

function numberOption(placeholder: string, summary: string): Option<number | null> {
  return {
    placeholder,
    fallback: null,
    summary,
    expected: 'a positive number',
    parse: (text) => (Number(text) > 0 ? Number(text) : undefined),
  };
}

const reporters = ['junit', 'github-actions'] as const;
type Reporter = (typeof reporters)[number];

function countOption(placeholder: string, summary: string, fallback: number): Option<number> {
  return {
    placeholder,
    fallback,
    summary,
    expected: 'an integer from 1 to 100000',
    parse: (text) => (/^[1-9]\d{0,4}$|^100000$/.test(text) ? Number(text) : undefined),
  };
}

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
  strict: switchOption('Let drift fail: statuses and members that the document does not know'),
  readOnly: switchOption('Only run what changes nothing'),
  allowIrreversible: switchOption('Also force-complete the campaign that the configuration names as disposable'),
  verdict: textOption('FILE', 'Write the verdict of each clause as JSON'),
  report: textOption('FILE', 'Write the verdict as a page of HTML'),
  summary: textOption('FILE', 'Write the verdict as Markdown: $GITHUB_STEP_SUMMARY, or a comment on a pull request'),
  baseline: textOption('FILE', 'Known violations, each with clause, reason and expires'),
  writeBaseline: textOption('FILE', 'Write what is violated as such a file, with reasons and dates to fill in'),
  reporter: {
    placeholder: 'NAME',
    fallback: null,
    summary: `How the checks are told: ${reporters.join(' or ')}`,
    expected: `a reporter: give one of ${reporters.join(', ')}`,
    parse: (text) => reporters.find((reporter) => reporter === text),
  } satisfies Option<Reporter | null>,
  output: textOption('FILE', 'Where that reporter writes'),
  shard: {
    placeholder: 'I/N',
    fallback: null,
    summary: 'Only a part of the checks, to spread them over machines; contract merge joins their verdicts',
    expected: 'a part: give for example --shard 1/3, --shard 2/3 and --shard 3/3',
    parse: parseShard,
  } satisfies Option<Shard | null>,
  ledger: textOption('FILE', 'Where the ledger of what was made lies'),
  timeout: numberOption('MS', 'Milliseconds until a request is given up'),
  largestAnswer: numberOption('MB', 'The largest answer that is read'),
  rateLimit: numberOption('N', 'Requests a second'),
  maxMinutes: {
    placeholder: 'N',
    fallback: 30,
    summary: 'Minutes that the whole run may take, its waiting and cleaning included',
    expected: 'a positive number',
    parse: (text) => (Number(text) > 0 ? Number(text) : undefined),
  } satisfies Option<number>,
  concurrency: numberOption('N', 'Lists of checks at the same time'),
  explore: switchOption('After the checks, also send generated walks, and shrink those that break a rule'),
  walks: countOption('N', 'Walks of --explore', 25),
  steps: countOption('N', 'Steps of each walk', 40),
  minutes: numberOption('M', 'Explore for so many minutes, whatever --walks says; --max-minutes grows by as much'),
  seed: {
    placeholder: 'S',
    fallback: null,
    summary: 'Seed of --explore: the same seed, target and flags give the same walks',
    expected: 'an integer from 0 to 2147483647',
    parse: (text) => (/^\d{1,10}$/.test(text) && Number(text) < 2 ** 31 ? Number(text) : undefined),
  } satisfies Option<number | null>,
  replay: textOption('FILE', 'Run a walk again that --explore has kept'),
} as const satisfies OptionTable;

export type ContractOptions = OptionValues<typeof contractOptionTable>;
