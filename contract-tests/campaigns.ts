import type { Api } from '../src/judge/api.ts';
import type { CheckedAnswer } from '../src/judge/report/violation.ts';
import type { DisposableCampaign } from '../src/deployment/configuration/settings-file.ts';
import { readAgent, type Agent } from './agents.ts';
import { readAll, type Lead } from './audience-reading.ts';

/** What can be seen of a campaign. */
export interface CampaignState {
  readonly leads: readonly Lead[];
  /** The agent that uses it; null where the settings do not name it. */
  readonly agent: Agent | null;
}

export async function stateOf(api: Api, { id, agent }: DisposableCampaign): Promise<CampaignState> {
  const leads = await readAll(api, { campaign_id: id });
  return { leads, agent: agent === undefined ? null : await readAgent(api, agent) };
}

/** Asks for a status; the answer is the caller's to look at. */
export function setStatus(api: Api, campaign_id: number, campaign_status: string): Promise<CheckedAnswer> {
  return api.call('forceCompleteCampaign', { json: { campaign_id, campaign_status } });
}
