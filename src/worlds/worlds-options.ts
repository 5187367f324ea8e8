import type { WorldStore } from '../store/world-store.ts';
import type { Clock } from './clock.ts';
import type { MemoryBudget } from './memory-budget.ts';
import type { World } from './world.ts';

export interface WorldsOptions {
  /** The durable one; it never expires. */
  readonly defaultWorld: World;
  /** A store that holds a scenario as it begins and is never changed. @throws Error if the scenario does not exist */
  readonly pristine: (scenario: string) => Promise<WorldStore> | WorldStore;
  /** The clock beneath each world's own; worlds expire by it. */
  readonly clock: Clock;
  /** After how many milliseconds without use a world is deleted. */
  readonly idleTime: number;
  /** The maximum number of worlds besides the default one. */
  readonly limit: number;
  /** The budget that their memory counts against; none if absent. */
  readonly memory?: MemoryBudget;
  /** Where worlds are shared with other replicas. */
  readonly shared?: SharedRegistry;
  /** Told, in one sentence, of a world that was deleted to make room for another. */
  readonly onDropped?: (message: string) => void;
}

/** What makes and ends worlds for all replicas. */
export interface SharedRegistry {
  /**
   * Resolves once a world, or every one if none is named, is as the last answer of any replica left it.
   * @throws StorageError
   */
  current(name?: string): Promise<void>;
  /** Makes a world as the default scenario begins, unless there is one already. */
  begin(name: string): Promise<World>;
  /** Ends a world, unless another replica has used it since a moment, in milliseconds since 1970. */
  end(name: string, unusedSince?: number): void;
}
