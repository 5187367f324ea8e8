import { createHash } from 'node:crypto';
import type { ContractDocument } from '../document/read/load.ts';
import type { CheckLists } from './shard.ts';

/**
 * Which checks and rules a verdict is of: the package's version, and a digest of document, rules and checks, so that two
 * commits of one version are told apart: `0.1.0+3f2a91c4`.
 */
export function suiteVersion(version: string, document: ContractDocument, lists: CheckLists): string {
  const titles = Object.entries(lists).map(([name, list]) => [
    name,
    list.map(({ title, clauses }) => [title, clauses]),
  ]);
  const whole = JSON.stringify([document.openapi, [...document.clauses.values()], titles]);
  return `${version}+${createHash('sha256').update(whole).digest('hex').slice(0, 8)}`;
}
