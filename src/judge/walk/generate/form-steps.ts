import * as fc from 'fast-check';
import type { Settings } from '../../../deployment/configuration/settings.ts';
import type { Caller, SentRequest } from '../../steps.ts';
import { formFields } from '../../stated/form-fields.ts';
import { field, fileNames, filesOf, unite, pictures, sectionsOf, type Fields, type Section } from './form-sections.ts';
import { type Choose, type Wanted, type Weighted, drawnFrom, intruders, requestTo, scaled } from './drawing.ts';
import { oddValues, plainValues } from './texts.ts';

/** Forms in their kinds: each is a subject of walks. */
export interface Forms {
  readonly right: Weighted<SentRequest>[];
  readonly numbers: Weighted<SentRequest>[];
  readonly files: Weighted<SentRequest>[];
  readonly wrong: Weighted<SentRequest>[];
}

/** Requests to createagentorupdate: new agents, agents of the run's own that the form names, and forms that are refused. */
export function formRequests(names: readonly string[], settings: Settings, wanted: Wanted): Forms {
  const [odd, plain] = [oddValues(wanted), plainValues(wanted)];
  const nameOf = (choose: Choose): Section => choose.name.map((value) => [field('basic_details[agent_name]', value)]);
  const numbers = numbersOf(settings);
  const named = drawnFrom([3, nameOf(plain)], [1, nameOf(odd)]);
  const updated = updating(named);
  // A number that another agent has is refused.
  const some = someSections(
    [...sectionsOf(names, settings, odd), ...numbers],
    sectionsOf(names, settings, plain),
    numbers,
  );
  const typed: Section = fc.constant([field('basic_details[agent_type]', '3')]);
  const right: Weighted<SentRequest>[] = [
    [5, formRequest(both(named, some))],
    [3, formRequest(both(updated, some))],
    [1, formRequest(nameOf(odd))],
  ];
  return {
    right: scaled(right, wanted.factor('createAgentOrUpdate')),
    numbers: numbers.flatMap((attached): Weighted<SentRequest>[] => [
      [4, formRequest(both(named, typed, attached))],
      [3, formRequest(both(updated, attached))],
      [2, formRequest(joining(named, typed, attached, some))],
    ]),
    files: fileForms(nameOf(plain), updated, some, wanted),
    wrong: wrongForms({ named, updated, some, numbers, settings }),
  };
}

const anyWay = fc.constantFrom<Caller[]>('own', 'own', 'own', 'own', 'own', 'access');

function formRequest(fields: Section, as: fc.Arbitrary<Caller> = anyWay): fc.Arbitrary<SentRequest> {
  return requestTo('createAgentOrUpdate', { as, form: fields });
}

function both(...sections: readonly Section[]): Section {
  return fc.tuple(...sections).map((all) => all.flat());
}

function joining(...sections: readonly Section[]): Section {
  return fc.tuple(...sections).map((all) => unite(...all));
}

function updating(named: Section): Section {
  return fc.nat(5).chain((index) => {
    const kept: Section = fc.constant([field('basic_details[agent_name]', { $nameOf: index })]);
    return both(fc.constant([field('agent_id', { $agent: index })]), fc.oneof(named, kept));
  });
}

/** Sections alone, two of them, about half of them and all; beside others few are odd. */
function someSections(odd: readonly Section[], plain: readonly Section[], numbers: readonly Section[]): Section {
  const [anyOdd, any] = [fc.oneof(...odd), fc.oneof(...plain)];
  const part = { minLength: Math.floor(plain.length / 4), maxLength: Math.ceil(plain.length / 2) };
  const half: Section = fc
    .tuple(...plain)
    .chain((all) => fc.subarray(all, part))
    .map((all) => unite(...all));
  return drawnFrom<Fields>(
    [6, anyOdd],
    [4, joining(any, any)],
    [3, joining(any, anyOdd)],
    [2, joining(any, any, any)],
    [4, half],
    [1, joining(anyOdd, half)],
    [1, joining(...plain)],
    ...numbers.map((attached) => [2, joining(attached, half)] as const),
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

/** In bytes: around 10 MB by both readings. */
const sizes = [10_000_000, 10_000_001, 10 * 2 ** 20 - 1, 10 * 2 ** 20, 10 * 2 ** 20 + 1];

function fileForms(named: Section, updated: Section, some: Section, wanted: Wanted): Weighted<SentRequest>[] {
  const awkward = fc.constantFrom(...wanted.fresh('FILE_KNOWLEDGE_BASES', fileNames));
  // The first of them are plain, one of each kind.
  const files = filesOf(fc.uniqueArray(fc.constantFrom(...fileNames.slice(0, 5)), { minLength: 1, maxLength: 3 }));
  const large = sizes.map((size) => filesOf(fc.constant(['large.pdf']), size));
  const two = filesOf(fc.constant(['one.pdf', 'other.pdf']), 6_000_000);
  return [
    [5, formRequest(both(named, files))],
    [4, formRequest(both(named, filesOf(fc.tuple(awkward))))],
    [2, formRequest(both(named, pictures, files))],
    [4, formRequest(both(updated, files))],
    [6, formRequest(joining(named, files, some))],
    // Rarely, because each is as many bytes to send.
    [1, formRequest(both(named, fc.oneof(...large, two)))],
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
  return [
    [4, formRequest(both(named, joining(wrongFields, some)))],
    [4, formRequest(both(updated, joining(wrongFields, some)))],
    ...numbers.flatMap((attached): Weighted<SentRequest>[] => [
      [3, formRequest(both(named, joining(attached, wrongFields)))],
      [2, formRequest(both(named, joining(attached, wrongFields, some)))],
      [1, formRequest(both(updated, joining(attached, wrongFields)))],
      [1, formRequest(joining(nameless, attached))],
      [1, formRequest(both(named, attached), intruders(settings))],
    ]),
    [2, formRequest(nameless)],
    [1, formRequest(both(updated, some), intruders(settings))],
    [1, formRequest(both(named, some), intruders(settings))],
  ];
}

const wrongValues = Object.entries(formFields).flatMap(([name, { wrong = [] }]) =>
  wrong.map((value): Fields => [field(name, value)]),
);
const wrongFiles = [
  ...[['tool.exe'], ['picture.png'], ['notes.txt'], ['notes.pdf.exe'], ['notes.pdf', 'tool.exe']],
  ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'],
];

/** Parts that let a whole form be refused. */
const wrongFields: Section = fc.oneof(
  fc.constantFrom(...wrongValues),
  filesOf(fc.constantFrom(...wrongFiles)),
  fc.constantFrom('tools', 'sub_agents').map((name): Fields => [field(`knowledge_base[${name}][0][id]`, 'abc')]),
);
