import type { Alternatives } from '../../clauses/choices.gen.ts';
import { timeAgo } from '../times.ts';
import type { AgentRecord, CampaignStatus, KnowledgeFile, PhoneNumberRecord } from '../records.ts';
import type { Json, JsonObject } from '../../json/json-value.ts';

/** What of create-agent is looked at in which order. */
type CreateAgentStep = 'status' | 'agent' | 'fields';

/** Choices of what is done with agents. */
export interface AgentRules {
  readonly 'agent.token': 'signed' | 'unsigned';
  /** What last_modified says of an agent that was never updated. */
  readonly 'agent.last-modified.before': (age: string) => string;
  readonly 'agent.last-modified.words': (then: string, now: Date) => string;
  readonly 'agent.campaigns.active': readonly CampaignStatus[];
  /** Whether a campaign of this status is no reason for is_draft to be false. */
  readonly 'agent.is-draft.ended': (status: CampaignStatus) => boolean;
  readonly 'agent.is-audience.campaigns': (status: CampaignStatus) => boolean;
  /** Whether an agent of this agent_type needs a number to be published. */
  readonly 'create-agent.publish.types': (agentType: number) => boolean;
  readonly 'create-agent.status.refused': 'nothing' | 'saved';
  /** Whether an agent is missing for create-agent. */
  readonly 'agent.deleted': (agent: AgentRecord) => boolean;
  /** Whether it is missing for createagentorupdate and agent/update. */
  readonly 'agent.deleted.elsewhere': (agent: AgentRecord) => boolean;
  readonly 'create-agent.agent-id.place': <T>(body: T | undefined, query: () => T | undefined) => T | undefined;
  /** A section after an update. */
  readonly 'create-agent.update.sections': (current: JsonObject) => JsonObject;
  readonly 'create-agent.create.name': 'required' | 'optional';
  readonly 'create-agent.create.agent-type': 1 | 2 | 3 | 4;
  readonly 'create-agent.create.agent-privacy': 0 | 1;
  readonly 'create-agent.order': readonly CreateAgentStep[];
  readonly 'create-agent.read-back.numbers': (setting: Json) => string;
  readonly 'create-agent.read-back.unknown-names': 'zero' | 'refused';
  readonly 'create-agent.status.without-agent': 'refused' | 'ignored';
  /** The numbers of an agent after an update. */
  readonly 'createagentorupdate.phone-numbers.effect': (
    wanted: readonly string[],
    attached: readonly PhoneNumberRecord[],
  ) => readonly string[];
  /** The status of a published agent without a number. */
  readonly 'createagentorupdate.phone-numbers.last': 1 | 3;
  readonly 'createagentorupdate.phone-numbers.attached': 'refused' | 'moved';
  readonly 'createagentorupdate.arrays': (stored: readonly unknown[], sent: readonly unknown[]) => readonly unknown[];
  /** The tools that read back in `tools`. */
  readonly 'createagentorupdate.tools.places': <T>(tools: readonly T[]) => readonly T[];
  readonly 'createagentorupdate.files.effect': (stored: readonly KnowledgeFile[]) => readonly KnowledgeFile[];
  readonly 'createagentorupdate.agent-id': <T>(agentId: T | undefined) => T | undefined;
}

const never = (): boolean => false;
export const isDeleted = ({ status }: AgentRecord): boolean => status === 2;

export const agentRules: { readonly [Id in keyof AgentRules]: Readonly<Record<Alternatives[Id], AgentRules[Id]>> } = {
  'agent.token': { signed: 'signed', unsigned: 'unsigned' },
  'agent.last-modified.before': { empty: () => '', age: (age) => age },
  'agent.last-modified.words': {
    long: timeAgo,
    short: (then, now) => timeAgo(then, now).replace(/^(\d+) (\w)\w*/, '$1$2'),
    about: (then, now) => timeAgo(then, now).replace(/\d/, 'about $&'),
  },
  'agent.campaigns.active': {
    'inprogress-or-pause': ['inprogress', 'pause'],
    inprogress: ['inprogress'],
    'not-ended': ['draft', 'inprogress', 'pause'],
  },
  'agent.is-draft.ended': {
    counts: (status) => status === 'draft',
    ignored: (status) => ['draft', 'force_completed', 'deleted'].includes(status),
  },
  'agent.is-audience.campaigns': { every: () => true, 'not-deleted': (status) => status !== 'deleted' },
  'create-agent.publish.types': { every: () => true, telephony: (agentType) => agentType === 3 },
  'create-agent.status.refused': { nothing: 'nothing', saved: 'saved' },
  'agent.deleted': { restorable: never, missing: isDeleted },
  'agent.deleted.elsewhere': { missing: isDeleted, there: never },
  'create-agent.agent-id.place': {
    body: (body, query) => body ?? query(),
    query: (body, query) => query() ?? body,
  },
  'create-agent.update.sections': { merged: (current) => current, replaced: () => ({}) },
  'create-agent.create.name': { required: 'required', optional: 'optional' },
  'create-agent.create.agent-type': { telephony: 3, voice: 1, chat: 2, general: 4 },
  'create-agent.create.agent-privacy': { private: 0, public: 1 },
  'create-agent.order': {
    'status-agent-fields': ['status', 'agent', 'fields'],
    'agent-status-fields': ['agent', 'status', 'fields'],
    'fields-status-agent': ['fields', 'status', 'agent'],
    'agent-fields-status': ['agent', 'fields', 'status'],
  },
  'create-agent.read-back.numbers': {
    json: (setting) => JSON.stringify(setting),
    decimal: (setting) => `${JSON.stringify(setting)}${Number.isInteger(setting) ? '.0' : ''}`,
  },
  'create-agent.read-back.unknown-names': { zero: 'zero', refused: 'refused' },
  'create-agent.status.without-agent': { refused: 'refused', ignored: 'ignored' },
  'createagentorupdate.phone-numbers.effect': {
    replace: (wanted) => wanted,
    add: (wanted, attached) => [...attached.map(({ id }) => id), ...wanted],
  },
  'createagentorupdate.phone-numbers.last': { published: 1, draft: 3 },
  'createagentorupdate.phone-numbers.attached': { refused: 'refused', moved: 'moved' },
  'createagentorupdate.arrays': { replace: (_, sent) => sent, append: (stored, sent) => [...stored, ...sent] },
  'createagentorupdate.tools.places': { both: (tools) => tools, 'knowledge-base': () => [] },
  'createagentorupdate.files.effect': { add: (stored) => stored, replace: () => [] },
  'createagentorupdate.agent-id': { updates: (agentId) => agentId, ignored: () => undefined },
};
