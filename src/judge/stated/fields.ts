import { isDeepStrictEqual } from 'node:util';
import type { FormPart } from '../../deployment/transport.ts';
import type { ClauseId, OperationId } from '../../document/names.gen.ts';
import { grouped } from '../../json/json-value.ts';
import type { Facts } from './model.ts';
import * as read from './read-fields.ts';
import type { PartsReader, Reading, ValueReader, Verdict } from './read-fields.ts';
import type { Want } from './wants.ts';

/** A field of an operation that saves an agent: the judge reads what was sent by it, walks draw from it, scripts send what it names. */
export interface SavedField {
  readonly clause: ClauseId;
  /** Where get-by-id shows what was sent, by its JSON pointer in `data`. */
  readonly shown?: string;
  /** Where it may show in ways of the deployment's own. */
  readonly touches?: readonly string[];
  /** What is sent: plain values first, which nobody has a reason to refuse; absent: any text, or what the settings name. */
  readonly values?: readonly unknown[];
  /** Of an object: what its fields are drawn from, and those of which it is not shown what is taken. */
  readonly parts?: ValueParts;
  readonly openParts?: ValueParts;
  /** Values that no reading of the specification takes; absent: those that are no text. */
  readonly wrong?: readonly unknown[];
}

type ValueParts = Readonly<Record<string, readonly unknown[] | Readonly<Record<string, readonly unknown[]>>>>;

/** A field of the table, with how its value is read; that of a form by its parts, where it is more than one text. */
interface Row extends Partial<SavedField> {
  /** What create-agent calls it; its rule there is called so too. */
  readonly json?: string;
  /** What its name begins with in createagentorupdate; its rule there is called as the section, if it names no other. */
  readonly form?: string;
  readonly read?: ValueReader;
  readonly readParts?: PartsReader;
}

/** A field of a request, as it was sent. */
export interface SentField
  extends Pick<Reading, 'verdict' | 'also' | 'way'>, Required<Pick<SavedField, 'clause' | 'touches'>> {
  readonly name: string;
  /** Whether the settings say that a new agent needs it, with this value. */
  readonly isNeeded?: boolean;
  /** Where get-by-id shows it, and what it shows once the request is done. */
  readonly wants: readonly (readonly [pointer: string, want: Want])[];
}

export const namePointer = '/basic_details/agent_name';

export const noTexts: readonly unknown[] = [{ text: 'x' }, ['x'], {}, []];

const zones = [...new Set([...read.usualZones, ...Intl.supportedValuesOf('timeZone'), 'Nowhere/Else', ''])];
const addresses = [
  ...['https://example.com/hooks/session', 'https://example.com/', 'https://example.com'],
  ...['https://example.com/hook?key=1&x=2', 'https://sub.domain.example.co.uk/a/b/c', 'http://example.com/x'],
  ...['https://example.com:8443/hook', 'https://example.com/#part', 'https://user@example.com/', 'no address', ''],
  ...['https://example.com/%C3%BC', 'https://EXAMPLE.com/Hook', 'https://münchen.example/', 'https://192.0.2.1/hook'],
  `https://example.com/${'x'.repeat(120)}`,
];
/** Of no provider that is known. */
const voiceIds = ['custom-voice', 'a-voice-with-an-id-of-some-length-0001', 'Custom_Voice.01', 'V'];
const listedVoices = [0, 1, 2].map((provider) => ({ $voice: [provider, 3 * provider] }));
const numbers = [0.5, 0, 1, 0.25, 1.5, 2, -1, 100, 0.1, 0.75, 0.999, 1.25, 1.75, 3];
const languages = ['en', 'de', 'en-US', 'hi', 'zh-CN'];
const providers = ['provider_a', 'provider_b', 'provider_c', 'other'];
const codes = ['1', '2', '3', '5', '4', '10', '0', '99'];

const code = { shown: 'as it is called', wrong: ['abc'] } as const;
const ofTools = { clause: 'createagentorupdate.knowledge-base.tools', readParts: read.switchedTools } as const;
const denied = { shown: 'as it is called', touches: ['/tools/denials'], readParts: read.heldTexts() } as const;
const { settingsShown: touches, voiceShown, transcriberShown } = read;
/** The model that works out what a call has brought may follow the agent's own. */
const llmShown = [...touches, '/dispositions_config', '/metadata_config'];

/** The fields of create-agent and createagentorupdate, but for agent_id and status. */
const rows: readonly Row[] = [
  { json: 'agent_name', form: 'basic_details[agent_name]', shown: 'as it is called', read: read.nameOfAgent },
  { json: 'description', form: 'basic_details[description]', shown: 'as it is called', read: read.text },
  { json: 'prompt', form: 'basic_details[agent_prompt]', shown: 'as it is called', read: read.prompt },
  { json: 'greeting', touches: ['/configuration/trigger'], read: read.text },
  { json: 'timezone', values: zones, read: read.timeZone },
  { json: 'session_data_webhook', touches: ['/webhook_url'], values: addresses, read: read.webAddress },
  {
    json: 'voice',
    shown: '/basic_details/voice_id',
    touches: voiceShown,
    values: [{ $setting: 'values.voice' }],
    parts: {
      voice_id: [...voiceIds, ...listedVoices],
      settings: { stability: numbers, voice_style: numbers, speed: numbers },
    },
    openParts: { provider: providers, model: ['birch-neural-2', 'other'] },
    wrong: ['loud', { settings: 'loud' }, { settings: { speed: 'fast' } }, { settings: { stability: {} } }],
    read: read.voice,
  },
  {
    json: 'speech_to_text',
    touches: transcriberShown,
    values: [{ $setting: 'values.speech_to_text' }],
    openParts: { provider: providers, model: ['birch-stt', 'other'], language: [...languages, 'xx', 'multi'] },
    wrong: ['german', { language: {} }],
    read: read.objectOfTexts,
  },
  {
    json: 'llm',
    touches: llmShown,
    values: [{ $setting: 'values.llm' }],
    openParts: { llm: ['default', 'other'], model: ['default', 'large'] },
    wrong: ['large', { model: ['x'] }],
    read: read.objectOfTexts,
  },
  {
    json: 'configurations',
    touches,
    values: [
      { confidence_threshold: 0.75, do_not_call_detection: true },
      { confidence_threshold: 0, do_not_call_detection: false },
    ],
    parts: { confidence_threshold: [0.75, 0.5, 0, 1, 0.001, 0.999], do_not_call_detection: [true, false] },
    wrong: ['strict'],
    read: read.configurations,
  },
  ...['category', 'purpose', 'voice_provider', 'transcriber_provider'].map((name): Row => {
    const also = [`/basic_details/${name}_description`];
    return { form: `basic_details[${name}]`, ...code, touches: also, values: codes, read: read.codeOfTable };
  }),
  {
    form: 'basic_details[agent_type]',
    clause: 'createagentorupdate.basic-details.agent-type',
    touches: ['/basic_details/agent_type_description'],
    values: ['1', '2', '4', '3'],
    ...code,
    read: read.integerOf(/^[1-4]$/),
  },
  {
    form: 'basic_details[agent_privacy]',
    clause: 'createagentorupdate.basic-details.agent-privacy',
    values: ['0', '1'],
    ...code,
    read: read.integerOf(/^[01]$/),
  },
  {
    form: 'basic_details[voice_id]',
    shown: 'as it is called',
    touches: voiceShown,
    values: voiceIds,
    read: read.openText,
  },
  { form: 'basic_details[transcriber_language]', touches: transcriberShown, values: languages, read: read.openText },
  {
    form: 'basic_details[chatbot_image]',
    clause: 'createagentorupdate.basic-details.chatbot-image',
    values: ['https://example.com/nora.png', 'nora.png'],
    readParts: read.picture,
  },
  { form: 'basic_details', read: read.shortText },
  { form: 'configuration[agent_terminate_instruction]', touches, readParts: read.plainTexts },
  { form: 'configuration[agent_terminate_messages]', touches, readParts: read.plainTexts },
  { form: 'configuration', touches, values: ['true', 'false', '1', '0'], readParts: read.switches },
  { form: 'phone_numbers', shown: 'as it is called', readParts: read.attachedNumbers },
  { form: 'denials[denied_words]', ...denied },
  { form: 'denials[denied_topics]', ...denied },
  { form: 'knowledge_base[tools]', shown: 'as it is called', touches: ['/tools/tools'], ...ofTools },
  { form: 'knowledge_base[sub_agents]', shown: 'as it is called', touches: ['/tools/subagents'], ...ofTools },
  {
    form: 'knowledge_base[text_knowledge_bases]',
    clause: 'createagentorupdate.knowledge-base.text',
    touches: ['/knowledge_base'],
    readParts: read.knowledgeTexts,
  },
  {
    form: 'dispositions_config[dispositions]',
    clause: 'createagentorupdate.dispositions',
    shown: '/dispositions',
    touches: ['/dispositions_config'],
    readParts: read.heldTexts((value, { values }) => values?.dispositions?.includes(value) === true),
  },
  { form: 'metadata_config[metadata_input]', shown: 'as it is called', readParts: read.metadataInput },
  { form: 'metadata_config', touches: ['/metadata_config'], readParts: read.anything },
  { form: 'guardrails', touches: ['/guardrails'], values: ['1', '0', 'true'], readParts: read.anything },
  {
    form: 'FILE_KNOWLEDGE_BASES',
    clause: 'createagentorupdate.files.field',
    shown: '/knowledge_base/files',
    readParts: read.knowledgeFiles,
  },
];

/** The fields of create-agent by their names. */
export const jsonFields: Readonly<Record<string, SavedField & { readonly read: ValueReader }>> = Object.fromEntries(
  rows.flatMap(({ json, read: reader, ...row }) => {
    if (json === undefined || reader === undefined) return [];
    const clause = `create-agent.field.${json.replaceAll('_', '-')}` as ClauseId;
    return [[json, { ...row, ...whereShown(row), clause, read: reader }]];
  }),
);

/** The fields of createagentorupdate by what their names begin with. */
export const formFields: Readonly<Record<string, SavedField & { readonly read: PartsReader }>> = Object.fromEntries(
  rows.flatMap(({ read: reader = read.anything, readParts = read.single(reader), ...row }) => {
    if (row.form === undefined) return [];
    const section = row.form.split('[', 1).join('').replaceAll('_', '-');
    const { clause = `createagentorupdate.${section}` as ClauseId } = row;
    return [[row.form, { ...row, ...whereShown(row), clause, read: readParts }]];
  }),
);

/** Where a field shows: of most that a form sends, in the field of its name. */
function whereShown({ form = '', shown }: Row): Pick<SavedField, 'shown'> {
  if (shown === undefined) return {};
  return { shown: shown === 'as it is called' ? `/${form.replace('[', '/').replace(']', '')}` : shown };
}

/** The fields of agent/update, but for agent_id; which languages there are is not shown. */
const renamingFields: typeof jsonFields = {
  name: {
    clause: 'agent-update.body',
    shown: namePointer,
    read: (value) => {
      const { want, ...about } = read.nameOfAgent(value);
      return { ...about, want: want && { ...want, clause: 'agent-update.effect' } };
    },
  },
  language: { clause: 'agent-update.body', touches: transcriberShown, read: read.language },
};

/** What a body sends to create-agent or agent/update. */
export function fieldsInBody(
  operation: OperationId,
  body: Readonly<Record<string, unknown>>,
  facts: Facts,
): SentField[] {
  const { values = {}, new_agent: needed = {} } = facts;
  const isCreation = operation === 'createAgent' && !('agent_id' in body);
  return Object.entries(body).flatMap(([name, value]): SentField[] => {
    const field = operation === 'createAgent' ? jsonFields[name] : renamingFields[name];
    const isKnown = name === 'agent_id' || name === 'status' || operation === 'updateAgent';
    if (field === undefined && isKnown) return [];
    const { read: reader = read.anything, ...about } = field ?? { clause: 'create-agent.update.partial' as const };
    const sent = sentAs(name, about, reader(value, values));
    const isNeeded = isCreation && name in needed && isDeepStrictEqual(value, needed[name]);
    return [isNeeded ? { ...sent, verdict: 'taken', isNeeded } : sent];
  });
}

/** What a form sends, list items put together; without agent_id. */
export function fieldsInForm(parts: readonly FormPart[], facts: Facts): SentField[] {
  return [...grouped(parts, ({ name }) => headOf(name))].flatMap(([key, group]): SentField[] => {
    const [head = key, section = ''] = /^([^[]+)(?:\[[^\]]+\])?/.exec(key) ?? [];
    if (section === 'agent_id') return [];
    const field = formFields[head] ?? formFields[section] ?? formFields['guardrails'];
    const name = section === 'basic_details' ? head : key;
    // Which of two values at one place of a list counts is not shown.
    const places = group.flatMap((part) => (/\[\d+\]/.test(part.name) ? part.name : []));
    const isDoubled = new Set(places).size < places.length;
    return field === undefined ? [] : [sentAs(name, field, isDoubled ? 'open' : field.read(group, facts, name))];
  });
}

/** A field's name without the places of its items. */
export function headOf(part: string): string {
  return part.replace(/\[\d*\].*$/, '');
}

/** A field as it was sent; what is wanted shows in its place, which may otherwise show anything. */
function sentAs(name: string, field: SavedField, reading: Verdict | Reading): SentField {
  const { want, ...about } = typeof reading === 'string' ? { verdict: reading, want: undefined } : reading;
  const { clause, verdict, also = [], shown, touches: others = [], way } = { ...field, ...about };
  const sent = { name, clause, also, verdict, ...(way && { way }) };
  if (shown === undefined) return { ...sent, wants: [], touches: others };
  if (want === undefined) return { ...sent, wants: [], touches: [shown, ...others] };
  return { ...sent, wants: [[shown, { clause, ...want }]], touches: others };
}
