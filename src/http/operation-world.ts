import type { OperationWorld } from '../operations/handler.ts';
import type { Change, LeadList, RecordChange, Store, View } from '../store/store.ts';
import type { WorldStore } from '../store/world-store.ts';
import type { Exchange } from './exchange.ts';

/** More changes of one request than these are not told one by one. */
const toldChanges = 1000;

/** The exchange's world as its operation sees it: time stands still, and what is committed is noted in the exchange. */
export function operationWorld(exchange: Exchange): OperationWorld {
  return {
    store: new NotingStore(exchange),
    clock: { now: () => exchange.moment },
  };
}

class NotingStore implements Store {
  readonly #exchange: Exchange;
  readonly #store: WorldStore;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
    this.#store = exchange.world.store;
  }

  view(): View {
    return this.#store.view();
  }

  leads(campaignId: number): Promise<LeadList> {
    return this.#store.leads(campaignId);
  }

  hasLeads(campaignId: number): Promise<boolean> {
    return this.#store.hasLeads(campaignId);
  }

  nextId(collection: Parameters<Store['nextId']>[0]): number {
    return this.#store.nextId(collection);
  }

  nextLeadId(): number {
    return this.#store.nextLeadId();
  }

  async commit(changes: readonly Change[]): Promise<readonly RecordChange[]> {
    const made = await this.#store.commit(changes);
    const told = this.#exchange.changes;
    told.push(...made.slice(0, toldChanges - told.length));
    this.#exchange.after = this.#store.snapshot();
    return made;
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}
