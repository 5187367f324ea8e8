import type { FormBodies, FormFileFields } from '../../document/handler-types.gen.ts';
import { memberOf, nothingLeft } from '../../json/json-value.ts';
import { defaultRules, type Rules } from '../choices/rules.ts';
import type { AgentRecord, KnowledgeFile, PhoneNumberRecord } from '../records.ts';
import { Refusal } from '../refusal.ts';

type Form = FormBodies['createAgentOrUpdate'];

/** The sections of the form; which agent it is for and its numbers are decided apart. */
export type AgentSections = Omit<Form, 'agent_id' | 'phone_numbers'>;

/** A file of the form, as far as it is kept. */
export type FormFile = Omit<KnowledgeFile, 'id'>;

/** The files of the form, by the field that takes them. */
export type AgentFiles = Readonly<Record<FormFileFields['createAgentOrUpdate'], readonly FormFile[]>>;

/**
 * Applies the sections of a createagentorupdate request to an agent; its numbers are decided apart. Sections and fields
 * that are not sent stay, an array that is sent replaces the stored one, files add to those there are.
 * Follows `createagentorupdate.read-back`, `createagentorupdate.arrays.replace` and `createagentorupdate.files.added`.
 * @returns the complete next record, its timestamps untouched
 */
export function applyAgentForm(
  agent: AgentRecord,
  form: AgentSections,
  files: AgentFiles,
  rules: Rules = defaultRules,
): AgentRecord {
  const { FILE_KNOWLEDGE_BASES: documents, 'basic_details[chatbot_image]': images, ...rest } = files;
  nothingLeft(rest);
  const [image] = images;
  const basic = image === undefined ? form.basic_details : { ...form.basic_details, chatbot_image: image };
  const sent: Readonly<Record<string, object | undefined>> = { ...form, basic_details: basic };
  const next = Object.entries(places).reduce(
    (record, [section, members]) =>
      putMembers(record, members, sent[section] ?? {}, rules['createagentorupdate.arrays']),
    agent,
  );
  return {
    ...next,
    guardrails: { ...agent.guardrails, ...form.guardrails },
    knowledge_base: { ...next.knowledge_base, files: withFiles(agent.knowledge_base.files, documents, rules) },
  };
}

/** Where the record holds each field of the form. One that the document adds does not compile without its place. */
const places: {
  readonly [Section in Exclude<keyof AgentSections, 'guardrails'>]-?: {
    readonly [Name in keyof NonNullable<AgentSections[Section]>]-?: PlaceFor<
      NonNullable<NonNullable<AgentSections[Section]>[Name]>
    >;
  };
} = {
  basic_details: {
    agent_name: ['agent_name'],
    description: ['description'],
    category: ['category'],
    purpose: ['purpose'],
    agent_type: ['agent_type'],
    agent_privacy: ['agent_privacy'],
    agent_prompt: ['agent_prompt'],
    voice_id: ['voice_id'],
    voice_provider: ['voice_provider'],
    transcriber_provider: ['transcriber_provider'],
    transcriber_language: ['transcriber_language'],
    chatbot_name: ['unread', 'basic_details', 'chatbot_name'],
    chatbot_welcome_message: ['unread', 'basic_details', 'chatbot_welcome_message'],
    chatbot_image: ['unread', 'basic_details', 'chatbot_image'],
    tone: ['unread', 'basic_details', 'tone'],
    style: ['unread', 'basic_details', 'style'],
    instruction_sensitivity: ['unread', 'basic_details', 'instruction_sensitivity'],
  },
  configuration: {
    context_awareness: { asInteger: ['configuration', 'context_awareness'] },
    memory_recall: ['unread', 'configuration', 'memory_recall'],
    sentiment_analysis: ['unread', 'configuration', 'sentiment_analysis'],
    interruption_handling: ['unread', 'configuration', 'interruption_handling'],
    agent_terminate_instruction: ['unread', 'configuration', 'agent_terminate_instruction'],
    agent_terminate_messages: ['unread', 'configuration', 'agent_terminate_messages'],
  },
  knowledge_base: {
    tools: ['knowledge_base', 'tools'],
    sub_agents: ['knowledge_base', 'sub_agents'],
    text_knowledge_bases: ['unread', 'text_knowledge_bases'],
  },
  denials: {
    denied_words: ['denials', 'denied_words'],
    denied_topics: ['denials', 'denied_topics'],
  },
  dispositions_config: { dispositions: ['dispositions'] },
  metadata_config: {
    metadata_input: ['metadata_config', 'metadata_input'],
    metadata_output: ['metadata_config', 'metadata_output'],
  },
};

/** A boolean may also be held as 1 or 0 (`createagentorupdate.read-back`). */
type PlaceFor<Value> = Path<Value> | ([Value] extends [boolean] ? { readonly asInteger: Path<number> } : never);

/** The steps to a field of the record that can hold a value of this type. */
type Path<Value, Holder = AgentRecord> = {
  [Name in keyof Holder & string]: CanHold<Holder[Name], Value> extends true
    ? readonly [Name]
    : Holder[Name] extends readonly unknown[] | string | number | boolean | null
      ? never
      : readonly [Name, ...Path<Value, Holder[Name]>];
}[keyof Holder & string];

/** An item of a list has no field that the record's items lack. */
type CanHold<Held, Value> = [Value] extends [Held]
  ? [keyof ItemOf<Value>] extends [keyof ItemOf<Held>]
    ? true
    : false
  : false;
type ItemOf<List> = List extends readonly (infer Item)[] ? Item : unknown;

type Steps = readonly [string, ...string[]];

function putMembers(
  agent: AgentRecord,
  members: Readonly<Record<string, Steps | { readonly asInteger: Steps }>>,
  sent: object,
  listAfter: Rules['createagentorupdate.arrays'],
): AgentRecord {
  return Object.entries(members).reduce((next, [name, place]) => {
    const value: unknown = Reflect.get(sent, name);
    if (value === undefined) return next;
    if ('asInteger' in place) return withValueAt(next, place.asInteger, Number(value));
    if (!Array.isArray(value)) return withValueAt(next, place, value);
    const held = memberOf(next, place.join('.'));
    return withValueAt(next, place, listAfter(Array.isArray(held) ? held : [], value));
  }, agent);
}

/** The holder with the value at the place: new only on the way there. */
function withValueAt<Holder extends object>(holder: Holder, [name, next, ...others]: Steps, value: unknown): Holder {
  if (next === undefined) return { ...holder, [name]: value };
  return { ...holder, [name]: withValueAt(Reflect.get(holder, name) as object, [next, ...others], value) };
}

function withFiles(
  current: readonly KnowledgeFile[],
  files: readonly FormFile[],
  rules: Rules,
): readonly KnowledgeFile[] {
  if (files.length === 0) return current;
  const lastId = Math.max(0, ...current.map((file) => file.id));
  const kept = rules['createagentorupdate.files.effect'](current);
  return [...kept, ...files.map((file, index) => ({ id: lastId + index + 1, ...file }))];
}

/**
 * Decides which records change when an agent's numbers are replaced (`createagentorupdate.phone-numbers.replace`).
 * @param wanted the numbers in their new order; one named twice counts once; undefined: nothing is said of them
 * @param attached the numbers that the agent has now
 * @param find looks a number up in the whole inventory
 * @returns the complete next records of the numbers that change
 * @throws Refusal for a number that is not the workspace's nor shared, or that another agent has
 */
export function replaceNumbers(
  agent: { readonly id: number; readonly workspace_id: number },
  wanted: readonly string[] | undefined,
  attached: readonly PhoneNumberRecord[],
  find: (number: string) => PhoneNumberRecord | undefined,
  rules: Rules = defaultRules,
): readonly PhoneNumberRecord[] {
  const asked = rules['createagentorupdate.phone-numbers.effect'](wanted, attached);
  if (asked === undefined) return [];
  const mayMove = rules['createagentorupdate.phone-numbers.attached'] === 'moved';
  const chosen = [...new Set(asked)].map((number, position) => {
    const record = find(number);
    if (record === undefined || (record.workspace_id !== null && record.workspace_id !== agent.workspace_id)) {
      const kind = record === undefined ? 'unknown' : 'foreign';
      throw unavailable(number, kind, "not in the workspace's inventory");
    }
    if (record.agent_id !== null && record.agent_id !== agent.id && !mayMove) {
      throw unavailable(number, 'attached', 'attached to another agent');
    }
    return { ...record, agent_id: agent.id, position };
  });
  const kept = new Set(chosen.map((record) => record.id));
  const before = new Map(attached.map((record) => [record.id, record]));
  const changed = chosen.filter(({ id, position }) => before.get(id)?.position !== position);
  return [...releaseNumbers(attached.filter((record) => !kept.has(record.id))), ...changed];
}

/** The records of numbers that are attached to no agent any more. */
export function releaseNumbers(numbers: readonly PhoneNumberRecord[]): readonly PhoneNumberRecord[] {
  return numbers.map((number) => ({ ...number, agent_id: null, position: 0 }));
}

/** A number that the workspace gets, free and active; undefined for a text that is not a number in E.164 form. */
export function ownNumber(id: PhoneNumberRecord['id'], workspaceId: number): PhoneNumberRecord | undefined {
  if (!/^\+[1-9]\d{1,14}$/.test(id)) return undefined;
  return { id, workspace_id: workspaceId, is_active: true, agent_id: null, position: 0 };
}

function unavailable(number: string, kind: string, reason: string): Refusal {
  const detail = `The phone number ${number} is ${reason}.`;
  const about = { name: 'phone_numbers[0]', kind, value: number };
  return new Refusal('createagentorupdate.phone-numbers.available', detail, about);
}
