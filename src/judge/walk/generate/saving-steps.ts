import * as fc from 'fast-check';
import type { OperationId } from '../../../document/names.gen.ts';
import type { ContractDocument } from '../../../document/read/load.ts';
import type { RunPlan } from '../../run-plan.ts';
import { isContainer } from '../../../json/json-value.ts';
import { headOf, jsonFields } from '../../stated/fields.ts';
import type { Caller, FormField, SentRequest } from '../../steps.ts';
import { type About, memberNames, requestOf, savedField } from '../cells.ts';
import type { Histogram } from '../histogram.ts';
import {
  aboutOne,
  agentIndex,
  aloneOf,
  besides,
  caller,
  drawnFrom,
  freshFrom,
  intruders,
  own,
  picked,
  someFields,
  valuesBy,
  type Choose,
  type Fields,
  type Members,
  type Requests,
  type Weighted,
} from './drawing.ts';
import { fileNames, fileSizes, invalidStatuses, oddTexts, oddValuesOf, words, wrongFiles } from './values.ts';

/** Requests that save an agent, by what they are about: each is a subject of walks. */
type Subject = 'json' | 'lifecycle' | 'refusals' | 'forms' | 'numbers' | 'files' | 'refused forms' | 'renaming';
type Savings = Readonly<Record<Subject | 'raced', Requests>> & { readonly beside: Beside };
/** Some fields of an operation, of which few are odd. */
export type Beside = Partial<Readonly<Record<OperationId, Fields>>>;

type Saving = Extract<OperationId, 'createAgent' | 'createAgentOrUpdate' | 'updateAgent'>;
type Generator = Pick<RunPlan, 'settings'> & Pick<ContractDocument, 'operations'>;

/** What takes a setting that is not given is left out by those who draw. */
export function savingRequests(generator: Generator, wanted: Histogram): Savings {
  const { plain, some: json } = drawnBy('createAgent', generator, wanted);
  const { some: form } = drawnBy('createAgentOrUpdate', generator, wanted);
  const { language, ...ofAgent } = fieldsDrawn('updateAgent', generator, valuesBy(wanted, false));
  const known = fc.constant(generator.settings.values?.speech_to_text?.['language'] ?? 'en');
  const renamed: Members = { ...ofAgent, language: fc.oneof(language ?? known, known) };
  const status = (...statuses: readonly number[]): Fields => fc.record({ status: fc.constantFrom(...statuses) });
  const invalid = fc.record({ status: freshFrom(wanted, 'status', invalidStatuses) });
  // Not the first agents are deleted: they are to see a history.
  const later = fc.record({ agent_id: fc.record({ $agent: fc.integer({ min: 1, max: 8 }) }), status: fc.constant(2) });
  const foreign = fc.constant({ agent_id: { $foreign: 0 } });
  const either = fc.constantFrom<Caller>('own', 'second', 'secondAccess');
  const nothing = fc.constant({});
  const attached = fc.record(numbersOf(generator));
  const { agent_name: _, voice: __, ...raced } = plain;
  return {
    beside: { createAgent: json, createAgentOrUpdate: form },
    json: [[1, sent('createAgent', 'new 10, draft 12, active 2', json)]],
    lifecycle: [
      [12, sent('createAgent', 'draft, ready', status(1))],
      [9, sent('createAgent', 'active', status(3, 3, 1, 2))],
      [5, sent('createAgent', 'ready', drawnFrom([3, later], [2, status(3)]))],
      [4, sent('createAgent', 'active 2, ready', json)],
      [5, sent('createAgent', 'draft, active, ready', invalid)],
      [4, sent('createAgent', 'draft, active', besides(json, drawnFrom([3, status(1, 3)], [1, invalid])))],
    ],
    refusals: [
      [6, sent('createAgent', 'draft', drawnFrom([4, json], [1, status(1, 1, 2, 3)]), intruders)],
      // Agents that the other workspace has made: ours may neither read nor change them, and it may itself.
      [2, sent('createAgent', 'new', json, fc.constant('second'))],
      [2, sent('createAgent', 'draft', besides(foreign, drawnFrom([1, json], [1, status(1, 2, 3)])), either)],
      [2, sent('getAgent', 'draft', foreign, either)],
    ],
    forms: [[1, sent('createAgentOrUpdate', 'new 2, draft', form)]],
    numbers: [
      [3, sent('createAgentOrUpdate', 'new 2, draft', attached)],
      [1, sent('createAgentOrUpdate', 'new', besides(form, attached))],
    ],
    files: fileForms(form, wanted),
    'refused forms': [
      [6, sent('createAgentOrUpdate', 'draft', drawnFrom([4, form], [1, attached]), intruders)],
      [3, sent('createAgentOrUpdate', 'new', besides(attached, nameless))],
    ],
    renaming: [
      [6, sent('updateAgent', 'draft', fc.record(renamed, { requiredKeys: ['name'] }))],
      [2, sent('updateAgent', 'draft', aloneOf(renamed))],
      [2, sent('updateAgent', 'draft', nothing, intruders)],
    ],
    raced: [
      [3, sent('createAgent', 'draft', aloneOf(raced))],
      [6, sent('createAgent', 'draft', aloneOf(picked(plain, ['description', 'prompt'])))],
      [4, sent('createAgent', 'draft', status(1, 1, 3, 3, 2))],
      [5, sent('createAgent', 'new', nothing)],
    ],
  };
}

/** Requests to an operation about a new agent, one in a state, or one of the walk by its place (`draft`), as often as is said. */
function sent(
  operation: OperationId,
  abouts: string,
  fields: Fields,
  as: fc.Arbitrary<Caller> = operation === 'createAgent' || operation === 'createAgentOrUpdate' ? caller : own,
): fc.Arbitrary<SentRequest> {
  const about = abouts.split(', ').map((each): Weighted<About> => {
    const [what, weight = '1'] = each.split(' ');
    return [Number(weight), fc.constant(what as About)];
  });
  return fc.tuple(drawnFrom(...about), fields, as, agentIndex, fc.nat(7)).map(([what, content, by, index, inQuery]) => {
    const request = requestOf([operation, by, what, 'plain'], content);
    const named = what === 'draft' ? (aboutOne(request, index) as SentRequest) : request;
    return inQuery === 0 && operation !== 'updateAgent' ? withAgentInQuery(named) : named;
  });
}

/** With the agent in the query, if the body names one. */
function withAgentInQuery(request: SentRequest): SentRequest {
  const { agent_id: inBody, ...json } = (request.json ?? {}) as Readonly<Record<string, unknown>>;
  const part = request.form?.find(({ name }) => name === 'agent_id');
  const agent_id = inBody ?? part?.value;
  if (agent_id === undefined) return request;
  if (part === undefined) return { ...request, query: { agent_id }, json };
  return { ...request, query: { agent_id }, form: request.form?.filter((each) => each !== part) ?? [] };
}

/** What the requests of an operation are made of: its plain fields, and some fields, of which few are odd. */
function drawnBy(operation: Saving, generator: Generator, wanted: Histogram) {
  const drawn = (isPlain: boolean): Members => fieldsDrawn(operation, generator, valuesBy(wanted, isPlain));
  const plain = drawn(true);
  const numbers = operation === 'createAgentOrUpdate' ? numbersOf(generator) : {};
  const pairs = operation === 'createAgent' ? wanted.pairs('members') : [];
  return { plain, some: someFields({ ...drawn(false), ...numbers }, plain, pairs) };
}

/** What each field that the document gives may be sent with, by its head: items of one list go together, as parts of a form. */
function fieldsDrawn(operation: Saving, { operations, settings }: Generator, choose: Choose): Members {
  const names = memberNames(operations, operation).filter((name) => name !== 'phone_numbers[]');
  const drawn = [...new Set(names.map(headOf))].map((head): readonly [string, fc.Arbitrary<unknown> | undefined] => {
    const inner = names.filter((name) => name !== head && headOf(name) === head);
    if (inner.length > 0) return [head, itemsDrawn(inner, settings.values, choose)];
    // A section that the document gives as a whole.
    return [head === 'guardrails' ? 'guardrails[hate_enabled]' : head, valueDrawn(head, settings.values, choose)];
  });
  return Object.fromEntries(drawn.filter((each): each is [string, fc.Arbitrary<unknown>] => each[1] !== undefined));
}

type Known = Generator['settings']['values'];

/** Right values, the open ones among them; of a field that is new to the document any text. */
function valueDrawn(name: string, known: Known, choose: Choose): fc.Arbitrary<unknown> {
  if (/^(?:agent_)?name$|agent_name\]$/.test(name)) return choose.name(name);
  const { values = oddValuesOf[name], parts, openParts } = savedField(name) ?? {};
  if (parts !== undefined || openParts !== undefined) return objectDrawn(name, known, choose);
  if (name === fileField) {
    return filesOf(fc.uniqueArray(choose.of(name, fileNames), { minLength: 1, maxLength: choose.isPlain ? 2 : 3 }));
  }
  const any = values === undefined ? choose.text(name) : choose.of(name, values, name in jsonFields ? 5 : 2);
  const other = otherValues[name];
  return other === undefined ? any : fc.oneof(any, other);
}

/** Of what is open, a plain one is what the settings say is taken. */
function objectDrawn(name: string, known: Known, choose: Choose): fc.Arbitrary<unknown> {
  const { parts, openParts } = savedField(name) ?? {};
  const own = choose.isPlain && parts === undefined ? known?.[name as 'llm' | 'speech_to_text'] : undefined;
  const isOpen = parts === undefined || !choose.isPlain;
  const objects = objectsOf(own ?? { ...parts, ...(isOpen && openParts) });
  return choose.of(name, objects, objects.length);
}

/** Objects of these parts: of each part every value, alone and beside the first ones of the others. */
function objectsOf(parts: object): readonly object[] {
  const all = Object.entries(parts).map(([name, part]: [string, unknown]): [string, readonly unknown[]] => {
    return [name, Array.isArray(part) ? part : isContainer(part) ? objectsOf(part) : [part]];
  });
  const whole = Object.fromEntries(all.map(([name, [first]]) => [name, first]));
  const ofEach = all.flatMap(([name, values]) => values.map((value) => ({ [name]: value })));
  return [whole, ...ofEach, ...ofEach.map((each) => ({ ...whole, ...each }))];
}

/** A list, of texts or of items of several fields; undefined where the settings would have to name what is taken. */
function itemsDrawn(names: readonly string[], known: Known, choose: Choose): fc.Arbitrary<FormField[]> | undefined {
  const fields = names.flatMap((name) => {
    const value = itemValue(name, known, choose);
    return value === undefined ? [] : [[name, value] as const];
  });
  if (fields.length < names.length) return undefined;
  const [first = ''] = names;
  const item = fc.record(Object.fromEntries(fields));
  const list = (maxLength: number): fc.Arbitrary<Readonly<Record<string, unknown>>[]> =>
    fc.uniqueArray(item, { minLength: 1, maxLength, selector: (each) => JSON.stringify(each[first]) });
  return (first.endsWith('[]') ? fc.oneof(list(3), list(25)) : list(2)).map((all) =>
    all.flatMap((each, index) =>
      Object.entries(each).flatMap(([name, value]) =>
        value === undefined ? [] : { name: name.replace('[0]', `[${index}]`), value },
      ),
    ),
  );
}

/** What stands in a list, or in a field of its items. */
function itemValue(name: string, known: Known, choose: Choose): fc.Arbitrary<unknown> | undefined {
  const [list] = /(?:tools|sub_agents)(?=\]\[0\]\[id\])|dispositions(?=\]\[\])/.exec(name) ?? [];
  if (list !== undefined) {
    const count = known?.[list as 'tools' | 'sub_agents' | 'dispositions']?.length ?? 0;
    return count === 0 ? undefined : fc.nat(count - 1).map((at) => ({ $setting: `values.${list}.${at}` }));
  }
  if (name.endsWith('[key]')) return choose.of(name, oddTexts);
  const [, drawn] = ofItems.find(([place]) => place.test(name)) ?? [];
  return drawn ?? choose.text(name);
}

const ofItems: readonly (readonly [RegExp, fc.Arbitrary<unknown>])[] = [
  [/\[isEnabled\]$/, fc.constantFrom('true', 'false', undefined)],
  [/\[\]$/, fc.constantFrom(...words)],
  [/\[name\]$/, fc.nat(9).map((number) => `Text ${number}`)],
  // Of a column the key alone is sure to show as it was sent.
  [/metadata.*\[type\]$/, fc.constant('string')],
  [/metadata.*\[description\]$/, fc.constant('When to call back')],
];

/** Of the settings' numbers one or two, or none where there are none. */
function numbersOf({ settings: { numbers = {} } }: Generator): Members {
  const known = (['owned', 'shared', 'inactive'] as const).flatMap((kind) =>
    (numbers[kind] ?? []).map((_, index) => ({ $number: [kind, index] as const })),
  );
  if (known.length === 0) return {};
  const some = fc.uniqueArray(fc.constantFrom(...known), { minLength: 1, maxLength: 2 });
  return { phone_numbers: some.map((each) => each.map((value): FormField => ({ name: 'phone_numbers[]', value }))) };
}

/** Without a name, and without anything else of its section or not. */
const nameless = fc
  .constantFrom<object[]>(
    { 'basic_details[agent_type]': undefined, 'configuration[memory_recall]': 'true' },
    { 'basic_details[agent_type]': undefined, 'denials[denied_words][]': 'refund' },
    { 'basic_details[agent_type]': undefined, 'basic_details[agent_name][first]': 'x' },
    { 'basic_details[description]': 'nameless' },
    {},
  )
  .map((fields) => ({ ...fields, 'basic_details[agent_name]': undefined }));

function fileForms(some: Fields, wanted: Histogram): Requests {
  const sending = (names: fc.Arbitrary<readonly unknown[]>, size?: number): Fields =>
    fc.record({ [fileField]: filesOf(names, size) });
  const files = sending(fc.uniqueArray(fc.constantFrom(...fileNames.slice(0, 5)), { minLength: 1, maxLength: 3 }));
  const large = fileSizes.map((size) => sending(fc.constant(['large.pdf']), size));
  const two = sending(fc.constant(['one.pdf', 'other.pdf']), 6_000_000);
  // With nothing but a name, so that a refusal is of the file.
  const alone = fc.constant({ 'basic_details[agent_type]': undefined });
  const form = (...fields: readonly Fields[]) => sent('createAgentOrUpdate', 'new', besides(...fields));
  return [
    [9, sent('createAgentOrUpdate', 'new, draft', files)],
    [4, form(alone, sending(fc.tuple(freshFrom(wanted, fileField, fileNames))))],
    [2, form(alone, fc.record({ 'basic_details[chatbot_image]': pictures }), files)],
    [6, form(some, files)],
    [3, form(some, fc.record({ [fileField]: filesOf(refusedFiles) }))],
    // Rarely, because each is as many bytes to send.
    [1, form(fc.oneof(...large, two))],
  ];
}

const fileField = 'FILE_KNOWLEDGE_BASES';
const pictures = fc
  .constantFrom('nora.png', 'NORA.PNG', 'no ra.png')
  .map((name): FormField[] => [{ name: 'basic_details[chatbot_image]', value: '', file: { name } }]);

const otherValues: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  'basic_details[voice_id]': fc.record({ $voice: fc.tuple(fc.nat(3), fc.nat(50)) }),
  'basic_details[chatbot_image]': pictures,
};

function filesOf(all: fc.Arbitrary<readonly unknown[]>, size?: number): fc.Arbitrary<FormField[]> {
  const padded = size === undefined ? {} : { size };
  return all.map((each) =>
    each.map((name) => ({ name: fileField, value: '', file: { name: String(name), ...padded } })),
  );
}

/** Too many files, or a wrong one, before or behind good ones: of these none may stay. */
const refusedFiles = fc.oneof(
  fc.constant(['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf']),
  ...[0, 1, 2].map((at) =>
    fc
      .tuple(
        fc.uniqueArray(fc.constantFrom(...fileNames), { minLength: at, maxLength: 2 }),
        fc.constantFrom(...wrongFiles),
      )
      .map(([good, wrong]) => good.toSpliced(at, 0, wrong)),
  ),
);
