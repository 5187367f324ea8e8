import { statusLabel } from '../../domain/audiences/audience-format.ts';
import type { Scenario } from '../../domain/coherence.ts';
import type { AudienceRecord, CampaignRecord, Collections, LeadRecord } from '../../domain/records.ts';
import { fieldOf, isObject, listIn, memberOf, objectIn, stepsOf, grouped } from '../../json/json-value.ts';
import type { CheckedAnswer } from '../../judge/report/violation.ts';
import { queryValue } from '../../judge/stated/expectation.ts';
import { faultsBySchema } from '../../store/state/record-schema.ts';
import usual from './usual-records.json' with { type: 'json' };

export type Fields = Readonly<Record<string, unknown>>;
export type Answers = readonly CheckedAnswer[];

/** Agents as get-by-id shows them. */
export interface SeenAgents {
  /** In the order in which they were read. */
  readonly readings: readonly Fields[];
  /** What was read last of each, by its id; nothing of those that were only written to, or are made up. */
  readonly details: Map<number, Fields>;
}

type RecordOf = Collections & { readonly leads: LeadRecord };

/** Makes records of what was seen, and takes what is filled in, in a sentence. */
export class Filling {
  constructor(readonly note: (sentence: string) => void) {}

  /** A record as a list of one with the usual values for what its schema refuses, or an empty list if it does not fit even so. */
  fit<K extends keyof RecordOf>(kind: K, record: object, instead: unknown = fieldOf(usual, kind)): RecordOf[K][] {
    const next = structuredClone(record);
    for (const { pointer, reason } of faultsBySchema(kind, record)) {
      const [name = '', inner] = stepsOf(pointer);
      const [held, own] = [fieldOf(next, name), fieldOf(instead, name)];
      const isInside = inner !== undefined && isObject(held) && isObject(own);
      const [holder, field, value] = isInside ? [held, inner, fieldOf(own, inner)] : [next, name, own];
      if (value === undefined) Reflect.deleteProperty(holder, field);
      else Reflect.set(holder, field, value);
      this.note(`${kind}: ${pointer.replaceAll(/\d+/g, '[]')} ${reason}. It was left out.`);
    }
    return faultsBySchema(kind, next).length === 0 ? [next as RecordOf[K]] : [];
  }

  /** Numbers from `first` on for what a list counts beyond what was seen of it, up to 10,000 in all: that is to be made up. */
  lacking(list: string, seen: number, total: number, first: number, what = ''): readonly number[] {
    if (!(seen < total)) return [];
    this.note(`Of ${list} ${seen} of ${total} ${what}were seen: the others are made up.`);
    return Array.from({ length: Math.max(0, Math.min(total, 10_000) - seen) }, (_, at) => first + at);
  }
}

/** A campaign with its audience, as far as they were seen; without columns the audience was not read. */
type SeenCampaign = Pick<CampaignRecord, 'id'> &
  Partial<CampaignRecord & AudienceRecord & { readonly leads: readonly LeadRecord[] }>;

type Campaigns = Map<number, SeenCampaign>;

function take(campaigns: Campaigns, id: number, seen: Partial<SeenCampaign>): void {
  campaigns.set(id, { ...campaigns.get(id), ...seen, id });
}

/**
 * The campaigns that agents list, those whose audience was read, and those that were completed since, which are completed
 * once more. What agents show to be there and no answer names is made up, and so is the agent of campaigns of which none was
 * seen.
 * @param lists the answers that show audiences
 */
export function campaignsIn(
  agents: SeenAgents,
  lists: Answers,
  completed: readonly number[],
  filling: Filling,
): readonly SeenCampaign[] {
  const { details } = agents;
  const campaigns = campaignsListed(agents);
  for (const [name, own] of grouped(lists, (answer) => String(Number(queryValue(answer, 'campaign_id'))))) {
    take(campaigns, Number(name), audienceSeen(name, own, filling));
  }
  for (const id of completed) {
    take(campaigns, id, campaigns.get(id)?.status === 'force_completed' ? { status: 'inprogress' } : {});
  }
  for (const [agent_id, detail] of details) completeAgent(agent_id, detail, campaigns, filling);
  const unseen = Math.max(1000, ...details.keys()) + 1;
  for (const { id, agent_id } of campaigns.values()) {
    if (agent_id !== undefined) continue;
    details.set(unseen, {});
    take(campaigns, id, { agent_id: unseen });
    filling.note(`The agent of campaign ${id} was not seen: agent ${unseen} is made up.`);
  }
  return [...campaigns.values()];
}

const statuses = ['draft', 'inprogress', 'hold', 'pause', 'force_completed'] as const;

/** What agents show of their campaigns, the active ones alone: what one shows no more has ended, or is on hold. */
function campaignsListed({ readings, details }: SeenAgents): Campaigns {
  const campaigns: Campaigns = new Map();
  for (const detail of readings) {
    const agent_id = Number(memberOf(detail, 'basic_details.id'));
    const last = details.get(agent_id);
    const gone = last?.['is_campaign_on_hold'] === true ? 'hold' : 'force_completed';
    for (const campaign of listIn(detail['campaigns'])) {
      const id = idShown(campaign);
      const words = Object.values(objectIn(campaign)).map((each) => String(each).toLowerCase());
      const status = statuses.find((each) => words.includes(each)) ?? 'inprogress';
      if (id !== undefined) take(campaigns, id, { agent_id, status: detail === last ? status : gone });
    }
  }
  return campaigns;
}

/** The id of an item, in whatever shape it is shown: its own, or the first number that it has. */
export function idShown(item: unknown): number | undefined {
  const shown = [item, fieldOf(item, 'id'), ...Object.values(objectIn(item))];
  const id = shown.find((each) => typeof each === 'number' || /^\d+$/.test(String(each)));
  return id === undefined ? undefined : Number(id);
}

/** Makes up the campaign that an agent shows to have, or to have had, and the audience that one of its campaigns has. */
function completeAgent(agent_id: number, detail: Fields, campaigns: Campaigns, { note }: Filling): void {
  const own = () => [...campaigns.values()].filter((each) => each.agent_id === agent_id);
  const isHeld = detail['is_campaign_on_hold'] === true && own().every(({ status }) => status !== 'hold');
  const hasHad = detail['is_draft'] === false && own().every(({ status }) => status === 'draft');
  if (isHeld || hasHad) {
    const made = Math.max(0, ...campaigns.keys()) + 1;
    take(campaigns, made, { agent_id, status: isHeld ? 'hold' : 'force_completed' });
    note(`No answer names the campaign that agent ${agent_id} has ${isHeld ? 'on hold' : 'had'}: ${made} is made up.`);
  }
  const unread = own().find(({ columns }) => columns === undefined);
  const hasAudience = detail['is_audience'] !== true || own().some(({ leads = [] }) => leads.length > 0);
  if (hasAudience || unread === undefined) return;
  const last = Math.max(0, ...[...campaigns.values()].map(({ leads }) => leads?.at(-1)?.id ?? 0));
  take(campaigns, unread.id, { leads: [leadMadeUp(last + 1)] });
  note(`The audience of campaign ${unread.id} was not read: one record is made up.`);
}

/** What was listed last of each record of an audience. */
function audienceSeen(campaign: string, lists: Answers, filling: Filling): Partial<SeenCampaign> {
  const paging = ['campaign_id', 'page', 'limit', 'is_new'];
  // The simplified format shows no more than numbers, and what was uploaded with them.
  const isSimple = ({ body }: CheckedAnswer): boolean => fieldOf(body, 'metadata') !== undefined;
  const items = lists.flatMap((each) => (isSimple(each) ? [] : listIn(fieldOf(each.body, 'datalist')).map(objectIn)));
  const shown = lastById(items.map((item) => ({ ...item, id: Number(item['id']) })));
  const leads = shown.flatMap((item) => filling.fit('leads', leadShown(item))).sort((one, other) => one.id - other.id);
  const whole = lists.findLast(({ request }) => request.query.every(([name]) => paging.includes(name)));
  const total = Number(memberOf(whole?.body, 'pagination.totalRecords') ?? 0);
  const next = (leads.at(-1)?.id ?? 0) + 1;
  const others = filling.lacking(`the audience of campaign ${campaign}`, leads.length, total, next, 'records ');
  const keys = Object.keys(objectIn(items[0]?.['input_data'])).map((key) => ({ key, label: key }));
  const headers = listIn(fieldOf(lists.findLast(isSimple)?.body, 'headers')).slice(1) as AudienceRecord['columns'];
  return {
    leads: [...leads, ...others.map(leadMadeUp)],
    columns: lists.some(isSimple) ? headers.map(({ key, label }) => ({ key, label })) : keys,
    attempts_allowed: Math.max(0, ...items.map((item) => attemptsIn(item).allowed)),
  };
}

/** A record that was not listed, of another number than every other one. */
function leadMadeUp(id: number): LeadRecord {
  return { ...usual.leads, id, mobile_no: `+1555${String(id).padStart(7, '0')}`, status: 0 };
}

/** The record that a list in the full format shows; calls before the last are not shown. */
function leadShown(item: Fields): object {
  const { id, mobile_no, input_data, status, updated_by } = item;
  const last = {
    started_on: timeIn(String(item['last_attempt']).replace(' ', 'T').concat('Z')),
    call_status: item['last_call_status'],
    disposition: item['last_disposition'],
    // 00:04:12, or 4m 12s.
    duration: (String(item['duration']).match(/\d+/g) ?? []).reduce((sum, each) => sum * 60 + Number(each), 0),
  };
  const calls = Array.from({ length: attemptsIn(item).made }, () => last);
  const code = ([0, 1, 2, 3] as const).find((each) => statusLabel(each) === status);
  return { id, mobile_no, input_data, status: code, calls, updated_by };
}

/** How often a record was called, and how often it may be. */
function attemptsIn(item: Fields): { readonly made: number; readonly allowed: number } {
  const [made = 0, allowed = 0] = String(item['total_attempt']).split('/').map(Number);
  return { made: Math.min(made || 0, 1000), allowed: allowed || 0 };
}

/** Providers and their voices, in the order of their pages. @param lists the answers that show voices */
export function voicesIn(
  lists: Answers,
  workspace_id: number,
  filling: Filling,
): Pick<Scenario, 'providers' | 'voices'> {
  const seen = [...grouped(lists, ({ body }) => String(memberOf(body, 'data.provider_id')))].map(([id, own]) => {
    const page = (answer: CheckedAnswer | undefined): Fields => objectIn(fieldOf(answer?.body, 'data'));
    const { total_count: total, provider_name: name } = page(own.at(-1));
    const shown = lastById(own.flatMap((answer) => listIn(page(answer)['voices']) as { id: unknown }[]));
    const others = filling.lacking(`the voices of ${id}`, shown.length, Number(total), 1);
    const all = [...shown, ...others.map((at) => ({ ...usual.voices, id: `${id}-unseen-${at}` }))];
    const full = own.findLast((answer) => {
      return page(answer)['has_more'] === true && queryValue(answer, 'limit') === undefined;
    });
    const default_page_size = full === undefined ? 10 : listIn(page(full)['voices']).length;
    return {
      provider: { id, name: String(name), default_page_size, workspace_ids: [workspace_id] },
      voices: all.flatMap((voice, position) => filling.fit('voices', { ...voice, provider_id: id, position })),
    };
  });
  return { providers: seen.map(({ provider }) => provider), voices: seen.flatMap(({ voices }) => voices) };
}

export function timeIn(value: unknown): string | undefined {
  const time = Date.parse(String(value));
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** Of several with one id the last. */
export function lastById<T extends { readonly id: unknown }>(records: readonly T[]): readonly T[] {
  return [...new Map(records.map((record) => [record.id, record])).values()];
}
