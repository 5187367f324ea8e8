import { agentRules, type AgentRules } from './agent-rules.ts';
import { campaignRules, type CampaignRules } from './campaign-rules.ts';
import { requestRules, type RequestRules, valueRules, type ValueRules } from './request-rules.ts';

/** The choices that are decided by what the mock does: what each is decided as, a pure function if it is behaviour. */
export interface Rules extends AgentRules, CampaignRules, RequestRules, ValueRules {}

/** What each of these choices is decided as by each alternative; one that the catalogue has and this lacks does not compile. */
export const ruleAlternatives = { ...agentRules, ...campaignRules, ...requestRules };

/**
 * The rules that hold where a profile decides these choices, by the name of the alternative or by a value; today's
 * otherwise.
 */
export function chooseRules(alternatives: ReadonlyMap<string, string>, values: ReadonlyMap<string, unknown>): Rules {
  const chosen = Object.entries(ruleAlternatives).map(([id, decided]) => {
    const byName: ReadonlyMap<string, unknown> = new Map(Object.entries(decided));
    const name = alternatives.get(id);
    return [id, name === undefined ? [...byName.values()][0] : byName.get(name)];
  });
  // Each choice of the tables stands under its id, as the interfaces have them.
  return { ...(Object.fromEntries(chosen) as AgentRules & CampaignRules & RequestRules), ...valueRules(values) };
}

/** The rules without a profile: the first alternative of each choice. */
export const todaysRules: Rules = chooseRules(new Map(), new Map());
