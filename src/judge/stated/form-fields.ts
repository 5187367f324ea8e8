import type { ClauseId } from '../../document/names.gen.ts';
import type { FormPart } from '../../deployment/transport.ts';
import type { Facts } from './model.ts';
import {
  isPlainText,
  namePointer,
  readAgentName,
  readTextField,
  sentAs,
  settingsShown,
  transcriberShown,
  voiceIds,
  voiceShown,
  type SavedField,
  type SentField,
} from './fields.ts';

type Parts = readonly FormPart[];
type Read = (key: string, parts: Parts, field: SavedField, facts: Facts) => SentField;

/** A field of the form, with how its parts are read. */
interface FormField extends SavedField {
  readonly read: Read;
}

const ofBasics = 'createagentorupdate.basic-details';
const ofTools = 'createagentorupdate.knowledge-base.tools';
const codes = ['1', '2', '3', '5', '4', '10', '0', '99'];
const detail = { clause: ofBasics, read: single(readTextField) } as const;
const configuration = { clause: 'createagentorupdate.configuration', touches: settingsShown } as const;
const option: FormField = { ...configuration, read: everyText((value) => isPlainText(value)) };
const toggle: FormField = {
  ...configuration,
  values: ['true', 'false'],
  read: everyText((value) => /^(true|false)$/.test(value)),
};

/** The fields of createagentorupdate by what their names begin with, but for agent_id. */
export const formFields: Readonly<Record<string, FormField>> = {
  'basic_details[agent_name]': { clause: ofBasics, shown: namePointer, read: single(readAgentName) },
  'basic_details[description]': {
    ...detail,
    shown: '/basic_details/description',
    read: single(readTextField, isFilled),
  },
  'basic_details[agent_prompt]': {
    ...detail,
    shown: '/basic_details/agent_prompt',
    read: single(readTextField, isFilled),
  },
  'basic_details[category]': codeField('category', ['/basic_details/category_description']),
  'basic_details[purpose]': codeField('purpose', ['/basic_details/purpose_description']),
  'basic_details[voice_provider]': codeField('voice_provider'),
  'basic_details[transcriber_provider]': codeField('transcriber_provider'),
  'basic_details[agent_type]': {
    clause: 'createagentorupdate.basic-details.agent-type',
    shown: '/basic_details/agent_type',
    touches: ['/basic_details/agent_type_description'],
    values: ['1', '2', '4', '3'],
    wrong: ['abc'],
    read: integerField(/^[1-4]$/, 'taken'),
  },
  'basic_details[agent_privacy]': {
    clause: 'createagentorupdate.basic-details.agent-privacy',
    shown: '/basic_details/agent_privacy',
    values: ['0', '1'],
    wrong: ['abc'],
    read: integerField(/^[01]$/, 'taken'),
  },
  'basic_details[voice_id]': {
    clause: ofBasics,
    shown: '/basic_details/voice_id',
    touches: voiceShown,
    values: voiceIds,
    read: single(readTextField, () => false),
  },
  'basic_details[transcriber_language]': {
    clause: ofBasics,
    touches: transcriberShown,
    values: ['en', 'de', 'en-US', 'hi', 'zh-CN'],
    read: single(readTextField, () => false),
  },
  'basic_details[chatbot_image]': {
    clause: 'createagentorupdate.basic-details.chatbot-image',
    values: ['https://example.com/nora.png', 'nora.png'],
    read: readPicture,
  },
  basic_details: { ...detail, read: single(readTextField, isFilled) },
  'configuration[agent_terminate_instruction]': option,
  'configuration[agent_terminate_messages]': option,
  configuration: toggle,
  phone_numbers: { clause: 'createagentorupdate.phone-numbers', shown: '/phone_numbers', read: readNumbers },
  'denials[denied_words]': deniedTexts('words'),
  'denials[denied_topics]': deniedTexts('topics'),
  'knowledge_base[tools]': {
    clause: ofTools,
    shown: '/knowledge_base/tools',
    touches: ['/tools/tools'],
    read: switchedTools,
  },
  'knowledge_base[sub_agents]': {
    clause: ofTools,
    shown: '/knowledge_base/sub_agents',
    touches: ['/tools/subagents'],
    read: switchedTools,
  },
  'knowledge_base[text_knowledge_bases]': {
    clause: 'createagentorupdate.knowledge-base.text',
    touches: ['/knowledge_base'],
    read: readKnowledgeTexts,
  },
  'dispositions_config[dispositions]': {
    clause: 'createagentorupdate.dispositions',
    shown: '/dispositions',
    touches: ['/dispositions_config'],
    read: heldTexts((value, { values }) => values?.dispositions?.includes(value) === true),
  },
  'metadata_config[metadata_input]': {
    clause: 'createagentorupdate.metadata-config',
    shown: '/metadata_config/metadata_input',
    read: readMetadata,
  },
  metadata_config: { clause: 'createagentorupdate.metadata-config', touches: ['/metadata_config'], read: anyValue },
  guardrails: {
    clause: 'createagentorupdate.guardrails',
    touches: ['/guardrails'],
    values: ['1', '0', 'true'],
    read: anyValue,
  },
  FILE_KNOWLEDGE_BASES: {
    clause: 'createagentorupdate.files.field',
    shown: '/knowledge_base/files',
    read: knowledgeFiles,
  },
};

/** What a form sends, list items put together; without agent_id. */
export function fieldsInForm(parts: Parts, facts: Facts): SentField[] {
  const groups = new Map<string, FormPart[]>();
  for (const part of parts) {
    const key = headOf(part.name);
    groups.set(key, [...(groups.get(key) ?? []), part]);
  }
  return [...groups].flatMap(([key, group]): SentField[] => {
    const [head = key, section = ''] = /^([^[]+)(?:\[[^\]]+\])?/.exec(key) ?? [];
    if (section === 'agent_id') return [];
    const field = formFields[head] ?? formFields[section] ?? formFields['guardrails'];
    return field === undefined ? [] : [field.read(section === 'basic_details' ? head : key, group, field, facts)];
  });
}

/** A field's name without the places of its items. */
export function headOf(part: string): string {
  return part.replace(/\[\d*\].*$/, '');
}

function codeField(of: string, touches: readonly string[] = []): FormField {
  // Which codes there are is not shown: one that is taken reads back.
  const read = integerField(/^\d{1,9}$/, 'open');
  return { clause: ofBasics, shown: `/basic_details/${of}`, touches, values: codes, wrong: ['abc'], read };
}

function deniedTexts(what: 'words' | 'topics'): FormField {
  const shown = `/denials/denied_${what}`;
  return { clause: 'createagentorupdate.denials', shown, touches: ['/tools/denials'], read: heldTexts(isPlainText) };
}

function anyValue(key: string, _: Parts, field: SavedField): SentField {
  return sentAs(key, field, 'open');
}

function partTexts(parts: Parts): string[] {
  return parts.map(({ value }) => String(value));
}

function isFilled(value: string): boolean {
  return value !== '';
}

/** A single text. @param isSure whether it must be taken if a text is */
function single(read: typeof readTextField, isSure: (value: string) => boolean = () => true): Read {
  return (key, parts, field) => {
    const [first, ...others] = parts;
    if (first?.name !== key || others.length > 0 || typeof first.value !== 'string') return sentAs(key, field, 'open');
    const sent = read(key, first.value, field);
    return isSure(first.value) ? sent : { ...sent, verdict: 'open' };
  };
}

function integerField(known: RegExp, verdict: 'taken' | 'open'): Read {
  return single((key, value, field) => {
    if (known.test(String(value))) return sentAs(key, field, verdict, { kind: 'equals', value: Number(value) });
    return sentAs(key, field, /^[a-z]/i.test(String(value)) ? 'wrong' : 'open');
  });
}

function everyText(isRight: (value: string) => boolean): Read {
  return (key, parts, field) => sentAs(key, field, partTexts(parts).every(isRight) ? 'taken' : 'open');
}

/** A list that holds each of its texts. */
function heldTexts(isRight: (value: string, facts: Facts) => boolean): Read {
  return (key, parts, field, facts) => {
    const values = partTexts(parts);
    if (!values.every((value) => isRight(value, facts))) return sentAs(key, field, 'open');
    return sentAs(key, field, 'taken', { kind: 'holds', values });
  };
}

/** A text, or a file; which kinds of picture there are is not shown. */
function readPicture(key: string, parts: Parts, field: SavedField): SentField {
  const [first] = parts;
  const isPicture =
    first?.file === undefined ? String(first?.value).startsWith('https:') : /\.png$/i.test(first.file.name);
  return sentAs(key, field, parts.length === 1 && isPicture ? 'taken' : 'open');
}

function readNumbers(key: string, parts: Parts, field: SavedField, { numbers = {} }: Facts): SentField {
  const values = partTexts(parts);
  const active = [...(numbers.owned ?? []), ...(numbers.shared ?? [])];
  const known = [...active, ...(numbers.inactive ?? [])];
  // A published agent may become a draft by losing its last number of the workspace.
  const isKept = values.some((value) => numbers.owned?.includes(value) === true);
  const own: SavedField = { ...field, touches: isKept ? [] : ['/basic_details/status'] };
  // Unlisted numbers may not be there, and one empty value may stand for none.
  if (!values.every((value) => known.includes(value))) return sentAs(key, own, 'open');
  const isRight = new Set(values).size === values.length && values.every((value) => active.includes(value));
  return sentAs(key, own, isRight ? 'taken' : 'open', { kind: 'numbers', values });
}

function switchedTools(key: string, parts: Parts, field: SavedField, { values = {} }: Facts): SentField {
  const ids = partTexts(parts.filter((part) => part.name.endsWith('[id]')));
  if (ids.some((id) => /^[a-z]/i.test(id))) return sentAs(key, field, 'wrong');
  const known = (key.endsWith('[tools]') ? values.tools : values.sub_agents) ?? [];
  const isKnown = ids.length > 0 && ids.every((id) => known.includes(Number(id))) && new Set(ids).size === ids.length;
  if (!isKnown) return sentAs(key, field, 'open');
  // A tool that is not enabled may be left out; whether one is without isEnabled is not shown.
  const switchedTo = (value: string): number[] =>
    ids
      .filter((_, index) => parts.some((part) => part.name.includes(`[${index}][isEnabled]`) && part.value === value))
      .map(Number);
  return sentAs(key, field, 'taken', { kind: 'switched', on: switchedTo('true'), off: switchedTo('false') });
}

function readKnowledgeTexts(key: string, parts: Parts, field: SavedField): SentField {
  const isWhole = parts.length % 2 === 0 && parts.every((part) => /\[(?:name|content)\]$/.test(part.name));
  return sentAs(key, field, isWhole && partTexts(parts).every(isPlainText) ? 'taken' : 'open');
}

function readMetadata(key: string, parts: Parts, field: SavedField): SentField {
  const values = partTexts(parts.filter((part) => part.name.endsWith('[key]')));
  const isWhole = values.length > 0 && parts.length === values.length * 3 && new Set(values).size === values.length;
  if (isWhole && values.every(isPlainText)) return sentAs(key, field, 'taken', { kind: 'holds', values });
  return sentAs(key, { ...field, touches: ['/metadata_config'] }, 'open');
}

/** 10 MB by the larger reading and by the smaller one (section 8). */
const largest = { surely: 10_000_000, ever: 10 * 2 ** 20 };

function knowledgeFiles(key: string, parts: Parts, field: SavedField): SentField {
  const sizes = parts.map(({ value }) => value.length);
  const names = parts.map(({ file }) => file?.name ?? '');
  const isLarge = (most: number): boolean => sizes.some((size) => size > most);
  const broken: readonly (readonly [isBroken: boolean, clause: ClauseId])[] = [
    [!names.every((each) => /\.(pdf|doc|docx|xlsx|csv)$/i.test(each)), 'createagentorupdate.files.types'],
    [parts.length > 3, 'createagentorupdate.files.count'],
    [isLarge(largest.ever), 'createagentorupdate.files.size'],
  ];
  const [wrong] = broken.filter(([isBroken]) => isBroken);
  if (wrong !== undefined) return { ...sentAs(key, field, 'wrong'), clause: wrong[1] };
  const isRight = names.every((each) => /^[\w .()-]+$/.test(each)) && !sizes.includes(0) && !isLarge(largest.surely);
  const also: ClauseId[] = ['createagentorupdate.files.types'];
  if (parts.length > 2) also.push('createagentorupdate.files.count');
  if (isLarge(largest.surely / 10)) also.push('createagentorupdate.files.size');
  return { ...sentAs(key, field, isRight ? 'taken' : 'open', { kind: 'files', count: parts.length }), also };
}
