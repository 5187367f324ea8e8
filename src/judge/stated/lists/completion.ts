import { isDeepStrictEqual } from 'node:util';
import { memberOf } from '../../api.ts';
import type { CheckedAnswer } from '../../report/violation.ts';
import { shortly } from '../../validate-answer.ts';
import { expectStatus } from '../expectation.ts';
import type { DisposableCampaign } from '../../../deployment/configuration/settings-file.ts';
import type { Finding } from '../model.ts';
import type { WalkState } from '../../walk/perform/walk-state.ts';
import { readWhole, shelfName, type Audience } from './whole-audience.ts';
import { shownOf, type Lead } from './audience-page.ts';

const isOpen = (lead: Lead): boolean => lead['status'] === 'Fresh' || lead['status'] === 'Inqueue';

/**
 * Force-completes a campaign that the settings give away: every record that was to be called is halted, nothing else of
 * this campaign and nothing of another one changes. From then on its audience stays as it is.
 */
export async function completionLaws(which: 'disposable' | 'paused', state: WalkState): Promise<void> {
  const { read = [], disposable = [], disposable_paused: paused } = state.api.settings.campaigns ?? {};
  for (const campaign of which === 'paused' ? [paused] : disposable) {
    const before = campaign === undefined ? null : await readWhole(campaign.id, state);
    // Without a record to be called it was completed by an earlier run, or by the checks of this one.
    if (campaign === undefined || before?.leads.some(isOpen) !== true) continue;
    return complete(campaign, which, before, read, state);
  }
}

async function complete(
  campaign: DisposableCampaign,
  which: 'disposable' | 'paused',
  before: Audience,
  read: readonly number[],
  state: WalkState,
): Promise<void> {
  const others = await audiences(
    read.filter((id) => id !== campaign.id),
    state,
  );
  const agent = await agentOf(campaign.agent, state);
  const json = { campaign_id: campaign.id, campaign_status: 'force_completed' };
  // What is asked for meanwhile may be the earlier or the later list, and none of it stays.
  const query = { campaign_id: campaign.id, limit: 50, page: 1 };
  const [answer, meanwhile] = await Promise.all([
    state.api.call('forceCompleteCampaign', { json }),
    state.api.call('listAudience', { query }),
  ]);
  state.take(answer);
  state.take(meanwhile);
  // Whether a paused campaign is a running one is not shown.
  if (which === 'paused' && answer.status !== 200) return;
  state.report(expectStatus(answer, [200], 'campaign.force-complete', 'the campaign is running'), answer);
  const after = await readWhole(campaign.id, state);
  if (after === null) return;
  state.knowledge.shelf.set(shelfName(campaign.id), after);
  state.knowledge.settled.add(campaign.id);
  report(recordFindings(before, after), state);
  report(
    otherFindings(
      others,
      await audiences(
        others.map((each) => each.campaign),
        state,
      ),
    ),
    state,
  );
  const shown = await agentOf(campaign.agent, state);
  if (agent !== null && shown !== null) state.report(agentFindings(campaign.id, agent, shown), shown);
}

/** A difference in records is told with the latest answer. */
function report(findings: readonly Finding[], state: WalkState): void {
  const answer = state.api.answers.at(-1)?.answer;
  if (answer !== undefined) state.report(findings, answer);
}

async function audiences(campaigns: readonly number[], state: WalkState): Promise<Audience[]> {
  const read: Audience[] = [];
  for (const campaign of campaigns) {
    const audience = await readWhole(campaign, state);
    if (audience !== null) read.push(audience);
  }
  return read;
}

async function agentOf(id: number | undefined, state: WalkState): Promise<CheckedAnswer | null> {
  if (id === undefined) return null;
  const answer = await state.api.call('getAgent', { query: { agent_id: id } });
  state.take(answer);
  return answer;
}

function recordFindings(before: Audience, after: Audience): Finding[] {
  const records = new Map(after.leads.map((lead) => [lead.id, lead]));
  return before.leads.flatMap((lead): Finding[] => {
    const now = records.get(lead.id);
    const came = shortly(now === undefined ? undefined : isOpen(lead) ? now['status'] : now);
    if (isOpen(lead)) {
      const isHalted =
        now?.['status'] === 'Halted' &&
        now.mobile_no === lead.mobile_no &&
        isDeepStrictEqual(now['input_data'], lead['input_data']);
      return isHalted
        ? []
        : [
            {
              clauses: ['campaign.force-complete.halts'],
              expected: `record ${shortly(lead.id)}, ${shortly(lead['status'])} before, Halted`,
              came,
              path: '/datalist/[]/status',
            },
          ];
    }
    return isSameShown(lead, now)
      ? []
      : [
          {
            clauses: ['campaign.force-complete.leaves-others'],
            expected: `record ${shortly(lead)} as before`,
            came,
            path: '/datalist/[]',
          },
        ];
  });
}

function isSameShown(lead: Lead, now: Lead | undefined): boolean {
  return now !== undefined && isDeepStrictEqual(shownOf(lead), shownOf(now));
}

function otherFindings(before: readonly Audience[], after: readonly Audience[]): Finding[] {
  return before.flatMap(({ campaign, leads }): Finding[] => {
    const records = new Map(after.find((each) => each.campaign === campaign)?.leads.map((lead) => [lead.id, lead]));
    const wrong = leads.find((lead) => isOpen(lead) && records.get(lead.id)?.['status'] === 'Halted');
    if (wrong === undefined) return [];
    return [
      {
        clauses: ['campaign.force-complete.own-campaign'],
        expected: `record ${shortly(wrong.id)} of campaign ${campaign} as before`,
        came: 'Halted',
        path: '/datalist/[]/status',
      },
    ];
  });
}

function agentFindings(campaign: number, before: CheckedAnswer, after: CheckedAnswer): Finding[] {
  const lists = ({ body }: CheckedAnswer): boolean =>
    listed(memberOf(body, 'data.campaigns')).some((item) => names(item, campaign));
  const others = ({ body }: CheckedAnswer): unknown[] =>
    listed(memberOf(body, 'data.campaigns')).filter((item) => !names(item, campaign));
  const count = ({ body }: CheckedAnswer): number => Number(memberOf(body, 'data.campaign_count'));
  const found: Finding[] = [];
  if (lists(after)) {
    found.push({
      clauses: ['campaign.force-complete'],
      expected: `campaign ${campaign} no longer active`,
      came: shortly(memberOf(after.body, 'data.campaigns')),
      path: '/data/campaigns',
    });
  }
  if (lists(before) && count(after) !== count(before) - 1) {
    found.push({
      clauses: ['campaign.force-complete'],
      expected: `campaign_count ${count(before) - 1}`,
      came: String(count(after)),
      path: '/data/campaign_count',
    });
  }
  if (others(before).length !== others(after).length) {
    found.push({
      clauses: ['campaign.force-complete.own-campaign'],
      expected: 'every other campaign as active as before',
      came: shortly(memberOf(after.body, 'data.campaigns')),
      path: '/data/campaigns',
    });
  }
  return found;
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function names(item: unknown, campaign: number): boolean {
  const values: unknown[] = item instanceof Object ? Object.values(item) : [item];
  return values.some((value) => value === campaign || value === String(campaign));
}
