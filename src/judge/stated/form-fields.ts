import type { ClauseId } from '../../document/names.gen.ts';
import type { FormPart } from '../../deployment/transport.ts';
import type { Facts } from './model.ts';
import {
  isPlainText,
  named,
  settingsShown,
  text,
  transcriberShown,
  voiceShown,
  type SentField,
} from './sent-fields.ts';

/** The members of a createagentorupdate form, list items put together; without agent_id. */
export function formFields(parts: readonly FormPart[], facts: Facts): SentField[] {
  const groups = new Map<string, FormPart[]>();
  for (const part of parts) {
    const key = part.name.replace(/\[\d*\].*$/, '');
    groups.set(key, [...(groups.get(key) ?? []), part]);
  }
  return [...groups].flatMap(([key, members]): SentField[] => {
    const [, section = key, name = ''] = /^([^[]+)(?:\[([^\]]+)\])?/.exec(key) ?? [];
    if (section === 'agent_id') return [];
    const reading = sections[section];
    if (reading !== undefined) return [reading({ key, name, members, facts })];
    return [
      { name: key, clause: 'createagentorupdate.guardrails', verdict: 'open', wants: [], touches: ['/guardrails'] },
    ];
  });
}

interface Group {
  readonly key: string;
  readonly name: string;
  readonly members: readonly FormPart[];
  readonly facts: Facts;
}

const sections: Readonly<Record<string, (group: Group) => SentField>> = {
  basic_details: ({ name, members }) => basicDetail(name, members),
  phone_numbers: ({ members, facts }) => phoneNumbers(members, facts),
  denials: ({ key, name, members }) =>
    texts(key, members, 'createagentorupdate.denials', `/denials/${name}`, ['/tools/denials']),
  knowledge_base: ({ name, members, facts }) => knowledge(name, members, facts),
  dispositions_config: ({ key, members, facts }) => dispositions(key, members, facts),
  metadata_config: ({ key, members }) => metadata(key, members),
  configuration: ({ key, members }) => option(key, members),
  FILE_KNOWLEDGE_BASES: ({ members }) => files(members),
};

const codes = ['category', 'purpose', 'voice_provider', 'transcriber_provider'];

function basicDetail(name: string, members: readonly FormPart[]): SentField {
  const [first] = members;
  const clause = 'createagentorupdate.basic-details';
  const key = `basic_details[${name}]`;
  if (name === 'chatbot_image') return picture(members);
  const isOne = members.length === 1 && first?.name === key;
  if (!isOne || typeof first.value !== 'string') {
    return { name: key, clause, verdict: 'open', wants: [], touches: [`/basic_details/${name}`] };
  }
  const { value } = first;
  if (name === 'agent_name') return named(key, value, clause);
  if (name === 'agent_type' || name === 'agent_privacy') return enumerated(name, value);
  return codes.includes(name) ? code(name, value) : detailText(name, key, value);
}

function detailText(name: string, key: string, value: string): SentField {
  const isShown = ['description', 'agent_prompt', 'voice_id'].includes(name);
  const sent = text(key, value, 'createagentorupdate.basic-details', isShown ? `/basic_details/${name}` : null);
  const touches = name === 'transcriber_language' ? transcriberShown : name === 'voice_id' ? voiceShown : sent.touches;
  const isOpenValue = ['voice_id', 'transcriber_language'].includes(name) || value === '';
  return { ...sent, verdict: isOpenValue ? 'open' : sent.verdict, touches };
}

/** A text, or a file; which kinds of picture there are is not shown. */
function picture(members: readonly FormPart[]): SentField {
  const [first] = members;
  const isPicture =
    first?.file === undefined ? String(first?.value).startsWith('https:') : /\.png$/i.test(first.file.name);
  const verdict = members.length === 1 && isPicture ? 'taken' : 'open';
  return {
    name: 'basic_details[chatbot_image]',
    clause: 'createagentorupdate.basic-details.chatbot-image',
    verdict,
    wants: [],
    touches: [],
  };
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
  const active = [...(numbers.owned ?? []), ...(numbers.shared ?? [])];
  const known = [...active, ...(numbers.inactive ?? [])];
  // A published agent may become a draft by losing its last number of the workspace.
  const isKept = values.some((value) => numbers.owned?.includes(value) === true);
  const touches = isKept ? [] : ['/basic_details/status'];
  const field = { name: 'phone_numbers', clause, verdict: 'open', touches } as const;
  // Unlisted numbers may not be there, and one empty value may stand for none.
  if (!values.every((value) => known.includes(value))) {
    return { ...field, wants: [], touches: ['/phone_numbers', ...touches] };
  }
  const wants = [['/phone_numbers', { kind: 'numbers', values, clause }]] as const;
  const isRight = new Set(values).size === values.length && values.every((value) => active.includes(value));
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
  if (name === 'text_knowledge_bases') return knowledgeTexts(members);
  const clause = 'createagentorupdate.knowledge-base.tools';
  const key = `knowledge_base[${name}]`;
  const pointer = `/knowledge_base/${name}`;
  const touches = [`/tools/${name === 'tools' ? 'tools' : 'subagents'}`];
  const ids = members.filter((part) => part.name.endsWith('[id]')).map(({ value }) => String(value));
  if (ids.some((id) => /^[a-z]/i.test(id))) {
    return { name: key, clause, verdict: 'wrong', wants: [], touches: [pointer, ...touches] };
  }
  const known = (name === 'tools' ? values.tools : values.sub_agents) ?? [];
  const isKnown = ids.length > 0 && ids.every((id) => known.includes(Number(id))) && new Set(ids).size === ids.length;
  if (!isKnown) return { name: key, clause, verdict: 'open', wants: [], touches: [pointer, ...touches] };
  // A tool that is not enabled may be left out; whether one is without isEnabled is not shown.
  const switchedTo = (value: string): number[] =>
    ids
      .filter((_, index) => members.some((part) => part.name.includes(`[${index}][isEnabled]`) && part.value === value))
      .map(Number);
  const holds = { kind: 'switched', on: switchedTo('true'), off: switchedTo('false'), clause } as const;
  return { name: key, clause, verdict: 'taken', wants: [[pointer, holds]], touches };
}

function knowledgeTexts(members: readonly FormPart[]): SentField {
  const isWhole = members.length % 2 === 0 && members.every((part) => /\[(?:name|content)\]$/.test(part.name));
  const isRight = isWhole && members.every(({ value }) => isPlainText(String(value)));
  return {
    name: 'knowledge_base[text_knowledge_bases]',
    clause: 'createagentorupdate.knowledge-base.text',
    verdict: isRight ? 'taken' : 'open',
    wants: [],
    touches: ['/knowledge_base'],
  };
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
const largest = { surely: 10_000_000, ever: 10 * 2 ** 20 };

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
      : sizes.some((size) => size > largest.ever)
        ? 'createagentorupdate.files.size'
        : null;
  if (wrong !== null) return { ...field, clause: wrong, verdict: 'wrong', wants: [], touches };
  const sent = { kind: 'files', count: members.length, clause: field.clause } as const;
  const isRight =
    sizes.every((size) => size > 0 && size <= largest.surely) && names.every((name) => /^[\w .()-]+$/.test(name));
  const also: ClauseId[] = [
    'createagentorupdate.files.types',
    ...(members.length > 2 ? (['createagentorupdate.files.count'] as const) : []),
    ...(sizes.some((size) => size > largest.surely / 10) ? (['createagentorupdate.files.size'] as const) : []),
  ];
  const verdict = isRight ? 'taken' : 'open';
  return { ...field, also, verdict, wants: [['/knowledge_base/files', sent]], touches: [] };
}
