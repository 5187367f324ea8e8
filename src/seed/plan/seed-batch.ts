import type { CollectionName, Collections, LeadRecord } from '../../domain/records.ts';
import { totalOfCounts } from '../factories/campaign-factories.ts';
import type { ResolvedPlan } from './resolve-plan.ts';
import type { FirstIds, RecordsToLeanOn } from '../../store/state/records-to-lean-on.ts';

/** What is there already, and what the plan's records may lean on. */
export type SeedBase = RecordsToLeanOn;

/** One record that a batch puts. */
export type SeedRecord = {
  [C in CollectionName]: { readonly collection: C; readonly record: Collections[C] };
}[CollectionName];

/** Records that are written together or not at all. */
export interface SeedBatch {
  /** The plan's path and which of its records: `agents[0]#0-99`; no two batches of a plan share one. */
  readonly key: string;
  readonly path: string;
  readonly records: readonly SeedRecord[];
  readonly leads: { readonly campaignId: number; readonly records: readonly LeadRecord[] } | null;
}

/** How a run is watched. */
export interface RunWatch {
  /** Told how many more records have been made. */
  readonly onProgress?: (more: Partial<SeedTotals>) => void;
  /** Asked between requests; true stops the run, which the same call goes on with later. */
  readonly isStopped?: () => boolean;
}

/** A batch of records, without leads. */
export function batch(path: string, which: string, records: readonly SeedRecord[]): SeedBatch {
  return { key: `${path}${which}`, path, records, leads: null };
}

/** Records of one collection. */
export function seedRecords<C extends CollectionName>(collection: C, records: readonly Collections[C][]): SeedRecord[] {
  return records.map((record) => ({ collection, record }) as SeedRecord);
}

/** `count` in steps of `size`. */
export function* ranges(count: number, size: number): Generator<readonly [from: number, to: number]> {
  for (let from = 0; from < count; from += size) yield [from, Math.min(count, from + size)];
}

/** The kinds of records that runs count and reserve ids for. */
type SeedKind = keyof FirstIds;

export type SeedTotals = Readonly<Record<SeedKind, number>>;

/** Of each kind none. */
export const nothingMade: SeedTotals = { workspaces: 0, users: 0, phone_numbers: 0, agents: 0, campaigns: 0, leads: 0 };

/** How many records of each kind a plan makes; tokens, providers and voices, which come along, are not counted. */
export function totalsOfPlan({ workspaces, numbers, agents, campaigns }: ResolvedPlan): SeedTotals {
  return {
    workspaces: workspaces.length,
    users: sum(workspaces.map(({ users }) => users)),
    phone_numbers: sum(numbers.map(({ count }) => count)) + sum(agents.map((group) => group.count * group.numbers)),
    agents: sum(agents.map(({ count }) => count)),
    campaigns: sum(campaigns.map(({ count }) => count)),
    leads: sum(
      campaigns.map(({ count, audience }) => (audience === null ? 0 : count * totalOfCounts(audience.counts))),
    ),
  };
}

/** How many of each kind a batch holds. */
export function totalsOfBatch({ records, leads }: SeedBatch): SeedTotals {
  const totals = { ...nothingMade, leads: leads?.records.length ?? 0 };
  for (const { collection } of records) {
    if (Object.hasOwn(totals, collection)) totals[collection as SeedKind] += 1;
  }
  return totals;
}

/** The ids of a batch by kind, `1011-1110`; tokens are secrets and are left out. */
export function idsOfBatch({ records, leads }: SeedBatch): Readonly<Record<string, string>> {
  const ids: Record<string, (number | string)[]> = {};
  for (const { collection, record } of records) {
    if (collection === 'api_tokens' || collection === 'login_tokens') continue;
    (ids[collection] ??= []).push(record.id);
  }
  if (leads !== null) ids['leads'] = leads.records.map(({ id }) => id);
  return Object.fromEntries(
    Object.entries(ids).map(([kind, list]) => [kind, list.length < 3 ? list.join(',') : `${list[0]}-${list.at(-1)}`]),
  );
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** The target, the plan or a person stopped a run; the ledger tells where. */
export class SeedStoppedError extends Error {
  override readonly name = 'SeedStoppedError';
}

/** What a run of a plan came to. */
export type SeedOutcome = 'made' | 'there already' | 'stopped';

export interface ProgressOutput {
  /** Absent: nothing is shown. `isTerminal`: the line can be written over. */
  readonly progress?: { readonly isTerminal: boolean; readonly write: (text: string) => void };
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** Tells how far a run is: on a terminal in one line that changes, else in a line every few seconds. */
interface Progress {
  add(totals: Partial<SeedTotals>): void;
  /** Ends the line; the last numbers stay. */
  end(): void;
}

const labels: Readonly<Partial<Record<SeedKind, string>>> = { phone_numbers: 'numbers', leads: 'records' };
const terminalPause = 100;
const plainPause = 5000;

/** Progress towards these totals; null for audience records of which nobody knows how many there are. */
export function createProgress(totals: SeedTotals | null, { progress, now }: ProgressOutput): Progress {
  const isTerminal = progress?.isTerminal ?? false;
  const kinds = (Object.keys(nothingMade) as SeedKind[]).filter((kind) =>
    totals === null ? kind === 'leads' : totals[kind] > 0,
  );
  const done: Record<SeedKind, number> = { ...nothingMade };
  const all = kinds.reduce((sum, kind) => sum + (totals?.[kind] ?? 0), 0);
  const start = now();
  let last = isTerminal ? -Infinity : start;
  let width = 0;

  const show = (isEnd: boolean): void => {
    const elapsed = (now() - start) / 1000;
    const made = kinds.reduce((sum, kind) => sum + done[kind], 0);
    const left = made === 0 || made >= all ? 0 : (elapsed * (all - made)) / made;
    const counts = kinds
      .map((kind) => `${labels[kind] ?? kind} ${done[kind]}${totals === null ? '' : `/${totals[kind]}`}`)
      .join(', ');
    const isOpen = isEnd || totals === null;
    const time = isOpen ? `${elapsed.toFixed(1)} s` : made === 0 ? 'starting' : `${durationInWords(left)} left`;
    const text = `${counts}: ${time}`;
    progress?.write(isTerminal ? `\r${text.padEnd(width)}${isEnd ? '\n' : ''}` : `${text}\n`);
    width = text.length;
  };

  return {
    add: (more) => {
      for (const kind of kinds) done[kind] += more[kind] ?? 0;
      if (now() - last < (isTerminal ? terminalPause : plainPause)) return;
      last = now();
      show(false);
    },
    end: () => show(true),
  };
}

/** `1 h 5 min`, `3 min 20 s`, `8 s`; rounded up. */
function durationInWords(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole >= 3600) return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
  return whole >= 60 ? `${Math.floor(whole / 60)} min ${whole % 60} s` : `${whole} s`;
}
