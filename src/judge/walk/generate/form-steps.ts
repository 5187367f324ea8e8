import * as fc from 'fast-check';
import type { Settings } from '../../../deployment/configuration/settings.ts';
import type { Caller, SentRequest } from '../../steps.ts';
import { formFields } from '../../stated/form-fields.ts';
import {
  field,
  fileNames,
  filesOf,
  inList,
  one,
  pictures,
  sectionsOf,
  someOf,
  unite,
  type Fields,
  type Section,
} from './form-sections.ts';
import { type Choose, type Wanted, type Weighted, drawnFrom, intruders, requestTo, scaled } from './drawing.ts';
import { oddValues, plainValues } from './texts.ts';

/** Forms in their kinds: each is a subject of walks. */
export type Forms = Readonly<Record<'right' | 'numbers' | 'files' | 'wrong', Weighted<SentRequest>[]>>;

/** Requests to createagentorupdate: new agents, agents of the run's own that the form names, and forms that are refused. */
export function formRequests(names: readonly string[], settings: Settings, wanted: Wanted): Forms {
  const [odd, plain] = [oddValues(wanted, agentName), plainValues(wanted, agentName)];
  const nameOf = (choose: Choose): Section => one(agentName, choose.name);
  const numbers = numbersOf(settings);
  const named = drawnFrom([3, nameOf(plain)], [1, nameOf(odd)]);
  const updated = updatingForm(named);
  // A number that another agent has is refused.
  const some = someSections(
    [...sectionsOf(names, settings, odd), ...numbers],
    sectionsOf(names, settings, plain),
    numbers,
  );
  const typed: Section = fc.constant([field('basic_details[agent_type]', '3')]);
  const intruder = intruders(settings);
  const right: Weighted<SentRequest>[] = [
    [5, formRequest([named, some])],
    [3, formRequest([updated, some])],
    [1, formRequest([nameOf(odd)])],
  ];
  return {
    right: scaled(right, wanted.factor('createAgentOrUpdate')),
    numbers: numbers.flatMap((attached): Weighted<SentRequest>[] => [
      [4, formRequest([named, typed, attached])],
      [3, formRequest([updated, attached])],
      [2, formRequest([joining(named, typed, attached, some)])],
    ]),
    files: fileForms(nameOf(plain), updated, some, wanted),
    wrong: [
      [8, formRequest([drawnFrom([1, named], [1, updated]), joining(wrongFields, some)])],
      ...numbers.flatMap((attached): Weighted<SentRequest>[] => [
        [4, formRequest([drawnFrom([3, named], [1, updated]), joining(attached, wrongFields)])],
        [2, formRequest([named, joining(attached, wrongFields, some)])],
        [1, formRequest([joining(nameless, attached)])],
        [1, formRequest([named, attached], intruder)],
      ]),
      [2, formRequest([nameless])],
      [2, formRequest([drawnFrom([1, named], [1, updated]), some], intruder)],
    ],
  };
}

const agentName = 'basic_details[agent_name]';
const anyWay = fc.constantFrom<Caller[]>('own', 'own', 'own', 'own', 'own', 'access');

/** A form of these sections, one behind the other. */
function formRequest(sections: readonly Section[], as: fc.Arbitrary<Caller> = anyWay): fc.Arbitrary<SentRequest> {
  return requestTo('createAgentOrUpdate', { as, form: fc.tuple(...sections).map((all) => all.flat()) });
}

function joining(...sections: readonly Section[]): Section {
  return fc.tuple(...sections).map((all) => unite(...all));
}

function updatingForm(named: Section): Section {
  return fc.nat(5).chain((index) => {
    const kept: Section = fc.constant([field(agentName, { $nameOf: index })]);
    return fc.oneof(named, kept).map((fields) => [field('agent_id', { $agent: index }), ...fields]);
  });
}

const nameless = fc.constantFrom<Fields[]>(
  [field('configuration[memory_recall]', 'true')],
  [field('denials[denied_words][]', 'refund')],
  [field('basic_details[description]', 'nameless')],
  [field('basic_details[agent_type]', '3')],
);

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
  return [inList('phone_numbers', someOf(known, 2))];
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
    [5, formRequest([named, files])],
    [4, formRequest([named, filesOf(fc.tuple(awkward))])],
    [2, formRequest([named, pictures, files])],
    [4, formRequest([updated, files])],
    [6, formRequest([joining(named, files, some)])],
    // Rarely, because each is as many bytes to send.
    [1, formRequest([named, fc.oneof(...large, two)])],
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
