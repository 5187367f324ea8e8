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
