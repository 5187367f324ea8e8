import {
  parseOptions,
  splitOperands,
  switchOption,
  type Environment,
  type Option,
  type OptionValues,
} from '../option-table.ts';
import { UsageError } from '../usage-error.ts';

/** What `voice-agent-mock audience` can be told. */
export const audienceOptionTable = {
  campaign: {
    placeholder: 'ID',
    fallback: null,
    summary: 'The campaign whose audience it is',
    expected: 'the id of a campaign: give a whole number, for example --campaign 5001',
    parse: (given) => (/^[1-9]\d{0,14}$/.test(given) ? Number(given) : undefined),
  } satisfies Option<number | null>,
  target: text(
    'URL',
    'A running mock; http://127.0.0.1:4010 where no folder is named',
    'an address',
    /^https?:\/\/[^\s]+$/,
  ),
  world: text('NAME', 'This world of the mock', 'the name of a world'),
  controlToken: text('TOKEN', 'The control token of the mock', 'a token'),
  dataDir: text('DIR', 'A data folder or the folder of a scenario, which no mock has open', 'a folder'),
  out: text('FILE', 'export: write there instead of to the output', 'a file'),
  delimiter: {
    placeholder: 'CHARACTER',
    fallback: null,
    summary: 'What stands between values: comma, semicolon, tab; import finds out, export does as imported',
    expected: 'a delimiter: give comma, semicolon, tab or the character',
    parse: (given) => delimiters[given.toLowerCase()] ?? (given.length === 1 && given !== '"' ? given : undefined),
  } satisfies Option<string | null>,
  phoneColumn: text('NAME', 'The column of phone numbers; import finds out, export does as imported', 'a column'),
  countryCode: {
    placeholder: 'DIGITS',
    fallback: null,
    summary: 'import: what numbers without a country code get, for example 49',
    expected: 'a country code: give its digits, for example --country-code 49',
    parse: (given) => /^\+?([1-9]\d{0,2})$/.exec(given)?.[1],
  } satisfies Option<string | null>,
  plan: switchOption('import: show the first ten rows before and after, and what would be rejected; write nothing'),
  raw: switchOption('Values as they are, without the apostrophe that hides formulas from spreadsheets'),
} as const;

const delimiters: Readonly<Record<string, string>> = { comma: ',', semicolon: ';', tab: '\t', '\\t': '\t' };

export type AudienceOptions = OptionValues<typeof audienceOptionTable> & { readonly campaignId: number } & (
    { readonly action: 'import'; readonly file: string } | { readonly action: 'export' }
  );

/**
 * The options of `audience`.
 * @throws UsageError where they do not fit together
 */
export function parseAudienceOptions(args: readonly string[], env: Environment): AudienceOptions {
  const { operands, flags } = splitOperands(audienceOptionTable, args);
  const options = parseOptions('voice-agent-mock audience', audienceOptionTable, flags, env);
  const [action, file, ...rest] = operands;
  if (action !== 'import' && action !== 'export') {
    throw new UsageError(
      'Import or export? Write audience import FILE.csv --campaign 5001, or audience export --campaign 5001.',
    );
  }
  const surplus = action === 'import' ? rest[0] : file;
  if (surplus !== undefined) throw new UsageError(`Unexpected argument ${surplus}: see audience --help.`);
  if (options.campaign === null) throw new UsageError('Which campaign? Give its id, for example --campaign 5001.');
  if (options.target !== null && hasFlag(flags, 'data-dir')) {
    throw new UsageError('One place at a time: give --target or --data-dir.');
  }
  const common = { ...options, campaignId: options.campaign };
  if (action === 'export') return { ...common, action };
  if (file === undefined) throw new UsageError('Import which file? Write audience import FILE.csv --campaign 5001.');
  return { ...common, action, file };
}

function hasFlag(flags: readonly string[], name: string): boolean {
  return flags.some((flag) => flag === `--${name}` || flag.startsWith(`--${name}=`));
}

function text(placeholder: string, summary: string, kind: string, pattern = /\S/): Option<string | null> {
  const parse = (given: string): string | undefined => (pattern.test(given) ? given : undefined);
  return { placeholder, fallback: null, summary, expected: `${kind}: name one`, parse };
}
