import { profileJson } from '../../clauses/profile/check-profile.ts';
import type { RecordCheck } from '../../store/record-schema.ts';
import { stateOf } from '../../store/open-records.ts';
import { differenceOf, redoAll, RecordStore } from '../../store/state/record-store.ts';
import { IdCounters } from '../../store/state/id-counters.ts';
import type { Snapshot, WorldStore } from '../../store/world-store.ts';
import type { FollowedProfile } from '../followed-profile.ts';
import type { World } from '../world.ts';
import type { WorldState } from '../begin-world.ts';
import type { PartsJson, RecordsJson, ScenarioJson, StateJson } from './shared-command.ts';

/** Between two loads of a log: no version of a record is ever given twice. */
const versionsOfLoad = 2 ** 40;

/** What turns states into the JSON of a shared log and back: records as what differs from their scenario. */
export class SharedStates {
  readonly #schemaCheck: RecordCheck;
  readonly #follow: (profile: unknown) => FollowedProfile;
  readonly #scenarios = new Map<string, { readonly json: ScenarioJson; readonly store: RecordStore }>();
  /** A log is loaded once before anything is read. */
  #loads = -1;

  constructor(schemaCheck: RecordCheck, follow: (profile: unknown) => FollowedProfile) {
    this.#schemaCheck = schemaCheck;
    this.#follow = follow;
  }

  clear(): void {
    this.#scenarios.clear();
    this.#loads += 1;
  }

  /** A number above those of all versions before the last `clear`. */
  get firstVersion(): number {
    return this.#loads * versionsOfLoad + 1;
  }

  addScenario(json: ScenarioJson): void {
    this.#scenarios.set(json.name, { json, store: this.#storeOf(stateOf(json, this.firstVersion)) });
  }

  /** The store of a scenario, which must not be changed; undefined if the log has none of it. */
  scenario(name: string): RecordStore | undefined {
    return this.#scenarios.get(name)?.store;
  }

  scenarios(): readonly ScenarioJson[] {
    return [...this.#scenarios.values()].map(({ json }) => json);
  }

  recordsJson(scenario: string, store: WorldStore): RecordsJson {
    const { root, ids } = store.snapshot();
    return { scenario, changes: differenceOf(this.#base(scenario).root, root), ids: ids.highest() };
  }

  records({ scenario, changes, ids }: RecordsJson): Snapshot {
    const { root } = this.#base(scenario);
    const next = redoAll(root, changes, root.version + 1);
    return { root: next, ids: new IdCounters(ids, next.leadSource) };
  }

  partsJson({ clock, random, faults, diallers, profile }: World): PartsJson {
    return {
      clock: clock.state(),
      random: random.state(),
      faults: faults.state(),
      dialling: diallers.state(),
      profile: profile === undefined ? null : profileJson(profile.profile),
    };
  }

  /** Puts parts of a world in the place of its own. */
  putParts(world: World, { clock, random, faults, dialling, profile }: Partial<PartsJson>): void {
    if (clock !== undefined) world.clock.restore(clock);
    if (random !== undefined) world.random.restart(random);
    if (faults !== undefined) world.faults.restore(faults);
    if (dialling !== undefined) world.diallers.restore(dialling);
    if (profile !== undefined) world.profile = this.#profile(profile);
  }

  stateJson({ scenario, seed, store, clock, random, profile }: WorldState): StateJson {
    const chosen = profile === undefined ? null : profileJson(profile.profile);
    return { ...this.recordsJson(scenario, store), seed, clock, random, profile: chosen };
  }

  state(json: StateJson): WorldState {
    const { scenario, seed, clock, random, profile } = json;
    const store = this.#storeOf(this.records(json));
    return { scenario, seed, store, clock, random, profile: this.#profile(profile) };
  }

  #profile(json: object | null): FollowedProfile | undefined {
    return json === null ? undefined : this.#follow(json);
  }

  #base(scenario: string): Snapshot {
    const store = this.scenario(scenario);
    if (store === undefined) throw new Error(`The log has no scenario ${scenario}.`);
    return store.snapshot();
  }

  #storeOf({ root, ids }: Snapshot): RecordStore {
    return new RecordStore({ root, ids, schemaCheck: this.#schemaCheck });
  }
}
