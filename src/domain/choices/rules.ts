import type { Alternatives } from '../../clauses/choices.gen.ts';
import type { Json, JsonObject } from '../../json/json-value.ts';
import type {
  AgentRecord,
  CallRecord,
  CampaignStatus,
  KnowledgeFile,
  LeadRecord,
  MetadataField,
  PhoneNumberRecord,
  TokenRecord,
  UserRecord,
  TextKnowledgeBase,
} from '../records.ts';
import { newAgentSettings } from '../agents/new-agent.gen.ts';
import { timeAgo, timeAgoInSeconds, timeAgoInTwoUnits } from '../times.ts';

const yes = (): boolean => true;
const never = (): boolean => false;
const nowhere = (): undefined => undefined;
export const isDeleted = ({ status }: AgentRecord): boolean => status === 2;
const statuses = (...listed: readonly CampaignStatus[]): readonly CampaignStatus[] => listed;
const emailOf = ({ email }: UserRecord): string => email;
const agentTypes = { telephony: 3, voice: 1, chat: 2, general: 4 } as const;
/** `2h ago` of `2 hours ago`. */
const inShort = (age: string): string => age.replace(/^(\d+) (\w)\w*/, '$1$2');
const numbered = (texts: readonly TextKnowledgeBase[]): Json[] =>
  texts.map(({ name, content }, index) => ({ id: index + 1, name, content }));
const byItself = (_lead: LeadRecord, by: string): string => by;

/**
 * The choices that are decided by what the mock does: what each is decided as, by the name of the alternative, the
 * default first; a pure function if it is behaviour. An alternative that the catalogue has and this lacks does not compile.
 */
export const ruleAlternatives = {
  'errors.order': named('token-first', 'body-first'),
  /** Whether a token that has not expired is valid; `others` are all of its user's. */
  'auth.valid-tokens': {
    every: yes,
    newest: (token: TokenRecord, others: () => readonly TokenRecord[], now: Date) =>
      newestValidToken(others(), now)?.id === token.id,
  },
  /** Whether an empty header counts. */
  'auth.empty-headers': { absent: false, count: true } as const,
  'voice-list.page-token.invalid.answer': named('refused', 'first-page'),
  'voice-list.page-token.form': named('signed', 'offset', 'encoded-offset'),

  'agent.token': named('signed', 'unsigned'),
  /** What last_modified says of an agent that was never updated. */
  'agent.last-modified.before': { empty: () => '', age: (age: string) => age },
  /** Whether a form that creates an agent updates it. */
  'agent.last-modified.form': { created: false, updated: true } as const,
  'agent.last-modified.words': {
    long: timeAgo,
    short: (then: string, now: Date) => inShort(timeAgo(then, now)),
    seconds: timeAgoInSeconds,
    'short-seconds': (then: string, now: Date) => inShort(timeAgoInSeconds(then, now)),
    about: (then: string, now: Date) => timeAgo(then, now).replace(/\d/, 'about $&'),
    'two-units': timeAgoInTwoUnits,
    few: (then: string, now: Date) =>
      timeAgo(then, now)
        .replace('just now', 'a few seconds ago')
        .replace(/^1 (?=h)/, 'an ')
        .replace(/^1 /, 'a '),
    less: (then: string, now: Date) =>
      timeAgo(then, now)
        .replace('just now', 'less than a minute ago')
        .replace(/^\d+ (?=h|mon|y)/, 'about $&'),
  },
  'agent.campaigns.active': {
    'inprogress-or-pause': statuses('inprogress', 'pause'),
    inprogress: statuses('inprogress'),
    'not-ended': statuses('draft', 'inprogress', 'pause'),
  },
  /** Whether a campaign of this status is no reason for is_draft to be false. */
  'agent.is-draft.ended': {
    counts: (status: CampaignStatus) => status === 'draft',
    ignored: (status: CampaignStatus) => ['draft', 'force_completed', 'deleted'].includes(status),
  },
  'agent.is-audience.campaigns': { every: yes, 'not-deleted': (status: CampaignStatus) => status !== 'deleted' },
  /** Whether an agent of this agent_type needs a number to be published. */
  'create-agent.publish.types': { every: yes, telephony: (agentType: number) => agentType === 3 },
  'create-agent.status.refused': named('nothing', 'saved'),
  /** Whether an agent is missing for create-agent. */
  'agent.deleted': { restorable: never, missing: isDeleted },
  /** Whether it is missing for createagentorupdate and agent/update. */
  'agent.deleted.elsewhere': { missing: isDeleted, there: never },
  'create-agent.agent-id.place': {
    body: <T>(body: T | undefined, query: () => T | undefined) => body ?? query(),
    query: <T>(body: T | undefined, query: () => T | undefined) => query() ?? body,
  },
  /** A section after an update. */
  'create-agent.update.sections': { merged: (current: JsonObject) => current, replaced: (): JsonObject => ({}) },
  'create-agent.create.name': named('required', 'optional'),
  'create-agent.create.agent-type': agentTypes,
  'createagentorupdate.create.agent-type': agentTypes,
  'create-agent.create.agent-privacy': { private: 0, public: 1 } as const,
  /** What of create-agent is looked at in which order. */
  'create-agent.order': {
    'status-agent-fields': ['status', 'agent', 'fields'],
    'agent-status-fields': ['agent', 'status', 'fields'],
    'fields-status-agent': ['fields', 'status', 'agent'],
    'agent-fields-status': ['agent', 'fields', 'status'],
  } as const,
  'create-agent.read-back.numbers': {
    json: (setting: Json) => JSON.stringify(setting),
    decimal: (setting: Json) => `${JSON.stringify(setting)}${Number.isInteger(setting) ? '.0' : ''}`,
  },
  'agent.last-modified.unchanged': named('kept', 'fields', 'every'),
  'create-agent.read-back.unknown-names': named('zero', 'refused', 'no-table'),
  'create-agent.status.without-agent': named('refused', 'ignored', 'draft'),
  /** The numbers of an agent after an update; undefined: as before. */
  'createagentorupdate.phone-numbers.effect': {
    replace: (wanted: readonly string[] | undefined) => wanted,
    add: (wanted: readonly string[] | undefined, attached: readonly PhoneNumberRecord[]) =>
      wanted && [...attached.map(({ id }) => id), ...wanted],
    whole: (wanted: readonly string[] | undefined) => wanted ?? [],
  },
  /** The status of a published agent without a number. */
  'createagentorupdate.phone-numbers.last': { published: 1, draft: 3 } as const,
  'createagentorupdate.phone-numbers.attached': named('refused', 'moved'),
  'createagentorupdate.arrays': {
    replace: (_stored: readonly unknown[], sent: readonly unknown[]) => sent,
    append: (stored: readonly unknown[], sent: readonly unknown[]) => [...stored, ...sent],
  },
  /** Whether guardrails that were set have an id. */
  'createagentorupdate.guardrails.id': { none: false, agent: true } as const,
  /** Where the texts of a form read back, beside the pages. */
  'createagentorupdate.texts.places': {
    nowhere: (_: readonly TextKnowledgeBase[], pages: readonly Json[]) => ({ pages: [...pages] }),
    pages: (texts: readonly TextKnowledgeBase[], pages: readonly Json[]) => ({
      pages: [...pages, ...texts.map(({ name, content }) => ({ name, content }))],
    }),
    numbered: (texts: readonly TextKnowledgeBase[], pages: readonly Json[]) => ({
      pages: [...pages, ...numbered(texts)],
    }),
    'own-list': (texts: readonly TextKnowledgeBase[], pages: readonly Json[]) => ({
      pages: [...pages],
      text_knowledge_bases: numbered(texts),
    }),
  },
  /** The tools that read back in `tools`. */
  'createagentorupdate.tools.places': {
    both: <T>(tools: readonly T[]) => tools,
    'knowledge-base': () => [],
  },
  'createagentorupdate.files.effect': {
    add: (stored: readonly KnowledgeFile[]) => stored,
    replace: (): readonly KnowledgeFile[] => [],
  },
  /** Where a form names the agent: in itself and in the query. */
  'createagentorupdate.agent-id': {
    updates: (form: number | undefined, query: () => number | undefined) => [form, query] as const,
    'in-form': (form: number | undefined) => [form, nowhere] as const,
    'in-query': (_: number | undefined, query: () => number | undefined) => [undefined, query] as const,
    ignored: () => [undefined, nowhere] as const,
  },

  /** The states that a campaign can be force-completed in. */
  'campaign.running.statuses': {
    'inprogress-hold-or-pause': statuses('inprogress', 'hold', 'pause'),
    inprogress: statuses('inprogress'),
    every: statuses('inprogress', 'hold', 'pause', 'draft', 'deleted'),
  },
  'campaign.completed.answer': named('refused', 'repeated'),
  'campaign.other-status.effect': named('set', 'ignored'),
  'campaign.deleted.audience': named('missing', 'listed'),
  'campaign.deleted.status': named('missing', 'set'),
  /** Who halted an audience, and who is shown to have changed a record that this halted. */
  'campaign.halt.updated-by': {
    'full-name': { by: fullName, shown: byItself },
    email: { by: emailOf, shown: byItself },
    system: { by: () => 'System', shown: byItself },
    unchanged: { by: emailOf, shown: ({ updated_by }: LeadRecord) => updated_by },
  },
  'audience-list.filter.mobile-no.blank': {
    plus: (text: string) => (text.startsWith(' ') ? `+${text.slice(1)}` : text),
    blank: (text: string) => text,
  },
  /** The calls that the filter looks at. */
  'audience-list.filter.call-status.calls': {
    any: (calls: readonly CallRecord[]) => calls,
    last: (calls: readonly CallRecord[]) => calls.slice(-1),
  },
  /** What of a call status is compared. */
  'audience-list.filter.call-status.case': {
    exact: (status: string) => status,
    any: (status: string) => status.toLowerCase(),
  },
  'audience-list.filter.several': named('all', 'any'),
  /** Of whole seconds. */
  'audience-list.item.duration.form': {
    clock: (seconds: number) => inSixties(Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60),
    minutes: (seconds: number) => inSixties(Math.floor(seconds / 60), seconds % 60),
    seconds: (seconds: number) => String(seconds),
    words: (seconds: number) => `${Math.floor(seconds / 60)}m ${seconds % 60}s`,
  },
  'audience-list.item.last-attempt.zone': {
    utc: (timestamp: string) => `${timestamp.slice(0, 10)} ${timestamp.slice(11, 19)}`,
    india: inZone('Asia/Kolkata'),
    'new-york': inZone('America/New_York'),
  },
  /** Whether a campaign that is not found has an empty list, by what is wrong with it. */
  'audience-list.not-found.answer': {
    refused: never,
    empty: yes,
    'empty-if-absent': (kind: string | undefined) => kind === 'absent',
  },
  'audience-list.pages.past-the-end': named('empty', 'not-found', 'last'),
  /** How many pages an empty list has. */
  'audience-list.pages.none': { zero: 0, one: 1 } as const,
  'audience-list.order': named('by-id', 'latest-first'),
  'audience-list.is-new.metadata.label': {
    description: ({ description }: MetadataField) => description,
    key: ({ key }: MetadataField) => key,
  },
} satisfies { readonly [Id in keyof Alternatives]?: Readonly<Record<Alternatives[Id], unknown>> };

type RuleId = keyof typeof ruleAlternatives;

/** What holds: of each choice what one of its alternatives decides, and values that the document does not hold. */
export type Rules = { readonly [Id in RuleId]: (typeof ruleAlternatives)[Id][keyof (typeof ruleAlternatives)[Id]] } & {
  /** How many voices a page of the provider has by default; undefined: as the provider's record says. */
  readonly 'voice-list.default-limit': (providerId: string) => number | undefined;
  /** What an agent has of which nothing was sent, by the pointers at which get-by-id shows it. */
  readonly 'new-agent': JsonObject;
  /** The same of one that a form makes. */
  readonly 'new-agent-by-form': JsonObject;
  /** Whether requests are counted that change nothing of an agent or do not publish it. */
  readonly 'counts-requests': boolean;
};

/** The rules where a profile decides these choices, by the name of the alternative or by a value; else the defaults. */
export function chooseRules(alternatives: ReadonlyMap<string, string>, values: ReadonlyMap<string, unknown>): Rules {
  const chosen = Object.entries(ruleAlternatives).map(([id, decided]) => {
    const byName: ReadonlyMap<string, unknown> = new Map(Object.entries(decided));
    const name = alternatives.get(id);
    return [id, name === undefined ? [...byName.values()][0] : byName.get(name)];
  });
  const newAgent = (values.get('new-agent') ?? newAgentSettings) as JsonObject;
  const byForm = values.get('new-agent-by-form') as JsonObject | undefined;
  return {
    // Each choice of the table stands under its id.
    ...(Object.fromEntries(chosen) as { [Id in RuleId]: Rules[Id] }),
    'voice-list.default-limit': (providerId) => {
      const value = values.get(`voice-list.default-limit.${providerId}`);
      return typeof value === 'number' ? value : undefined;
    },
    'new-agent': newAgent,
    'new-agent-by-form': byForm === undefined ? newAgent : { ...newAgent, ...byForm },
    'counts-requests': values.get('counts-requests') === true,
  };
}

/** The rules without a profile: the first alternative of each choice. */
export const defaultRules: Rules = chooseRules(new Map(), new Map());

/** Alternatives that are decided as what they are called. */
function named<const Name extends string>(...names: readonly Name[]): { readonly [Each in Name]: Each } {
  return Object.fromEntries(names.map((name) => [name, name])) as { readonly [Each in Name]: Each };
}

function inSixties(...parts: readonly number[]): string {
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** Date and time as a clock in the zone shows them. */
function inZone(timeZone: string): (timestamp: string) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (timestamp) => {
    // Swedish writes YYYY-MM-DD HH:MM:SS.
    format ??= new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    return format.format(new Date(timestamp));
  };
}

/** First and last name as one text. */
export function fullName({ first_name, last_name }: Pick<UserRecord, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`.trim();
}

/** Whether a token is good at this moment; one without an expiry always is (section 2.4). */
export function isValidToken(token: TokenRecord, now: Date): boolean {
  return token.expires_on === null || Date.parse(token.expires_on) > now.getTime();
}

/** The most recently created of the tokens that are good at this moment (section 4.9). */
export function newestValidToken(tokens: readonly TokenRecord[], now: Date): TokenRecord | undefined {
  return tokens
    .filter((token) => isValidToken(token, now))
    .reduce<TokenRecord | undefined>(
      (newest, token) => (newest === undefined || token.created_on >= newest.created_on ? token : newest),
      undefined,
    );
}
