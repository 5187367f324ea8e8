import type { components } from '../../document/types.gen.ts';
import { type CodeTable, usualGuardrails } from './agent-change.ts';
import type { Complete, Json, JsonObject } from '../../json/json-value.ts';
import type {
  AgentRecord,
  CampaignRecord,
  CodeKind,
  PhoneNumberRecord,
  UserRecord,
  WorkspaceRecord,
} from '../records.ts';
import { defaultRules, fullName, type Rules } from '../choices/rules.ts';

type AgentDetail = Complete<components['schemas']['Agent']>;

/** Everything that get-by-id shows of an agent, and what its computed fields are computed from. */
export interface AgentSurroundings {
  readonly workspace: WorkspaceRecord;
  readonly creator: UserRecord | undefined;
  readonly numbers: readonly PhoneNumberRecord[];
  /** All campaigns of the agent, whatever their status. */
  readonly campaigns: readonly CampaignRecord[];
  /** Whether a campaign's audience has at least one record; asked until one has. */
  readonly hasRecords: (campaignId: number) => boolean;
  readonly codes: CodeTable;
  /** The signed token of the agent. */
  readonly agentToken: string;
  readonly now: Date;
  /** What is shown where the specification is silent; the default if absent. */
  readonly rules?: Rules;
}

/** What is stored of an agent as far as profiles name it: also how often it was changed, and whether it ever was published. */
export function savedFields(agent: AgentRecord): JsonObject {
  const { updates = 0, status, was_published: published = status === 1 || undefined } = agent;
  return { ...agent, ...agent.unread, updates, versions: updates + 1, published } as unknown as JsonObject;
}

/** The agent as get-by-id answers it (section 2.1). */
export function agentDetail(agent: AgentRecord, around: AgentSurroundings): AgentDetail {
  const denials = {
    denied_words: [...agent.denials.denied_words],
    denied_topics: [...agent.denials.denied_topics],
  };
  const knowledge = agent.knowledge_base;
  const { rules = defaultRules } = around;
  const inTools = rules['createagentorupdate.tools.places'];
  return {
    basic_details: basicDetails(agent, around),
    configuration: configuration(agent, rules),
    knowledge_base: {
      agent_id: agent.id,
      files: knowledge.files.map((file) => ({ ...file })),
      links: [...knowledge.links],
      ...rules['createagentorupdate.texts.places'](agent.unread.text_knowledge_bases, knowledge.pages),
      tools: knowledge.tools.map((tool) => ({ ...tool })),
      sub_agents: knowledge.sub_agents.map((agent) => ({ ...agent })),
    },
    tools: {
      tools: inTools(knowledge.tools).map((tool) => ({ ...tool })),
      subagents: inTools(knowledge.sub_agents).map((agent) => ({ ...agent })),
      integrated_custom_events: { toolHttpRequest: [...agent.integrated_custom_events.toolHttpRequest] },
      denials,
    },
    phone_numbers: inAttachedOrder(around.numbers).map(({ id }) => id),
    dispositions: [...agent.dispositions],
    dispositions_config: { ...agent.dispositions_config },
    denials,
    creator: creator(agent, around.creator),
    guardrails: guardrails(agent, rules),
    metadata_config: {
      metadata_input: agent.metadata_config.metadata_input.map((field) => ({ ...field })),
      metadata_output: [...agent.metadata_config.metadata_output],
      metadata_output_provider: agent.metadata_config.metadata_output_provider,
      metadata_output_model: agent.metadata_config.metadata_output_model,
    },
    last_modified: lastModified(agent, around.now, rules),
    voice_analysis: around.workspace.voice_analysis,
    ...campaignFacts(around, rules),
    webhook_url: agent.webhook_url,
  };
}

/** Attached numbers in the order in which they were attached. */
export function inAttachedOrder(numbers: readonly PhoneNumberRecord[]): readonly PhoneNumberRecord[] {
  return [...numbers].sort((one, other) => one.position - other.position);
}

function basicDetails(agent: AgentRecord, around: AgentSurroundings): AgentDetail['basic_details'] {
  return {
    id: agent.id,
    workspace_id: agent.workspace_id,
    agent_name: agent.agent_name,
    description: agent.description,
    category: agent.category,
    category_description: badgeOfCode(around.codes, 'category', agent.category),
    purpose: agent.purpose,
    purpose_description: labelOfCode(around.codes, 'purpose', agent.purpose),
    agent_type: agent.agent_type as AgentDetail['basic_details']['agent_type'],
    agent_type_description: labelOfCode(around.codes, 'agent_type', agent.agent_type),
    agent_prompt: agent.agent_prompt,
    agent_privacy: agent.agent_privacy as AgentDetail['basic_details']['agent_privacy'],
    status: agent.status,
    voice_id: agent.voice_id,
    agent_token: around.agentToken,
    voice_provider: agent.voice_provider,
    transcriber_provider: agent.transcriber_provider,
    calling_type: agent.calling_type,
    company_id: around.workspace.company_id,
    created_on: agent.created_on,
    updated_on: agent.updated_on,
  };
}

function lastModified(agent: AgentRecord, now: Date, rules: Rules): string {
  const age = rules['agent.last-modified.words'](agent.updated_on, now);
  return agent.has_been_updated ? age : rules['agent.last-modified.before'](age);
}

function configuration(agent: AgentRecord, rules: Rules): AgentDetail['configuration'] {
  const { id, ...settings } = agent.configuration;
  const voiceSettings = (agent.unread.voice['settings'] ?? {}) as JsonObject;
  return {
    id,
    agent_id: agent.id,
    ...settings,
    voice_config: {
      speed: settingText(voiceSettings['speed'], '1', rules),
      stability: settingText(voiceSettings['stability'], '0.5', rules),
    },
    skills: [...settings.skills],
    nudges: [...settings.nudges],
  };
}

/** Numbers as JSON prints them (`create-agent.read-back`). */
function settingText(setting: Json | undefined, otherwise: string, rules: Rules): string {
  return setting === undefined ? otherwise : rules['create-agent.read-back.numbers'](setting);
}

function creator({ creator_user_id: user_id }: AgentRecord, user: UserRecord | undefined): AgentDetail['creator'] {
  const { first_name, last_name, email } = user ?? { first_name: '', last_name: '', email: '' };
  return { user_id, first_name, last_name, email, full_name: fullName({ first_name, last_name }) };
}

function guardrails(agent: AgentRecord, rules: Rules): AgentDetail['guardrails'] {
  const isSet = Object.keys(agent.guardrails).length > 0;
  return {
    id: rules['createagentorupdate.guardrails.id'] && isSet ? agent.id : null,
    ...usualGuardrails,
    ...agent.guardrails,
    agent_id: agent.id,
  };
}

/** What an agent's campaigns make of it (`agent.campaigns.active`, `agent.is-draft.any-other` …). */
function campaignFacts({ campaigns, hasRecords }: AgentSurroundings, rules: Rules) {
  const active = campaigns.filter(({ status }) => rules['agent.campaigns.active'].includes(status));
  return {
    campaign_count: active.length,
    campaigns: active.map(({ id, status }) => ({ id, status })),
    is_campaign_on_hold: campaigns.some(({ status }) => status === 'hold'),
    is_draft: campaigns.every(({ status }) => rules['agent.is-draft.ended'](status)),
    is_audience: campaigns.some(({ id, status }) => rules['agent.is-audience.campaigns'](status) && hasRecords(id)),
  };
}

/** The words for a code of a category, purpose or agent type; `Unknown` where the table has none. */
export function labelOfCode(codes: CodeTable, kind: CodeKind, code: number): { id: number; label: string } {
  return { id: code, label: codes(`${kind}:${code}`)?.label ?? 'Unknown' };
}

/** The words and the colours for a category's code; grey where the table has none. */
export function badgeOfCode(
  codes: CodeTable,
  kind: CodeKind,
  code: number,
): { id: number; label: string; textColor: string; backgroundColor: string } {
  const entry = codes(`${kind}:${code}`);
  return {
    ...labelOfCode(codes, kind, code),
    textColor: entry?.text_color ?? '#4B5563',
    backgroundColor: entry?.background_color ?? '#F3F4F6',
  };
}
