import * as fc from 'fast-check';
import type { Settings } from '../../../deployment/configuration/settings.ts';
import type { FormField } from '../../steps.ts';
import { headOf } from '../../stated/form-fields.ts';
import { savedField } from '../cells.ts';
import type { Choose } from './drawing.ts';

/** Fields of a form that go together, such as the items of a list. */
export type Section = fc.Arbitrary<readonly FormField[]>;

const words = [
  ...['refund', 'Rückerstattung', '政治', 'ALL CAPS', 'two words', "it's", 'a,b', '007', 'ZÜRICH', 'zürich', 'co-op'],
  ...['x', 'X', 'C++', 'été', 'long word here', 'Refund', '"quoted"', '50%', 'a;b', 'a/b', '😀', 'null', 'true', '1'],
  'x'.repeat(100),
];
const keys = ['callback_time', 'Name', 'größe', 'budget', 'x1', 'name', 'last name', '1'];

/** Sent in other ways: the name with every form, the agent by those that update. */
const apart = ['agent_id', 'basic_details[agent_name]', 'phone_numbers', 'status'];

/** What each field of the document may be sent with, by its head: the lists of one field and the members of one item go together. */
export function formMembers(
  names: readonly string[],
  { values = {} }: Settings,
  choose: Choose,
): Record<string, Section> {
  const heads = [...new Set(names.map(headOf))].filter((head) => !apart.includes(head));
  const sections = heads.map((head) => [head, sectionOf(head, values, choose)] as const);
  return Object.fromEntries(sections.filter((each): each is readonly [string, Section] => each[1] !== null));
}

/** What a field is drawn from: its name, what the settings say is taken, and its values or any text. */
interface Source {
  readonly head: string;
  readonly known: NonNullable<Settings['values']>;
  readonly choose: Choose;
  readonly any: fc.Arbitrary<unknown>;
}

/** Null: the settings name none of its values. */
function sectionOf(head: string, known: Source['known'], choose: Choose): Section | null {
  const { values } = savedField(head) ?? {};
  const any = values === undefined ? choose.text(head) : choose.of(head, values);
  const special = especially[head];
  return special === undefined ? one(head, any) : special({ head, known, choose, any });
}

// Any word is taken.
const anyWords = ({ head }: Source): Section => inList(head, fc.oneof(someOf(words, 3), someOf(words, 25)));

const especially: Readonly<Record<string, (source: Source) => Section | null>> = {
  'denials[denied_words]': anyWords,
  'denials[denied_topics]': anyWords,
  'knowledge_base[tools]': ({ head, known }) => switched(head, known.tools),
  'knowledge_base[sub_agents]': ({ head, known }) => switched(head, known.sub_agents),
  'basic_details[agent_type]': ({ head, choose }) => {
    return one(head, fc.oneof(fc.constant('3'), choose.of(head, savedField(head)?.values ?? [], 4)));
  },
  'basic_details[voice_id]': ({ head, any }) => {
    return one(head, fc.oneof(fc.record({ $voice: fc.tuple(fc.nat(3), fc.nat(50)) }), any));
  },
  'basic_details[chatbot_image]': ({ head, any }) => fc.oneof(one(head, any), pictures),
  'metadata_config[metadata_input]': ({ head }) => metadata(head),
  'metadata_config[metadata_output]': ({ head }) => inList(head, someOf(keys, 3)),
  'dispositions_config[dispositions]': ({ head, known: { dispositions } }) => {
    return dispositions === undefined ? null : inList(head, someOf(dispositions, 9));
  },
  'knowledge_base[text_knowledge_bases]': ({ head, choose }) => texts(head, choose),
  guardrails: ({ any }) => one('guardrails[hate_enabled]', any),
  FILE_KNOWLEDGE_BASES: ({ head, choose }) => {
    const most = choose.isPlain ? 2 : 3;
    return filesOf(fc.uniqueArray(choose.of(head, fileNames), { minLength: 1, maxLength: most }));
  },
};

export function field(name: string, value: unknown): FormField {
  return { name, value };
}

function one(name: string, value: fc.Arbitrary<unknown>): Section {
  return value.map((each) => [field(name, each)]);
}

export function inList(name: string, values: fc.Arbitrary<readonly unknown[]>): Section {
  return values.map((each) => each.map((value) => field(`${name}[]`, value)));
}

export function someOf<T>(all: readonly T[], maxLength: number): fc.Arbitrary<readonly T[]> {
  return fc.uniqueArray(fc.constantFrom(...all), { minLength: 1, maxLength });
}

/** The fields of each item of a list. */
function items<T>(
  head: string,
  all: fc.Arbitrary<readonly T[]>,
  fieldsOf: (item: T, index: number) => object,
): Section {
  return all.map((each) =>
    each.flatMap((item, index) =>
      Object.entries(fieldsOf(item, index)).map(([name, value]) => field(`${head}[${index}][${name}]`, value)),
    ),
  );
}

function metadata(head: string): Section {
  return items(head, someOf(keys, 4), (key) => ({ key, type: 'string', description: 'When to call back' }));
}

function texts(head: string, choose: Choose): Section {
  const contents = fc.array(choose.text(head), { minLength: 1, maxLength: 2 });
  return items(head, contents, (content, index) => ({ name: `Text ${index}`, content }));
}

/** Whose ids the settings have to name. */
function switched(head: string, ids: readonly number[] = []): Section | null {
  if (ids.length === 0) return null;
  const isOn = fc.constantFrom<object[]>({ isEnabled: 'true' }, { isEnabled: 'false' }, {});
  const all = fc.uniqueArray(fc.tuple(fc.constantFrom(...ids), isOn), {
    minLength: 1,
    maxLength: ids.length,
    selector: ([id]) => id,
  });
  return items(head, all, ([id, on]) => ({ id: String(id), ...on }));
}

export const pictures: Section = fc
  .constantFrom('nora.png', 'NORA.PNG', 'no ra.png')
  .map((name) => [{ name: 'basic_details[chatbot_image]', value: '', file: { name } }]);

/** Of the kinds that are taken; some are awkward. */
export const fileNames = [
  ...['notes.pdf', 'notes.doc', 'notes.docx', 'notes.xlsx', 'notes.csv', 'NOTES.PDF', 'NOTES.CSV', 'Notes.Docx'],
  ...['Notes.Xlsx', 'two words.csv', 'a(1).pdf', 'Größe.pdf', '.pdf', 'archive.tar.pdf', 'a.b.csv', "it's.csv"],
  ...['pdf.doc', '1.xlsx', 'v1.2 final.docx', 'a-b_c.xlsx', `${'x'.repeat(120)}.pdf`],
];

export function filesOf(all: fc.Arbitrary<readonly unknown[]>, size?: number): Section {
  const padded = size === undefined ? {} : { size };
  return all.map((each) =>
    each.map((name) => ({ name: 'FILE_KNOWLEDGE_BASES', value: '', file: { name: String(name), ...padded } })),
  );
}
