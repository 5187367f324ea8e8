import type { CollectionName, Collections, LeadRecord } from './records.ts';

/** The records of a scenario; a collection that is left out has none. */
export type ScenarioRecords = { readonly [C in CollectionName]?: readonly Collections[C][] };

/** A scenario made in code, for `createMock({ scenario })` and `saveScenario`. */
export interface Scenario extends ScenarioRecords {
  /**
   * What is there beside its records: the name of a scenario, or the path of a folder; null: nothing. `empty` if absent,
   * which has three workspaces with users and tokens. A record with the id of one of the base goes in its place.
   */
  readonly base?: string | null;
  /** The records of audiences, a list for each campaign by its id. */
  readonly leads?: ReadonlyMap<number, readonly LeadRecord[]> | Readonly<Record<number, readonly LeadRecord[]>>;
}
