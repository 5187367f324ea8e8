import type { TokenRecord, UserRecord, WorkspaceRecord } from '../../domain/records.ts';

/** The workspaces, users and tokens that both scenarios have: the well-known names. */
export const defaultWorkspaces: readonly WorkspaceRecord[] = [
  { id: 101, name: 'Acme Outreach', company_id: 9101, voice_analysis: true },
  { id: 102, name: 'Globex Support', company_id: 9102, voice_analysis: false },
  { id: 103, name: 'Initech Trial', company_id: 9103, voice_analysis: false },
];

export const defaultUsers: readonly UserRecord[] = [
  { id: 1, workspace_id: 101, first_name: 'Amara', last_name: 'Okafor', email: 'owner@acme.example' },
  { id: 2, workspace_id: 102, first_name: 'Bruno', last_name: 'Lima', email: 'owner@globex.example' },
  { id: 3, workspace_id: 103, first_name: 'Chiara', last_name: 'Conti', email: 'owner@initech.example' },
];

export const defaultLoginTokens: readonly TokenRecord[] = [
  token('login-expired', 1, '2026-01-12T08:15:00.000Z', '2026-01-13T08:15:00.000Z'),
  token('login-acme', 1, '2026-02-03T07:58:00.000Z'),
  token('login-globex', 2, '2026-02-17T13:02:00.000Z'),
  token('login-initech', 3, '2026-08-25T10:31:00.000Z'),
];

/** Oldest first. */
export const defaultApiTokens: readonly TokenRecord[] = [
  token('dead'.repeat(16), 1, '2026-01-12T08:20:00.000Z', '2026-02-11T08:20:00.000Z'),
  token('ac3d'.repeat(16), 1, '2026-02-03T08:05:00.000Z'),
  token('910b'.repeat(16), 2, '2026-02-17T13:10:00.000Z'),
  token('ac3e'.repeat(16), 1, '2026-05-19T15:44:00.000Z'),
];

function token(id: string, userId: number, created_on: string, expires_on: string | null = null): TokenRecord {
  return { id, user_id: userId, workspace_id: 100 + userId, created_on, expires_on };
}
