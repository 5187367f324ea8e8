import type { ClauseId } from '../../document/names.gen.ts';
import type { FormPart } from '../../deployment/transport.ts';
import type { Facts } from './model.ts';
import {
  isPlainText,
  namePointer,
  readAgentName,
  readPrompt,
  readTextField,
  sentAs,
  settingsShown,
  transcriberShown,
  voiceIds,
  voiceShown,
  type Reading,
  type SavedField,
  type SentField,
} from './fields.ts';
import { attached, equals, files, holds, switchedAs } from './wants.ts';

type Parts = readonly FormPart[];
type Read = (parts: Parts, facts: Facts, key: string) => Reading;

/** A field of the form, with how its parts are read. */
interface FormField extends SavedField {
  readonly read: Read;
}

const ofBasics = 'createagentorupdate.basic-details';
const ofTools = 'createagentorupdate.knowledge-base.tools';
const ofMetadata = 'createagentorupdate.metadata-config';
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
  'basic_details[description]': { ...detail, shown: '/basic_details/description' },
  'basic_details[agent_prompt]': { clause: ofBasics, shown: '/basic_details/agent_prompt', read: single(readPrompt) },
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
    read: single((value) => ({ ...readTextField(value), verdict: 'open' })),
  },
  'basic_details[transcriber_language]': {
    clause: ofBasics,
    touches: transcriberShown,
    values: ['en', 'de', 'en-US', 'hi', 'zh-CN'],
    read: single((value) => ({ ...readTextField(value), verdict: 'open' })),
  },
  'basic_details[chatbot_image]': {
    clause: 'createagentorupdate.basic-details.chatbot-image',
    values: ['https://example.com/nora.png', 'nora.png'],
    read: readPicture,
  },
  basic_details: detail,
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
    clause: ofMetadata,
    shown: '/metadata_config/metadata_input',
    read: readMetadata,
  },
  metadata_config: { clause: ofMetadata, touches: ['/metadata_config'], read: anyValue },
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
    const name = section === 'basic_details' ? head : key;
    return field === undefined ? [] : [sentAs(name, field, field.read(group, facts, name))];
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
  return {
    clause: 'createagentorupdate.denials',
    shown,
    touches: ['/tools/denials'],
    read: heldTexts((text) => isPlainText(text)),
  };
}

function anyValue(): Reading {
  return { verdict: 'open' };
}

function partTexts(parts: Parts): string[] {
  return parts.map(({ value }) => String(value));
}

/** A single text. */
function single(read: (value: string) => Reading): Read {
  return (parts, _, key) => {
    const [first, ...others] = parts;
    if (first?.name !== key || others.length > 0 || typeof first.value !== 'string') return { verdict: 'open' };
    return read(first.value);
  };
}

function integerField(known: RegExp, verdict: 'taken' | 'open'): Read {
  return single((value) => {
    if (known.test(value)) return { verdict, want: equals(Number(value)) };
    return { verdict: /^[a-z]/i.test(value) ? 'wrong' : 'open' };
  });
}

function everyText(isRight: (value: string) => boolean): Read {
  return (parts) => ({ verdict: partTexts(parts).every(isRight) ? 'taken' : 'open' });
}

/** A list that holds each of its texts. */
function heldTexts(isRight: (value: string, facts: Facts) => boolean): Read {
  return (parts, facts) => {
    const values = partTexts(parts);
    if (!values.every((value) => isRight(value, facts))) return { verdict: 'open' };
    return { verdict: 'taken', want: holds(values) };
  };
}

/** A text, or a file; which kinds of picture there are is not shown. */
function readPicture(parts: Parts): Reading {
  const [first] = parts;
  const isPicture =
    first?.file === undefined ? String(first?.value).startsWith('https:') : /\.png$/i.test(first.file.name);
  return { verdict: parts.length === 1 && isPicture ? 'taken' : 'open' };
}

function readNumbers(parts: Parts, { numbers: { owned = [], shared = [], inactive = [] } = {} }: Facts): Reading {
  const values = partTexts(parts);
  const active = [...owned, ...shared];
  // A published agent may become a draft by losing its last number of the workspace.
  const touches = values.some((value) => owned.includes(value)) ? [] : ['/basic_details/status'];
  // Unlisted numbers may not be there, and one empty value may stand for none.
  if (!values.every((value) => [...active, ...inactive].includes(value))) return { verdict: 'open', touches };
  const isRight = new Set(values).size === values.length && values.every((value) => active.includes(value));
  return { verdict: isRight ? 'taken' : 'open', want: attached(values), touches };
}

function switchedTools(parts: Parts, { values = {} }: Facts, key: string): Reading {
  const ids = partTexts(parts.filter((part) => part.name.endsWith('[id]')));
  if (ids.some((id) => /^[a-z]/i.test(id))) return { verdict: 'wrong' };
  const known = (key.endsWith('[tools]') ? values.tools : values.sub_agents) ?? [];
  const isKnown = ids.length > 0 && ids.every((id) => known.includes(Number(id))) && new Set(ids).size === ids.length;
  if (!isKnown) return { verdict: 'open' };
  // A tool that is not enabled may be left out; whether one is without isEnabled is not shown.
  const switchedTo = (value: string): number[] =>
    ids
      .filter((_, index) => parts.some((part) => part.name.includes(`[${index}][isEnabled]`) && part.value === value))
      .map(Number);
  return { verdict: 'taken', want: switchedAs(switchedTo('true'), switchedTo('false')) };
}

function readKnowledgeTexts(parts: Parts): Reading {
  const isWhole = parts.length % 2 === 0 && parts.every((part) => /\[(?:name|content)\]$/.test(part.name));
  return { verdict: isWhole && partTexts(parts).every((text) => isPlainText(text)) ? 'taken' : 'open' };
}

function readMetadata(parts: Parts): Reading {
  const values = partTexts(parts.filter((part) => part.name.endsWith('[key]')));
  const isWhole = values.length > 0 && parts.length === values.length * 3 && new Set(values).size === values.length;
  const isRight = isWhole && values.every((text) => isPlainText(text));
  return isRight ? { verdict: 'taken', want: holds(values) } : { verdict: 'open', touches: ['/metadata_config'] };
}

/** 10 MB by the larger reading and by the smaller one (section 8). */
const largest = { surely: 10_000_000, ever: 10 * 2 ** 20 };

function knowledgeFiles(parts: Parts): Reading {
  const sizes = parts.map(({ value }) => value.length);
  const names = parts.map(({ file }) => file?.name ?? '');
  const isLarge = (most: number): boolean => sizes.some((size) => size > most);
  const broken: readonly (readonly [isBroken: boolean, clause: ClauseId])[] = [
    [!names.every((each) => /\.(pdf|doc|docx|xlsx|csv)$/i.test(each)), 'createagentorupdate.files.types'],
    [parts.length > 3, 'createagentorupdate.files.count'],
    [isLarge(largest.ever), 'createagentorupdate.files.size'],
  ];
  const [wrong] = broken.filter(([isBroken]) => isBroken);
  if (wrong !== undefined) return { verdict: 'wrong', clause: wrong[1] };
  const isRight = names.every((each) => /^[\w .()-]+$/.test(each)) && !sizes.includes(0) && !isLarge(largest.surely);
  const also: ClauseId[] = ['createagentorupdate.files.types'];
  if (parts.length > 2) also.push('createagentorupdate.files.count');
  if (isLarge(largest.surely / 10)) also.push('createagentorupdate.files.size');
  return { verdict: isRight ? 'taken' : 'open', want: files(parts.length), also };
}
