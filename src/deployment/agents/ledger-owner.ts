import { createHash, randomBytes } from 'node:crypto';
import { withoutSlash } from '../addresses.ts';
import { LedgerError, type LedgerFile, type LedgerLine } from './ledger-file.ts';
import type { Settings, ConfiguredWorkspace } from '../configuration/settings.ts';

/** The first line of a deployment's ledger: whose it is. No token is written, only a salted digest of each. */
interface OwnerLine extends LedgerLine {
  readonly event: 'ledger';
  readonly version: 1;
  readonly base_url: string;
  readonly salt: string;
  readonly workspaces: Readonly<Partial<Record<ConfiguredWorkspace, string>>>;
}

/** What identifies a deployment and the workspaces in it. */
export type LedgerOwner = Pick<Settings, 'addresses' | 'token' | 'second_workspace'>;

/** Enters whose the ledger is, if it is new. @throws LedgerError if it belongs to another deployment or workspace */
export function claimLedger(file: LedgerFile, owner: LedgerOwner): void {
  if (file.lines.length > 0) {
    requireOwner(file, owner);
    return;
  }
  const salt = randomBytes(8).toString('hex');
  const second = owner.second_workspace?.token;
  const line: OwnerLine = {
    event: 'ledger',
    version: 1,
    base_url: baseOf(owner),
    salt,
    workspaces: {
      own: digestOf(salt, owner.token),
      ...(second !== undefined && second !== '' && { second: digestOf(salt, second) }),
    },
  };
  file.append(line);
}

/**
 * @throws LedgerError if the ledger does not say that it is of this deployment and these workspaces: what it lists
 *   must not be looked for, let alone deleted, anywhere else
 */
export function requireOwner({ name, lines }: LedgerFile, owner: LedgerOwner): void {
  const [first] = lines;
  if (!isOwnerLine(first)) throw new LedgerError(`${name} does not say which deployment it is of: nothing is touched.`);
  if (first.base_url !== baseOf(owner)) {
    throw new LedgerError(`${name} is the ledger of ${first.base_url}, not of ${baseOf(owner)}: nothing is touched.`);
  }
  const tokens = { own: owner.token, second: owner.second_workspace?.token ?? '' };
  for (const workspace of ['own', 'second'] as const) {
    const digest = first.workspaces[workspace];
    if (digest === undefined || digest === digestOf(first.salt, tokens[workspace])) continue;
    const setting = workspace === 'own' ? 'token' : 'second_workspace.token';
    throw new LedgerError(
      `${name} was written with another ${setting}, so perhaps for another workspace: nothing is touched. Give the token of that run.`,
    );
  }
}

/** Whether the ledger is of a deployment, not of a folder or a mock. */
export function isOfDeployment({ lines }: LedgerFile): boolean {
  return isOwnerLine(lines[0]);
}

function isOwnerLine(line: LedgerLine | undefined): line is OwnerLine {
  return (
    line?.event === 'ledger' &&
    'base_url' in line &&
    typeof line.base_url === 'string' &&
    'salt' in line &&
    typeof line.salt === 'string' &&
    'workspaces' in line &&
    line.workspaces instanceof Object
  );
}

function baseOf({ addresses }: LedgerOwner): string {
  return withoutSlash(addresses?.base_url ?? '');
}

/** Too short to be taken for a token, and of no use without the ledger's salt. */
function digestOf(salt: string, token: string): string {
  return createHash('sha256').update(`${salt} ${token}`).digest('hex').slice(0, 16);
}
