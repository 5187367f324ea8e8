import type { ClauseId } from '../../document/names.gen.ts';
import type { Facts, Want } from './model.ts';
import { isContainer } from '../../json/json-value.ts';

/**
 * A field of an operation that saves an agent: its rule, what it takes and where it shows. The judge reads what was sent
 * by it, the walks draw from it, and the scripts send what it names.
 */
export interface SavedField {
  readonly clause: ClauseId;
  /** Where get-by-id shows what was sent, by its JSON pointer in `data`. */
  readonly shown?: string;
  /** Where it may show in ways of the deployment's own. */
  readonly touches?: readonly string[];
  /** What is sent: plain values first, which nobody has a reason to refuse; absent: any text, or what the settings name. */
  readonly values?: readonly unknown[];
  /** Of an object: what its fields are drawn from, and those of which it is not shown what is taken. */
  readonly parts?: Readonly<Record<string, ValueParts>>;
  readonly openParts?: Readonly<Record<string, ValueParts>>;
  /** Values that no reading of the specification takes; absent: those that are no text. */
  readonly wrong?: readonly unknown[];
}

export type ValueParts = readonly unknown[] | { readonly [name: string]: ValueParts };

/** A field of a request, and what the specification says of its value. */
export interface SentField {
  readonly name: string;
  readonly clause: ClauseId;
  /** Other rules by which it must be taken. */
  readonly also?: readonly ClauseId[];
  /** `taken`: right, so that it must be; `known`: taken as far as the settings know; `wrong`: no reading takes it; `open`: either. */
  readonly verdict: 'taken' | 'known' | 'open' | 'wrong';
  /** Where get-by-id shows it, and what it shows once the request is done. */
  readonly wants: readonly (readonly [pointer: string, want: Want])[];
  /** Where it may show in ways of the deployment's own. */
  readonly touches: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;
type Known = NonNullable<Facts['values']>;

/** A field of JSON, with how its value is read. */
interface JsonField extends SavedField {
  readonly read: (name: string, value: unknown, field: SavedField, known: Known) => SentField;
}

export const settingsShown = [
  ...['context_awareness', 'temperature', 'call_recording', 'inactivity_handling_time', 'max_call_duration'],
  ...['transcript_status', 'skills', 'nudges', 'trigger'],
].map((name) => `/configuration/${name}`);
export const voiceShown = ['/basic_details/voice_provider', '/configuration/tts_model', '/configuration/voice_config'];
export const transcriberShown = ['/basic_details/transcriber_provider', '/configuration/stt_model'];
export const namePointer = '/basic_details/agent_name';

export const noTexts: readonly unknown[] = [{ text: 'x' }, ['x'], {}, []];

const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Asia/Kolkata', 'Asia/Kathmandu'];
const addresses = [
  ...['https://example.com/hooks/session', 'https://example.com/', 'https://example.com'],
  ...['https://example.com/hook?key=1&x=2', 'https://sub.domain.example.co.uk/a/b/c', 'http://example.com/x'],
  ...['https://example.com:8443/hook', 'https://example.com/#part', 'https://user@example.com/', 'no address', ''],
  ...['https://example.com/%C3%BC', 'https://EXAMPLE.com/Hook', 'https://münchen.example/', 'https://192.0.2.1/hook'],
  `https://example.com/${'x'.repeat(120)}`,
];

/** Of no provider that is known. */
export const voiceIds = ['custom-voice', 'a-voice-with-an-id-of-some-length-0001', 'Custom_Voice.01', 'V'];

const numbers = [0.5, 0, 1, 0.25, 1.5, 2, -1, 100, 0.1, 0.75, 0.999, 1.25, 1.75, 3];

/** The fields of create-agent, but for agent_id and status. */
export const jsonFields: Readonly<Record<string, JsonField>> = {
  agent_name: {
    clause: 'create-agent.field.agent-name',
    shown: namePointer,
    values: [{ $name: 'partial' }],
    read: readAgentName,
  },
  description: { clause: 'create-agent.field.description', shown: '/basic_details/description', read: readTextField },
  prompt: { clause: 'create-agent.field.prompt', shown: '/basic_details/agent_prompt', read: readTextField },
  greeting: { clause: 'create-agent.field.greeting', read: readTextField },
  timezone: { clause: 'create-agent.field.timezone', values: [...zones, 'Nowhere/Else', ''], read: ofKnown(isZone) },
  session_data_webhook: {
    clause: 'create-agent.field.session-data-webhook',
    touches: ['/webhook_url'],
    values: addresses,
    read: ofKnown(isAddress),
  },
  voice: {
    clause: 'create-agent.field.voice',
    touches: voiceShown,
    values: [{ $setting: 'values.voice' }],
    parts: { voice_id: voiceIds, settings: { stability: numbers, voice_style: numbers, speed: numbers } },
    openParts: { provider: ['provider_a', 'provider_b', 'provider_c', 'other'], model: ['birch-neural-2', 'other'] },
    wrong: ['loud', { settings: 'loud' }, { settings: { speed: 'fast' } }, { settings: { stability: {} } }],
    read: readVoice,
  },
  speech_to_text: {
    clause: 'create-agent.field.speech-to-text',
    touches: transcriberShown,
    values: [{ $setting: 'values.speech_to_text' }],
    openParts: {
      provider: ['provider_a', 'provider_b', 'provider_c', 'other'],
      model: ['birch-stt', 'other'],
      language: ['en', 'de', 'xx', 'en-US', 'hi', 'zh-CN', 'multi'],
    },
    wrong: ['german', { language: {} }],
    read: readObject('speech_to_text'),
  },
  llm: {
    clause: 'create-agent.field.llm',
    touches: settingsShown,
    values: [{ $setting: 'values.llm' }],
    openParts: { llm: ['default', 'other'], model: ['default', 'large'] },
    wrong: ['large', { model: ['x'] }],
    read: readObject('llm'),
  },
  configurations: {
    clause: 'create-agent.field.configurations',
    touches: settingsShown,
    values: [{ confidence_threshold: 0.75, do_not_call_detection: true }],
    parts: { confidence_threshold: [0.75, 0.5, 0, 1, 0.001, 0.999], do_not_call_detection: [true, false] },
    wrong: ['strict'],
    read: readConfigurations,
  },
};

/** The fields of agent/update, but for agent_id; which languages there are is not shown. */
const renamingFields: Readonly<Record<string, JsonField>> = {
  name: {
    clause: 'agent-update.body',
    shown: namePointer,
    read: (sent, value, field) => {
      return { ...readAgentName(sent, value, { ...field, clause: 'agent-update.effect' }), clause: field.clause };
    },
  },
  language: {
    clause: 'agent-update.body',
    touches: transcriberShown,
    read: (sent, value, field) => {
      const isUsual = typeof value === 'string' && /^[a-z]{2}(?:-[A-Z]{2})?$/.test(value);
      return sentAs(sent, field, isUsual ? 'taken' : 'open');
    },
  },
};

/** What a body sends to create-agent or agent/update. */
export function fieldsInBody(
  operation: 'createAgent' | 'updateAgent',
  body: Json,
  { values = {} }: Facts,
): SentField[] {
  return Object.entries(body).flatMap(([each, value]): SentField[] => {
    const field = operation === 'createAgent' ? jsonFields[each] : renamingFields[each];
    if (field !== undefined) return [field.read(each, value, field, values)];
    const isKnown = each === 'agent_id' || each === 'status' || operation === 'updateAgent';
    return isKnown ? [] : [sentAs(each, { clause: 'create-agent.update.partial' }, 'open')];
  });
}

/** A field as it was sent; what is wanted shows in its place, which may otherwise show anything. */
export function sentAs(sent: string, field: SavedField, verdict: SentField['verdict'], want?: Wanted): SentField {
  const { clause, shown, touches = [] } = field;
  if (shown === undefined) return { name: sent, clause, verdict, wants: [], touches };
  if (want === undefined) return { name: sent, clause, verdict, wants: [], touches: [shown, ...touches] };
  return { name: sent, clause, verdict, wants: [[shown, { ...want, clause }]], touches };
}

type Wanted = Want extends infer One ? (One extends { clause: ClauseId } ? Omit<One, 'clause'> : never) : never;

export function readAgentName(sent: string, value: unknown, field: SavedField): SentField {
  const read = readTextField(sent, value, field);
  return read.verdict === 'taken' && !isPlainName(String(value)) ? { ...read, verdict: 'open' } : read;
}

export function readTextField(sent: string, value: unknown, field: SavedField): SentField {
  // A lenient reader may turn a number into a text.
  if (typeof value !== 'string') return sentAs(sent, field, isContainer(value) ? 'wrong' : 'open');
  const isTaken = value === '' || isPlainText(value);
  return sentAs(sent, field, isTaken ? 'taken' : 'open', { kind: 'equals', value });
}

function ofKnown(isKnown: (value: string) => boolean): JsonField['read'] {
  return (sent, value, field) => {
    const isTaken = typeof value === 'string' && isKnown(value);
    return sentAs(sent, field, isTaken ? 'taken' : isContainer(value) ? 'wrong' : 'open');
  };
}

/** Which providers, models and voices there are is not shown, beside one that the settings name: what is taken reads back. */
function readVoice(sent: string, value: unknown, field: SavedField, known: Known): SentField {
  const shown = '/basic_details/voice_id';
  if (!isContainer(value)) return sentAs(sent, { ...field, shown }, typeof value === 'string' ? 'wrong' : 'open');
  const { voice_id: id, settings, provider, model } = value;
  const isWrong =
    [id, provider, model].some(isContainer) ||
    typeof settings === 'string' ||
    (isContainer(settings) && hasText(settings));
  const verdict = isWrong ? 'wrong' : knownVerdict(value, known.voice ?? {});
  const ofId: SavedField = { ...field, shown, clause: 'agent.basic-details.voice-id' };
  const isIdKept = !('voice_id' in value) && !('provider' in value);
  const isRead = typeof id === 'string' && isPlainText(id);
  const read = sentAs(sent, isIdKept ? field : ofId, verdict, isRead ? { kind: 'equals', value: id } : undefined);
  return { ...read, clause: field.clause };
}

/** Whether one of the voice's numbers is a text that is no number, or an object. */
function hasText({ stability, voice_style, speed }: Json): boolean {
  return [stability, voice_style, speed].some(
    (value) => isContainer(value) || (typeof value === 'string' && value !== '' && Number.isNaN(Number(value))),
  );
}

/** @param group of the values that the settings say are taken */
function readObject(group: 'speech_to_text' | 'llm'): JsonField['read'] {
  return (sent, value, field, known) => {
    const isWrong = typeof value === 'string' || (isContainer(value) && Object.values(value).some(isContainer));
    const right = isContainer(value) && !Array.isArray(value) ? knownVerdict(value, known[group] ?? {}) : 'open';
    return sentAs(sent, field, isWrong ? 'wrong' : right);
  };
}

/** An object without fields holds nothing that could be refused. */
function knownVerdict(value: Json, known: Json): SentField['verdict'] {
  if (Object.keys(value).length === 0) return 'taken';
  return Object.entries(value).every(([each, one]) => known[each] === one) ? 'known' : 'open';
}

function readConfigurations(sent: string, value: unknown, field: SavedField): SentField {
  const isObject = isContainer(value) && !Array.isArray(value);
  const { confidence_threshold: threshold, do_not_call_detection: detection, ...others } = isObject ? value : {};
  const isRight =
    isObject &&
    (threshold === undefined || (typeof threshold === 'number' && threshold >= 0 && threshold <= 1)) &&
    (detection === undefined || typeof detection === 'boolean') &&
    Object.keys(others).length === 0;
  if (isRight) return sentAs(sent, field, 'taken');
  const touches = [...settingsShown, ...voiceShown, ...transcriberShown];
  return sentAs(sent, { ...field, touches }, typeof value === 'string' ? 'wrong' : 'open');
}

/** A text that nobody has a reason to refuse: not empty, not long, nothing that cannot be seen. */
export function isPlainText(value: string): boolean {
  return (
    value.trim() !== '' && value.length <= mostText && !/[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/u.test(value.replaceAll('\n', ''))
  );
}

/** No limit is shown; one below a thousand characters would be no text for a prompt. */
const mostText = 1000;

/** What counts as malformed is not shown (createagentorupdate.agent-name.invalid). */
function isPlainName(value: string): boolean {
  const isUsual = /^[\p{L}\p{M}\p{N} ._'-]+$/u.test(value) && /[\p{L}\p{N}]/u.test(value);
  return isPlainText(value) && isUsual && Array.from(value).length <= 50;
}

function isZone(value: string): boolean {
  return zones.includes(value);
}

function isAddress(value: string): boolean {
  return /^https:\/\/[a-z.]+(?:\/[\w/-]*)?(?:\?[\w=&-]*)?$/.test(value) && value.length < 200;
}
