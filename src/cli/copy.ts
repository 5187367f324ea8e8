import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Mock, MockOptions } from '../app.ts';
import { snapshotFile } from '../control/worlds/world-views.ts';
import { reasonOf } from '../files/file-system.ts';
import { readScenarioNote } from '../store/disk/seed-folder.ts';
import { isStoreAddress, parseStoreAddress, shownAddress, storeAddressRule } from '../store/postgres/store-address.ts';
import type { StoredRecords } from '../store/world-store.ts';
import type { World } from '../worlds/world.ts';
import {
  type Command,
  type CommandContext,
  type ExitCode,
  UsageError,
  optionTable,
  parseArguments,
} from './command.ts';
import { describedCommands } from './commands.gen.ts';

type CreateMock = (options: MockOptions) => Promise<Mock>;

/** A folder, or a log in PostgreSQL. */
interface Place {
  readonly given: string;
  /** For people, without a password. */
  readonly shown: string;
  readonly isFolder: boolean;
}

/** Records by the name of their world. */
type Content = ReadonlyMap<string, StoredRecords>;

const name = 'voice-agent-mock copy';
const copyOptionTable = optionTable(describedCommands.copy.options, {});

/** The command `voice-agent-mock copy FROM TO` over a way to make a mock: 1 where TO does not read back as FROM. */
export function createCopyCommand(createMock: CreateMock): Command {
  return {
    options: copyOptionTable,
    run: async (args, context) => {
      const { operands, options } = parseArguments(name, copyOptionTable, args, context.env);
      const [from, to, ...others] = operands;
      if (from === undefined || to === undefined || others.length > 0) {
        throw new UsageError(`Name two places: ${name} FROM TO, each a data folder or the address of a store.`);
      }
      return copyPlace(createMock, readPlace(from, context), readPlace(to, context), options.reset, context);
    },
  };
}

async function copyPlace(
  createMock: CreateMock,
  from: Place,
  to: Place,
  reset: boolean,
  context: CommandContext,
): Promise<ExitCode> {
  if (from.given === to.given) throw new UsageError(`FROM and TO are both ${from.shown}: name two places.`);
  if (await isEmptyPlace(from)) {
    throw new UsageError(`${from.shown} holds no state of a mock: there is nothing to copy.`);
  }
  if (!reset && !(await isEmptyPlace(to))) {
    throw new UsageError(`${to.shown} is not empty: name another place, or give up what it holds with --reset.`);
  }
  const source = await opened(createMock, from, {});
  try {
    const read = readContent(source, to);
    context.print(`Read ${countsOf(read)} from ${from.shown}.`);
    const { scenario } = source;
    const target = await opened(createMock, to, { reset, ...(to.isFolder || !reset ? { scenario } : {}) });
    try {
      if (reset && !to.isFolder) await clear(target);
      const left = await putContent(source, target, to);
      if (left > 0) {
        context.printError(`${left} other worlds and snapshots are left out: a folder keeps the default world alone.`);
      }
      return tellCopied(read, readContent(target, to), to, context);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** The records of each world that the place keeps, by the world's name. */
function readContent({ worlds }: Mock, { isFolder }: Place): Content {
  const kept = isFolder ? [worlds.default] : worlds.list();
  return new Map(kept.map(({ name: world, store }) => [world, store.records()]));
}

/** No name of a person's. */
const snapshotName = 'voice-agent-mock-copy';
const snapshotsPath = '/__mock/snapshots';

/**
 * By the control API, which validates every record and takes it to all replicas.
 * @returns how many worlds and snapshots a folder does not keep
 */
async function putContent(source: Mock, target: Mock, { isFolder }: Place): Promise<number> {
  const { worlds } = source;
  const snapshots = await snapshotAddresses(source);
  if (isFolder) {
    await putWorld(worlds.default, source, target);
    return worlds.list().length - 1 + snapshots.length;
  }
  for (const path of snapshots) await sendToMock(target, 'PUT', path, await sendToMock(source, 'GET', path));
  for (const world of worlds.list()) {
    await putWorld(world, source, target);
    for (const { definition } of world.faults.list()) {
      await sendToMock(target, 'POST', '/__mock/faults', JSON.stringify(definition), world.name);
    }
  }
  return 0;
}

async function putWorld(world: World, { worlds }: Mock, target: Mock): Promise<void> {
  const path = `${snapshotsPath}/${snapshotName}`;
  const isDefault = world === worlds.default;
  // One that is in no store began as the scenario of the place that it comes into.
  const scenario = isDefault ? target.scenario : world.scenario;
  const state = { ...snapshotFile(snapshotName, worlds.capture(world)), scenario };
  await sendToMock(target, 'PUT', path, JSON.stringify(state));
  if (isDefault) await sendToMock(target, 'POST', `${path}/restore`);
  else {
    const origin = { name: world.name, seed: world.seed, from: { snapshot: snapshotName } };
    await sendToMock(target, 'POST', '/__mock/worlds', JSON.stringify(origin));
  }
  await sendToMock(target, 'DELETE', path);
}

/** Gives up what a reset of the default world leaves. */
async function clear(target: Mock): Promise<void> {
  for (const path of await snapshotAddresses(target)) await sendToMock(target, 'DELETE', path);
  for (const { name: world } of target.worlds.list().slice(1)) {
    await sendToMock(target, 'DELETE', `/__mock/worlds/${world}`);
  }
}

/** The addresses of its snapshots. */
async function snapshotAddresses(mock: Mock): Promise<readonly string[]> {
  // Sound because it is the mock's own answer.
  const { snapshots } = JSON.parse(await sendToMock(mock, 'GET', snapshotsPath)) as { snapshots: { name: string }[] };
  return snapshots.map(({ name: each }) => `${snapshotsPath}/${each}`);
}

/** @returns the answer's body */
async function sendToMock(mock: Mock, method: string, path: string, body?: string, world = 'default'): Promise<string> {
  const headers = { 'content-type': 'application/json', 'x-mock-world': world };
  const answer = await mock.fetch(`http://127.0.0.1${path}`, { method, headers, ...(body !== undefined && { body }) });
  const text = await answer.text();
  if (answer.status >= 400) throw new UsageError(`The state cannot be copied: ${text}`);
  return text;
}

function tellCopied(read: Content, written: Content, to: Place, { print, printError }: CommandContext): ExitCode {
  const recordsOf = (content: Content) => [...content].map(([world, { records, leads }]) => [world, records, leads]);
  if (isDeepStrictEqual(recordsOf(read), recordsOf(written))) {
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

async function isEmptyPlace({ given, shown, isFolder }: Place): Promise<boolean> {
  if (!isFolder) {
    const { isEmptyStore } = await import('../open-store.ts');
    return isEmptyStore(given);
  }
  if ((await readScenarioNote(given)) !== undefined) return false;
  const names = await readdir(given).catch((error: unknown) => {
    if (error instanceof Object && 'code' in error && error.code === 'ENOENT') return [];
    throw new UsageError(`${shown} cannot be read: ${reasonOf(error)}`, { cause: error });
  });
  return names.every((each) => each.startsWith('.') || each === 'lost+found');
}

/** @throws UsageError for what looks like the address of a store and is not one; it is not repeated, for it may hold a password */
function readPlace(given: string, { hide }: CommandContext): Place {
  if (!isStoreAddress(given)) return { given: resolve(given), shown: given, isFolder: true };
  const address = parseStoreAddress(given);
  if (address === undefined) throw new UsageError(`${shownAddress(given)} is not ${storeAddressRule}.`);
  if (address.secret !== '') hide?.(address.secret);
  return { given, shown: address.shown, isFolder: false };
}

function countsOf(content: Content): string {
  const lists = [...content.values()].flatMap(({ records }) => Object.values<readonly unknown[]>(records));
  const people = [...content.values()]
    .flatMap(({ leads }) => Object.values(leads))
    .reduce((sum, { length }) => sum + length, 0);
  const count = lists.reduce((sum, { length }) => sum + length, 0);
  const worlds = content.size === 1 ? '' : ` in ${content.size} worlds`;
  return `${count} records and ${people} people of audiences${worlds}`;
}
