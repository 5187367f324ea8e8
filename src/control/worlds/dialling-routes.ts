import { nothingLeft } from '../../domain/every-member.ts';
import type { components } from '../../document/control-types.gen.ts';
import { nextLeads } from '../../domain/campaigns/dialling.ts';
import type { CampaignRecord } from '../../domain/records.ts';
import { DiallingError } from '../../worlds/diallers.ts';
import type { World } from '../../worlds/world.ts';
import { Problem } from '../../http/answer/problem.ts';
import type { ControlHandler } from '../control-handler.ts';
import { audienceCounts } from './world-views.ts';

type Schemas = components['schemas'];

const defaultRate = 60;

export const getDialling: ControlHandler<'getDialling'> = async ({ path }, { world }) => {
  await world.diallers.catchUp();
  return { status: 200, body: await diallingView(world, path.campaign_id, 0) };
};

export const dialCampaign: ControlHandler<'dialCampaign'> = async ({ path, body }, { world }) => {
  const { campaign_id: id } = path;
  try {
    const attempts = await order(world, id, body);
    return { status: 200, body: await diallingView(world, id, attempts) };
  } catch (error) {
    if (!(error instanceof DiallingError)) throw error;
    throw new Problem(error.kind === 'unknown' ? 404 : 409, error.message, 'campaign_id');
  }
};

export const stopDialling: ControlHandler<'stopDialling'> = async ({ path }, { world }) => {
  world.diallers.stop(path.campaign_id);
  return { status: 200, body: await diallingView(world, path.campaign_id, 0) };
};

async function order(world: World, id: number, order: Schemas['DialOrder']): Promise<number> {
  const { attempts, until, mode, rate, ...rest } = order;
  nothingLeft(rest);
  const given = [attempts, until, mode].filter((way) => way !== undefined);
  if (given.length !== 1) {
    throw new Problem(
      400,
      'The body must have one of attempts, until and mode.',
      given.length === 0 ? 'attempts' : 'mode',
    );
  }
  if (rate !== undefined && mode === undefined) {
    throw new Problem(400, 'rate goes with mode follow-clock.', 'rate');
  }
  if (mode !== undefined) {
    await world.diallers.follow(id, rate ?? defaultRate);
    return 0;
  }
  const dialled = await world.diallers.dial(id, attempts ?? Infinity);
  return dialled.attempts;
}

async function diallingView(world: World, id: number, attempts: number): Promise<Schemas['Dialling']> {
  const view = world.store.view();
  const campaign: CampaignRecord | undefined = view.get('campaigns', id);
  if (campaign === undefined) throw new Problem(404, `There is no campaign ${id}.`, 'campaign_id');
  const following = world.diallers.following(id);
  const audience = view.get('audiences', id);
  const callable = nextLeads(await world.store.leads(id), audience?.attempts_allowed ?? 0, 1);
  return {
    campaign_id: id,
    campaign_status: campaign.status,
    attempts_made: attempts,
    is_done: callable.length === 0 || (audience?.halted ?? null) !== null,
    counts: await audienceCounts(world, id),
    following: following === undefined ? null : { rate: following.rate, since: following.since.toISOString() },
  };
}
