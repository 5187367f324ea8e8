import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Mock, type MockOptions, createMock } from '../app.ts';
import { hasCode, reasonOf } from '../files/file-system.ts';
import { readScenarioNote } from '../store/disk/seed-folder.ts';
import { isStoreAddress, parseStoreAddress, shownAddress, storeAddressRule } from '../store/postgres/store-address.ts';
import type { StoredRecords } from '../store/state/persistence.ts';
import type { World } from '../worlds/world.ts';
import { type CommandContext, type ExitCode, UsageError, commandOf, explainedAs } from './command.ts';

/** A folder, or a log in PostgreSQL. */
interface Place {
  readonly given: string;
  /** For people, without a password. */
  readonly shown: string;
  readonly isFolder: boolean;
}

/** Records by the name of their world. */
type Content = ReadonlyMap<string, StoredRecords>;

/** The command `voice-agent-mock copy FROM TO`: 1 where TO does not read back as FROM. */
export const copyCommand = commandOf('copy', async ({ reset }, context, [from, to, ...others]) => {
  if (from === undefined || to === undefined || others.length > 0) {
    throw new UsageError(
      'Name two places: voice-agent-mock copy FROM TO, each a data folder or the address of a store.',
    );
  }
  return copyPlace(readPlace(from, context), readPlace(to, context), reset, context);
});

async function copyPlace(from: Place, to: Place, reset: boolean, context: CommandContext): Promise<ExitCode> {
  if (from.given === to.given) throw new UsageError(`FROM and TO are both ${from.shown}: name two places.`);
  if (await isEmptyPlace(from)) {
    throw new UsageError(`${from.shown} holds no state of a mock: there is nothing to copy.`);
  }
  if (!reset && !(await isEmptyPlace(to))) {
    throw new UsageError(`${to.shown} is not empty: name another place, or give up what it holds with --reset.`);
  }
  const source = await opened(from, {});
  try {
    const read = readContent(source, to);
    context.print(`Read ${countsOf(read)} from ${from.shown}.`);
    const { scenario } = source;
    const target = await opened(to, { reset, ...(to.isFolder || !reset ? { scenario } : {}) });
    try {
      if (reset && !to.isFolder) await clear(target);
      const whyNot = explainedAs((reason) => `The state cannot be copied: ${reason}`);
      const left = await putContent(source, target, to).catch(whyNot);
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

function readContent({ worlds }: Mock, { isFolder }: Place): Content {
  const kept = isFolder ? [worlds.default] : worlds.list();
  return new Map(kept.map(({ name: world, store }) => [world, store.records()]));
}

/** @returns how many worlds and snapshots a folder does not keep */
async function putContent({ worlds, snapshots }: Mock, target: Mock, { isFolder }: Place): Promise<number> {
  const [, ...named] = worlds.list();
  const kept = snapshots.list();
  await target.worlds.default.turn(async (world) => {
    await target.worlds.restore(world, worlds.capture(worlds.default));
    copyFaults(worlds.default, world);
  });
  if (isFolder) return named.length + kept.length;
  for (const snapshot of kept) await target.snapshots.keep(snapshot);
  for (const world of named) {
    const copied = await target.worlds.create(world.name, { state: worlds.capture(world) });
    await copied.turn((draft) => copyFaults(world, draft));
  }
  return 0;
}

function copyFaults(from: World, to: World): void {
  to.faults.clear();
  for (const { definition } of from.faults.standing.values()) to.faults.add(definition);
}

/** Gives up what a reset of the default world leaves. */
async function clear({ worlds, snapshots }: Mock): Promise<void> {
  for (const { name: snapshot } of snapshots.list()) await snapshots.delete(snapshot);
  for (const { name: world } of worlds.list().slice(1)) await worlds.delete(world);
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

function opened({ given, shown, isFolder }: Place, options: MockOptions): Promise<Mock> {
  const where = isFolder ? { dataDir: given } : { store: given };
  // A state is held twice meanwhile: as much as the heap lets.
  const mock = createMock({ memory: '1000GB', ...options, ...where });
  return mock.catch(explainedAs((reason) => `${shown} cannot be opened: ${reason}`));
}

async function isEmptyPlace({ given, shown, isFolder }: Place): Promise<boolean> {
  if (!isFolder) {
    const { isEmptyStore } = await import('../store/postgres/world-rows.ts');
    return isEmptyStore(given);
  }
  if ((await readScenarioNote(given)) !== undefined) return false;
  const names = await readdir(given).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
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
  const total = (lists: readonly (readonly unknown[])[]) => lists.reduce((sum, { length }) => sum + length, 0);
  const count = total([...content.values()].flatMap(({ records }) => Object.values<readonly unknown[]>(records)));
  const people = total([...content.values()].flatMap(({ leads }) => Object.values(leads)));
  const worlds = content.size === 1 ? '' : ` in ${content.size} worlds`;
  return `${count} records and ${people} people of audiences${worlds}`;
}
