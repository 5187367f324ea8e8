import { createHmac } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import * as fileSystem from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { withoutSlash } from '../addresses.ts';
import type { Settings } from '../configuration/settings.ts';
import type { OpenTransport } from '../http-transport.ts';
import type { Transport } from '../transport.ts';
import { ExplainedError, reasonOf } from '../../files/file-system.ts';
import { LockedError, type ProcessLock, lockFile } from '../../files/process-lock.ts';
import { readTextFile } from '../../files/read-text-file.ts';
import { fieldOf, objectIn, readJson } from '../../json/json-value.ts';

/** The ledger cannot be used: it is another file, damaged, in use, or of another run or deployment. */
export class LedgerError extends ExplainedError {
  override readonly name = 'LedgerError';
}

export interface LedgerLine {
  readonly event: string;
}

/** A file of one line of JSON per event, each on the disk when `append` returns. */
export type LedgerFile = Readonly<ReturnType<typeof ledgerFile>>;

/**
 * Opens a ledger, which need not exist yet. A last line that a kill cut short was not written: it goes.
 * @throws LedgerError if another line cannot be read, UnusableFileError if the file cannot
 */
export function openLedgerFile(name: string): LedgerFile {
  return ledgerFile(name, existsSync(name) ? readLines(name) : []);
}

/** @param lines those that were there when it was opened */
function ledgerFile(name: string, lines: readonly LedgerLine[]) {
  return {
    name,
    lines,
    append: (line: LedgerLine) => {
      makeFolderOf(name);
      appendFileSync(name, `${JSON.stringify(line)}\n`, { mode: 0o600 });
    },
    /** How many lines have one of these events by now. */
    count: (...events: readonly string[]) => {
      const written = existsSync(name) ? readFileSync(name, 'utf8').split('\n') : [];
      return written.filter((line) => events.some((event) => line.startsWith(`{"event":"${event}"`))).length;
    },
  };
}

/** Where runs leave what the next one needs, unless they are told otherwise. */
export const runFolder = '.contract';

/** Makes the folder that a file is to lie in; version control leaves the folder of runs alone. */
export function makeFolderOf(file: string): void {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true });
  const ignored = join(folder, '.gitignore');
  if (basename(folder) === runFolder && !existsSync(ignored)) writeFileSync(ignored, '*\n');
}

/** Takes a ledger for one run. @throws LedgerError if another run has it */
async function lockLedger(name: string): Promise<ProcessLock> {
  try {
    makeFolderOf(name);
    return await lockFile(`${name}.lock`, fileSystem);
  } catch (error) {
    if (error instanceof LockedError) {
      throw new LedgerError(
        `${name} is in use by another run, process ${error.holder ?? 'unknown'}: wait for it, or name another ledger with --ledger.`,
      );
    }
    throw new LedgerError(`${name} cannot be locked: ${reasonOf(error)}.`);
  }
}

/** Does some work, one run at a time, with a ledger. @throws LedgerError if another run has it */
export async function withLedger<T>(
  name: string,
  { transport, close }: OpenTransport,
  work: (transport: Transport) => Promise<T>,
): Promise<T> {
  let lock: ProcessLock | undefined;
  try {
    lock = await lockLedger(name);
    return await work(transport);
  } finally {
    await lock?.release();
    close();
  }
}

function readLines(name: string): LedgerLine[] {
  const bytes = Buffer.from(readTextFile(name, largest));
  const end = bytes.lastIndexOf(0x0a) + 1;
  const whole = bytes.subarray(0, end).toString('utf8');
  const lines = whole.split('\n').flatMap((text, index) => (text === '' ? [] : [lineOf(name, text, index + 1)]));
  // After reading: a file that is not a ledger stays as it is. Such a file may have no line break at all.
  if (end < bytes.byteLength) {
    if (lines.length === 0 && !bytes.toString('utf8').startsWith('{"event":"')) throw wrongLine(name, 1);
    truncateSync(name, end);
  }
  return lines;
}

/** A run of a million records writes some 100 MB; in bytes. */
const largest = 400 * 2 ** 20;

function lineOf(name: string, text: string, number: number): LedgerLine {
  const value = readJson(text);
  if (typeof fieldOf(value, 'event') === 'string') return value as LedgerLine;
  throw wrongLine(name, number);
}

function wrongLine(name: string, line: number): LedgerError {
  return new LedgerError(`${name}, line ${line}: this is not a line of a ledger. Name another file with --ledger.`);
}

/** What identifies a deployment and the workspaces in it. */
export type LedgerOwner = Pick<Settings, 'addresses' | 'token' | 'second_workspace'>;

/**
 * Enters whose the ledger is, if it is new. No token is written: every line has a code that takes them.
 * @returns the ledger as its owner writes it
 * @throws LedgerError if it belongs to another deployment or workspace
 */
export function claimLedger(file: LedgerFile, owner: LedgerOwner): LedgerFile {
  const own = signedBy(owner, file);
  const line = { event: 'ledger', version: 4, base_url: baseOf(owner) };
  if (file.lines.length > 0) requireOwner(file, owner);
  else own.append(line);
  return own;
}

/** A deployment's ledger that another thread of this process has opened; nothing of it is read. */
export function joinLedger(owner: LedgerOwner & Pick<Settings, 'ledger'>): LedgerFile {
  return signedBy(owner, ledgerFile(owner.ledger, []));
}

/**
 * A ledger whose lines only a holder of the tokens can have written: what it lists is deleted, and whoever can write the
 * file may know names and ids of agents that are not of a run.
 */
export function signedBy(owner: LedgerOwner, file: LedgerFile): LedgerFile {
  return { ...file, append: (line) => file.append({ ...line, mac: macOf(line, owner) } as LedgerLine) };
}

/**
 * @throws LedgerError if the ledger does not say that it is of this deployment and these workspaces, or has a line that
 *   nobody with the tokens wrote: what it lists must not be looked for, let alone deleted
 */
export function requireOwner({ name, lines }: LedgerFile, owner: LedgerOwner): void {
  const base_url = deploymentIn(lines);
  if (base_url === null) throw new LedgerError(`${name} does not say which deployment it is of: nothing is touched.`);
  if (base_url !== baseOf(owner)) {
    throw new LedgerError(`${name} is the ledger of ${base_url}, not of ${baseOf(owner)}: nothing is touched.`);
  }
  const signed: readonly (LedgerLine & { readonly mac?: unknown })[] = lines;
  const forged = signed.findIndex(({ mac, ...line }) => mac !== macOf(line, owner));
  if (forged < 0) return;
  const why =
    forged === 0
      ? `${name} was written with another token or second_workspace.token, so perhaps for another workspace: nothing is touched. Give those of that run.`
      : `${name}, line ${forged + 1}: no run with these tokens wrote it: nothing is touched.`;
  throw new LedgerError(why);
}

/** What only a holder of the tokens can make of a line, for this deployment. */
function macOf(line: LedgerLine, owner: LedgerOwner): string {
  const key = JSON.stringify([owner.token, owner.second_workspace?.token ?? '']);
  const text = `${baseOf(owner)} ${JSON.stringify(line)}`;
  return createHmac('sha256', key).update(text).digest('hex').slice(0, 32);
}

/** Whether the ledger is of a deployment, not of a folder or a mock. */
export function isOfDeployment({ lines }: LedgerFile): boolean {
  return deploymentIn(lines) !== null;
}

/** The base address that the first line names; null: it is not that of a deployment's ledger. */
function deploymentIn([first]: readonly LedgerLine[]): string | null {
  const { event, version, base_url } = objectIn(first);
  return event === 'ledger' && version === 4 && typeof base_url === 'string' ? base_url : null;
}

function baseOf({ addresses }: LedgerOwner): string {
  return withoutSlash(addresses?.base_url ?? '');
}
