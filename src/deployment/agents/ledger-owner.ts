import { createHmac } from 'node:crypto';
import { withoutSlash } from '../addresses.ts';
import { joinLedgerFile, LedgerError, type LedgerFile, type LedgerLine } from './ledger-file.ts';
import type { Settings } from '../configuration/settings.ts';

/** The first line of a deployment's ledger: whose it is. No token is written: every line has a code that takes them. */
interface OwnerLine extends LedgerLine {
  readonly event: 'ledger';
  readonly version: 3;
  readonly base_url: string;
  /** Whether agents of the second workspace may be in it too. */
  readonly hasSecond: boolean;
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
  const hasSecond = secondOf(owner) !== '';
  const line: OwnerLine = { event: 'ledger', version: 3, base_url: baseOf(owner), hasSecond };
  own.append(line);
  return own;
}

/** A deployment's ledger that another thread of this process has opened. */
export function joinLedger(owner: LedgerOwner & Pick<Settings, 'ledger'>): LedgerFile {
  return signedBy(owner, joinLedgerFile(owner.ledger));
}

/**
 * A ledger whose lines only a holder of the tokens can have written: what it lists is deleted, and whoever can write the
 * file may know names and ids of agents that are not of a run.
 */
export function signedBy(owner: LedgerOwner, file: LedgerFile): LedgerFile {
  const [first] = file.lines;
  const hasSecond = isOwnerLine(first) ? first.hasSecond : secondOf(owner) !== '';
  const append = (line: LedgerLine): void => {
    const signed: SignedLine = { ...line, mac: macOf(line, owner, hasSecond) };
    file.append(signed);
  };
  return { ...file, append };
}

/**
 * @throws LedgerError if the ledger does not say that it is of this deployment and these workspaces, or has a line that
 *   nobody with the tokens wrote: what it lists must not be looked for, let alone deleted
 */
export function requireOwner({ name, lines }: LedgerFile, owner: LedgerOwner): void {
  const [first] = lines;
  if (!isOwnerLine(first)) throw new LedgerError(`${name} does not say which deployment it is of: nothing is touched.`);
  if (first.base_url !== baseOf(owner)) {
    throw new LedgerError(`${name} is the ledger of ${first.base_url}, not of ${baseOf(owner)}: nothing is touched.`);
  }
  const tokens = first.hasSecond ? 'token or second_workspace.token' : 'token';
  for (const [index, { mac, ...line }] of (lines as readonly SignedLine[]).entries()) {
    if (mac === macOf(line, owner, first.hasSecond)) continue;
    const why =
      index === 0
        ? `${name} was written with another ${tokens}, so perhaps for another workspace: nothing is touched. Give those of that run.`
        : `${name}, line ${index + 1}: no run with this ${tokens} wrote it: nothing is touched.`;
    throw new LedgerError(why);
  }
}

interface SignedLine extends LedgerLine {
  readonly mac?: unknown;
}

/** What only a holder of the tokens can make of a line, for this deployment. */
function macOf(line: LedgerLine, owner: LedgerOwner, hasSecond: boolean): string {
  const key = JSON.stringify([owner.token, ...(hasSecond ? [secondOf(owner)] : [])]);
  const text = `${baseOf(owner)} ${JSON.stringify(line)}`;
  return createHmac('sha256', key).update(text).digest('hex').slice(0, 32);
}

/** Whether the ledger is of a deployment, not of a folder or a mock. */
export function isOfDeployment({ lines }: LedgerFile): boolean {
  return isOwnerLine(lines[0]);
}

function isOwnerLine(line: LedgerLine | undefined): line is OwnerLine {
  const { event, base_url, hasSecond }: Partial<Record<keyof OwnerLine, unknown>> = line ?? {};
  return event === 'ledger' && typeof base_url === 'string' && typeof hasSecond === 'boolean';
}

function baseOf({ addresses }: LedgerOwner): string {
  return withoutSlash(addresses?.base_url ?? '');
}

function secondOf({ second_workspace: second }: LedgerOwner): string {
  return second?.token ?? '';
}
