import * as fc from 'fast-check';
import type { Histogram } from '../histogram.ts';
import type { Settings } from '../../../deployment/configuration/settings.ts';
import type { Caller, FormField, SentRequest } from '../../steps.ts';
import { formFields, headOf } from '../../stated/form-fields.ts';
import { besides, type Weighted, drawnFrom, intruders, requestTo } from './drawing.ts';
import { field, fileNames, filesOf, formMembers, inList, pictures, type Section, someOf } from './form-sections.ts';
import { type Fields, type Members, someFields } from './saving-steps.ts';
import { oddValues, plainValues } from './texts.ts';

/** Forms in their kinds: each is a subject of walks. */
export type Forms = Readonly<Record<'right' | 'numbers' | 'files' | 'wrong', Weighted<SentRequest>[]>>;

/** Requests to createagentorupdate: new agents, agents of the run's own that the form names, and forms that are refused. */
export function formRequests(names: readonly string[], settings: Settings, wanted: Histogram): Forms {
  const [odd, plain] = [oddValues(wanted, agentName), plainValues(wanted, agentName)];
  const named = nameField(drawnFrom([3, plain.name], [1, odd.name]));
  const updated = updatingForm(named);
  const either = drawnFrom([1, named], [1, updated]);
  // A number that another agent has is refused.
  const numbers = numbersOf(settings);
  const some = someFields({ ...formMembers(names, settings, odd), ...numbers }, formMembers(names, settings, plain));
  const intruder = intruders(settings);
  const right: Weighted<SentRequest>[] = [
    [5, formRequest([some, named])],
    [3, formRequest([some, updated])],
    [1, formRequest([nameField(odd.name)])],
  ];
  return {
    right,
    numbers: Object.values(numbers).flatMap((phone_numbers): Weighted<SentRequest>[] => {
      const attached = fc.record({ phone_numbers });
      return [
        [4, formRequest([attached, typed, named])],
        [3, formRequest([attached, updated])],
        [2, formRequest([some, attached, typed, named])],
      ];
    }),
    files: fileForms(nameField(plain.name), updated, some, wanted),
    wrong: [
      [8, formRequest([some, wrongFields, either])],
      ...Object.values(numbers).flatMap((phone_numbers): Weighted<SentRequest>[] => {
        const attached = fc.record({ phone_numbers });
        return [
          [6, formRequest([wrongFields, attached, drawnFrom([3, named], [1, updated])])],
          [1, formRequest([attached, nameless])],
          [1, formRequest([attached, named], intruder)],
        ];
      }),
      [2, formRequest([nameless])],
      [2, formRequest([some, either], intruder)],
    ],
  };
}

const agentName = 'basic_details[agent_name]';
const typed: Fields = fc.constant({ 'basic_details[agent_type]': [field('basic_details[agent_type]', '3')] });
const anyWay = fc.constantFrom<Caller[]>('own', 'own', 'own', 'own', 'own', 'access');

/** A form of these fields by their heads: of a head that several have, the last one counts. */
function formRequest(parts: readonly Fields[], as: fc.Arbitrary<Caller> = anyWay): fc.Arbitrary<SentRequest> {
  const form = besides(...parts).map((all) => Object.values(all).flat() as FormField[]);
  return requestTo('createAgentOrUpdate', { as, form });
}

function nameField(names: fc.Arbitrary<unknown>): Fields {
  return names.map((name) => ({ [agentName]: [field(agentName, name)] }));
}

function updatingForm(named: Fields): Fields {
  return fc.nat(5).chain((index) => {
    const kept = nameField(fc.constant({ $nameOf: index }));
    return fc.oneof(named, kept).map((fields) => ({ agent_id: [field('agent_id', { $agent: index })], ...fields }));
  });
}

/** One field, by its head. */
function fieldAlone(name: string, value: unknown): Readonly<Record<string, readonly FormField[]>> {
  return { [headOf(name)]: [field(name, value)] };
}

const nameless = fc.constantFrom(
  fieldAlone('configuration[memory_recall]', 'true'),
  fieldAlone('denials[denied_words][]', 'refund'),
  fieldAlone('basic_details[description]', 'nameless'),
  fieldAlone('basic_details[agent_type]', '3'),
  fieldAlone('basic_details[agent_name][first]', 'x'),
);

/** Of the settings' numbers one or two, or none where there are none. */
function numbersOf({ numbers = {} }: Settings): Members {
  const known = (['owned', 'shared', 'inactive'] as const).flatMap((kind) =>
    (numbers[kind] ?? []).map((_, index) => ({ $number: [kind, index] as const })),
  );
  return known.length === 0 ? {} : { phone_numbers: inList('phone_numbers', someOf(known, 2)) };
}

/** In bytes: around 10 MB by both readings. */
const sizes = [10_000_000, 10_000_001, 10 * 2 ** 20 - 1, 10 * 2 ** 20, 10 * 2 ** 20 + 1];

function fileForms(named: Fields, updated: Fields, some: Fields, wanted: Histogram): Weighted<SentRequest>[] {
  const sending = (files: Section): Fields => fc.record({ FILE_KNOWLEDGE_BASES: files });
  const awkward = fc.constantFrom(...wanted.fresh('FILE_KNOWLEDGE_BASES', fileNames));
  // The first of them are plain, one of each kind.
  const plain = fc.uniqueArray(fc.constantFrom(...fileNames.slice(0, 5)), { minLength: 1, maxLength: 3 });
  const files = sending(filesOf(plain));
  const large = sizes.map((size) => sending(filesOf(fc.constant(['large.pdf']), size)));
  const two = sending(filesOf(fc.constant(['one.pdf', 'other.pdf']), 6_000_000));
  return [
    [5, formRequest([files, named])],
    [4, formRequest([sending(filesOf(fc.tuple(awkward))), named])],
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
const wrongFiles = [
  ...[['tool.exe'], ['picture.png'], ['notes.txt'], ['notes.pdf.exe'], ['notes.pdf', 'tool.exe']],
  ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'],
];

/** Parts that let a whole form be refused. */
const wrongFields: Fields = fc.oneof(
  fc.constantFrom(...wrongValues),
  fc.record({ FILE_KNOWLEDGE_BASES: filesOf(fc.constantFrom(...wrongFiles)) }),
  fc.constantFrom('tools', 'sub_agents').map((name) => fieldAlone(`knowledge_base[${name}][0][id]`, 'abc')),
);
