import type { LoggedChange } from '../../store/state/logged-change.ts';
import type { HighestIds } from '../../store/state/id-counters.ts';
import type { StoredRecords } from '../../store/stored-records.ts';
import type { ClockState } from '../clock.ts';
import type { CoverageState } from '../coverage.ts';
import type { Dialler } from '../diallers.ts';
import type { FaultsState } from '../faults.ts';
import type { RandomState } from '../random.ts';
import type { JournalRecord } from '../journal.ts';
import type { JournalRecordJson, ToldRecord } from './journal-record-json.ts';

/** What a world is besides its records, its journal and its coverage. */
export interface PartsJson {
  readonly clock: ClockState;
  readonly random: RandomState;
  readonly faults: FaultsState;
  readonly dialling: readonly (readonly [number, Dialler])[];
  /** As its file; null: none. */
  readonly profile: object | null;
}

/** Records as what they differ in from the scenario that they began as. */
export interface RecordsJson {
  readonly scenario: string;
  readonly changes: readonly LoggedChange[];
  readonly ids: HighestIds;
}

/** A state of a world, as a snapshot keeps it. */
export interface StateJson extends RecordsJson {
  readonly seed: string;
  readonly clock: ClockState;
  readonly random: RandomState;
  readonly profile: object | null;
}

export interface ScenarioJson extends StoredRecords {
  readonly name: string;
}

export interface NewWorldJson extends RecordsJson {
  readonly name: string;
  readonly seed: string;
  readonly createdOn: number;
  readonly parts: PartsJson;
}

export interface NamedSnapshotJson {
  readonly name: string;
  readonly world: string | null;
  readonly takenOn: number;
  readonly state: StateJson;
}

/** Everything that a shared log is made of. */
export type SharedCommand =
  | { readonly do: 'scenario'; readonly scenario: ScenarioJson }
  | { readonly do: 'begin'; readonly world: NewWorldJson }
  | { readonly do: 'end'; readonly world: string }
  | { readonly do: 'commit'; readonly world: string; readonly commits: readonly (readonly LoggedChange[])[] }
  | { readonly do: 'parts'; readonly world: string; readonly parts: Partial<PartsJson> }
  | { readonly do: 'ids'; readonly world: string; readonly ids: HighestIds }
  | { readonly do: 'clear'; readonly world: string; readonly what: 'journal' | 'coverage' }
  | { readonly do: 'keep'; readonly snapshot: NamedSnapshotJson }
  | { readonly do: 'forget'; readonly snapshot: string; readonly isDropped: boolean }
  /** In the log its record is a `JournalRecordJson`. */
  | { readonly do: 'journal'; readonly world: string; readonly record: JournalRecord | ToldRecord }
  | { readonly do: 'join' | 'leave'; readonly replica: string }
  | { readonly do: 'ask'; readonly id: string; readonly by: string }
  | { readonly do: 'told'; readonly id: string; readonly by: string };

export interface WorldJson extends NewWorldJson {
  readonly journal: {
    readonly dropped: number;
    readonly lastId: number;
    readonly entries: readonly JournalRecordJson[];
  };
  readonly coverage: CoverageState;
}

/** All that a log has made so far. */
export interface SharedStateJson {
  readonly scenarios: readonly ScenarioJson[];
  readonly replicas: readonly string[];
  readonly worlds: readonly WorldJson[];
  readonly snapshots: readonly NamedSnapshotJson[];
}
