import { behavioursTarget } from '../../clauses/profile.ts';
import type { Overlay, OverlayAction } from '../../document/overlay.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { startInProcessTarget } from '../in-process-target.ts';
import type { RunPlan } from '../run-plan.ts';
import { twinSettings } from './open-twin.ts';
import { openSide, type Side } from './side.ts';

/** What a mock decides: behaviours by their choices, and changes of the document. */
export interface Decisions {
  readonly behaviours: Readonly<Record<string, string>>;
  readonly actions: readonly OverlayAction[];
}

/** The same as a profile. */
export function overlayOf(name: string, { behaviours, actions }: Decisions): Overlay {
  const named = Object.keys(behaviours).length === 0 ? [] : [{ target: behavioursTarget, update: behaviours }];
  return { overlay: '1.1.0', info: { title: name, version: '1' }, actions: [...named, ...actions] };
}

/** Worlds of one mock in this process, each with decisions of its own. */
export interface MockWorlds {
  /** A new world that decides like this; null if a stated rule forbids one of the decisions. */
  readonly deciding: (decisions: Decisions) => Promise<Side | null>;
  readonly close: () => Promise<void>;
}

/** @param plan of the deployment that the worlds are compared with */
export async function openMockWorlds(plan: RunPlan, document: ContractDocument): Promise<MockWorlds> {
  const target = await startInProcessTarget();
  const settings = twinSettings(plan.settings);
  let count = 0;
  return {
    close: () => target.close(),
    async deciding(decisions) {
      const name = `deciding-${(count += 1)}`;
      const profile = overlayOf(name, decisions);
      const made = await fetch(`${target.addresses.api_url}/__mock/worlds`, {
        method: 'POST',
        body: JSON.stringify({ name, profile }),
        headers: { 'content-type': 'application/json' },
      });
      if (!made.ok) return null;
      const address = `${target.addresses.api_url}/__mock/worlds/${name}`;
      const addresses = { base_url: `${address}/api/v1/global`, api_url: address, alt_url: address };
      const side = openSide({ document, plan, addresses, settings });
      return {
        walk: side.walk,
        close: async () => {
          await side.close();
          await fetch(address, { method: 'DELETE' });
        },
      };
    },
  };
}
