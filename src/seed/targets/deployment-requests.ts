import { bracketFields } from '../../json/json-value.ts';
import type { ApiRequest, FormPart } from '../../deployment/transport.ts';
import type { DeploymentSettings } from '../../deployment/configuration/read-settings.ts';
import type { ValueSettings } from '../../deployment/configuration/settings-file.ts';
import type { AgentRecord } from '../../domain/records.ts';

/** The requests of the public API that seeding sends to the deployment of a configuration. */
export class DeploymentRequests {
  readonly #values: ValueSettings;
  readonly #common: Pick<ApiRequest, 'query' | 'headers'>;

  constructor({ token, values = {} }: DeploymentSettings) {
    this.#values = values;
    this.#common = { query: [], headers: { token } };
  }

  /** Creates an agent (section 4.2): never to be sent twice. `note` ends its description. */
  create(agent: AgentRecord, note: string, hasVoice: boolean): ApiRequest {
    const value = creation(agent, note, hasVoice, this.#values);
    return { ...this.#common, operation: 'createAgent', body: { kind: 'json', value } };
  }

  /** Sets what create-agent has no field for (createagentorupdate). */
  settings(id: number, agent: AgentRecord, numbers: readonly string[]): ApiRequest {
    const parts = settingsForm(id, agent, numbers);
    return { ...this.#common, operation: 'createAgentOrUpdate', body: { kind: 'form', parts } };
  }

  /** Publishes an agent (1) or deletes it (2). */
  status(agent_id: number, status: 1 | 2): ApiRequest {
    const body = { kind: 'json', value: { agent_id, status } } as const;
    return { ...this.#common, operation: 'createAgent', body, isRepeatable: true };
  }

  voices(provider: string): ApiRequest {
    const query = Object.entries({ provider_id: provider, limit: '100' });
    return { ...this.#common, operation: 'listVoices', query, body: { kind: 'none' } };
  }
}

function creation(agent: AgentRecord, note: string, hasVoice: boolean, values: ValueSettings): object {
  const { timezone, greeting, session_data_webhook, configurations } = agent.unread;
  // Models are known to the deployment alone; those of the configuration are sent.
  const { provider = '', settings = {} } = agent.unread.voice;
  const voice = { provider, settings };
  return {
    agent_name: agent.agent_name,
    // This distinguishes it from every other agent, and lets a person find it after a run that was broken off.
    description: `${agent.description ?? ''} (${note})`.trim(),
    prompt: agent.agent_prompt,
    timezone,
    greeting,
    ...(session_data_webhook === '' ? {} : { session_data_webhook }),
    ...(hasVoice || values.voice !== undefined
      ? { voice: { ...(hasVoice ? { ...voice, voice_id: agent.voice_id } : {}), ...values.voice } }
      : {}),
    speech_to_text: { language: agent.transcriber_language, ...values.speech_to_text },
    ...(values.llm === undefined ? {} : { llm: values.llm }),
    configurations,
  };
}

function settingsForm(id: number, agent: AgentRecord, phone_numbers: readonly string[]): FormPart[] {
  const { agent_name, agent_type, agent_privacy, denials, unread } = agent;
  const fields = bracketFields({
    agent_id: id,
    basic_details: { agent_name, agent_type, agent_privacy, ...unread.basic_details },
    configuration: unread.configuration,
    denials,
    metadata_config: { metadata_input: agent.metadata_config.metadata_input },
    knowledge_base: { text_knowledge_bases: unread.text_knowledge_bases },
    phone_numbers,
  });
  return fields.map(([name, value]) => ({ name, value }));
}
