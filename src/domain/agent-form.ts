import type { AgentFormValues } from '../contract-document/form-values.ts';
import type { AgentKnowledgeBase, AgentRecord, Json, JsonObject, KnowledgeFile } from './records.ts';

/** A file of the form, as far as it is kept. */
export type FormFile = Omit<KnowledgeFile, 'id'>;

export interface FormFiles {
  readonly knowledgeBase: readonly FormFile[];
  /** The file sent as basic_details[chatbot_image]. */
  readonly chatbotImage: FormFile | undefined;
}

/**
 * Applies the sections of a createagentorupdate request to an agent; its numbers are decided apart. Sections and fields
 * that are not sent stay, an array that is sent replaces the stored one, files add to those there are.
 * Follows `createagentorupdate.read-back`, `createagentorupdate.arrays.replace` and `createagentorupdate.files.added`.
 * @returns the complete next record, its timestamps untouched
 */
export function applyAgentForm(agent: AgentRecord, form: AgentFormValues, files: FormFiles): AgentRecord {
  const { basic_details: basic, configuration, knowledge_base: knowledge, denials, metadata_config: metadata } = form;
  const { agent_terminate_instruction, agent_terminate_messages } = configuration ?? {};
  return {
    ...agent,
    agent_name: basic.agent_name,
    description: basic.description ?? agent.description,
    category: basic.category ?? agent.category,
    purpose: basic.purpose ?? agent.purpose,
    agent_type: basic.agent_type ?? agent.agent_type,
    agent_privacy: basic.agent_privacy ?? agent.agent_privacy,
    agent_prompt: basic.agent_prompt ?? agent.agent_prompt,
    voice_id: basic.voice_id ?? agent.voice_id,
    voice_provider: basic.voice_provider ?? agent.voice_provider,
    transcriber_provider: basic.transcriber_provider ?? agent.transcriber_provider,
    transcriber_language: basic.transcriber_language ?? agent.transcriber_language,
    configuration: {
      ...agent.configuration,
      context_awareness:
        configuration?.context_awareness === undefined
          ? agent.configuration.context_awareness
          : Number(configuration.context_awareness),
    },
    knowledge_base: knowledgeBase(agent.knowledge_base, knowledge, files.knowledgeBase),
    dispositions: form.dispositions_config?.dispositions ?? agent.dispositions,
    denials: {
      denied_words: denials?.denied_words ?? agent.denials.denied_words,
      denied_topics: denials?.denied_topics ?? agent.denials.denied_topics,
    },
    guardrails: { ...agent.guardrails, ...form.guardrails },
    metadata_config: {
      ...agent.metadata_config,
      metadata_input: metadata?.metadata_input ?? agent.metadata_config.metadata_input,
      metadata_output: metadata?.metadata_output ?? agent.metadata_config.metadata_output,
    },
    unread: {
      ...agent.unread,
      basic_details: {
        ...agent.unread.basic_details,
        ...given({
          chatbot_name: basic.chatbot_name,
          chatbot_welcome_message: basic.chatbot_welcome_message,
          chatbot_image: chatbotImage(basic.chatbot_image, files.chatbotImage),
          tone: basic.tone,
          style: basic.style,
          instruction_sensitivity: basic.instruction_sensitivity,
        }),
      },
      configuration: {
        ...agent.unread.configuration,
        ...given({
          memory_recall: configuration?.memory_recall,
          sentiment_analysis: configuration?.sentiment_analysis,
          interruption_handling: configuration?.interruption_handling,
          agent_terminate_instruction,
          agent_terminate_messages,
        }),
      },
      text_knowledge_bases: knowledge?.text_knowledge_bases ?? agent.unread.text_knowledge_bases,
    },
  };
}

function knowledgeBase(
  current: AgentKnowledgeBase,
  sent: AgentFormValues['knowledge_base'],
  files: readonly FormFile[],
): AgentKnowledgeBase {
  const lastId = Math.max(0, ...current.files.map((file) => file.id));
  return {
    ...current,
    tools: sent?.tools ?? current.tools,
    sub_agents: sent?.sub_agents ?? current.sub_agents,
    files: [...current.files, ...files.map((file, index) => ({ id: lastId + index + 1, ...file }))],
  };
}

function chatbotImage(text: string | undefined, file: FormFile | undefined): Json | undefined {
  return file === undefined ? text : { ...file };
}

/** Leaves out what was not sent. */
function given(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JsonObject;
}
