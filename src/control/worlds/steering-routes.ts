import type { components } from '../../document/control-types.gen.ts';
import { nextLeads } from '../../domain/campaigns/dialling.ts';
import { nothingLeft } from '../../json/json-value.ts';
import { Problem } from '../../http/answer/error-answer.ts';
import { isSecretName, mask } from '../../text/secret-looks.ts';
import { type Fault, faultPresets, maximumFaults } from '../../worlds/faults.ts';
import type { World } from '../../worlds/world.ts';
import type { ControlHandler } from '../control-handler.ts';
import { checkFaults } from './check-faults.ts';
import { audienceCounts, clockView, existing, requestedTime, timeAfter } from './world-views.ts';

export const listFaults: ControlHandler<'listFaults'> = (_, { world }) => ({
  status: 200,
  body: { faults: [...world.faults.standing.values()].map(faultView) },
});

export const addFaults: ControlHandler<'addFaults'> = ({ body }, { world, document }) => {
  const definitions = checkFaults(body, document);
  if (world.faults.standing.size + definitions.length > maximumFaults) {
    throw new Problem(409, `There are ${maximumFaults} faults at most: remove some first.`);
  }
  return { status: 201, body: { faults: definitions.map((definition) => faultView(world.faults.add(definition))) } };
};

export const clearFaults: ControlHandler<'clearFaults'> = (_, { world }) => {
  world.faults.clear();
  return { status: 204 };
};

export const getFault: ControlHandler<'getFault'> = ({ path }, { world }) => {
  return { status: 200, body: faultView(existing(world.faults.standing.get(path.id), `fault ${path.id}`, 'id')) };
};

export const removeFault: ControlHandler<'removeFault'> = ({ path }, { world }) => {
  existing(world.faults.standing.get(path.id), `fault ${path.id}`, 'id');
  world.faults.remove(path.id);
  return { status: 204 };
};

export const listFaultPresets: ControlHandler<'listFaultPresets'> = () => ({
  status: 200,
  body: {
    presets: Object.entries(faultPresets).map(([name, { summary, faults }]) => ({
      name,
      summary,
      faults: faults.map(definitionView),
    })),
  },
});

type FaultView = Extract<Awaited<ReturnType<typeof getFault>>, { status: 200 }>['body'];

function faultView({ id, definition, matched, fired }: Fault): FaultView {
  return { id, definition: definitionView(definition), matched, fired };
}

/** The secrets that a fault looks for are not shown. */
function definitionView({ match, ...others }: Fault['definition']): FaultView['definition'] {
  if (match === undefined) return others;
  const { token, headers, ...rest } = match;
  const named = Object.entries(headers ?? {}).map(([name, value]) => [
    name,
    isSecretName(name, 'header') ? mask : value,
  ]);
  const shown = headers && { headers: Object.fromEntries(named) as Record<string, string> };
  return { ...others, match: { ...rest, ...shown, ...(token !== undefined && { token: mask }) } };
}

export const getClock: ControlHandler<'getClock'> = (_, { world }) => ({ status: 200, body: clockView(world.clock) });

export const turnClock: ControlHandler<'turnClock'> = async ({ body }, { world }) => {
  const { freeze, set, advance, free, ...rest } = body;
  nothingLeft(rest);
  const { clock } = world;
  if (free === true) clock.free();
  else if (freeze === true) clock.freeze();
  else if (freeze !== undefined) clock.freeze(requestedTime(freeze, 'freeze'));
  else if (set !== undefined) clock.set(requestedTime(set, 'set'));
  else if (advance !== undefined) clock.set(timeAfter(clock.now(), advance, 'advance'));
  await world.diallers.catchUp();
  return { status: 200, body: clockView(clock) };
};

const defaultRate = 60;

export const getDialling: ControlHandler<'getDialling'> = async ({ path }, { world }) => {
  await world.diallers.catchUp();
  return { status: 200, body: diallingView(world, path.campaign_id, 0) };
};

export const dialCampaign: ControlHandler<'dialCampaign'> = async ({ path: { campaign_id: id }, body }, { world }) => {
  const { attempts, until, mode, rate, ...rest } = body;
  nothingLeft(rest);
  if (mode !== undefined) {
    await world.diallers.follow(id, rate ?? defaultRate);
    return { status: 200, body: diallingView(world, id, 0) };
  }
  if (attempts === undefined && until === undefined) {
    throw new Problem(400, 'attempts is required, or until or mode.', 'attempts');
  }
  const dialled = await world.diallers.dial(id, attempts ?? Infinity);
  return { status: 200, body: diallingView(world, id, dialled.attempts) };
};

export const stopDialling: ControlHandler<'stopDialling'> = ({ path }, { world }) => {
  world.diallers.stop(path.campaign_id);
  return { status: 200, body: diallingView(world, path.campaign_id, 0) };
};

function diallingView(world: World, id: number, attempts: number): components['schemas']['Dialling'] {
  const view = world.store.view();
  const campaign = existing(view.get('campaigns', id), `campaign ${id}`, 'campaign_id');
  const following = world.diallers.following(id);
  const audience = view.get('audiences', id);
  const callable = nextLeads(view.leads(id), audience?.attempts_allowed ?? 0, 1);
  return {
    campaign_id: id,
    campaign_status: campaign.status,
    attempts_made: attempts,
    is_done: callable.length === 0 || (audience?.halted ?? null) !== null,
    counts: audienceCounts(view, id),
    following:
      following === undefined ? null : { rate: following.rate, since: new Date(following.since).toISOString() },
  };
}
