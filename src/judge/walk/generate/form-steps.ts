import * as fc from 'fast-check';
import type { Histogram } from '../histogram.ts';
import type { Settings } from '../../../deployment/configuration/settings.ts';
import type { Caller, FormField, SentRequest } from '../../steps.ts';
import { formFields, headOf } from '../../stated/fields.ts';
import { savedField } from '../cells.ts';
import {
  besides,
  drawnFrom,
  freshFrom,
  intruders,
  oddValues,
  plainValues,
  requestTo,
  someFields,
  type Choose,
  type Fields,
  type Requests,
} from './drawing.ts';
import { fileNames, fileSizes, oddTexts, words, wrongFiles } from './values.ts';

/** Forms in their kinds: each is a subject of walks. */
export type Forms = Readonly<Record<'right' | 'numbers' | 'files' | 'wrong', Requests>>;

/** Fields of a form that go together, such as the items of a list. */
type Section = fc.Arbitrary<readonly FormField[]>;

/** Requests to createagentorupdate: new agents, agents of the run's own that the form names, and forms that are refused. */
export function formRequests(names: readonly string[], settings: Settings, wanted: Histogram): Forms {
  const [odd, plain] = [oddValues(wanted, agentName), plainValues(wanted, agentName)];
  const named = nameField(drawnFrom([3, plain.name], [1, odd.name]));
  const updated = updatingForm(named);
  const either = drawnFrom([1, named], [1, updated]);
  // A number that another agent has is refused.
  const numbers = numbersOf(settings);
  const attached = fc.record(numbers);
  const some = someFields({ ...formMembers(names, settings, odd), ...numbers }, formMembers(names, settings, plain));
  return {
    right: [
      [5, formRequest([some, named])],
      [3, formRequest([some, updated])],
      [1, formRequest([nameField(odd.name)])],
    ],
    numbers:
      Object.keys(numbers).length === 0
        ? []
        : [
            [4, formRequest([attached, typed, named])],
            [3, formRequest([attached, updated])],
            [2, formRequest([some, attached, typed, named])],
          ],
    files: fileForms(nameField(plain.name), updated, some, wanted),
    wrong: [
      [8, formRequest([some, wrongFields, either])],
      [6, formRequest([wrongFields, attached, drawnFrom([3, named], [1, updated])])],
      [3, formRequest([drawnFrom([1, attached], [2, fc.constant({})]), nameless])],
      [3, formRequest([drawnFrom([1, attached], [2, some]), either], intruders)],
    ],
  };
}

const agentName = 'basic_details[agent_name]';
const typed: Fields = fc.constant({ 'basic_details[agent_type]': [{ name: 'basic_details[agent_type]', value: '3' }] });
const anyWay = fc.constantFrom<Caller[]>('own', 'own', 'own', 'own', 'own', 'access');

/** A form of these fields by their heads: of a head that several have, the last one counts. */
function formRequest(parts: readonly Fields[], as: fc.Arbitrary<Caller> = anyWay): fc.Arbitrary<SentRequest> {
  const form = besides(...parts).map((all) => Object.values(all).flat() as FormField[]);
  return requestTo('createAgentOrUpdate', { as, form });
}

function nameField(names: fc.Arbitrary<unknown>): Fields {
  return names.map((name) => ({ [agentName]: [{ name: agentName, value: name }] }));
}

function updatingForm(named: Fields): Fields {
  return fc.nat(5).chain((index) => {
    const kept = nameField(fc.constant({ $nameOf: index }));
    return fc
      .oneof(named, kept)
      .map((fields) => ({ agent_id: [{ name: 'agent_id', value: { $agent: index } }], ...fields }));
  });
}

/** One field, by its head. */
function fieldAlone(name: string, value: unknown): Readonly<Record<string, unknown>> {
  return { [headOf(name)]: [{ name, value }] };
}

const nameless = fc.constantFrom(
  fieldAlone('configuration[memory_recall]', 'true'),
  fieldAlone('denials[denied_words][]', 'refund'),
  fieldAlone('basic_details[description]', 'nameless'),
  fieldAlone('basic_details[agent_type]', '3'),
  fieldAlone('basic_details[agent_name][first]', 'x'),
);

/** Of the settings' numbers one or two, or none where there are none. */
function numbersOf({ numbers = {} }: Settings): { readonly phone_numbers?: Section } {
  const known = (['owned', 'shared', 'inactive'] as const).flatMap((kind) =>
    (numbers[kind] ?? []).map((_, index) => ({ $number: [kind, index] as const })),
  );
  return known.length === 0 ? {} : { phone_numbers: inList('phone_numbers', someOf(known, 2)) };
}

function fileForms(named: Fields, updated: Fields, some: Fields, wanted: Histogram): Requests {
  const sending = (files: Section): Fields => fc.record({ FILE_KNOWLEDGE_BASES: files });
  const awkward = freshFrom(wanted, 'FILE_KNOWLEDGE_BASES', fileNames);
  const plain = fc.uniqueArray(fc.constantFrom(...fileNames.slice(0, 5)), { minLength: 1, maxLength: 3 });
  const files = sending(filesOf(plain));
  const large = fileSizes.map((size) => sending(filesOf(fc.constant(['large.pdf']), size)));
  const two = sending(filesOf(fc.constant(['one.pdf', 'other.pdf']), 6_000_000));
  return [
    [5, formRequest([files, named])],
    // A name that nobody can refuse, so that a refusal is of the file.
    [4, formRequest([sending(filesOf(fc.tuple(awkward))), nameField(fc.constant({ $name: '' }))])],
    [2, formRequest([fc.record({ 'basic_details[chatbot_image]': pictures }), files, named])],
    [4, formRequest([files, updated])],
    [6, formRequest([some, files, named])],
    // Rarely, because each is as many bytes to send.
    [1, formRequest([fc.oneof(...large, two), named])],
  ];
}

const wrongValues = Object.entries(formFields).flatMap(([name, { wrong = [] }]) =>
  wrong.map((value) => fieldAlone(name, value)),
);

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

/** Parts that let a whole form be refused. */
const wrongFields: Fields = fc.oneof(
  fc.constantFrom(...wrongValues),
  fc.record({ FILE_KNOWLEDGE_BASES: filesOf(refusedFiles) }),
  fc.constantFrom('tools', 'sub_agents').map((name) => fieldAlone(`knowledge_base[${name}][0][id]`, 'abc')),
);

/** Sent in other ways: the name with every form, the agent by those that update. */
const apart = ['agent_id', 'basic_details[agent_name]', 'phone_numbers', 'status'];

/** What each field of the document may be sent with, by its head: the lists of one field and the fields of one item go together. */
function formMembers(names: readonly string[], { values = {} }: Settings, choose: Choose): Record<string, Section> {
  const heads = [...new Set(names.map(headOf))].filter((head) => !apart.includes(head));
  const together = sectionsTogether(values, choose);
  const sections = heads.map((head) => [head, head in together ? together[head] : valueAlone(head, choose)] as const);
  return Object.fromEntries(sections.filter((each): each is readonly [string, Section] => each[1] !== undefined));
}

function valueAlone(head: string, choose: Choose, special?: fc.Arbitrary<unknown>): Section {
  const { values } = savedField(head) ?? {};
  const any = values === undefined ? choose.text(head) : choose.of(head, values);
  const name = head === 'guardrails' ? 'guardrails[hate_enabled]' : head;
  return (special === undefined ? any : fc.oneof(special, any)).map((value) => [{ name, value }]);
}

/** Sections of more than a value; undefined where the settings would have to name what is taken. */
function sectionsTogether(
  { tools, sub_agents: subAgents, dispositions }: NonNullable<Settings['values']>,
  choose: Choose,
): Readonly<Record<string, Section | undefined>> {
  const anyWords = fc.oneof(someOf(words, 3), someOf(words, 25));
  const voice = fc.record({ $voice: fc.tuple(fc.nat(3), fc.nat(50)) });
  const most = choose.isPlain ? 2 : 3;
  const sections: Readonly<Record<string, (head: string) => Section | undefined>> = {
    'denials[denied_words]': (head) => inList(head, anyWords),
    'denials[denied_topics]': (head) => inList(head, anyWords),
    'knowledge_base[tools]': (head) => switched(head, tools),
    'knowledge_base[sub_agents]': (head) => switched(head, subAgents),
    'basic_details[agent_type]': (head) => valueAlone(head, choose, fc.constantFrom('3', '3', '4')),
    'basic_details[voice_id]': (head) => valueAlone(head, choose, voice),
    'basic_details[chatbot_image]': (head) => fc.oneof(valueAlone(head, choose), pictures),
    'metadata_config[metadata_input]': (head) =>
      items(head, fc.uniqueArray(choose.of(head, oddTexts), { minLength: 1, maxLength: 2 }), (key) => {
        return { key, type: 'string', description: 'When to call back' };
      }),
    'metadata_config[metadata_output]': (head) => inList(head, someOf(words, 3)),
    'dispositions_config[dispositions]': (head) => dispositions && inList(head, someOf(dispositions, 9)),
    'knowledge_base[text_knowledge_bases]': (head) => {
      const contents = fc.array(choose.text(head), { minLength: 1, maxLength: 2 });
      return items(head, contents, (content, index) => ({ name: `Text ${index}`, content }));
    },
    FILE_KNOWLEDGE_BASES: (head) =>
      filesOf(fc.uniqueArray(choose.of(head, fileNames), { minLength: 1, maxLength: most })),
  };
  return Object.fromEntries(Object.entries(sections).map(([head, section]) => [head, section(head)]));
}

function inList(name: string, values: fc.Arbitrary<readonly unknown[]>): Section {
  return values.map((each) => each.map((value): FormField => ({ name: `${name}[]`, value })));
}

function someOf<T>(all: readonly T[], maxLength: number): fc.Arbitrary<readonly T[]> {
  return fc.uniqueArray(fc.constantFrom(...all), { minLength: 1, maxLength });
}

/** The fields of each item of a list. */
function items<T>(
  head: string,
  all: fc.Arbitrary<readonly T[]>,
  fieldsOf: (item: T, index: number) => Readonly<Record<string, unknown>>,
): Section {
  return all.map((each) =>
    each.flatMap((item, index) =>
      Object.entries(fieldsOf(item, index)).map(([name, value]) => ({ name: `${head}[${index}][${name}]`, value })),
    ),
  );
}

/** Whose ids the settings have to name. */
function switched(head: string, ids: readonly number[] = []): Section | undefined {
  if (ids.length === 0) return undefined;
  const isOn = fc.constantFrom<object[]>({ isEnabled: 'true' }, { isEnabled: 'false' }, {});
  const all = fc.uniqueArray(fc.tuple(fc.constantFrom(...ids), isOn), {
    minLength: 1,
    maxLength: ids.length,
    selector: ([id]) => id,
  });
  return items(head, all, ([id, on]) => ({ id: String(id), ...on }));
}

const pictures: Section = fc
  .constantFrom('nora.png', 'NORA.PNG', 'no ra.png')
  .map((name) => [{ name: 'basic_details[chatbot_image]', value: '', file: { name } }]);

function filesOf(all: fc.Arbitrary<readonly unknown[]>, size?: number): Section {
  const padded = size === undefined ? {} : { size };
  return all.map((each) =>
    each.map((name) => ({ name: 'FILE_KNOWLEDGE_BASES', value: '', file: { name: String(name), ...padded } })),
  );
}
