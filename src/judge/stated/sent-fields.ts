import type { ClauseId } from '../../document/names.gen.ts';
import type { Facts, Want } from './model.ts';
import { isContainer } from '../../json/json-value.ts';

/** A member of a request that saves an agent, and what the specification says of its value. */
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

const configurationShown = ['context_awareness', 'temperature', 'call_recording', 'inactivity_handling_time'];
export const settingsShown = [
  ...configurationShown,
  'max_call_duration',
  'transcript_status',
  'skills',
  'nudges',
  'trigger',
].map((name) => `/configuration/${name}`);
export const voiceShown = ['/basic_details/voice_provider', '/configuration/tts_model', '/configuration/voice_config'];
export const transcriberShown = ['/basic_details/transcriber_provider', '/configuration/stt_model'];

/** The members of a create-agent body, but for agent_id and status. */
export function jsonFields(body: Readonly<Record<string, unknown>>, facts: Pick<Facts, 'values'>): SentField[] {
  return Object.entries(body).flatMap(([name, value]): SentField[] => {
    if (name === 'agent_id' || name === 'status') return [];
    const known = readings[name];
    if (known !== undefined) return [known(name, value, facts)];
    return [{ name, clause: 'create-agent.update.partial', verdict: 'open', wants: [], touches: [] }];
  });
}

type Reading = (name: string, value: unknown, facts: Pick<Facts, 'values'>) => SentField;

const readings: Readonly<Record<string, Reading>> = {
  agent_name: (name, value) => named(name, value, 'create-agent.field.agent-name'),
  description: (name, value) => text(name, value, 'create-agent.field.description', '/basic_details/description'),
  prompt: (name, value) => text(name, value, 'create-agent.field.prompt', '/basic_details/agent_prompt'),
  greeting: (name, value) => text(name, value, 'create-agent.field.greeting', null),
  timezone: (name, value) => listed(name, value, 'create-agent.field.timezone', isZone, []),
  session_data_webhook: (name, value) =>
    listed(name, value, 'create-agent.field.session-data-webhook', isAddress, ['/webhook_url']),
  voice: (_, value, { values }) => voice(value, values?.voice ?? {}),
  speech_to_text: (name, value, { values }) =>
    object(name, value, 'create-agent.field.speech-to-text', transcriberShown, values?.speech_to_text ?? {}),
  llm: (name, value, { values }) => object(name, value, 'create-agent.field.llm', settingsShown, values?.llm ?? {}),
  configurations: (_, value) => configurations(value),
};

/** The members of agent/update, but for agent_id. */
export function renamingFields(body: Readonly<Record<string, unknown>>): SentField[] {
  return Object.entries(body).flatMap(([name, value]): SentField[] => {
    if (name === 'name') return [{ ...named(name, value, 'agent-update.effect'), clause: 'agent-update.body' }];
    if (name !== 'language') return [];
    // Which languages there are is not shown.
    const verdict = typeof value === 'string' ? (/^[a-z]{2}(?:-[A-Z]{2})?$/.test(value) ? 'taken' : 'open') : 'open';
    return [{ name, clause: 'agent-update.body', verdict, wants: [], touches: transcriberShown }];
  });
}

export function named(name: string, value: unknown, clause: ClauseId): SentField {
  const field = text(name, value, clause, '/basic_details/agent_name');
  return field.verdict === 'taken' && !isPlainName(String(value)) ? { ...field, verdict: 'open' } : field;
}

export function text(name: string, value: unknown, clause: ClauseId, pointer: string | null): SentField {
  const touches = pointer === null ? [] : [pointer];
  if (typeof value === 'object' && value !== null) return { name, clause, verdict: 'wrong', wants: [], touches };
  // A lenient reader may turn it into a text.
  if (typeof value !== 'string') return { name, clause, verdict: 'open', wants: [], touches };
  const wants = pointer === null ? [] : ([[pointer, { kind: 'equals', value, clause }]] as const);
  const isTaken = value === '' || isPlainText(value);
  return { name, clause, verdict: isTaken ? 'taken' : 'open', wants, touches: [] };
}

function listed(
  name: string,
  value: unknown,
  clause: ClauseId,
  isKnown: (text: string) => boolean,
  touches: readonly string[],
): SentField {
  const verdict = typeof value === 'string' && isKnown(value) ? 'taken' : isContainer(value) ? 'wrong' : 'open';
  return { name, clause, verdict, wants: [], touches };
}

/** @param known a voice that the settings say is taken */
function voice(value: unknown, known: Readonly<Record<string, unknown>>): SentField {
  const clause = 'create-agent.field.voice';
  const touches = ['/basic_details/voice_id', ...voiceShown];
  if (typeof value === 'string') return { name: 'voice', clause, verdict: 'wrong', wants: [], touches };
  if (!isContainer(value)) return { name: 'voice', clause, verdict: 'open', wants: [], touches };
  const { voice_id: id } = value;
  const equals = { kind: 'equals', value: id, clause: 'agent.basic-details.voice-id' } as const;
  const wants = typeof id === 'string' && isPlainText(id) ? ([['/basic_details/voice_id', equals]] as const) : [];
  const isIdKept = !('voice_id' in value) && !('provider' in value);
  return {
    name: 'voice',
    clause,
    verdict: voiceVerdict(value, known),
    wants,
    touches: wants.length > 0 || isIdKept ? voiceShown : touches,
  };
}

/** Which providers, models and voices there are is not shown, beside one that the settings name: what is taken reads back. */
function voiceVerdict(
  value: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, unknown>>,
): SentField['verdict'] {
  const { voice_id: id, settings, provider, model } = value;
  const isWrong =
    [id, provider, model].some(isContainer) ||
    typeof settings === 'string' ||
    (isContainer(settings) && hasText(settings));
  if (isWrong) return 'wrong';
  return knownVerdict(value, known);
}

/** Whether one of the voice's numbers is a text that is no number, or an object. */
function hasText({ stability, voice_style, speed }: Readonly<Record<string, unknown>>): boolean {
  return [stability, voice_style, speed].some(
    (value) => isContainer(value) || (typeof value === 'string' && value !== '' && Number.isNaN(Number(value))),
  );
}

/** @param known values that the settings say are taken */
function object(
  name: string,
  value: unknown,
  clause: ClauseId,
  touches: readonly string[],
  known: Readonly<Record<string, unknown>>,
): SentField {
  const isWrong = typeof value === 'string' || (isContainer(value) && Object.values(value).some(isContainer));
  const right = isContainer(value) && !Array.isArray(value) ? knownVerdict(value, known) : 'open';
  return { name, clause, verdict: isWrong ? 'wrong' : right, wants: [], touches };
}

/** An object without fields holds nothing that could be refused. */
function knownVerdict(
  value: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, unknown>>,
): SentField['verdict'] {
  if (Object.keys(value).length === 0) return 'taken';
  return Object.entries(value).every(([each, one]) => known[each] === one) ? 'known' : 'open';
}

function configurations(value: unknown): SentField {
  const field = { name: 'configurations', clause: 'create-agent.field.configurations', wants: [] } as const;
  const touches = [...settingsShown, ...voiceShown, ...transcriberShown];
  if (typeof value === 'string') return { ...field, verdict: 'wrong', touches };
  if (!isContainer(value) || Array.isArray(value)) return { ...field, verdict: 'open', touches };
  const { confidence_threshold: threshold, do_not_call_detection: detection, ...others } = value;
  const isRight =
    (threshold === undefined || (typeof threshold === 'number' && threshold >= 0 && threshold <= 1)) &&
    (detection === undefined || typeof detection === 'boolean') &&
    Object.keys(others).length === 0;
  return { ...field, verdict: isRight ? 'taken' : 'open', touches: isRight ? settingsShown : touches };
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
  return (
    isPlainText(value) &&
    Array.from(value).length <= 50 &&
    /^[\p{L}\p{M}\p{N} ._'-]+$/u.test(value) &&
    /[\p{L}\p{N}]/u.test(value)
  );
}

function isZone(value: string): boolean {
  return (
    Intl.supportedValuesOf('timeZone').includes(value) || ['UTC', 'Asia/Kolkata', 'Asia/Kathmandu'].includes(value)
  );
}

function isAddress(value: string): boolean {
  return /^https:\/\/[a-z.]+(?:\/[\w/-]*)?(?:\?[\w=&-]*)?$/.test(value) && value.length < 200;
}
