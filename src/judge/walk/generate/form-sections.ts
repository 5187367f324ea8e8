import * as fc from 'fast-check';
import type { Settings } from '../../../deployment/configuration/settings.ts';
import type { FormField } from '../../steps.ts';
import type { Choose } from './wanted.ts';

export type Fields = readonly FormField[];
export type Section = fc.Arbitrary<Fields>;

const words = [
  ...[
    'refund',
    'Rückerstattung',
    '政治',
    'ALL CAPS',
    'two words',
    "it's",
    'a,b',
    '007',
    'ZÜRICH',
    'zürich',
    'co-op',
    'x',
    'X',
  ],
  ...[
    'C++',
    'été',
    'long word here',
    'Refund',
    '"quoted"',
    '50%',
    'a;b',
    'a/b',
    '😀',
    'null',
    'true',
    '1',
    'x'.repeat(100),
  ],
];
const keys = ['callback_time', 'Name', 'größe', 'budget', 'x1', 'name', 'last name', '1'];
const codes = ['1', '2', '3', '5', '4', '10', '0', '99'];

/** What each field of the document may be sent with; the lists of one field and the members of one item are one section. */
export function sectionsOf(names: readonly string[], settings: Settings, choose: Choose): Section[] {
  const heads = [...new Set(names.map((name) => name.replace(/\[\d*\].*$/, '')))];
  return heads.filter((head) => !apart.includes(head)).flatMap((head) => sectionOf(head, settings, choose));
}

/** Sent in other ways: the name with every form, the agent by those that update. */
const apart = ['agent_id', 'basic_details[agent_name]', 'phone_numbers', 'status'];

function sectionOf(head: string, { values = {} }: Settings, choose: Choose): Section[] {
  const of = (all: readonly unknown[]): fc.Arbitrary<unknown> => choose.of(head, all);
  const choices = choicesOf[head];
  if (choices !== undefined) return [one(head, of(choices))];
  if (head.startsWith('denials[')) {
    // Any word is taken.
    return [list(head, someOf(words, 3)), list(head, someOf(words, 25))];
  }
  const ids =
    head === 'knowledge_base[tools]'
      ? values.tools
      : head === 'knowledge_base[sub_agents]'
        ? values.sub_agents
        : undefined;
  if (ids !== undefined) return [switched(head, ids)];
  if (switchedHeads.includes(head)) return [];
  const usual = usualSections(head, values.dispositions, choose);
  if (usual !== undefined) return usual;
  return [one(head, switches.test(head) ? fc.constantFrom('true', 'false') : choose.text(head))];
}

/** Whose items the settings have to name. */
const switchedHeads = ['knowledge_base[tools]', 'knowledge_base[sub_agents]'];

/** Sections of several fields. Undefined: it has one, of any text. */
function usualSections(
  head: string,
  dispositions: readonly string[] | undefined,
  choose: Choose,
): Section[] | undefined {
  const of = (all: readonly unknown[]): fc.Arbitrary<unknown> => choose.of(head, all);
  switch (head) {
    case 'basic_details[agent_type]':
      return [one(head, fc.oneof(fc.constant('3'), choose.of(head, ['1', '2', '4', '3'], 4)))];
    case 'basic_details[voice_id]':
      return [one(head, fc.oneof(fc.record({ $voice: fc.tuple(fc.nat(3), fc.nat(50)) }), of(voices)))];
    case 'basic_details[chatbot_image]':
      return [one(head, of(['https://example.com/nora.png', 'nora.png'])), pictures];
    case 'metadata_config[metadata_input]':
      return [metadata];
    case 'metadata_config[metadata_output]':
      return [list(head, someOf(keys, 3))];
    case 'dispositions_config[dispositions]':
      return dispositions === undefined ? [] : [list(head, someOf(dispositions, 9))];
    case 'knowledge_base[text_knowledge_bases]':
      return [knowledgeTexts(head, choose)];
    case 'guardrails':
      return [one('guardrails[hate_enabled]', of(['1', '0', 'true']))];
    case 'FILE_KNOWLEDGE_BASES':
      return [filesOf(fc.uniqueArray(of(fileNames), { minLength: 1, maxLength: choose.isPlain ? 2 : 3 }))];
    default:
      return undefined;
  }
}

const choicesOf: Readonly<Record<string, readonly unknown[]>> = {
  'basic_details[category]': codes,
  'basic_details[purpose]': codes,
  'basic_details[voice_provider]': codes,
  'basic_details[transcriber_provider]': codes,
  'basic_details[agent_privacy]': ['0', '1'],
  'basic_details[transcriber_language]': ['en', 'de', 'en-US', 'hi', 'zh-CN'],
};

const switches = /awareness|recall|analysis|handling/;
const voices = ['custom-voice', 'a-voice-with-an-id-of-some-length-0001', 'Custom_Voice.01', 'V'];

export function field(name: string, value: unknown): FormField {
  return { name, value };
}

function one(name: string, value: fc.Arbitrary<unknown>): Section {
  return value.map((each) => [field(name, each)]);
}

function list(name: string, values: fc.Arbitrary<readonly unknown[]>): Section {
  return values.map((each) => each.map((value) => field(`${name}[]`, value)));
}

function someOf(all: readonly unknown[], maxLength: number): fc.Arbitrary<readonly unknown[]> {
  return fc.uniqueArray(fc.constantFrom(...all), { minLength: 1, maxLength });
}

const metadata: Section = someOf(keys, 4).map((all) =>
  all.flatMap((key, index) => [
    field(`metadata_config[metadata_input][${index}][key]`, key),
    field(`metadata_config[metadata_input][${index}][type]`, 'string'),
    field(`metadata_config[metadata_input][${index}][description]`, 'When to call back'),
  ]),
);

function knowledgeTexts(head: string, choose: Choose): Section {
  return fc
    .array(choose.text(head), { minLength: 1, maxLength: 2 })
    .map((all) =>
      all.flatMap((content, index) => [
        field(`${head}[${index}][name]`, `Text ${index}`),
        field(`${head}[${index}][content]`, content),
      ]),
    );
}

function switched(head: string, ids: readonly number[]): Section {
  return fc
    .tuple(
      someOf(ids, ids.length),
      fc.array(fc.constantFrom('true', 'false', 'left out'), { minLength: 3, maxLength: 3 }),
    )
    .map(([all, isOn]) =>
      all.flatMap((id, index) => [
        field(`${head}[${index}][id]`, String(id)),
        ...(isOn[index] === 'left out' ? [] : [field(`${head}[${index}][isEnabled]`, isOn[index] ?? 'true')]),
      ]),
    );
}

export const pictures: Section = fc
  .constantFrom('nora.png', 'NORA.PNG', 'no ra.png')
  .map((name) => [{ name: 'basic_details[chatbot_image]', value: '', file: { name } }]);

/** Of the kinds that are taken; some are awkward. */
export const fileNames = [
  ...[
    'notes.pdf',
    'notes.doc',
    'notes.docx',
    'notes.xlsx',
    'notes.csv',
    'NOTES.PDF',
    'NOTES.CSV',
    'Notes.Docx',
    'Notes.Xlsx',
  ],
  ...[
    'two words.csv',
    'a(1).pdf',
    'Größe.pdf',
    '.pdf',
    'archive.tar.pdf',
    'a.b.csv',
    `${'x'.repeat(120)}.pdf`,
    "it's.csv",
  ],
  ...['pdf.doc', '1.xlsx', 'v1.2 final.docx', 'a-b_c.xlsx'],
];

export function filesOf(all: fc.Arbitrary<readonly unknown[]>, size?: number): Section {
  return all.map((each) =>
    each.map((name) => ({
      name: 'FILE_KNOWLEDGE_BASES',
      value: '',
      file: { name: String(name), ...(size !== undefined && { size }) },
    })),
  );
}

/** Of one section twice, the first one counts. */
export function joined(...sections: readonly Fields[]): Fields {
  const taken = new Set<string>();
  return sections.flatMap((fields) => {
    const heads = new Set(fields.map(({ name }) => name.replace(/\[\d*\].*$/, '')));
    if ([...heads].some((head) => taken.has(head))) return [];
    for (const head of heads) taken.add(head);
    return fields;
  });
}
