import type { ClauseId, RefusalId } from '../../document/names.gen.ts';
import type { CampaignStatus } from '../records.ts';
import { defaultRules, type Rules } from '../choices/rules.ts';
import { Refusal } from '../refusal.ts';

interface CampaignDecision {
  readonly status: CampaignStatus;
  readonly haltsAudience: boolean;
  readonly clause: ClauseId;
}

/**
 * Decides what campaign-force-completed does to a campaign (section 3.2). What halts the audience makes every Fresh or
 * Inqueue record of it Halted.
 * @throws Refusal for a campaign that is completed already, or that is a draft and cannot be completed
 */
export function decideCampaignStatus(
  from: CampaignStatus,
  requested: CampaignStatus,
  rules: Rules = defaultRules,
): CampaignDecision {
  if (from === 'force_completed') {
    if (rules['campaign.completed.answer'] !== 'repeated') throw new Refusal('campaign.completed');
    return { status: from, haltsAudience: false, clause: 'campaign.completed' };
  }
  if (requested === 'force_completed') {
    if (!rules['campaign.running.statuses'].includes(from)) throw new Refusal('campaign.running');
    return { status: requested, haltsAudience: true, clause: 'campaign.force-complete' };
  }
  const isSet = rules['campaign.other-status.effect'] === 'set';
  if (isSet && from === 'deleted' && rules['campaign.deleted.status'] === 'missing') {
    throw new Error(`No rule says what ${requested} means for a campaign that is ${from}.`);
  }
  return { status: isSet ? requested : from, haltsAudience: false, clause: 'campaign.other-status' };
}

/** A way that campaign-force-completed takes a campaign, or the rule that refuses it. */
export type CampaignTransition =
  | { readonly from: CampaignStatus; readonly to: CampaignStatus }
  | { readonly from: CampaignStatus; readonly refusal: RefusalId };

const open = ['draft', 'inprogress', 'hold', 'pause'] as const;

/** Every one of them that changes a campaign, then every refusal, by the rules without a profile. */
export function campaignTransitions(): readonly CampaignTransition[] {
  const others: readonly CampaignStatus[] = [...open, 'deleted'];
  const changes = open.flatMap((from) => others.filter((to) => to !== from).map((to) => transition(from, to)));
  const completions = [...open, 'force_completed' as const].map((from) => transition(from, 'force_completed'));
  const isRefusal = (one: CampaignTransition) => 'refusal' in one;
  return [...changes, ...completions].toSorted((one, other) => Number(isRefusal(one)) - Number(isRefusal(other)));
}

function transition(from: CampaignStatus, requested: CampaignStatus): CampaignTransition {
  try {
    return { from, to: decideCampaignStatus(from, requested).status };
  } catch (error) {
    if (error instanceof Refusal) return { from, refusal: error.clause };
    throw error;
  }
}
