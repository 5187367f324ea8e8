import type { ClauseId } from '../../../document/names.gen.ts';
import type { FormPart } from '../../../deployment/exchange.ts';
import type { Facts, Want } from './model.ts';

/** A member of a request that saves an agent, and what the specification says of its value. */
export interface SentField {
  readonly name: string;
  readonly clause: ClauseId;
  /** `taken`: right, so that it must be; `wrong`: no reading takes it; `open`: either. */
  readonly verdict: 'taken' | 'open' | 'wrong';
  /** Where get-by-id shows it, and what it shows once the request is done. */
  readonly wants: readonly (readonly [pointer: string, want: Want])[];
  /** Where it may show in ways of the deployment's own. */
  readonly touches: readonly string[];
}

const CONFIGURATION = ['context_awareness', 'temperature', 'call_recording', 'inactivity_handling_time'];
const settingsShown = [...CONFIGURATION, 'max_call_duration', 'transcript_status', 'skills', 'nudges', 'trigger'].map(
  (name) => `/configuration/${name}`,
);
const voiceShown = ['/basic_details/voice_provider', '/configuration/tts_model', '/configuration/voice_config'];
const transcriberShown = ['/basic_details/transcriber_provider', '/configuration/stt_model'];

/** The members of a create-agent body, but for agent_id and status. */
export function jsonFields(body: Readonly<Record<string, unknown>>): SentField[] {
  return Object.entries(body).flatMap(([name, value]): SentField[] => {
    switch (name) {
      case 'agent_id':
      case 'status':
        return [];
      case 'agent_name':
        return [named(name, value, 'create-agent.field.agent-name')];
      case 'description':
        return [text(name, value, 'create-agent.field.description', '/basic_details/description')];
      case 'prompt':
        return [text(name, value, 'create-agent.field.prompt', '/basic_details/agent_prompt')];
      case 'greeting':
        return [text(name, value, 'create-agent.field.greeting', null)];
      case 'timezone':
        return [listed(name, value, 'create-agent.field.timezone', isZone, [])];
      case 'session_data_webhook':
        return [listed(name, value, 'create-agent.field.session-data-webhook', isAddress, ['/webhook_url'])];
      case 'voice':
        return [voice(value)];
      case 'speech_to_text':
        return [object(name, value, 'create-agent.field.speech-to-text', transcriberShown)];
      case 'llm':
        return [object(name, value, 'create-agent.field.llm', settingsShown)];
      case 'configurations':
        return [configurations(value)];
      default:
        return [{ name, clause: 'create-agent.update.partial', verdict: 'open', wants: [], touches: [] }];
    }
  });
}

/** The members of agent/update, but for agent_id. */
export function renamingFields(body: Readonly<Record<string, unknown>>): SentField[] {
  return Object.entries(body).flatMap(([name, value]): SentField[] => {
    if (name === 'name') return [{ ...named(name, value, 'agent-update.effect'), clause: 'agent-update.body' }];
    if (name !== 'language') return [];
    // Which languages there are is not shown.
    const verdict = typeof value === 'string' ? (/^[a-z]{2}$/.test(value) ? 'taken' : 'open') : 'open';
    return [{ name, clause: 'agent-update.body', verdict, wants: [], touches: transcriberShown }];
  });
}

function named(name: string, value: unknown, clause: ClauseId): SentField {
  const field = text(name, value, clause, '/basic_details/agent_name');
  return field.verdict === 'taken' && !isPlainName(String(value)) ? { ...field, verdict: 'open' } : field;
}

function text(name: string, value: unknown, clause: ClauseId, pointer: string | null): SentField {
  const touches = pointer === null ? [] : [pointer];
  if (typeof value === 'object' && value !== null) return { name, clause, verdict: 'wrong', wants: [], touches };
  // A lenient reader may turn it into a text.
  if (typeof value !== 'string') return { name, clause, verdict: 'open', wants: [], touches };
  const wants = pointer === null ? [] : ([[pointer, { kind: 'equals', value, clause }]] as const);
  return { name, clause, verdict: isPlainText(value) ? 'taken' : 'open', wants, touches: [] };
}

function listed(
  name: string,
  value: unknown,
  clause: ClauseId,
  isKnown: (text: string) => boolean,
  touches: readonly string[],
): SentField {
  const verdict = typeof value === 'string' && isKnown(value) ? 'taken' : isObject(value) ? 'wrong' : 'open';
  return { name, clause, verdict, wants: [], touches };
}

function voice(value: unknown): SentField {
  const clause = 'create-agent.field.voice';
  const touches = ['/basic_details/voice_id', ...voiceShown];
  if (typeof value === 'string') return { name: 'voice', clause, verdict: 'wrong', wants: [], touches };
  if (!isObject(value)) return { name: 'voice', clause, verdict: 'open', wants: [], touches };
  const { voice_id: id, settings, provider, model } = value;
  const isWrong =
    [id, provider, model].some(isObject) || typeof settings === 'string' || (isObject(settings) && hasText(settings));
  // Which providers, models and voices there are is not shown: what is taken reads back.
  const verdict = isWrong ? 'wrong' : 'open';
  const equals = { kind: 'equals', value: id, clause: 'agent.basic-details.voice-id' } as const;
  const wants = typeof id === 'string' && isPlainText(id) ? ([['/basic_details/voice_id', equals]] as const) : [];
  const isIdKept = !('voice_id' in value) && !('provider' in value);
  return {
    name: 'voice',
    clause,
    verdict,
    wants,
    touches: wants.length > 0 || isIdKept ? voiceShown : touches,
  };
}

/** Whether one of the voice's numbers is a text that is no number, or an object. */
function hasText({ stability, voice_style, speed }: Readonly<Record<string, unknown>>): boolean {
  return [stability, voice_style, speed].some(
    (value) => isObject(value) || (typeof value === 'string' && value !== '' && Number.isNaN(Number(value))),
  );
}

function object(name: string, value: unknown, clause: ClauseId, touches: readonly string[]): SentField {
  const isWrong = typeof value === 'string' || (isObject(value) && Object.values(value).some(isObject));
  return { name, clause, verdict: isWrong ? 'wrong' : 'open', wants: [], touches };
}

function configurations(value: unknown): SentField {
  const field = { name: 'configurations', clause: 'create-agent.field.configurations', wants: [] } as const;
  const touches = [...settingsShown, ...voiceShown, ...transcriberShown];
  if (typeof value === 'string') return { ...field, verdict: 'wrong', touches };
  if (!isObject(value) || Array.isArray(value)) return { ...field, verdict: 'open', touches };
  const { confidence_threshold: threshold, do_not_call_detection: detection, ...others } = value;
  const isRight =
    (threshold === undefined || (typeof threshold === 'number' && threshold >= 0 && threshold <= 1)) &&
    (detection === undefined || typeof detection === 'boolean') &&
    Object.keys(others).length === 0;
  return { ...field, verdict: isRight ? 'taken' : 'open', touches: isRight ? settingsShown : touches };
}

/** The members of a createagentorupdate form, list items put together; without agent_id. */
export function formFields(parts: readonly FormPart[], facts: Facts): SentField[] {
  const groups = new Map<string, FormPart[]>();
  for (const part of parts) {
    const key = part.name.replace(/\[\d*\].*$/, '');
    groups.set(key, [...(groups.get(key) ?? []), part]);
  }
  return [...groups].flatMap(([key, members]): SentField[] => {
    const [, section = key, name = ''] = /^([^[]+)(?:\[([^\]]+)\])?/.exec(key) ?? [];
    switch (section) {
      case 'agent_id':
        return [];
      case 'basic_details':
        return [basicDetail(name, members)];
      case 'phone_numbers':
        return [phoneNumbers(members, facts)];
      case 'denials':
        return [texts(key, members, 'createagentorupdate.denials', `/denials/${name}`, ['/tools/denials'])];
      case 'knowledge_base':
        return [knowledge(name, members, facts)];
      case 'dispositions_config':
        return [dispositions(key, members, facts)];
      case 'metadata_config':
        return [metadata(key, members)];
      case 'configuration':
        return [option(key, members)];
      case 'FILE_KNOWLEDGE_BASES':
        return [files(members)];
      default:
        return [
          { name: key, clause: 'createagentorupdate.guardrails', verdict: 'open', wants: [], touches: ['/guardrails'] },
        ];
    }
  });
}

const codes = ['category', 'purpose', 'voice_provider', 'transcriber_provider'];

function basicDetail(name: string, members: readonly FormPart[]): SentField {
  const [first] = members;
  const clause = 'createagentorupdate.basic-details';
  const field = { name: `basic_details[${name}]`, clause, wants: [] } as const;
  if (name === 'chatbot_image')
    return { ...field, clause: 'createagentorupdate.basic-details.chatbot-image', verdict: 'open', touches: [] };
  if (members.length !== 1 || first === undefined || typeof first.value !== 'string' || first.name !== field.name)
    return { ...field, verdict: 'open', touches: [`/basic_details/${name}`] };
  const { value } = first;
  if (name === 'agent_name') return { ...named(field.name, value, clause), name: field.name };
  if (name === 'agent_type' || name === 'agent_privacy') return enumerated(name, value);
  if (codes.includes(name)) return code(name, value);
  const isShown = ['description', 'agent_prompt', 'voice_id'].includes(name);
  const sent = text(field.name, value, clause, isShown ? `/basic_details/${name}` : null);
  const touches = name === 'transcriber_language' ? transcriberShown : name === 'voice_id' ? voiceShown : sent.touches;
  const isOpenValue = ['voice_id', 'transcriber_language'].includes(name) || value === '';
  return { ...sent, verdict: isOpenValue ? 'open' : sent.verdict, touches };
}

function enumerated(name: 'agent_type' | 'agent_privacy', value: string): SentField {
  const clause = `createagentorupdate.basic-details.${name === 'agent_type' ? 'agent-type' : 'agent-privacy'}` as const;
  const pointer = `/basic_details/${name}`;
  const field = { name: `basic_details[${name}]`, clause } as const;
  const touches = name === 'agent_type' ? ['/basic_details/agent_type_description'] : [];
  const known = name === 'agent_type' ? /^[1-4]$/ : /^[01]$/;
  if (known.test(value)) {
    const wants = [[pointer, { kind: 'equals', value: Number(value), clause }]] as const;
    return { ...field, verdict: 'taken', wants, touches };
  }
  const verdict = /^[a-z]/i.test(value) ? 'wrong' : 'open';
  return { ...field, verdict, wants: [], touches: [pointer, ...touches] };
}

function code(name: string, value: string): SentField {
  const clause = 'createagentorupdate.basic-details';
  const pointer = `/basic_details/${name}`;
  const described = ['category', 'purpose'].includes(name) ? [`${pointer}_description`] : [];
  const field = { name: `basic_details[${name}]`, clause, touches: described } as const;
  if (/^\d{1,9}$/.test(value)) {
    // Which codes there are is not shown: one that is taken reads back.
    return { ...field, verdict: 'open', wants: [[pointer, { kind: 'equals', value: Number(value), clause }]] };
  }
  const verdict = /^[a-z]/i.test(value) ? 'wrong' : 'open';
  return { ...field, verdict, wants: [], touches: [pointer, ...described] };
}

function phoneNumbers(members: readonly FormPart[], { numbers = {} }: Facts): SentField {
  const clause = 'createagentorupdate.phone-numbers';
  const values = members.map(({ value }) => String(value));
  const known = [...(numbers.owned ?? []), ...(numbers.shared ?? []), ...(numbers.inactive ?? [])];
  const field = { name: 'phone_numbers', clause, verdict: 'open', touches: [] } as const;
  // Unlisted numbers may not be there, and one empty value may stand for none.
  if (!values.every((value) => known.includes(value))) return { ...field, wants: [], touches: ['/phone_numbers'] };
  const wants = [['/phone_numbers', { kind: 'numbers', values, clause }]] as const;
  const isRight = new Set(values).size === values.length;
  return { ...field, verdict: isRight ? 'taken' : 'open', wants };
}

function texts(
  name: string,
  members: readonly FormPart[],
  clause: ClauseId,
  pointer: string,
  touches: readonly string[],
): SentField {
  const values = members.map(({ value }) => String(value));
  if (!values.every(isPlainText)) return { name, clause, verdict: 'open', wants: [], touches: [pointer, ...touches] };
  return { name, clause, verdict: 'taken', wants: [[pointer, { kind: 'holds', values, clause }]], touches };
}

function knowledge(name: string, members: readonly FormPart[], { values = {} }: Facts): SentField {
  const clause =
    name === 'text_knowledge_bases'
      ? 'createagentorupdate.knowledge-base.text'
      : 'createagentorupdate.knowledge-base.tools';
  const key = `knowledge_base[${name}]`;
  if (name === 'text_knowledge_bases')
    return { name: key, clause, verdict: 'open', wants: [], touches: ['/knowledge_base'] };
  const pointer = `/knowledge_base/${name}`;
  const touches = [`/tools/${name === 'tools' ? 'tools' : 'subagents'}`];
  const ids = members.filter((part) => part.name.endsWith('[id]')).map(({ value }) => String(value));
  if (ids.some((id) => /^[a-z]/i.test(id)))
    return { name: key, clause, verdict: 'wrong', wants: [], touches: [pointer, ...touches] };
  const known = (name === 'tools' ? values.tools : values.sub_agents) ?? [];
  const isKnown = ids.length > 0 && ids.every((id) => known.includes(Number(id))) && new Set(ids).size === ids.length;
  if (!isKnown) return { name: key, clause, verdict: 'open', wants: [], touches: [pointer, ...touches] };
  // A tool that is not enabled may be left out.
  const enabled = ids.filter(
    (_, index) => !members.some((part) => part.name.includes(`[${index}][isEnabled]`) && part.value === 'false'),
  );
  const holds = { kind: 'holds', values: enabled.map(Number), clause } as const;
  return { name: key, clause, verdict: 'taken', wants: [[pointer, holds]], touches };
}

function dispositions(name: string, members: readonly FormPart[], { values = {} }: Facts): SentField {
  const clause = 'createagentorupdate.dispositions';
  const sent = members.map(({ value }) => String(value));
  const isKnown = sent.every((each) => values.dispositions?.includes(each) === true);
  if (!isKnown) return { name, clause, verdict: 'open', wants: [], touches: ['/dispositions'] };
  return {
    name,
    clause,
    verdict: 'taken',
    wants: [['/dispositions', { kind: 'holds', values: sent, clause }]],
    touches: ['/dispositions_config'],
  };
}

function metadata(name: string, members: readonly FormPart[]): SentField {
  const clause = 'createagentorupdate.metadata-config';
  const isInput = name.includes('metadata_input');
  const pointer = `/metadata_config/${isInput ? 'metadata_input' : 'metadata_output'}`;
  const keys = members.filter((part) => part.name.endsWith('[key]')).map(({ value }) => String(value));
  const isWhole =
    keys.length > 0 &&
    members.length === keys.length * 3 &&
    keys.every(isPlainText) &&
    new Set(keys).size === keys.length;
  if (!isInput || !isWhole) return { name, clause, verdict: 'open', wants: [], touches: ['/metadata_config'] };
  return { name, clause, verdict: 'taken', wants: [[pointer, { kind: 'holds', values: keys, clause }]], touches: [] };
}

function option(name: string, members: readonly FormPart[]): SentField {
  const clause = 'createagentorupdate.configuration';
  const isSwitch = /awareness|recall|analysis|handling/.test(name);
  const isRight = members.every(({ value }) =>
    isSwitch ? /^(true|false)$/.test(String(value)) : isPlainText(String(value)),
  );
  return { name, clause, verdict: isRight ? 'taken' : 'open', wants: [], touches: settingsShown };
}

/** 10 MB by the larger reading and by the smaller one (section 8). */
const LARGEST = { surely: 10_000_000, ever: 10 * 2 ** 20 };

function files(members: readonly FormPart[]): SentField {
  const sizes = members.map(({ value }) => value.length);
  const names = members.map(({ file }) => file?.name ?? '');
  const isKind = (name: string): boolean => /\.(pdf|doc|docx|xlsx|csv)$/i.test(name);
  const field = { name: 'FILE_KNOWLEDGE_BASES', clause: 'createagentorupdate.files.field' } as const;
  const touches = ['/knowledge_base/files'];
  const wrong = !names.every(isKind)
    ? 'createagentorupdate.files.types'
    : members.length > 3
      ? 'createagentorupdate.files.count'
      : sizes.some((size) => size > LARGEST.ever)
        ? 'createagentorupdate.files.size'
        : null;
  if (wrong !== null) return { ...field, clause: wrong, verdict: 'wrong', wants: [], touches };
  const longer = { kind: 'longer', by: members.length, clause: field.clause } as const;
  const isRight =
    sizes.every((size) => size > 0 && size <= LARGEST.surely) && names.every((name) => /^[\w .()-]+$/.test(name));
  return { ...field, verdict: isRight ? 'taken' : 'open', wants: [['/knowledge_base/files', longer]], touches: [] };
}

/** A text that nobody has a reason to refuse: not empty, not long, nothing that cannot be seen. */
export function isPlainText(value: string): boolean {
  return (
    value.trim() !== '' && value.length <= MOST_TEXT && !/[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/u.test(value.replaceAll('\n', ''))
  );
}

/** No limit is shown; one below a thousand characters would be no text for a prompt. */
const MOST_TEXT = 1000;

/** What counts as malformed is not shown (createagentorupdate.agent-name.invalid). */
function isPlainName(value: string): boolean {
  return (
    isPlainText(value) &&
    Array.from(value).length <= 100 &&
    /^[\p{L}\p{M}\p{N} ._'-]+$/u.test(value) &&
    /[\p{L}\p{N}]/u.test(value)
  );
}

function isZone(value: string): boolean {
  return ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/New_York'].includes(value);
}

function isAddress(value: string): boolean {
  return /^https:\/\/[a-z.]+\/[\w/-]*$/.test(value) && value.length < 200;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
