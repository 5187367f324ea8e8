import { contractOptionTable } from '../contract/contract-options.ts';
import type { OptionTable, OptionValues } from '../option-table.ts';

const { baseUrl, apiUrl, altUrl, token, config, readOnly, ledger, maxMinutes, walks, steps, seed } =
  contractOptionTable;

/** What `voice-agent-mock parity` can be told. */
export const parityOptionTable = {
  config,
  baseUrl: { ...baseUrl, summary: 'Base address of the deployment, ending in /api/v1/global' },
  apiUrl,
  altUrl,
  token,
  profile: { ...config, summary: 'What the mock does where the specification is silent; see learn' },
  walks: { ...walks, summary: 'Walks that are sent to both' },
  steps,
  seed: { ...seed, summary: 'Seed of the walks' },
  readOnly,
  maxMinutes,
  json: { ...config, summary: 'Write what differs as JSON' },
  report: { ...config, summary: 'Write what differs as a page of HTML' },
  ledger,
} as const satisfies OptionTable;

export type ParityCommandOptions = OptionValues<typeof parityOptionTable>;
