import type { JsonObject } from '../json/json-value.ts';
import type { Count, Id, Integer } from './records.ts';

/** Attempts to call that are made as time passes. */
export interface Dialling {
  readonly campaign: Id;
  /** Per minute. */
  readonly rate: number;
  /** In milliseconds since 1970. */
  readonly since: number;
  /** Attempts made since then. */
  readonly made: number;
}

/** What a world is besides its records, its journal and its coverage, as a shared store keeps it. */
export interface WorldParts {
  /** How its clock stands to the machine's, in milliseconds. */
  readonly clock: { readonly frozenAt: number } | { readonly offset: number };
  /** Where its chance is. */
  readonly random: readonly [Integer, Integer, Integer, Integer];
  /** Those that are set, and the highest id that one has had. */
  readonly faults: {
    readonly lastId: Count;
    readonly standing: readonly {
      readonly id: Id;
      /** As the control API takes it. */
      readonly definition: JsonObject;
      readonly matched: Count;
      readonly fired: Count;
    }[];
  };
  /** What goes on by itself. */
  readonly dialling: readonly Dialling[];
  /** As its file; null: none. */
  readonly profile: JsonObject | null;
  /** Of a snapshot, the world that it was taken of; null if it was imported. */
  readonly world?: string | null;
}

/** What `meta.json` says of a folder of records, a scenario's or the data of a mock. */
export interface FolderMeta {
  readonly format: 1;
  /** What a mock's began as, as it was given: a name, or a path. */
  readonly scenario?: string;
  /** Of the files that it began as. */
  readonly digest?: string;
  /** The highest that were given. */
  readonly ids?: Partial<Readonly<Record<'workspaces' | 'users' | 'agents' | 'campaigns' | 'leads', Count>>>;
  /** What a mock has written; absent of a scenario. */
  readonly written?: {
    /** Of the last commit that the files hold: the log goes on from there. */
    readonly checksum: string;
    /** Of each file, by its name. */
    readonly files: Readonly<Record<string, string>>;
  };
}
