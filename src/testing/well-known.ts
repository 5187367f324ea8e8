import { sampleFile } from '../judge/walk/perform/request-call.ts';
import type { RunFacts } from '../judge/report/verdict.ts';

/** The tokens of the default scenario, by what they stand for. */
export const tokens = {
  /** Workspace 101, its newest. */
  acme: 'ac3e'.repeat(16),
  /** Workspace 101 too. */
  acmeOlder: 'ac3d'.repeat(16),
  /** Workspace 102. */
  globex: '910b'.repeat(16),
  /** An API token of workspace 101 that has expired. */
  expired: 'dead'.repeat(16),
  loginAcme: 'login-acme',
  loginGlobex: 'login-globex',
  /** Workspace 103, which has no API token. */
  loginInitech: 'login-initech',
  loginExpired: 'login-expired',
  unknown: '0123'.repeat(16),
} as const;

/** The message of a 401 everywhere but on get-token. */
export const unauthorizedMessage = 'Invalid Auth Key or Session Expired';

export { agentUuid } from '../seed/factories/agent-factory.ts';

/** The smallest files that their own programs open: real enough for code that looks at names and leading bytes. */
export const smallFiles = {
  pdf: Buffer.from(sampleFile('pdf').content),
  doc: Buffer.from(sampleFile('doc').content),
  docx: Buffer.from(sampleFile('docx').content),
  xlsx: Buffer.from(sampleFile('xlsx').content),
  csv: Buffer.from('name,price\nCleaning,80\nFüllung,120\n'),
  png: Buffer.from(sampleFile('png').content),
  gif: Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64'),
  jpeg: Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
  webp: Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAUAmJaQAA3AA/vuUAAA=', 'base64'),
  /** A Windows program. */
  exe: Buffer.concat([Buffer.from('MZ'), Buffer.alloc(126), Buffer.from('PE\0\0')]),
} as const;

/** What a verdict says of its run, for tests to which that is all the same. */
export const runFacts: RunFacts = {
  target: 'here',
  run: 'test',
  suite: '0',
  shard: null,
  withAssumptions: false,
  effects: ['none', 'reversible'],
  started: '2026-11-20T03:00:00.000Z',
  milliseconds: 61_000,
};
