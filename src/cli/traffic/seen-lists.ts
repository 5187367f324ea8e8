import { statusLabel } from '../../domain/audiences/audience-format.ts';
import type { Scenario } from '../../domain/coherence.ts';
import type { AudienceRecord, Collections, LeadRecord } from '../../domain/records.ts';
import { fieldOf, isObject, memberOf, objectIn, stepsOf } from '../../json/json-value.ts';
import { grouped } from '../../judge/learn/sources.ts';
import type { CheckedAnswer } from '../../judge/report/violation.ts';
import { queryValue } from '../../judge/stated/expectation.ts';
import { faultsBySchema } from '../../store/state/record-schema.ts';

export type Fields = Readonly<Record<string, unknown>>;
export type Answers = readonly CheckedAnswer[];
/** Takes what was filled in, in a sentence. */
export type Note = (sentence: string) => void;

/** A record as a list of one without what its schema refuses, or an empty list if it does not fit even so. */
export type Fit = <K extends keyof RecordOf>(kind: K, record: object, otherwise?: object) => readonly RecordOf[K][];

type RecordOf = { readonly [K in keyof Collections]: Collections[K] } & { readonly leads: LeadRecord };

export function createFit(note: Note): Fit {
  return <K extends keyof RecordOf>(kind: K, record: object, otherwise: object = {}) => {
    const next = structuredClone(record);
    for (const { pointer, reason } of faultsBySchema(kind, record)) {
      const [name = '', inner] = stepsOf(pointer);
      const [held, instead] = [fieldOf(next, name), fieldOf(otherwise, name)];
      const isInside = inner !== undefined && isObject(held) && isObject(instead);
      const [holder, field, value] = isInside ? [held, inner, fieldOf(instead, inner)] : [next, name, instead];
      if (value === undefined) Reflect.deleteProperty(holder, field);
      else Reflect.set(holder, field, value);
      note(`${kind}: ${pointer.replaceAll(/\d+/g, '[]')} ${reason}. It was left out.`);
    }
    return faultsBySchema(kind, next).length === 0 ? [next as RecordOf[K]] : [];
  };
}

/** By campaign. */
export type SeenAudiences = ReadonlyMap<
  number,
  { readonly audience: AudienceRecord; readonly leads: readonly LeadRecord[] }
>;

/** Of each record what was listed last. */
export function audiencesIn(lists: Answers, fit: Fit, note: Note): SeenAudiences {
  const paging = ['campaign_id', 'page', 'limit', 'is_new'];
  const byCampaign = grouped(lists, (answer) => String(Number(queryValue(answer, 'campaign_id'))));
  const seen = [...byCampaign].map(([name, own]) => {
    const id = Number(name);
    const items = own
      .filter(({ body }) => fieldOf(body, 'metadata') === undefined)
      .flatMap(({ body }) => listIn(fieldOf(body, 'datalist')).map(objectIn));
    const shown = lastById(items.map((item) => ({ ...item, id: Number(item['id']) })));
    const leads = shown.flatMap((item) => fit('leads', leadShown(item), noCalls));
    const whole = own.findLast(({ request }) => request.query.every(([name]) => paging.includes(name)));
    const total = Number(memberOf(whole?.body, 'pagination.totalRecords') ?? 0);
    noteUnseen(`the audience of campaign ${id}`, leads.length, total, 'records ', note);
    const listed = own.findLast(({ body }) => fieldOf(body, 'metadata') !== undefined)?.body;
    const headers = listIn(fieldOf(listed, 'headers')).slice(1) as AudienceRecord['columns'];
    const keys = Object.keys(objectIn(items[0]?.['input_data']));
    const columns =
      listed === undefined
        ? keys.map((key) => ({ key, label: key }))
        : headers.map(({ key, label }) => ({ key, label }));
    const attempts_allowed = Math.max(0, ...items.map((item) => attemptsIn(item).allowed));
    const sorted = leads.toSorted((one, other) => one.id - other.id);
    const others = leadsMadeUp(Math.min(total, mostMadeUp) - sorted.length, sorted.at(-1)?.id ?? 0);
    return [id, { audience: { halted: null, id, columns, attempts_allowed }, leads: [...sorted, ...others] }] as const;
  });
  return new Map(seen);
}

/** Records that were counted and not listed, each of another number. @param last the id before them */
export function leadsMadeUp(count: number, last: number): readonly LeadRecord[] {
  return Array.from({ length: Math.max(0, count) }, (_, at) => {
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
  fit: Fit,
  note: Note,
): Pick<Scenario, 'providers' | 'voices'> {
  const byProvider = grouped(lists, ({ body }) => String(memberOf(body, 'data.provider_id')));
  const seen = [...byProvider].map(([id, own]) => {
    const voices = lastById(own.flatMap(({ body }) => listIn(memberOf(body, 'data.voices')) as { id: unknown }[]));
    const usual = own.findLast((answer) => {
      return memberOf(answer.body, 'data.has_more') === true && queryValue(answer, 'limit') === undefined;
    });
    const default_page_size = usual === undefined ? 10 : listIn(memberOf(usual.body, 'data.voices')).length;
    const last = own.at(-1)?.body;
    const total = Number(memberOf(last, 'data.total_count'));
    noteUnseen(`the voices of ${id}`, voices.length, total, '', note);
    const others = Array.from({ length: Math.max(0, Math.min(total, mostMadeUp) - voices.length) }, (_, at) => {
      return { ...plainVoice, id: `${id}-unseen-${at + 1}` };
    });
    const name = String(memberOf(last, 'data.provider_name'));
    const provider = { id, name, default_page_size, workspace_ids: [workspace_id] };
    const shown = [...voices, ...others].map((voice, position) => ({ ...voice, provider_id: id, position }));
    return { provider, voices: shown.flatMap((voice) => fit('voices', voice, plainVoice)) };
  });
  return { providers: seen.map(({ provider }) => provider), voices: seen.flatMap(({ voices }) => voices) };
}

function noteUnseen(list: string, seen: number, total: number, what: string, note: Note): void {
  if (seen < total) note(`Of ${list} ${seen} of ${total} ${what}were seen: the others are made up.`);
}

const noCalls = { input_data: {}, calls: [], updated_by: '' };
/** Of what a total counts and no page shows. */
const mostMadeUp = 10_000;
const plainVoice = {
  ...{ title: '', category: '', description: '', url: '', language: '' },
  ...{ age: 'young', gender: 'neutral', image: null },
};

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function timeIn(value: unknown): string | undefined {
  const time = Date.parse(String(value));
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** Of several with one id the last. */
export function lastById<T extends { readonly id: unknown }>(records: readonly T[]): readonly T[] {
  return [...new Map(records.map((record) => [record.id, record])).values()];
}
