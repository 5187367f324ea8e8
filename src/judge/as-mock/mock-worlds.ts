import type { Mock, MockOptions } from '../../app.ts';
import {
  type Addresses,
  type Settings,
  defaultScenario,
  throwAwayCampaigns,
} from '../../deployment/configuration/settings.ts';
import { jsonOf } from '../../deployment/transport.ts';
import type { Overlay, OverlayAction } from '../../document/overlay.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { openSide, type Side } from './side.ts';
import { hasSameData, type StepAnswers, type Twin } from './twin.ts';
import { decidingActions } from '../learn/value-classes.ts';
import type { RunPlan } from '../run-plan.ts';
import type { SessionOptions } from '../session.ts';

/** What a mock decides: behaviours by their choices, and changes of the document. */
export interface Decisions {
  readonly behaviours: Readonly<Record<string, string>>;
  readonly actions: readonly OverlayAction[];
}

/** The same as a profile. */
export function overlayOf(name: string, { behaviours = {}, actions = [] }: Partial<Decisions>): Overlay {
  const named = Object.entries(behaviours).flatMap(([id, alternative]) => decidingActions(id, alternative));
  return { overlay: '1.1.0', info: { title: name, version: '1' }, actions: [...named, ...actions] };
}

/** Worlds of one mock in this process, which end with it. */
export interface MockWorlds {
  /** A world that decides like this and begins anew, until it is asked for again; null if a stated rule forbids a decision. */
  readonly deciding: (decisions: Decisions) => Promise<MockSide | null>;
  readonly close: () => Promise<void>;
}

/** A world as it is sent steps; of a recording those that were recorded, whatever they are. */
export interface MockSide {
  readonly send: (...to: Parameters<Side['walk']>) => Promise<StepAnswers>;
}

type OpenSide = MockSide & { readonly close: () => void | Promise<void> };

/** @param plan of the deployment that the worlds are compared with */
export async function openMockWorlds(plan: RunPlan, document: ContractDocument): Promise<MockWorlds> {
  const settings = twinSettings(plan.settings);
  const target = await startInProcessTarget();
  return worldsOf(target, (addresses, noting) => {
    const own = { agent: target.mock.agent(), noting, beginAnew: () => Promise.resolve() };
    const { close, walk } = openSide({ document, plan, addresses, settings, ...own });
    return { close, send: walk };
  });
}

/** Lets what answers show be told by requests that changed nothing. */
export const countingAction: OverlayAction = { target: "$['x-values']", update: { 'counts-requests': true } };

/** So many are kept to begin anew. */
const mostWorlds = 40;

/** @param open what a world of these addresses is sent; `noting` gives answers with what it has saved */
export function worldsOf(
  target: InProcessTarget,
  open: (addresses: Addresses, noting: NonNullable<SessionOptions['noting']>) => OpenSide,
): MockWorlds {
  /** By what they decide, the latest last. */
  const known = new Map<string, OpenSide & { readonly world: ReturnType<Mock['world']> }>();
  let count = 0;
  const begin = async (decisions: Decisions) => {
    const world = target.mock.world(`world-${(count += 1)}`);
    const counting = { ...decisions, actions: [...decisions.actions, countingAction] };
    const isMade = await makeFollowingWorld(target.mock, world.name, overlayOf('decided', counting));
    const noting: NonNullable<SessionOptions['noting']> = (send) => async (request) => {
      const response = await send(request);
      return { ...response, saved: target.mock.saved(world.name, jsonOf(response)) };
    };
    return isMade ? { ...open(await world.urls(), noting), world } : null;
  };
  return {
    async deciding(decisions) {
      const key = JSON.stringify(decisions);
      const old = known.get(key);
      const side = old ?? (await begin(decisions));
      if (side === null) return null;
      await old?.world.reset();
      known.delete(key);
      known.set(key, side);
      const [[first, oldest] = [key, side]] = known;
      if (known.size > mostWorlds) {
        known.delete(first);
        await oldest.close();
        await oldest.world.delete();
      }
      return side;
    },
    close: async () => {
      for (const side of known.values()) await side.close();
      await target.close();
    },
  };
}

/** Makes a world that follows a profile; false if a stated rule forbids what it decides. */
export async function makeFollowingWorld(mock: Mock, name: string, profile: object): Promise<boolean> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
  return (await mock.fetch('http://localhost/__mock/worlds', { ...init, body: JSON.stringify({ name, profile }) })).ok;
}

/** A mock that follows the plan's profile or none, begins when it is first sent something, and ends with the run. */
export function openTwin(plan: RunPlan, document: ContractDocument): Twin & { readonly close: () => Promise<void> } {
  let opening: ReturnType<typeof open> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return {
    send: async (steps) => {
      opening ??= open(plan, document);
      const { side } = await opening;
      // One after another: at its end each cleans what was made since the last cleaning, others' agents too.
      const walked = last.then(() => side.walk(steps));
      last = walked.catch(() => undefined);
      return walked;
    },
    close: async () => {
      const opened = await opening;
      await opened?.side.close();
      await opened?.target.close();
    },
  };
}

async function open(plan: RunPlan, document: ContractDocument) {
  const target = await startInProcessTarget(plan.profile);
  const settings = twinSettings(plan.settings);
  const { addresses, mock } = target;
  return { target, side: openSide({ document, plan, settings, addresses, agent: mock.agent() }) };
}

/** What is known of the mock, where the deployment holds other records. */
function twinSettings(settings: Settings): Settings {
  // Values are sent to both sides: what there is of them the profile says.
  const values = { ...defaultScenario.values, ...settings.values };
  const facts = hasSameData(settings) ? {} : { ...defaultScenario, values, campaigns: offeredCampaigns(settings) };
  return { ...settings, ...facts, addresses: null, rate_limit: null };
}

/** The settings of a deployment with no more numbers than the mock has: walks send both sides the same. */
export function comparedSettings(settings: Settings): Settings {
  if (hasSameData(settings)) return settings;
  const most = (kind: keyof NonNullable<Settings['numbers']>) => {
    return settings.numbers?.[kind]?.slice(0, defaultScenario.numbers?.[kind]?.length ?? 0);
  };
  const [owned = [], shared = [], inactive = []] = [most('owned'), most('shared'), most('inactive')];
  return { ...settings, numbers: { owned, shared, inactive } };
}

/** Of the campaigns that the mock can give away those that the deployment gives away too. */
function offeredCampaigns({ campaigns = {} }: Settings): NonNullable<Settings['campaigns']> {
  const given = Object.entries(throwAwayCampaigns).filter(([name]) => Object.hasOwn(campaigns, name));
  return { ...defaultScenario.campaigns, ...Object.fromEntries(given) };
}

export interface InProcessTarget {
  readonly addresses: Addresses;
  readonly mock: Mock;
  close(): Promise<void>;
}

/**
 * Starts the mock in memory, on a free port of this machine.
 * @param profile what it does where the specification is silent; the default if absent
 * @param given where it keeps its state, if not in memory, and what it begins with, if not the default scenario
 */
export async function startInProcessTarget(profile?: object, given: MockOptions = {}): Promise<InProcessTarget> {
  // Only loaded where it is asked for: against a deployment the mock is not needed.
  const { createMock } = await import('../../app.ts');
  const place = given.store === undefined ? { dataDir: null } : {};
  const mock = await createMock({ scenario: 'default', ...place, ...given, ...(profile !== undefined && { profile }) });
  const { url } = await mock.listen(0);
  return {
    addresses: { base_url: `${url}/api/v1/global`, api_url: url, alt_url: url },
    mock,
    close: () => mock.close(),
  };
}
