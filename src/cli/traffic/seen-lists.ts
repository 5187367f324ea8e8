import { statusLabel } from '../../domain/audiences/audience-format.ts';
import type { Scenario } from '../../domain/coherence.ts';
import type { AudienceRecord, CampaignStatus, Collections, LeadRecord } from '../../domain/records.ts';
import { fieldOf, isObject, listIn, memberOf, objectIn, stepsOf, grouped } from '../../json/json-value.ts';
import type { CheckedAnswer } from '../../judge/report/violation.ts';
import { queryValue } from '../../judge/stated/expectation.ts';
import { faultsBySchema } from '../../store/state/record-schema.ts';

export type Fields = Readonly<Record<string, unknown>>;
export type Answers = readonly CheckedAnswer[];
/** What was read last of each agent, by its id; nothing of those that were only written to. */
export type Details = ReadonlyMap<number, Fields>;
/** By their ids. */
export type SeenCampaigns = Map<number, { readonly agent_id: number | null; readonly status: CampaignStatus }>;
/** By campaign. */
type SeenAudiences = Map<number, { readonly audience: AudienceRecord; readonly leads: readonly LeadRecord[] }>;

type RecordOf = { readonly [K in keyof Collections]: Collections[K] } & { readonly leads: LeadRecord };

/** Makes records of what was seen, and takes what is filled in, in a sentence. */
export class Filling {
  constructor(readonly note: (sentence: string) => void) {}

  /** A record as a list of one without what its schema refuses, or an empty list if it does not fit even so. */
  fit<K extends keyof RecordOf>(kind: K, record: object, usual: object = {}): readonly RecordOf[K][] {
    const next = structuredClone(record);
    for (const { pointer, reason } of faultsBySchema(kind, record)) {
      const [name = '', inner] = stepsOf(pointer);
      const [held, instead] = [fieldOf(next, name), fieldOf(usual, name)];
      const isInside = inner !== undefined && isObject(held) && isObject(instead);
      const [holder, field, value] = isInside ? [held, inner, fieldOf(instead, inner)] : [next, name, instead];
      if (value === undefined) Reflect.deleteProperty(holder, field);
      else Reflect.set(holder, field, value);
      this.note(`${kind}: ${pointer.replaceAll(/\d+/g, '[]')} ${reason}. It was left out.`);
    }
    return faultsBySchema(kind, next).length === 0 ? [next as RecordOf[K]] : [];
  }

  /** Of a list that counts more than it was seen to hold so many are made up, up to 10,000 in all. */
  lacking(list: string, seen: number, total: number, what = ''): number {
    if (!(seen < total)) return 0;
    this.note(`Of ${list} ${seen} of ${total} ${what}were seen: the others are made up.`);
    return Math.max(0, Math.min(total, 10_000) - seen);
  }
}

/** Of each record what was listed last. */
export function audiencesIn(lists: Answers, filling: Filling): SeenAudiences {
  const paging = ['campaign_id', 'page', 'limit', 'is_new'];
  const byCampaign = grouped(lists, (answer) => String(Number(queryValue(answer, 'campaign_id'))));
  const seen = [...byCampaign].map(([name, own]) => {
    const id = Number(name);
    const [simple, full] = [own.filter(isSimple), own.filter((answer) => !isSimple(answer))];
    const items = full.flatMap(({ body }) => listIn(fieldOf(body, 'datalist')).map(objectIn));
    const shown = lastById(items.map((item) => ({ ...item, id: Number(item['id']) })));
    const leads = shown.flatMap((item) => filling.fit('leads', leadShown(item), noCalls));
    const whole = own.findLast(({ request }) => request.query.every(([name]) => paging.includes(name)));
    const total = Number(memberOf(whole?.body, 'pagination.totalRecords') ?? 0);
    const lacking = filling.lacking(`the audience of campaign ${id}`, leads.length, total, 'records ');
    const keys = Object.keys(objectIn(items[0]?.['input_data'])).map((key) => ({ key, label: key }));
    const headers = listIn(fieldOf(simple.at(-1)?.body, 'headers')).slice(1) as AudienceRecord['columns'];
    const columns = simple.length === 0 ? keys : headers.map(({ key, label }) => ({ key, label }));
    const attempts_allowed = Math.max(0, ...items.map((item) => attemptsIn(item).allowed));
    const sorted = leads.toSorted((one, other) => one.id - other.id);
    const others = leadsMadeUp(lacking, sorted.at(-1)?.id ?? 0);
    return [id, { audience: { halted: null, id, columns, attempts_allowed }, leads: [...sorted, ...others] }] as const;
  });
  return new Map(seen);
}

/** Adds an audience for each campaign, with a record for an agent that shows it has one if none was read. */
export function completeAudiences(
  audiences: SeenAudiences,
  campaigns: SeenCampaigns,
  details: Details,
  filling: Filling,
): void {
  const read = new Set(audiences.keys());
  const begin = (id: number, leads: readonly LeadRecord[]) => {
    audiences.set(id, { audience: { halted: null, id, columns: [], attempts_allowed: 0 }, leads });
  };
  for (const id of campaigns.keys()) if (!read.has(id)) begin(id, []);
  for (const [id, { is_audience: has }] of details) {
    const own = [...campaigns].flatMap(([campaign, { agent_id }]) => (agent_id === id ? [campaign] : []));
    const isSeen = own.some((campaign) => audiences.get(campaign)?.leads.length);
    const unread = has === true && !isSeen ? own.find((campaign) => !read.has(campaign)) : undefined;
    if (unread === undefined) continue;
    begin(unread, leadsMadeUp(1, Math.max(0, ...[...audiences.values()].map(({ leads }) => leads.at(-1)?.id ?? 0))));
    filling.note(`The audience of campaign ${unread} was not read: one record is made up.`);
  }
}

/** Whether a list is in the format that shows no more than numbers and what was uploaded with them. */
function isSimple({ body }: CheckedAnswer): boolean {
  return fieldOf(body, 'metadata') !== undefined;
}

/** Records that were counted and not listed, each of another number. @param last the id before them */
function leadsMadeUp(count: number, last: number): readonly LeadRecord[] {
  return Array.from({ length: count }, (_, at) => {
    const id = last + at + 1;
    return { ...noCalls, id, mobile_no: `+1555${String(id).padStart(7, '0')}`, status: 0 };
  });
}

/** The record that a list in the full format shows; calls before the last are not shown. */
function leadShown(item: Fields): object {
  const { id, mobile_no, input_data, status, updated_by } = item;
  // 00:04:12, or 4m 12s.
  const duration = (String(item['duration']).match(/\d+/g) ?? []).reduce((sum, each) => sum * 60 + Number(each), 0);
  const last = {
    started_on: timeIn(String(item['last_attempt']).replace(' ', 'T').concat('Z')),
    call_status: item['last_call_status'],
    disposition: item['last_disposition'],
    duration,
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

/** Providers and their voices, in the order of their pages. */
export function voicesIn(
  lists: Answers,
  workspace_id: number,
  filling: Filling,
): Pick<Scenario, 'providers' | 'voices'> {
  const byProvider = grouped(lists, ({ body }) => String(memberOf(body, 'data.provider_id')));
  const seen = [...byProvider].map(([id, own]) => {
    const pages = own.map((answer) => ({ answer, data: objectIn(fieldOf(answer.body, 'data')) }));
    const voices = lastById(pages.flatMap(({ data }) => listIn(data['voices']) as { id: unknown }[]));
    const usual = pages.findLast(({ answer, data }) => {
      return data['has_more'] === true && queryValue(answer, 'limit') === undefined;
    });
    const { total_count: total, provider_name: name } = pages.at(-1)?.data ?? {};
    const lacking = filling.lacking(`the voices of ${id}`, voices.length, Number(total));
    const others = Array.from({ length: lacking }, (_, at) => ({ ...plainVoice, id: `${id}-unseen-${at + 1}` }));
    const default_page_size = usual === undefined ? 10 : listIn(usual.data['voices']).length;
    const provider = { id, name: String(name), default_page_size, workspace_ids: [workspace_id] };
    const shown = [...voices, ...others].map((voice, position) => ({ ...voice, provider_id: id, position }));
    return { provider, voices: shown.flatMap((voice) => filling.fit('voices', voice, plainVoice)) };
  });
  return { providers: seen.map(({ provider }) => provider), voices: seen.flatMap(({ voices }) => voices) };
}

const noCalls = { input_data: {}, calls: [], updated_by: '' };
const plainVoice = {
  title: '',
  category: '',
  description: '',
  url: '',
  language: '',
  age: 'young',
  gender: 'neutral',
  image: null,
};

export function timeIn(value: unknown): string | undefined {
  const time = Date.parse(String(value));
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** Of several with one id the last. */
export function lastById<T extends { readonly id: unknown }>(records: readonly T[]): readonly T[] {
  return [...new Map(records.map((record) => [record.id, record])).values()];
}
