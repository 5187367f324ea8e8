import { createHash, createHmac, randomBytes } from 'node:crypto';
import { withoutSlash } from '../addresses.ts';
import { joinLedgerFile, LedgerError, type LedgerFile, type LedgerLine } from './ledger-file.ts';
import type { Settings, ConfiguredWorkspace } from '../configuration/settings.ts';

/** The first line of a deployment's ledger: whose it is. No token is written, only a salted digest of each. */
interface OwnerLine extends LedgerLine {
  readonly event: 'ledger';
  readonly version: 2;
  readonly base_url: string;
  readonly salt: string;
  readonly workspaces: Readonly<Partial<Record<ConfiguredWorkspace, string>>>;
}

/** What identifies a deployment and the workspaces in it. */
export type LedgerOwner = Pick<Settings, 'addresses' | 'token' | 'second_workspace'>;

/**
 * Enters whose the ledger is, if it is new.
 * @returns the ledger as its owner writes it
 * @throws LedgerError if it belongs to another deployment or workspace
 */
export function claimLedger(file: LedgerFile, owner: LedgerOwner): LedgerFile {
  const own = signedBy(owner, file);
  if (file.lines.length > 0) {
    requireOwner(file, owner);
    return own;
  }
  const salt = randomBytes(8).toString('hex');
  const second = owner.second_workspace?.token;
  const line: OwnerLine = {
    event: 'ledger',
    version: 2,
    base_url: baseOf(owner),
    salt,
    workspaces: {
      own: digestOf(salt, owner.token),
      ...(second !== undefined && second !== '' && { second: digestOf(salt, second) }),
    },
  };
  own.append(line);
  return own;
}

/** A deployment's ledger that another thread of this process has opened. */
export function joinLedger(owner: LedgerOwner & Pick<Settings, 'ledger'>): LedgerFile {
  return signedBy(owner, joinLedgerFile(owner.ledger));
}

/**
 * A ledger whose lines only a holder of the token can have written: what it lists is deleted, and whoever can write the
 * file may know names and ids of agents that are not of a run.
 */
export function signedBy(owner: LedgerOwner, file: LedgerFile): LedgerFile {
  const append = (line: LedgerLine): void => {
    const signed: SignedLine = { ...line, mac: macOf(line, owner) };
    file.append(signed);
  };
  return { ...file, append };
}

/**
 * @throws LedgerError if the ledger does not say that it is of this deployment and these workspaces, or has a line that
 *   nobody with the token wrote: what it lists must not be looked for, let alone deleted
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
    if (workspace === 'second' && digest === undefined) continue;
    if (digest === digestOf(first.salt, tokens[workspace])) continue;
    const setting = workspace === 'own' ? 'token' : 'second_workspace.token';
    throw new LedgerError(
      `${name} was written with another ${setting}, so perhaps for another workspace: nothing is touched. Give the token of that run.`,
    );
  }
  for (const [index, { mac, ...line }] of (lines as readonly SignedLine[]).entries()) {
    if (mac === macOf(line, owner)) continue;
    throw new LedgerError(`${name}, line ${index + 1}: no run with this token wrote it: nothing is touched.`);
  }
}

interface SignedLine extends LedgerLine {
  readonly mac?: unknown;
}

/** What only a holder of the token can make of a line, for this deployment. */
function macOf(line: LedgerLine, owner: LedgerOwner): string {
  const text = `${baseOf(owner)} ${JSON.stringify(line)}`;
  return createHmac('sha256', owner.token).update(text).digest('hex').slice(0, 32);
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
