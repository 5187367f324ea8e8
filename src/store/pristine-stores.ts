import { openEphemeral } from './open-ephemeral.ts';
import type { WorldStore } from './world-store.ts';

export interface PristineStores {
  /** @throws Error if there is no such scenario */
  storeOf(scenario: string): WorldStore | Promise<WorldStore>;
  /** From now on the scenario begins as this store holds it. */
  replace(scenario: string, store: WorldStore): void;
}

/**
 * Gives scenarios as they begin, in stores that must not be changed; each is read when it is first asked for.
 * @param folderOf finds a scenario's folder; throws if there is none
 * @param known a scenario that is read already
 */
export function createPristineStores(
  folderOf: (scenario: string) => string,
  known: readonly [scenario: string, store: WorldStore] | undefined,
): PristineStores {
  const stores = new Map<string, WorldStore | Promise<WorldStore>>(known === undefined ? [] : [known]);
  const storeOf: PristineStores['storeOf'] = (scenario) => {
    const found = stores.get(scenario);
    if (found !== undefined) return found;
    const opening = openEphemeral({ scenarioDir: folderOf(scenario) });
    stores.set(scenario, opening);
    opening.then(
      (store) => stores.set(scenario, store),
      // What could not be read may be there the next time.
      () => stores.delete(scenario),
    );
    return opening;
  };
  return { storeOf, replace: (scenario, store) => void stores.set(scenario, store) };
}
