import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Mock, MockOptions } from '../app.ts';
import { snapshotFile } from '../control/worlds/world-views.ts';
import { reasonOf } from '../files/file-system.ts';
import { readScenarioNote } from '../store/disk/scenario-note.ts';
import { isStoreAddress, parseStoreAddress, storeAddressRule } from '../store/postgres/store-address.ts';
import type { StoredRecords } from '../store/stored-records.ts';
import type { Command, CommandContext, ExitCode } from './command.ts';
import { parseOptions, splitOperands, switchOption } from './option-table.ts';
import { UsageError } from './usage-error.ts';

type CreateMock = (options: MockOptions) => Promise<Mock>;

/** A folder, or a log in PostgreSQL. */
interface Place {
  readonly given: string;
  /** For people, without a password. */
  readonly shown: string;
  readonly isFolder: boolean;
}

const name = 'voice-agent-mock copy';
const optionTable = { reset: switchOption('Give up what TO holds') } as const;

/** The command `voice-agent-mock copy FROM TO` over a way to make a mock: 1 where TO does not read back as FROM. */
export function createCopyCommand(createMock: CreateMock): Command {
  return {
    operands: 'FROM TO',
    options: optionTable,
    run: async (args, context) => {
      const { operands, flags } = splitOperands(optionTable, args);
      const { reset } = parseOptions(name, optionTable, flags, context.env);
      const [from, to, ...others] = operands;
      if (from === undefined || to === undefined || others.length > 0) {
        throw new UsageError(`Name two places: ${name} FROM TO, each a data folder or the address of a store.`);
      }
      return copy(createMock, placeOf(from, context), placeOf(to, context), reset, context);
    },
  };
}

async function copy(
  createMock: CreateMock,
  from: Place,
  to: Place,
  reset: boolean,
  context: CommandContext,
): Promise<ExitCode> {
  if (from.given === to.given) throw new UsageError(`FROM and TO are both ${from.shown}: name two places.`);
  if (await isEmpty(from)) throw new UsageError(`${from.shown} holds no state of a mock: there is nothing to copy.`);
  if (!reset && !(await isEmpty(to))) {
    throw new UsageError(`${to.shown} is not empty: name another place, or give up what it holds with --reset.`);
  }
  const source = await opened(createMock, from, {});
  try {
    const { worlds } = source;
    const records = await worlds.default.store.records();
    context.print(`Read ${countsOf(records)} from ${from.shown}.`);
    const left = worlds.list().length - 1;
    if (left > 0) context.printError(`${left} other worlds are left out: the default world alone is copied.`);
    const state = await snapshotFile(snapshotName, worlds.capture(worlds.default));
    const { scenario } = source;
    const target = await opened(createMock, to, { reset, ...(to.isFolder || !reset ? { scenario } : {}) });
    try {
      await put(target, { ...state, scenario: target.scenario });
      const written = await target.worlds.default.store.records();
      return tell(records, written, to, context);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

const snapshotName = 'copied';

/** By the control API, which validates every record and takes it to all replicas. */
async function put(target: Mock, state: object): Promise<void> {
  const body = JSON.stringify(state);
  const file = `http://127.0.0.1/__mock/snapshots/${snapshotName}`;
  await send(target, 'PUT', file, body);
  await send(target, 'POST', `${file}/restore`);
  await send(target, 'DELETE', file);
}

async function send(target: Mock, method: string, url: string, body?: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await target.fetch(url, body === undefined ? { method } : { method, headers, body });
  if (answer.status >= 400) throw new UsageError(`The state cannot be written: ${await answer.text()}`);
}

function tell(
  records: StoredRecords,
  written: StoredRecords,
  to: Place,
  { print, printError }: CommandContext,
): ExitCode {
  const isSame = isDeepStrictEqual([records.records, records.leads], [written.records, written.leads]);
  if (isSame) {
    print(`Wrote ${countsOf(written)} to ${to.shown}, and read them back.`);
    return 0;
  }
  printError(
    `${to.shown} does not read back as it was written: something else writes there. Stop that, and copy again.`,
  );
  return 1;
}

async function opened(createMock: CreateMock, place: Place, options: MockOptions): Promise<Mock> {
  const where = place.isFolder ? { dataDir: place.given } : { store: place.given };
  try {
    // A state is held twice meanwhile: as much as the heap lets.
    return await createMock({ memory: '1000GB', ...options, ...where });
  } catch (error) {
    throw new UsageError(`${place.shown} cannot be opened: ${reasonOf(error)}`.split('\n'), { cause: error });
  }
}

async function isEmpty({ given, shown, isFolder }: Place): Promise<boolean> {
  if (!isFolder) {
    const { openLog } = await import('../open-store.ts');
    const log = openLog(given);
    try {
      return (await log.head()).seq === 0;
    } finally {
      await log.close();
    }
  }
  if ((await readScenarioNote(given)) !== undefined) return false;
  const names = await readdir(given).catch((error: unknown) => {
    if (error instanceof Object && 'code' in error && error.code === 'ENOENT') return [];
    throw new UsageError(`${shown} cannot be read: ${reasonOf(error)}`, { cause: error });
  });
  return names.every((each) => each.startsWith('.') || each === 'lost+found');
}

/** @throws UsageError for what looks like the address of a store and is not one; it is not repeated, for it may hold a password */
function placeOf(given: string, { hide }: CommandContext): Place {
  if (!isStoreAddress(given)) return { given: resolve(given), shown: given, isFolder: true };
  const address = parseStoreAddress(given);
  if (address === undefined) throw new UsageError(`One of the places is not ${storeAddressRule}.`);
  if (address.secret !== '') hide?.(address.secret);
  return { given, shown: address.shown, isFolder: false };
}

function countsOf({ records, leads }: StoredRecords): string {
  const count = Object.values(records).reduce((sum, list) => sum + list.length, 0);
  const people = Object.values(leads).reduce((sum, list) => sum + list.length, 0);
  return `${count} records and ${people} people of audiences`;
}
