import { memberOf } from '../../../json/json-value.ts';
import type { ReadableAgent } from '../../../deployment/configuration/settings-file.ts';
import type { ClauseId } from '../../../document/names.gen.ts';
import type { CheckedAnswer } from '../../report/violation.ts';
import { isCallable } from './whole-audience.ts';
import { NotThereError } from '../../walk/perform/known.ts';
import type { WalkState } from '../../walk/perform/walk-state.ts';
import { compareAt, found } from '../expectation.ts';
import type { Finding } from '../model.ts';

/**
 * What an agent shows of the campaigns that use it, as the settings name them.
 * @throws NotThereError if the settings name a status that a campaign does not have
 */
export async function campaignLaws(known: ReadableAgent, answer: CheckedAnswer, state: WalkState): Promise<void> {
  const { campaigns, has_audience: hasAudience } = known;
  if (hasAudience !== undefined) {
    state.reached(['agent.is-audience']);
    state.report(flagLaw(answer, 'is_audience', hasAudience, 'agent.is-audience'), answer);
  }
  if (campaigns === undefined) return;
  const ended = await state.once('ended campaigns', () => endedCampaigns(state));
  const findings = usersFindings(campaigns, answer, ended);
  const other = isOfOneMind(answer, findings) ? statusShown(campaigns, answer, ended) : undefined;
  if (other !== undefined) {
    const [id, status] = other;
    const key = `agents.read[${state.api.settings.agents?.read?.indexOf(known) ?? 0}].campaigns.${id}`;
    throw new NotThereError(`it says ${String(campaigns[id])}, and the agent shows the campaign as ${status}`, key);
  }
  state.reached(ofCampaigns);
  state.report(findings, answer);
}

/** Whether the list itself is another one than the settings say, and its number with it: a single wrong field is a fault. */
function isOfOneMind({ body }: CheckedAnswer, findings: readonly Finding[]): boolean {
  const [count, listed] = ['campaign_count', 'campaigns'].map((name) => memberOf(body, `data.${name}`));
  return Array.isArray(listed) && listed.length === count && findings.some(({ path }) => path === '/data/campaigns');
}

/** A campaign of another status than the settings say, by which everything that the agent shows is right. */
function statusShown(
  campaigns: NonNullable<ReadableAgent['campaigns']>,
  answer: CheckedAnswer,
  ended: ReadonlySet<string>,
): readonly [id: string, status: string] | undefined {
  const statuses = ['inprogress', 'hold', 'pause', 'draft', 'force_completed'] as const;
  return Object.keys(campaigns)
    .flatMap((id) => statuses.map((status) => [id, status] as const))
    .find(([id, status]) => usersFindings({ ...campaigns, [id]: status }, answer, ended).length === 0);
}

const ofCampaigns: readonly ClauseId[] = [
  'agent.campaign-count',
  'agent.campaigns',
  'agent.is-campaign-on-hold',
  'agent.is-draft',
];

/** Whether a paused or a draft campaign is active is not shown; one that is on hold, completed or deleted is not. */
function usersFindings(
  campaigns: NonNullable<ReadableAgent['campaigns']>,
  answer: CheckedAnswer,
  ended: ReadonlySet<string>,
): Finding[] {
  const sure = Object.entries(campaigns).filter(([id]) => !ended.has(id));
  const having = (...statuses: string[]): number => sure.filter(([, status]) => statuses.includes(status)).length;
  const unsure = Object.keys(campaigns).length - sure.length;
  const [least, most] = [having('inprogress'), having('inprogress', 'pause', 'draft') + unsure];
  const [count, listed] = ['campaign_count', 'campaigns'].map((name) => memberOf(answer.body, `data.${name}`));
  const items: readonly unknown[] = Array.isArray(listed) ? listed : [];
  const isBetween = (value: unknown): boolean => Number(value) >= least && Number(value) <= most;
  const expected = `${least} to ${most} active campaigns`;
  const wrong = sure.find(([id, status]) => {
    const isListed = items.some((item) => JSON.stringify(item).includes(id));
    return (status === 'inprogress' && !isListed) || (status === 'hold' && isListed);
  });
  const known = having('inprogress', 'hold', 'pause');
  const isSureDraft = known > 0 || (unsure === 0 && having('draft') === sure.length);
  return [
    ...(isBetween(count) ? [] : [found('agent.campaign-count', '/data/campaign_count', expected, count)]),
    ...(isBetween(items.length) ? [] : [found('agent.campaigns', '/data/campaigns', expected, listed)]),
    ...(wrong === undefined
      ? []
      : [found('agent.campaigns', '/data/campaigns', `campaign ${wrong[0]} as it is: ${wrong[1]}`, listed)]),
    ...flagLaw(answer, 'is_campaign_on_hold', having('hold') > 0, 'agent.is-campaign-on-hold'),
    ...(isSureDraft ? flagLaw(answer, 'is_draft', known === 0, 'agent.is-draft') : []),
  ];
}

/** Campaigns with no record left to be called, and the draft that is given away: an earlier run may have ended them. */
async function endedCampaigns(state: WalkState): Promise<ReadonlySet<string>> {
  const { read = [], disposable_draft: draft } = state.api.settings.campaigns ?? {};
  const ended = new Set<string>(draft === undefined ? [] : [String(draft.id)]);
  for (const campaign_id of read) {
    const answer = await state.ask('listAudience', { query: { campaign_id, limit: 50 } });
    const leads = memberOf(answer.body, 'datalist');
    if (!Array.isArray(leads) || !leads.some(isCallable)) ended.add(String(campaign_id));
  }
  return ended;
}

function flagLaw({ body }: CheckedAnswer, name: string, expected: boolean, clause: ClauseId): Finding[] {
  return compareAt(clause, `/data/${name}`, memberOf(body, `data.${name}`), expected);
}
