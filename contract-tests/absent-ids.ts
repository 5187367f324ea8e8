import type { Api } from '../src/judge/api.ts';
import type { CheckedAnswer } from '../src/judge/report/violation.ts';

/**
 * Where the search for an absent id begins: far beyond what a deployment counts up to, within 32 bits. The ids next to
 * the newest ones are absent too, but only until somebody makes an agent.
 */
const UNKNOWN_ID = 2_147_483_600;

const ATTEMPTS = 20;

/**
 * The id of an agent that the deployment has said not to have, nor the one after it: a write to it can meet nobody's,
 * however a fraction between them is rounded.
 */
export function absentAgent(api: Api): Promise<number> {
  return api.once('absent agent', () => firstAbsent(api, 'an agent', isAbsentAgent));
}

/** The id of a campaign that the deployment has said not to have, nor the one after it. */
export function absentCampaign(api: Api): Promise<number> {
  return api.once('absent campaign', () => firstAbsent(api, 'a campaign', isAbsentCampaign));
}

/** Whether no workspace that the settings have a token of shows an agent of this id. */
async function isAbsentAgent(api: Api, id: number): Promise<boolean> {
  for (const token of tokensOf(api)) {
    if (!isUnknown(await api.call('getAgent', { query: { agent_id: id }, token }))) return false;
  }
  return true;
}

async function isAbsentCampaign(api: Api, id: number): Promise<boolean> {
  for (const token of tokensOf(api)) {
    if (!isUnknown(await api.call('listAudience', { query: { campaign_id: id, limit: 1 }, token }))) return false;
  }
  return true;
}

async function firstAbsent(
  api: Api,
  what: string,
  isAbsent: (api: Api, id: number) => Promise<boolean>,
): Promise<number> {
  for (let id = UNKNOWN_ID; id < UNKNOWN_ID + ATTEMPTS; id += 2) {
    if ((await isAbsent(api, id)) && (await isAbsent(api, id + 1))) return id;
  }
  return api.notVerified(`${what} of each id from ${UNKNOWN_ID} may exist, and none of them is to be written to`);
}

function tokensOf({ settings }: Api): string[] {
  const second = settings.second_workspace?.token ?? '';
  return second === '' ? [settings.token] : [settings.token, second];
}

/** Whether the answer says that there is no such thing; one that says nothing of it, as 401 or 429 does, is not an answer. */
function isUnknown({ status }: CheckedAnswer): boolean {
  return status >= 400 && status < 500 && ![401, 408, 429].includes(status);
}
