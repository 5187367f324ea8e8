import {
  type Settings,
  defaultScenario,
  isDefaultScenarioToken,
  throwAwayCampaigns,
} from '../../deployment/configuration/settings.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { startInProcessTarget } from '../in-process-target.ts';
import type { RunPlan } from '../run-plan.ts';
import { openSide } from './side.ts';
import type { Twin } from './twin.ts';

/** A twin that begins when it is first sent something, and ends with the run. */
export interface OpenTwin extends Twin {
  readonly close: () => Promise<void>;
}

/** A world of the mock that follows the plan's profile, or does what the mock does by itself. */
export function openTwin(plan: RunPlan, document: ContractDocument): OpenTwin {
  let opening: ReturnType<typeof open> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return {
    hasSameData: hasSameData(plan.settings),
    send: async (steps) => {
      opening ??= open(plan, document);
      const { side } = await opening;
      // One after another: at its end each cleans what was made since the last cleaning, others' agents too.
      const walked = last.then(() => side.walk(steps, () => false));
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
  const target = await startInProcessTarget(plan.profile?.file);
  const settings = twinSettings(plan.settings);
  const side = openSide({ document, plan: { ...plan, settings }, addresses: target.addresses, settings });
  return { target, side };
}

/** A deployment that was filled with the default scenario holds what the mock holds. */
export function hasSameData({ addresses, token }: Settings): boolean {
  return addresses === null || isDefaultScenarioToken(token);
}

/** What is known of the mock, where the deployment holds other records. */
export function twinSettings(settings: Settings): Settings {
  const facts = hasSameData(settings) ? {} : { ...defaultScenario, campaigns: offeredCampaigns(settings) };
  return { ...settings, ...facts, addresses: null, rate_limit: null };
}

/** Of the campaigns that the mock can give away those that the deployment gives away too. */
function offeredCampaigns({ campaigns = {} }: Settings): NonNullable<Settings['campaigns']> {
  const given = Object.entries(throwAwayCampaigns).filter(([name]) => Object.hasOwn(campaigns, name));
  return { ...defaultScenario.campaigns, ...Object.fromEntries(given) };
}
