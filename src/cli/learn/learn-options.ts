import { switchOption, type Option, type OptionTable, type OptionValues } from '../option-table.ts';
import { contractOptionTable } from '../contract/contract-options.ts';

function file(summary: string): Option<string | null> {
  return { ...contractOptionTable.config, summary };
}

const { baseUrl, apiUrl, altUrl, token, config, ledger, timeout, largestAnswer, rateLimit } = contractOptionTable;

/** What `voice-agent-mock learn` can be told. */
export const learnOptionTable = {
  baseUrl,
  apiUrl,
  altUrl,
  token,
  config,
  out: file('The profile to write, or to update'),
  har: file('Learn from the exchanges that a HAR file holds, and send nothing'),
  check: switchOption('Change nothing, and exit 1 if the deployment no longer behaves as the profile says'),
  plan: switchOption('Print what would be tried, what it would write and what is missing, and send nothing'),
  readOnly: switchOption('Only try what changes nothing'),
  allowIrreversible: switchOption('Also complete or delete the campaigns that the configuration names as disposable'),
  json: switchOption('Print what was learned as JSON'),
  ledger,
  timeout,
  largestAnswer,
  rateLimit,
  maxMinutes: {
    ...contractOptionTable.maxMinutes,
    fallback: 15,
  } satisfies Option<number>,
} as const satisfies OptionTable;

export type LearnOptions = OptionValues<typeof learnOptionTable>;
