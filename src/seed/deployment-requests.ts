import type { AgentRecord } from '../domain/records.ts';
import type { DeploymentConfig } from './deployment-config.ts';
import type { HttpRequest } from './polite-http.ts';

/** The requests of the public API that seeding sends to a deployment. */
export interface DeploymentRequests {
  /** Creates an agent (section 4.2): never to be sent twice. */
  create(agent: AgentRecord, note: string, hasVoice: boolean): HttpRequest;
  /** Sets what create-agent has no member for (createagentorupdate); the same request again changes nothing more. */
  settings(id: number, agent: AgentRecord, numbers: readonly string[]): HttpRequest;
  /** 1 publishes, 2 deletes. */
  status(id: number, status: 1 | 2): HttpRequest;
  voices(provider: string): HttpRequest;
}

/** Requests for the deployment of a configuration. */
export function deploymentRequests({
  base_url,
  api_url,
  token,
  headers,
  values,
}: DeploymentConfig): DeploymentRequests {
  const own = { ...headers, token };
  const json = (body: object, isRepeatable: boolean): HttpRequest => ({
    method: 'POST',
    url: `${base_url}/create-agent`,
    headers: { ...own, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    isRepeatable,
  });
  return {
    create: (agent, note, hasVoice) => json(creation(agent, note, hasVoice, values), false),
    settings: (id, agent, numbers) => ({
      method: 'POST',
      url: `${api_url}/api/agent/createagentorupdate`,
      headers: own,
      body: settingsForm(id, agent, numbers),
      isRepeatable: true,
    }),
    status: (agent_id, status) => json({ agent_id, status }, true),
    voices: (provider) => ({
      method: 'GET',
      url: `${base_url}/voice-list?provider_id=${provider}&limit=100`,
      headers: own,
      isRepeatable: true,
    }),
  };
}

function creation(agent: AgentRecord, note: string, hasVoice: boolean, values: DeploymentConfig['values']): object {
  const { timezone, greeting, session_data_webhook, configurations } = agent.unread;
  // Models are known to the deployment alone; those of the configuration are sent.
  const { provider = '', settings = {} } = agent.unread.voice;
  const voice = { provider, settings };
  return {
    agent_name: agent.agent_name,
    // Whoever has to look for it, after a run that was broken off, finds it by this.
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

function settingsForm(id: number, agent: AgentRecord, numbers: readonly string[]): FormData {
  const form = new FormData();
  const add = (name: string, value: unknown): void => {
    if (['string', 'number', 'boolean'].includes(typeof value)) form.append(name, String(value));
  };
  add('agent_id', id);
  add('basic_details[agent_name]', agent.agent_name);
  add('basic_details[agent_type]', agent.agent_type);
  add('basic_details[agent_privacy]', agent.agent_privacy);
  for (const [name, value] of Object.entries(agent.unread.basic_details)) add(`basic_details[${name}]`, value);
  for (const [name, value] of Object.entries(agent.unread.configuration)) add(`configuration[${name}]`, value);
  for (const word of agent.denials.denied_words) add('denials[denied_words][]', word);
  for (const topic of agent.denials.denied_topics) add('denials[denied_topics][]', topic);
  for (const [i, field] of agent.metadata_config.metadata_input.entries()) {
    for (const [name, value] of Object.entries(field)) add(`metadata_config[metadata_input][${i}][${name}]`, value);
  }
  for (const [i, text] of agent.unread.text_knowledge_bases.entries()) {
    for (const [name, value] of Object.entries(text)) add(`knowledge_base[text_knowledge_bases][${i}][${name}]`, value);
  }
  for (const number of numbers) add('phone_numbers[]', number);
  return form;
}
