import * as fc from 'fast-check';
import type { Settings } from '../../../deployment/configuration/settings.ts';
import type { FormField, SentRequest } from '../steps.ts';
import { intruders, scaled, type Wanted, type Weighted } from './agent-steps.ts';
import { names, texts } from './values.ts';

type Fields = readonly FormField[];

/** Requests to createagentorupdate: new agents, agents of the run's own that the form names, and forms that are refused. */
export function formRequests(settings: Settings, wanted: Wanted): Weighted<SentRequest>[] {
  const named = names.map((value): Fields => [{ name: 'basic_details[agent_name]', value }]);
  const updated = fc
    .nat(5)
    .chain((index): fc.Arbitrary<Fields> =>
      fc
        .oneof(named, fc.constant([{ name: 'basic_details[agent_name]', value: { $nameOf: index } }]))
        .map((fields) => [{ name: 'agent_id', value: { $agent: index } }, ...fields]),
    );
  const sections = sectionsOf(settings);
  const some = fc.oneof(
    { weight: 5, arbitrary: fc.oneof(...sections) },
    {
      weight: 4,
      arbitrary: fc.tuple(fc.oneof(...sections), fc.oneof(...sections)).map(([one, other]) => joined(one, other)),
    },
    { weight: 1, arbitrary: fc.tuple(...sections).map((all) => joined(...all)) },
    { weight: 1, arbitrary: fc.constant([]) },
  );
  const of = (fields: fc.Arbitrary<Fields>, as: fc.Arbitrary<SentRequest['as']> = caller): fc.Arbitrary<SentRequest> =>
    fc.record({ operation: fc.constant('createAgentOrUpdate' as const), as, form: fields });
  const both = (one: fc.Arbitrary<Fields>, other: fc.Arbitrary<Fields>): fc.Arbitrary<Fields> =>
    fc.tuple(one, other).map(([head, rest]) => [...head, ...rest]);
  const typed = fc.constant<Fields>([{ name: 'basic_details[agent_type]', value: '3' }]);
  return [
    ...scaled(
      [
        { weight: 2, arbitrary: of(both(named, some)) },
        ...numbersOf(settings).map((attached) => ({ weight: 3, arbitrary: of(both(both(named, typed), attached)) })),
        { weight: 4, arbitrary: of(both(updated, some)) },
        ...numbersOf(settings).map((attached) => ({ weight: 3, arbitrary: of(both(updated, attached)) })),
      ],
      wanted.factor('createAgentOrUpdate'),
    ),
    {
      weight: 1,
      arbitrary: fc.oneof(
        { weight: 4, arbitrary: of(both(named, some)) },
        { weight: 1, arbitrary: of(both(named, largeFiles)) },
      ),
    },
    { weight: 2, arbitrary: of(both(both(named, some), wrongFields)) },
    { weight: 2, arbitrary: of(both(both(updated, some), wrongFields)) },
    ...numbersOf(settings).map((attached) => ({ weight: 1, arbitrary: of(both(both(named, attached), wrongFields)) })),
    {
      weight: 1,
      arbitrary: of(
        fc.constantFrom<Fields[]>(
          [{ name: 'configuration[memory_recall]', value: 'true' }],
          [{ name: 'denials[denied_words][]', value: 'refund' }],
          [{ name: 'basic_details[description]', value: 'nameless' }],
        ),
      ),
    },
    { weight: 1, arbitrary: of(both(updated, some), intruders(settings)) },
  ];
}

const caller = fc.constantFrom<SentRequest['as'][]>('own', 'own', 'own', 'own', 'own', 'access');

const list = (name: string, values: fc.Arbitrary<readonly unknown[]>): fc.Arbitrary<Fields> =>
  values.map((each) => each.map((value): FormField => ({ name: `${name}[]`, value })));

const one = (name: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<Fields> =>
  value.map((each): Fields => [{ name, value: each }]);

function sectionsOf({ values = {} }: Settings): fc.Arbitrary<Fields>[] {
  const detail = (name: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<Fields> =>
    one(`basic_details[${name}]`, value);
  const words = fc.uniqueArray(
    fc.constantFrom('refund', 'Rückerstattung', '政治', 'ALL CAPS', 'two words', "it's", 'a,b', '007'),
    { minLength: 1, maxLength: 5 },
  );
  const keys = fc.uniqueArray(fc.constantFrom('callback_time', 'Name', 'größe', 'budget', 'x1'), {
    minLength: 1,
    maxLength: 3,
  });
  return [
    detail('description', texts),
    detail('agent_prompt', texts),
    detail('category', fc.constantFrom('1', '2', '3', '5')),
    detail('purpose', fc.constantFrom('1', '2', '3')),
    detail('agent_type', fc.constantFrom('3', '1', '2', '4')),
    detail('agent_privacy', fc.constantFrom('0', '1')),
    detail('voice_provider', fc.constantFrom('1', '2', '3')),
    detail('transcriber_provider', fc.constantFrom('1', '2')),
    detail('voice_id', fc.oneof(fc.record({ $voice: fc.tuple(fc.nat(3), fc.nat(50)) }), fc.constant('custom-voice'))),
    ...['tone', 'style', 'chatbot_name', 'chatbot_welcome_message', 'instruction_sensitivity'].map((name) =>
      detail(name, texts),
    ),
    detail('transcriber_language', fc.constantFrom('en', 'de')),
    list('denials[denied_words]', words),
    list('denials[denied_topics]', words),
    keys.map((all) =>
      all.flatMap((key, index): Fields => [
        field(`metadata_config[metadata_input][${index}][key]`, key),
        field(`metadata_config[metadata_input][${index}][type]`, 'string'),
        field(`metadata_config[metadata_input][${index}][description]`, 'When to call back'),
      ]),
    ),
    ...['context_awareness', 'memory_recall', 'sentiment_analysis', 'interruption_handling'].map((name) =>
      one(`configuration[${name}]`, fc.constantFrom('true', 'false')),
    ),
    filesOf(fc.uniqueArray(fc.constantFrom(...fileNames), { minLength: 1, maxLength: 3 })),
    ...(values.dispositions === undefined
      ? []
      : [
          list(
            'dispositions_config[dispositions]',
            fc.uniqueArray(fc.constantFrom(...values.dispositions), { minLength: 1 }),
          ),
        ]),
    ...(values.tools === undefined ? [] : [switched('tools', values.tools)]),
    ...(values.sub_agents === undefined ? [] : [switched('sub_agents', values.sub_agents)]),
  ];
}

function field(name: string, value: unknown): FormField {
  return { name, value };
}

function switched(name: string, ids: readonly number[]): fc.Arbitrary<Fields> {
  const chosen = fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1 });
  return fc
    .tuple(chosen, fc.constantFrom('true', 'true', 'false'))
    .map(([all, isEnabled]) =>
      all.flatMap((id, index): Fields => [
        field(`knowledge_base[${name}][${index}][id]`, String(id)),
        field(`knowledge_base[${name}][${index}][isEnabled]`, isEnabled),
      ]),
    );
}

/** Of one section twice, the first one counts. */
function joined(...sections: readonly Fields[]): Fields {
  const taken = new Set<string>();
  return sections.flatMap((fields) => {
    const heads = new Set(fields.map(({ name }) => name.replace(/\[\d*\].*$/, '')));
    if ([...heads].some((head) => taken.has(head))) return [];
    for (const head of heads) taken.add(head);
    return fields;
  });
}

function numbersOf({ numbers = {} }: Settings): fc.Arbitrary<Fields>[] {
  const known = (['owned', 'shared', 'inactive'] as const).flatMap((kind) =>
    (numbers[kind] ?? []).map((_, index) => ({ $number: [kind, index] as const })),
  );
  if (known.length === 0) return [];
  return [
    fc
      .uniqueArray(fc.constantFrom(...known), { minLength: 1, maxLength: 2 })
      .map((all) => all.map((value) => field('phone_numbers[]', value))),
  ];
}

const fileNames = [
  'notes.pdf',
  'notes.doc',
  'notes.docx',
  'notes.xlsx',
  'notes.csv',
  'NOTES.PDF',
  'Notes.Docx',
  'two words.csv',
  'a(1).pdf',
  'Größe.pdf',
  '.pdf',
  'archive.tar.pdf',
  `${'x'.repeat(120)}.pdf`,
  "it's.csv",
];

function filesOf(all: fc.Arbitrary<readonly string[]>, size?: number): fc.Arbitrary<Fields> {
  return all.map((each) =>
    each.map((name): FormField => ({
      name: 'FILE_KNOWLEDGE_BASES',
      value: '',
      file: { name, ...(size !== undefined && { size }) },
    })),
  );
}

/** Files at the limit of 10 MB and beyond it; rarely, because each is as many bytes to send. */
const largeFiles: fc.Arbitrary<Fields> = fc.oneof(
  filesOf(fc.constant(['large.pdf']), 10_000_000),
  filesOf(fc.constant(['one.pdf', 'other.pdf']), 6_000_000),
  filesOf(fc.constant(['larger.pdf']), 10 * 2 ** 20 + 1),
);

/** Parts that let a whole form be refused. */
const wrongFields: fc.Arbitrary<Fields> = fc.oneof(
  fc
    .constantFrom('category', 'purpose', 'agent_type', 'agent_privacy', 'voice_provider', 'transcriber_provider')
    .map((name): Fields => [field(`basic_details[${name}]`, 'abc')]),
  filesOf(
    fc.constantFrom(
      ['tool.exe'],
      ['picture.png'],
      ['notes.txt'],
      ['notes.pdf', 'tool.exe'],
      ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'],
    ),
  ),
  fc.constantFrom('tools', 'sub_agents').map((name): Fields => [field(`knowledge_base[${name}][0][id]`, 'abc')]),
);
