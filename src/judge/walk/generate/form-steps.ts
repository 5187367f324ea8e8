import * as fc from 'fast-check';
import type { Settings } from '../../../deployment/configuration/settings.ts';
import type { Caller, SentRequest } from '../../steps.ts';
import { field, fileNames, filesOf, joined, pictures, sectionsOf, type Fields, type Section } from './form-sections.ts';
import { intruders } from './requests.ts';
import { oddValues, plainValues } from './texts.ts';
import { scaled, type Choose, type Wanted, type Weighted } from './wanted.ts';

/** Forms in their kinds: each is a subject of walks. */
export interface Forms {
  readonly right: Weighted<SentRequest>[];
  readonly numbers: Weighted<SentRequest>[];
  readonly files: Weighted<SentRequest>[];
  readonly wrong: Weighted<SentRequest>[];
}

/** Requests to createagentorupdate: new agents, agents of the run's own that the form names, and forms that are refused. */
export function formRequests(names: readonly string[], settings: Settings, wanted: Wanted): Forms {
  const setOf = (choose: Choose): SectionSet => ({
    named: choose.name.map((value) => [field('basic_details[agent_name]', value)]),
    // A number that another agent has is refused.
    sections: [...sectionsOf(names, settings, choose), ...(choose.isPlain ? [] : numbersOf(settings))],
  });
  const [odd, plain] = [setOf(oddValues(wanted)), setOf(plainValues(wanted))];
  const named = fc.oneof({ weight: 3, arbitrary: plain.named }, { weight: 1, arbitrary: odd.named });
  const updated = updating(named);
  const some = someOf(odd.sections, plain.sections, numbersOf(settings));
  const typed: Section = fc.constant([field('basic_details[agent_type]', '3')]);
  const numbers = numbersOf(settings);
  return {
    right: scaled(
      [
        { weight: 5, arbitrary: of(both(named, some)) },
        { weight: 3, arbitrary: of(both(updated, some)) },
        { weight: 1, arbitrary: of(odd.named) },
      ],
      wanted.factor('createAgentOrUpdate'),
    ),
    numbers: numbers.flatMap((attached) => [
      { weight: 4, arbitrary: of(both(both(named, typed), attached)) },
      { weight: 3, arbitrary: of(both(updated, attached)) },
      { weight: 2, arbitrary: of(fc.tuple(named, typed, attached, some).map((all) => joined(...all))) },
    ]),
    files: fileForms(plain.named, updated, some, wanted),
    wrong: wrongForms({ named, updated, some, numbers, settings }),
  };
}

interface SectionSet {
  readonly named: Section;
  readonly sections: readonly Section[];
}

const caller = fc.constantFrom<Caller[]>('own', 'own', 'own', 'own', 'own', 'access');

function of(fields: Section, as: fc.Arbitrary<Caller> = caller): fc.Arbitrary<SentRequest> {
  return fc.record({ operation: fc.constant('createAgentOrUpdate' as const), as, form: fields });
}

function both(one: Section, other: Section): Section {
  return fc.tuple(one, other).map(([head, rest]) => [...head, ...rest]);
}

function updating(named: Section): Section {
  return fc
    .nat(5)
    .chain((index): Section =>
      fc
        .oneof(named, fc.constant<Fields>([{ name: 'basic_details[agent_name]', value: { $nameOf: index } }]))
        .map((fields) => [{ name: 'agent_id', value: { $agent: index } }, ...fields]),
    );
}

/** Sections alone, two of them, about half of them and all; beside others few are odd. */
function someOf(odd: readonly Section[], plain: readonly Section[], numbers: readonly Section[]): Section {
  const [anyOdd, any] = [fc.oneof(...odd), fc.oneof(...plain)];
  const part = { minLength: Math.floor(plain.length / 4), maxLength: Math.ceil(plain.length / 2) };
  const half = fc.tuple(...plain).chain((all) => fc.subarray(all, part));
  return fc.oneof(
    { weight: 6, arbitrary: anyOdd },
    { weight: 4, arbitrary: fc.tuple(any, any).map((all) => joined(...all)) },
    { weight: 3, arbitrary: fc.tuple(any, anyOdd).map((all) => joined(...all)) },
    { weight: 2, arbitrary: fc.tuple(any, any, any).map((all) => joined(...all)) },
    { weight: 4, arbitrary: half.map((all) => joined(...all)) },
    { weight: 1, arbitrary: fc.tuple(anyOdd, half).map(([one, all]) => joined(one, ...all)) },
    { weight: 1, arbitrary: fc.tuple(...plain).map((all) => joined(...all)) },
    ...numbers.map((attached) => ({
      weight: 2,
      arbitrary: fc.tuple(attached, half).map(([one, all]) => joined(one, ...all)),
    })),
  );
}

/** Of the settings' numbers one or two, or none where there are none. */
function numbersOf({ numbers = {} }: Settings): Section[] {
  const known = (['owned', 'shared', 'inactive'] as const).flatMap((kind) =>
    (numbers[kind] ?? []).map((_, index) => ({ $number: [kind, index] as const })),
  );
  if (known.length === 0) return [];
  const few = fc.uniqueArray(fc.constantFrom(...known), { minLength: 1, maxLength: 2 });
  return [few.map((all) => all.map((value) => field('phone_numbers[]', value)))];
}

const kinds = ['notes.pdf', 'notes.doc', 'notes.docx', 'notes.xlsx', 'notes.csv'];

/** In bytes: around 10 MB by both readings. */
const sizes = [10_000_000, 10_000_001, 10 * 2 ** 20 - 1, 10 * 2 ** 20, 10 * 2 ** 20 + 1];

function fileForms(named: Section, updated: Section, some: Section, wanted: Wanted): Weighted<SentRequest>[] {
  const awkward = fc.constantFrom(...wanted.fresh('FILE_KNOWLEDGE_BASES', fileNames)).map((name) => [name]);
  const files = filesOf(fc.uniqueArray(fc.constantFrom(...kinds), { minLength: 1, maxLength: 3 }));
  const large = sizes.map((size) => filesOf(fc.constant(['large.pdf']), size));
  return [
    { weight: 5, arbitrary: of(both(named, files)) },
    { weight: 4, arbitrary: of(both(named, filesOf(awkward))) },
    { weight: 2, arbitrary: of(both(both(named, pictures), files)) },
    { weight: 4, arbitrary: of(both(updated, files)) },
    { weight: 6, arbitrary: of(fc.tuple(named, files, some).map((all) => joined(...all))) },
    // Rarely, because each is as many bytes to send.
    {
      weight: 1,
      arbitrary: of(both(named, fc.oneof(...large, filesOf(fc.constant(['one.pdf', 'other.pdf']), 6_000_000)))),
    },
  ];
}

interface Parts {
  readonly named: Section;
  readonly updated: Section;
  readonly some: Section;
  readonly numbers: readonly Section[];
  readonly settings: Settings;
}

function wrongForms({ named, updated, some, numbers, settings }: Parts): Weighted<SentRequest>[] {
  const nameless = fc.constantFrom<Fields[]>(
    [field('configuration[memory_recall]', 'true')],
    [field('denials[denied_words][]', 'refund')],
    [field('basic_details[description]', 'nameless')],
    [field('basic_details[agent_type]', '3')],
  );
  const beside = (one: Section, other: Section): Section => fc.tuple(one, other).map((all) => joined(...all));
  return [
    { weight: 4, arbitrary: of(both(named, beside(wrongFields, some))) },
    { weight: 4, arbitrary: of(both(updated, beside(wrongFields, some))) },
    ...numbers.flatMap((attached) => [
      { weight: 3, arbitrary: of(both(named, beside(attached, wrongFields))) },
      {
        weight: 2,
        arbitrary: of(
          both(
            named,
            fc.tuple(attached, wrongFields, some).map((all) => joined(...all)),
          ),
        ),
      },
      { weight: 1, arbitrary: of(both(updated, beside(attached, wrongFields))) },
      { weight: 1, arbitrary: of(beside(nameless, attached)) },
      { weight: 1, arbitrary: of(both(named, attached), intruders(settings)) },
    ]),
    { weight: 2, arbitrary: of(nameless) },
    { weight: 1, arbitrary: of(both(updated, some), intruders(settings)) },
    { weight: 1, arbitrary: of(both(named, some), intruders(settings)) },
  ];
}

/** Parts that let a whole form be refused. */
const wrongFields: Section = fc.oneof(
  fc
    .constantFrom('category', 'purpose', 'agent_type', 'agent_privacy', 'voice_provider', 'transcriber_provider')
    .map((name): Fields => [field(`basic_details[${name}]`, 'abc')]),
  filesOf(
    fc.constantFrom(
      ['tool.exe'],
      ['picture.png'],
      ['notes.txt'],
      ['notes.pdf.exe'],
      ['notes.pdf', 'tool.exe'],
      ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'],
    ),
  ),
  fc.constantFrom('tools', 'sub_agents').map((name): Fields => [field(`knowledge_base[${name}][0][id]`, 'abc')]),
);
