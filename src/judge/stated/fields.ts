import { isDeepStrictEqual } from 'node:util';
import type { ClauseId } from '../../document/names.gen.ts';
import type { Facts } from './model.ts';
import { isContainer, isObject } from '../../json/json-value.ts';
import { equals, type Want, type Wanted } from './wants.ts';

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

/** `taken`: right, so that it must be; `wrong`: no reading takes it; `open`: either. */
type Verdict = 'taken' | 'open' | 'wrong';

/** What the specification says of a value: whether it is taken, and what shows of it then; in place of the field's own. */
export interface Reading extends Partial<Pick<SentField, 'clause' | 'also' | 'touches'>> {
  readonly verdict: Verdict;
  readonly want?: Wanted | undefined;
  readonly shown?: string | undefined;
}

/** A field of a request, as it was sent. */
export interface SentField {
  readonly name: string;
  readonly clause: ClauseId;
  /** Other rules by which it must be taken. */
  readonly also?: readonly ClauseId[];
  readonly verdict: Verdict;
  /** Where get-by-id shows it, and what it shows once the request is done. */
  readonly wants: readonly (readonly [pointer: string, want: Want])[];
  /** Where it may show in ways of the deployment's own. */
  readonly touches: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;
type Known = NonNullable<Facts['values']>;

/** A field of JSON, with how its value is read. */
interface JsonField extends SavedField {
  readonly read: (value: unknown, known: Known) => Verdict | Reading;
}

export const settingsShown = [
  ...['context_awareness', 'temperature', 'call_recording', 'inactivity_handling_time', 'max_call_duration'],
  ...['transcript_status', 'skills', 'nudges', 'trigger'],
].map((name) => `/configuration/${name}`);
export const voiceShown = ['/basic_details/voice_provider', '/configuration/tts_model', '/configuration/voice_config'];
export const transcriberShown = ['/basic_details/transcriber_provider', '/configuration/stt_model'];
export const namePointer = '/basic_details/agent_name';
const voiceIdPointer = '/basic_details/voice_id';

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
  prompt: { clause: 'create-agent.field.prompt', shown: '/basic_details/agent_prompt', read: readPrompt },
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
    shown: voiceIdPointer,
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
    read: readObject,
  },
  llm: {
    clause: 'create-agent.field.llm',
    touches: settingsShown,
    values: [{ $setting: 'values.llm' }],
    openParts: { llm: ['default', 'other'], model: ['default', 'large'] },
    wrong: ['large', { model: ['x'] }],
    read: readObject,
  },
  configurations: {
    clause: 'create-agent.field.configurations',
    touches: settingsShown,
    values: [
      { confidence_threshold: 0.75, do_not_call_detection: true },
      { confidence_threshold: 0, do_not_call_detection: false },
    ],
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
    read: (value) => {
      const { want, ...read } = readAgentName(value);
      return { ...read, want: want && { ...want, clause: 'agent-update.effect' } };
    },
  },
  language: {
    clause: 'agent-update.body',
    touches: transcriberShown,
    read: (value) => (typeof value === 'string' && /^[a-z]{2}(?:-[A-Z]{2})?$/.test(value) ? 'taken' : 'open'),
  },
};

/** What a body sends to create-agent or agent/update. */
export function fieldsInBody(
  operation: 'createAgent' | 'updateAgent',
  body: Json,
  { values = {} }: Facts,
): SentField[] {
  return Object.entries(body).flatMap(([name, value]): SentField[] => {
    const field = operation === 'createAgent' ? jsonFields[name] : renamingFields[name];
    if (field !== undefined) return [sentAs(name, field, field.read(value, values))];
    const isKnown = name === 'agent_id' || name === 'status' || operation === 'updateAgent';
    return isKnown ? [] : [sentAs(name, { clause: 'create-agent.update.partial' }, 'open')];
  });
}

/** A field as it was sent; what is wanted shows in its place, which may otherwise show anything. */
export function sentAs(name: string, field: SavedField, reading: Verdict | Reading): SentField {
  const { want, ...read } = typeof reading === 'string' ? { verdict: reading, want: undefined } : reading;
  const { clause, verdict, also = [], shown, touches = [] } = { ...field, ...read };
  if (shown === undefined) return { name, clause, also, verdict, wants: [], touches };
  if (want === undefined) return { name, clause, also, verdict, wants: [], touches: [shown, ...touches] };
  return { name, clause, also, verdict, wants: [[shown, { clause, ...want }]], touches };
}

export function readAgentName(value: unknown): Reading {
  const read = readTextField(value);
  return read.verdict === 'taken' && !isPlainName(String(value)) ? { ...read, verdict: 'open' } : read;
}

export function readTextField(value: unknown): Reading {
  return readText(value, mostText);
}

export function readPrompt(value: unknown): Reading {
  return readText(value, mostPrompt);
}

function readText(value: unknown, most: number): Reading {
  // A lenient reader may turn a number into a text.
  if (typeof value !== 'string') return { verdict: isContainer(value) ? 'wrong' : 'open' };
  return { verdict: isPlainText(value, most) ? 'taken' : 'open', want: equals(value) };
}

function ofKnown(isKnown: (value: string) => boolean): JsonField['read'] {
  return (value) => (typeof value === 'string' && isKnown(value) ? 'taken' : isContainer(value) ? 'wrong' : 'open');
}

/** Which providers, models and voices there are is not shown, beside one that the settings name: what is taken reads back. */
function readVoice(value: unknown, known: Known): Reading {
  if (!isContainer(value)) return { verdict: typeof value === 'string' ? 'wrong' : 'open' };
  const { voice_id: id, settings, provider, model } = value;
  const isWrong =
    [id, provider, model].some(isContainer) ||
    typeof settings === 'string' ||
    (isContainer(settings) && hasText(settings));
  const verdict = isWrong ? 'wrong' : isDeepStrictEqual(value, known.voice) ? 'taken' : 'open';
  if (!('voice_id' in value) && !('provider' in value)) return { verdict, shown: undefined };
  const isRead = typeof id === 'string' && isPlainText(id);
  return { verdict, want: isRead ? { ...equals(id), clause: 'agent.basic-details.voice-id' } : undefined };
}

/** Whether one of the voice's numbers is a text that is no number, or an object. */
function hasText({ stability, voice_style, speed }: Json): boolean {
  return [stability, voice_style, speed].some(
    (value) => isContainer(value) || (typeof value === 'string' && value !== '' && Number.isNaN(Number(value))),
  );
}

/** Which providers, models and languages there are is not shown. */
function readObject(value: unknown): Reading['verdict'] {
  const isWrong = typeof value === 'string' || (isContainer(value) && Object.values(value).some(isContainer));
  return isWrong ? 'wrong' : 'open';
}

function readConfigurations(value: unknown): Reading {
  const { confidence_threshold: threshold, do_not_call_detection: detection, ...others } = isObject(value) ? value : {};
  const isRight =
    isObject(value) &&
    (threshold === undefined || (typeof threshold === 'number' && threshold >= 0 && threshold <= 1)) &&
    (detection === undefined || typeof detection === 'boolean') &&
    Object.keys(others).length === 0;
  if (isRight) return { verdict: 'taken' };
  const touches = [...settingsShown, ...voiceShown, ...transcriberShown];
  return { verdict: typeof value === 'string' ? 'wrong' : 'open', touches };
}

/** No limit is shown, and whether a text may be empty is not either: 255 characters are the least that columns hold. */
const mostText = 255;
/** One below a thousand characters would be none for a prompt. */
const mostPrompt = 1000;

/** A text that nobody has a reason to refuse: not empty, not long, nothing that cannot be seen. */
export function isPlainText(value: string, most = mostText): boolean {
  return value.trim() !== '' && value.length <= most && !/[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/u.test(value.replaceAll('\n', ''));
}

/** What counts as malformed is not shown (createagentorupdate.agent-name.invalid): letters beyond ASCII may. Another agent may have a short name. */
function isPlainName(value: string): boolean {
  return /^[\w -]{8,50}$/.test(value);
}

function isZone(value: string): boolean {
  return zones.includes(value);
}

function isAddress(value: string): boolean {
  return /^https:\/\/[a-z.]+(?:\/[\w/-]*)?(?:\?[\w=&-]*)?$/.test(value) && value.length < 200;
}
