import type { ClauseId, RefusalId } from '../../document/names.gen.ts';
import type { CampaignStatus } from '../records.ts';
import { todaysRules, type Rules } from '../choices/rules.ts';
import { Refusal } from '../refusal.ts';

/** A deleted campaign is missing, so nothing is asked of it. */
type PresentCampaignStatus = Exclude<CampaignStatus, 'deleted'>;

/** What campaign-force-completed does to campaigns in one of these states when one of these is asked for. */
interface CampaignRule {
  readonly from: readonly PresentCampaignStatus[];
  readonly requested: readonly CampaignStatus[];
  /** Taken over as asked, or refused. `haltsAudience`: every Fresh or Inqueue record of the audience becomes Halted. */
  readonly outcome: { readonly haltsAudience: boolean; readonly clause: ClauseId } | { readonly refusal: RefusalId };
}

const open = ['draft', 'inprogress', 'hold', 'pause'] as const;
const every: readonly CampaignStatus[] = [...open, 'force_completed', 'deleted'];

/** The states of a campaign (section 3.2): for each state and each one asked for, one rule. */
const campaignRules: readonly CampaignRule[] = [
  {
    from: open,
    requested: [...open, 'deleted'],
    outcome: { haltsAudience: false, clause: 'campaign.other-status' },
  },
  {
    from: ['inprogress', 'hold', 'pause'],
    requested: ['force_completed'],
    outcome: { haltsAudience: true, clause: 'campaign.force-complete' },
  },
  { from: ['draft'], requested: ['force_completed'], outcome: { refusal: 'campaign.running' } },
  { from: ['force_completed'], requested: every, outcome: { refusal: 'campaign.completed' } },
];

interface CampaignDecision {
  readonly status: CampaignStatus;
  readonly haltsAudience: boolean;
  readonly clause: ClauseId;
}

/**
 * Decides what campaign-force-completed does to a campaign by `campaignRules`.
 * @throws Refusal for a campaign that is completed already, or that is a draft and cannot be completed
 */
export function decideCampaignStatus(
  from: CampaignStatus,
  requested: CampaignStatus,
  rules: Rules = todaysRules,
): CampaignDecision {
  return chosenDecision(from, requested, rules) ?? decideByTable(from, requested);
}

/** What the table leaves to a choice; undefined where the table's own row holds. */
function chosenDecision(from: CampaignStatus, requested: CampaignStatus, rules: Rules): CampaignDecision | undefined {
  const isCompleted = from === 'force_completed';
  if (isCompleted) {
    const isRepeated = rules['campaign.completed.answer'] === 'repeated';
    return isRepeated ? { status: from, haltsAudience: false, clause: 'campaign.completed' } : undefined;
  }
  if (requested === 'force_completed') {
    const isRunning = rules['campaign.running.statuses'].includes(from);
    if (!isRunning) throw new Refusal('campaign.running');
    return { status: requested, haltsAudience: true, clause: 'campaign.force-complete' };
  }
  const isSet = rules['campaign.other-status.effect'] === 'set';
  if (isSet && (from !== 'deleted' || rules['campaign.deleted.status'] === 'missing')) return undefined;
  return { status: isSet ? requested : from, haltsAudience: false, clause: 'campaign.other-status' };
}

function decideByTable(from: CampaignStatus, requested: CampaignStatus): CampaignDecision {
  const rule = campaignRules.find(
    (one) => (one.from as readonly CampaignStatus[]).includes(from) && one.requested.includes(requested),
  );
  if (rule === undefined) throw new Error(`No rule says what ${requested} means for a campaign that is ${from}.`);
  if ('refusal' in rule.outcome) throw new Refusal(rule.outcome.refusal);
  return { status: requested, ...rule.outcome };
}

/** A way that campaign-force-completed takes a campaign, or the rule that refuses it. */
export type CampaignTransition =
  | { readonly from: CampaignStatus; readonly to: CampaignStatus }
  | { readonly from: CampaignStatus; readonly refusal: RefusalId };

/** Every one of them that changes a campaign, and every refusal. */
export function campaignTransitions(): readonly CampaignTransition[] {
  return campaignRules.flatMap(({ from, requested, outcome }) =>
    from.flatMap((before): readonly CampaignTransition[] =>
      'refusal' in outcome
        ? [{ from: before, refusal: outcome.refusal }]
        : requested.filter((to) => to !== before).map((to) => ({ from: before, to })),
    ),
  );
}
