import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import * as fileSystem from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ExplainedError, reasonOf } from '../../files/file-system.ts';
import { readTextFile, UnusableFileError } from '../../files/read-text-file.ts';
import { LockedError, lockFile, type ProcessLock } from '../../files/process-lock.ts';
import { readJson } from '../../json/json-text.ts';

/** The ledger cannot be used: it is another file, damaged, in use, or of another run or deployment. */
export class LedgerError extends ExplainedError {
  override readonly name = 'LedgerError';
}

/** One line of a ledger. */
export interface LedgerLine {
  readonly event: string;
}

/** A file of one line of JSON per event, each on the disk when `append` returns. */
export interface LedgerFile {
  readonly name: string;
  /** The lines that were there when it was opened. */
  readonly lines: readonly LedgerLine[];
  append(line: LedgerLine): void;
  /** How many lines have one of these events by now. */
  count(...events: readonly string[]): number;
}

/**
 * Opens a ledger, which need not exist yet. A last line that a kill cut short was not written: it goes.
 * @throws LedgerError if another line cannot be read
 */
export function openLedgerFile(name: string): LedgerFile {
  return ledgerFile(name, existsSync(name) ? readLines(name) : []);
}

/** Appends to a ledger that another thread of this process has opened; reads nothing. */
export function joinLedgerFile(name: string): LedgerFile {
  return ledgerFile(name, []);
}

function ledgerFile(name: string, lines: readonly LedgerLine[]): LedgerFile {
  return {
    name,
    lines,
    append: (line) => {
      makeFolderOf(name);
      appendFileSync(name, `${JSON.stringify(line)}\n`, { mode: 0o600 });
    },
    count: (...events) => {
      const lines = existsSync(name) ? readFileSync(name, 'utf8').split('\n') : [];
      return lines.filter((line) => events.some((event) => line.startsWith(`{"event":"${event}"`))).length;
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

/** Removes a ledger that has nothing left to clean. */
export function removeLedger(name: string): void {
  rmSync(name, { force: true });
}

/** Takes a ledger for one run. @throws LedgerError if another run has it */
export async function lockLedger(name: string): Promise<ProcessLock> {
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

function readLines(name: string): LedgerLine[] {
  const bytes = Buffer.from(readLedgerText(name));
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

function readLedgerText(name: string): string {
  try {
    return readTextFile(name, largest);
  } catch (error) {
    if (error instanceof UnusableFileError) throw new LedgerError(error.message, { cause: error });
    throw error;
  }
}

function lineOf(name: string, text: string, number: number): LedgerLine {
  const value = readJson(text);
  if (value instanceof Object && 'event' in value && typeof value.event === 'string') {
    return value as LedgerLine;
  }
  throw wrongLine(name, number);
}

function wrongLine(name: string, line: number): LedgerError {
  return new LedgerError(`${name}, line ${line}: this is not a line of a ledger. Name another file with --ledger.`);
}
