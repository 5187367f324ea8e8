import { newAgentRecord } from '../../domain/agents/agent-change.ts';
import { statusLabel } from '../../domain/audiences/audience-format.ts';
import type { Scenario } from '../../domain/coherence.ts';
import type {
  AgentRecord,
  AudienceRecord,
  CampaignStatus,
  CodeRecord,
  Collections,
  LeadRecord,
} from '../../domain/records.ts';
import type { OperationId } from '../../document/names.gen.ts';
import { fieldOf, isObject, memberOf, stepsOf } from '../../json/json-value.ts';
import type { CheckedAnswer } from '../../judge/report/violation.ts';
import { namedIn, queryValue } from '../../judge/stated/expectation.ts';
import { createSchemaCheck } from '../../store/state/record-schema.ts';

/** Stands for the tokens that were recorded: they are written nowhere. */
export const recordedToken = 'recorded-token';

type Fields = Readonly<Record<string, unknown>>;
type Answers = readonly CheckedAnswer[];

/** What was read last of each agent, by its id; nothing of those that were only written to. */
type Details = ReadonlyMap<number, Fields>;

/**
 * The records that answers show, of the workspace whose agent was read first; what was read last counts. What no answer
 * shows is as in a new agent.
 * @param answers those of success, in their order
 * @param written of them those to what was written and not read since: what they name is there
 * @param codes the words for codes that no agent shows
 * @param note takes what was filled in, in a sentence
 */
export function seenRecords(
  answers: Answers,
  written: Answers,
  codes: readonly CodeRecord[],
  note: (sentence: string) => void,
): Scenario {
  const fit = createFit(note);
  const to = (operation: OperationId) => answers.filter(({ request }) => request.operation === operation);
  const all = to('getAgent').map(({ body }) => fieldsIn(memberOf(body, 'data')));
  const workspace_id = Number(memberOf(all[0], 'basic_details.workspace_id') ?? 101);
  const readings = all.filter((detail) => memberOf(detail, 'basic_details.workspace_id') === workspace_id);
  if (readings.length < all.length) note(`Agents of other workspaces than ${workspace_id} are not in it.`);
  const details = new Map(readings.map((detail) => [agentIdOf(detail), detail]));
  for (const id of written.flatMap((answer) => agentIn(answer) ?? [])) {
    if (!details.has(id)) note(`Agent ${id} was never read: it is a new one with what was written.`);
    details.set(id, details.get(id) ?? {});
  }
  const audiences = audiencesIn(to('listAudience'), fit, note);
  const campaigns = campaignsIn(readings, details, [...audiences.keys(), ...written.flatMap(campaignIn)]);
  for (const [id, { agent_id }] of campaigns) {
    if (agent_id !== null) continue;
    const made = Math.max(1000, ...details.keys()) + 1;
    details.set(made, {});
    campaigns.set(id, { agent_id: made, status: 'inprogress' });
    note(`The agent of campaign ${id} was not seen: agent ${made} is made up.`);
  }
  const login = to('getToken').at(-1)?.body;
  const caller = { ...nobody, workspace_id, email: memberOf(login, 'email') ?? nobody.email };
  const creators = readings.flatMap(({ creator }) => fit('users', { ...caller, ...creatorIn(creator) }, caller));
  const users = creators.length > 0 ? creators : fit('users', caller, caller);
  const user_id = users[0]?.id ?? nobody.id;
  const now = new Date().toISOString();
  const times = { created_on: now, updated_on: now };
  const last = readings.at(-1);
  const token = { id: recordedToken, user_id, workspace_id, created_on: now, expires_on: null };
  return {
    ...{ base: null, users: lastById(users), api_tokens: [token], login_tokens: [token] },
    workspaces: fit('workspaces', {
      id: workspace_id,
      name: memberOf(login, 'workspace_name') ?? `Workspace ${workspace_id}`,
      company_id: memberOf(last, 'basic_details.company_id') ?? workspace_id,
      voice_analysis: last?.['voice_analysis'] === true,
    }),
    codes: lastById([...codes, ...readings.flatMap(codesIn)]),
    agents: [...details].flatMap(([id, detail]) => {
      const otherwise = newAgentRecord({ id, workspaceId: workspace_id, userId: user_id, now });
      return fit('agents', agentShown(detail, otherwise), { ...otherwise, agent_name: `Agent ${id}` });
    }),
    phone_numbers: numbersIn(readings, details, written).flatMap((number) => {
      return fit('phone_numbers', { ...number, workspace_id, is_active: true });
    }),
    campaigns: [...campaigns].map(([id, campaign]) => {
      return { ...campaign, ...times, id, workspace_id, agent_id: campaign.agent_id ?? 0, name: `Campaign ${id}` };
    }),
    audiences: [...campaigns.keys()].map((id) => audiences.get(id)?.audience ?? { ...noAudience, id }),
    leads: new Map([...audiences].map(([id, { leads }]) => [id, leads])),
    ...voicesIn(to('listVoices'), workspace_id, fit, note),
  };
}

/** The agent that a write names or has made; null: it is of a campaign. */
export function agentIn(answer: CheckedAnswer): number | null {
  if (answer.request.operation === 'forceCompleteCampaign') return null;
  return namedIn(answer) ?? Number(memberOf(answer.body, 'data.agent_id'));
}

const nobody = { id: 1, first_name: 'Recorded', last_name: 'Caller', email: 'caller@recorded.example' };
const noAudience = { columns: [], attempts_allowed: 0, halted: null };

function campaignIn({ request: { body } }: CheckedAnswer): readonly number[] {
  const id = body.kind === 'json' ? fieldOf(body.value, 'campaign_id') : undefined;
  return id === undefined ? [] : [Number(id)];
}

function creatorIn(shown: unknown): Fields {
  const { user_id: id, first_name, last_name, email } = fieldsIn(shown);
  return id === undefined ? {} : { id, first_name, last_name, email };
}

/** The record behind what get-by-id shows. @param otherwise has what it does not show */
function agentShown(detail: Fields, otherwise: AgentRecord): object {
  if (detail['basic_details'] === undefined) return otherwise;
  const basic = fieldsIn(detail['basic_details']);
  const { agent_id: _, id, ...levels } = fieldsIn(detail['guardrails']);
  const voice = Object.entries(fieldsIn(memberOf(detail, 'configuration.voice_config')));
  const settings = voice.map(([name, text]) => [name, Number.isNaN(Number(text)) ? text : Number(text)]);
  const shown = overlaid(otherwise, {
    ...{ ...detail, ...basic, created_on: timeIn(basic['created_on']), updated_on: timeIn(basic['updated_on']) },
    creator_user_id: memberOf(detail, 'creator.user_id'),
    integrated_custom_events: memberOf(detail, 'tools.integrated_custom_events'),
    has_been_updated: (detail['last_modified'] ?? '') !== '',
  });
  const guardrails = typeof id === 'number' ? { id, ...levels } : levels;
  return { ...shown, guardrails, unread: { ...otherwise.unread, voice: { settings: Object.fromEntries(settings) } } };
}

/** The words for an agent's codes. */
function codesIn(detail: Fields): readonly CodeRecord[] {
  return (['category', 'purpose', 'agent_type'] as const).flatMap((kind) => {
    const shown = memberOf(detail, `basic_details.${kind}_description`);
    const [code, label] = [fieldOf(shown, 'id'), fieldOf(shown, 'label')];
    if (typeof code !== 'number' || typeof label !== 'string') return [];
    const [text, background] = [fieldOf(shown, 'textColor'), fieldOf(shown, 'backgroundColor')];
    const text_color = typeof text === 'string' ? text : null;
    const background_color = typeof background === 'string' ? background : null;
    return [{ id: `${kind}:${code}`, kind, code, name: null, label, text_color, background_color }];
  });
}

/** Every number that was ever attached or sent; free unless its agent has it now. */
function numbersIn(readings: readonly Fields[], details: Details, written: Answers): readonly object[] {
  const parts = written.flatMap(({ request: { body } }) => (body.kind === 'form' ? body.parts : []));
  const sent = parts.filter(({ name }) => name.startsWith('phone_numbers')).map(({ value }) => String(value));
  const ids = [
    ...sent.flatMap((text) => text.match(/\+[1-9]\d{1,14}/g) ?? []),
    ...readings.flatMap((detail) => listIn(detail['phone_numbers'])),
  ];
  const free = ids.map((id) => ({ id, agent_id: null, position: 0 }));
  const attached = [...details].flatMap(([agent_id, detail]) => {
    return listIn(detail['phone_numbers']).map((id, position) => ({ id, agent_id, position }));
  });
  return lastById([...free, ...attached]);
}

interface SeenCampaign {
  /** Null: no agent showed it. */
  readonly agent_id: number | null;
  readonly status: CampaignStatus;
}

/** @param named campaigns whose audience was read, or which were completed */
function campaignsIn(
  readings: readonly Fields[],
  details: Details,
  named: readonly number[],
): Map<number, SeenCampaign> {
  const campaigns = new Map<number, SeenCampaign>();
  const list = (agent_id: number, detail: Fields, ended?: CampaignStatus): void => {
    for (const campaign of listIn(detail['campaigns'])) {
      const status = ended ?? (fieldOf(campaign, 'status') as CampaignStatus);
      campaigns.set(Number(fieldOf(campaign, 'id')), { agent_id, status });
    }
  };
  // What an agent shows no more has ended.
  for (const detail of readings) list(agentIdOf(detail), detail, 'force_completed');
  for (const [agent_id, detail] of details) list(agent_id, detail);
  for (const id of named) campaigns.set(id, { agent_id: null, status: 'inprogress', ...campaigns.get(id) });
  return campaigns;
}

/** A record as a list of one without what its schema refuses, or an empty list if it does not fit even so. */
type Fit = <K extends keyof RecordOf>(kind: K, record: object, otherwise?: object) => readonly RecordOf[K][];

type RecordOf = { readonly [K in keyof Collections]: Collections[K] } & { readonly leads: LeadRecord };

function createFit(note: (sentence: string) => void): Fit {
  const check = createSchemaCheck();
  return <K extends keyof RecordOf>(kind: K, record: object, otherwise: object = {}) => {
    let next = record;
    for (const { pointer, reason } of check(kind, record)) {
      const [name = '', inner] = stepsOf(pointer);
      const [held, instead] = [fieldOf(next, name), fieldOf(otherwise, name)];
      const isInner = inner !== undefined && isObject(held) && fieldOf(instead, inner) !== undefined;
      next = { ...next, [name]: isInner ? { ...held, [inner]: fieldOf(instead, inner) } : instead };
      note(`${kind} ${String(fieldOf(record, 'id'))}: ${pointer} ${reason}, and was left out.`);
    }
    return check(kind, next).length === 0 ? [next as RecordOf[K]] : [];
  };
}

interface SeenAudience {
  readonly audience: AudienceRecord;
  readonly leads: readonly LeadRecord[];
}

/** By campaign; of each record what was listed last. */
function audiencesIn(lists: Answers, fit: Fit, note: (sentence: string) => void): ReadonlyMap<number, SeenAudience> {
  const paging = ['campaign_id', 'page', 'limit', 'is_new'];
  const byCampaign = groupedBy(lists, (answer) => Number(queryValue(answer, 'campaign_id')));
  const seen = [...byCampaign].map(([id, own]): [number, SeenAudience] => {
    const items = own
      .filter(({ body }) => fieldOf(body, 'metadata') === undefined)
      .flatMap(({ body }) => listIn(fieldOf(body, 'datalist')).map(fieldsIn));
    const shown = lastById(items.map((item) => ({ ...item, id: Number(item['id']) })));
    const leads = shown.flatMap((item) => fit('leads', leadShown(item), { input_data: {}, calls: [], updated_by: '' }));
    const whole = own.findLast(({ request }) => request.query.every(([name]) => paging.includes(name)));
    const total = Number(memberOf(whole?.body, 'pagination.totalRecords') ?? 0);
    if (leads.length < total) note(`Of the audience of campaign ${id} ${leads.length} of ${total} records were seen.`);
    const listed = own.findLast(({ body }) => fieldOf(body, 'metadata') !== undefined)?.body;
    const headers = listIn(fieldOf(listed, 'headers')).slice(1) as AudienceRecord['columns'];
    const keys = Object.keys(fieldsIn(items[0]?.['input_data']));
    const columns =
      listed === undefined
        ? keys.map((key) => ({ key, label: key }))
        : headers.map(({ key, label }) => ({ key, label }));
    const attempts_allowed = Math.max(0, ...items.map((item) => attemptsIn(item).allowed));
    const sorted = leads.toSorted((one, other) => one.id - other.id);
    return [id, { audience: { ...noAudience, id, columns, attempts_allowed }, leads: sorted }];
  });
  return new Map(seen);
}

/** The record that a list in the full format shows; calls before the last are not shown. */
function leadShown(item: Fields): object {
  const { id, mobile_no, input_data, status, updated_by } = item;
  const [hours = 0, minutes = 0, seconds = 0] = String(item['duration']).split(':').map(Number);
  const last = {
    started_on: timeIn(String(item['last_attempt']).replace(' ', 'T').concat('Z')),
    call_status: item['last_call_status'],
    disposition: item['last_disposition'],
    duration: hours * 3600 + minutes * 60 + seconds,
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
function voicesIn(
  lists: Answers,
  workspace_id: number,
  fit: Fit,
  note: (sentence: string) => void,
): Pick<Scenario, 'providers' | 'voices'> {
  const byProvider = groupedBy(lists, ({ body }) => String(memberOf(body, 'data.provider_id')));
  const seen = [...byProvider].map(([id, own]) => {
    const starts = new Map<unknown, number>();
    const voices = new Map<unknown, object>();
    let default_page_size = 10;
    for (const answer of own) {
      const data = fieldsIn(memberOf(answer.body, 'data'));
      const page = listIn(data['voices']).map(fieldsIn);
      const token = queryValue(answer, 'page_token');
      const start = token === undefined ? 0 : (starts.get(token) ?? voices.size);
      if (data['has_more'] === true && queryValue(answer, 'limit') === undefined) default_page_size = page.length;
      starts.set(data['next_page_token'], start + page.length);
      page.forEach((voice, at) => voices.set(voice['id'], { ...voice, provider_id: id, position: start + at }));
    }
    const last = own.at(-1)?.body;
    const total = Number(memberOf(last, 'data.total_count'));
    if (voices.size < total) note(`Of the voices of ${id} ${voices.size} of ${total} were seen.`);
    const name = String(memberOf(last, 'data.provider_name'));
    const provider = { id, name, default_page_size, workspace_ids: [workspace_id] };
    return { provider, voices: [...voices.values()].flatMap((voice) => fit('voices', voice, plainVoice)) };
  });
  return { providers: seen.map(({ provider }) => provider), voices: seen.flatMap(({ voices }) => voices) };
}

const plainVoice = {
  ...{ title: '', category: '', description: '', url: '', language: '' },
  ...{ age: 'young', gender: 'neutral', image: null },
};

/** The fields of a record with what was shown of them. */
function overlaid(record: object, shown: object): object {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]: [string, unknown]) => {
      const given = fieldOf(shown, name);
      if (given === undefined) return [name, value];
      return [name, isObject(value) && isObject(given) ? overlaid(value, given) : given];
    }),
  );
}

function fieldsIn(value: unknown): Fields {
  return isObject(value) ? value : {};
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function agentIdOf(detail: Fields): number {
  return Number(memberOf(detail, 'basic_details.id'));
}

function timeIn(value: unknown): string | undefined {
  const time = Date.parse(String(value));
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** Of several with one id the last. */
function lastById<T extends { readonly id: unknown }>(records: readonly T[]): readonly T[] {
  return [...new Map(records.map((record) => [record.id, record])).values()];
}

function groupedBy<K>(answers: Answers, keyOf: (answer: CheckedAnswer) => K): ReadonlyMap<K, Answers> {
  const groups = new Map<K, Answers>();
  for (const answer of answers) groups.set(keyOf(answer), [...(groups.get(keyOf(answer)) ?? []), answer]);
  return groups;
}
