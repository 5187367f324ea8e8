import type { RefusalId } from '../../src/document/names.gen.ts';
import type { Member, Operation } from '../../src/document/operation.ts';
import type { ContractDocument } from '../../src/document/read/load.ts';
import { keyOfField } from '../../src/document/validate/check-form.ts';
import { expectedType, kindOfFault } from '../../src/document/validate/request-fault.ts';
import type { Script } from '../../src/judge/script.ts';
import type { Step } from '../../src/judge/steps.ts';
import {
  type About,
  aboutsOf,
  classesFor,
  fieldsFor,
  ownCaller,
  plainRequest,
  requestOf,
  rowOf,
  savedField,
  valuesOfClass,
} from '../../src/judge/walk/cells.ts';
import { namePointer, formFields, jsonFields } from '../../src/judge/stated/fields.ts';
import { changeByForm, create, createByForm, file, form, image, named, read, rename, send, update } from '../steps.ts';
import { grouped } from '../../src/json/json-value.ts';
import { languages } from '../../src/judge/walk/generate/values.ts';

/** A field or parameter of an operation, and what the requests are about that it is tried in. */
export interface TriedField {
  readonly operation: Operation;
  readonly about: About;
  readonly member: Member;
}

/** Scripts that send each field and parameter a value of every kind that the document tells apart; those of one script share an agent. */
export function valueScripts(document: ContractDocument): readonly Script[] {
  const alike = grouped(triedFields(document), ({ operation, about }) => `${operation.id} ${about}`);
  return [...alike.values()].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / fieldsTogether) }, (_, index): Script => {
      const fields = all.slice(index * fieldsTogether, (index + 1) * fieldsTogether);
      const [first] = fields;
      const setting = first ? settingOf(first) : [];
      const tried = fields.map(valuesTried);
      return {
        title: `kinds of values of ${fields.map(({ member }) => member.name).join(', ')}`,
        clauses: ['warnings.uncovered', ...rulesOfFields(fields)],
        steps: [...setting, ...tried.flat()],
        parts: tried.map((_, at) => setting.length + tried.slice(0, at).flat().length),
      };
    }),
  );
}

/** Codes of which a table may have some; what is shown of others shows by one that is in none. */
const codes = ['1', '2', '3', '4', '5', '99'];

/** What answers show of what is saved, each of several values: in their own fields, in their texts, in fields of the house. */
const successes: readonly Omit<Script, 'clauses'>[] = [
  {
    title: 'what is shown of what create-agent saves',
    steps: savingSteps(),
    choices: ['agent.last-modified.unchanged'],
  },
  { title: 'what is shown of statuses', steps: statusSteps() },
  {
    title: 'what is shown of what a form saves',
    steps: formSteps(),
    choices: ['agent.last-modified.form', 'createagentorupdate.create.agent-type'],
  },
  {
    title: 'what is shown of what a form names',
    choices: ['createagentorupdate.phone-numbers.effect'],
    steps: [
      createByForm({ 'phone_numbers[]': [{ $number: ['owned', 1] }, { $number: ['shared', 0] }] }),
      // With a shared number alone it cannot be published.
      changeByForm({ 'phone_numbers[]': { $number: ['shared', 0] } }),
      update({ status: 1 }),
      ...referenceSteps(),
    ],
  },
  {
    // Each code is shown with a text of the deployment's own.
    title: 'what is shown of codes',
    steps: codes.flatMap((code, at) => {
      const fields = { 'basic_details[category]': code, 'basic_details[purpose]': codes.at(at - 1) };
      return [at === 0 ? createByForm(fields) : changeByForm(fields), read()];
    }),
  },
  {
    title: 'what is told without a token, of a form that is not taken, and without an agent',
    steps: [
      plainRequest('createAgentOrUpdate', 'none'),
      plainRequest('createAgent', 'bare'),
      requestOf(['updateAgent', ownCaller('updateAgent'), 'nobody', 'plain']),
    ].map((request) => ({ do: 'send', request })),
  },
  {
    title: 'what is shown of a token',
    steps: [...[1, 2].map(() => send('getToken', { as: 'login' })), send('verifyToken', { json: {} })],
  },
];

export const successScripts: readonly Script[] = successes.map((script) => ({ ...script, clauses: ['payload.json'] }));

/** Each field by itself: a deployment may refuse one of them. What it takes of some the settings say. */
function savingSteps(): readonly Step[] {
  const listed = { provider: { $setting: 'providers.listed.0' }, voice_id: { $voice: [0, 1] } };
  const saved: readonly Readonly<Record<string, unknown>>[] = [
    { speech_to_text: { provider: 'provider_c' } },
    { greeting: 'Good day' },
    { speech_to_text: { provider: 'provider_b' } },
    { timezone: 'Asia/Kolkata' },
    { session_data_webhook: 'https://hooks.example.com/' },
    { voice: { settings: { speed: 0.5, stability: 0.25 } } },
    { configurations: { do_not_call_detection: true } },
    ...['voice', 'speech_to_text', 'llm'].map((name) => ({ [name]: { $setting: `values.${name}` } })),
    ...[{ voice: listed }, { speech_to_text: { language: 'en' } }],
  ];
  const renamed = rename({ name: { $name: 'renamed' }, language: 'de' });
  // Without a number it cannot be published.
  return [create({ greeting: 'Hello' }), update({ status: 1 }), renamed, ...saved.map((each) => update(each))];
}

/** Every status, from the same and from another one, and an update in some. */
function statusSteps(): readonly Step[] {
  const attached = createByForm({ 'phone_numbers[]': { $number: ['owned', 0] } });
  const changes = [{ status: 1 }, { greeting: 'Hello' }, { status: 3 }, { greeting: 'Good day' }, { status: 1 }];
  return [attached, ...[...changes, { status: 2 }].map((each) => update(each))];
}

function formSteps(): readonly Step[] {
  // Apart, because a deployment may refuse one of these lists and take the other.
  const titles = { 'dispositions_config[dispositions][]': ['Interested', 'Later'] };
  const output = { 'metadata_config[metadata_output][]': ['summary', 'a/b'] };
  const each = (section: string, names: readonly string[], value: string) =>
    Object.fromEntries(names.map((name) => [`${section}[${name}]`, value]));
  const texts = ['tone', 'style', 'instruction_sensitivity', 'chatbot_name', 'chatbot_welcome_message'];
  const told = (text: string) => each('basic_details', texts, text);
  const switched = (value: string) =>
    each('configuration', ['memory_recall', 'sentiment_analysis', 'interruption_handling'], value);
  return [
    form({ ...named, ...switched('true') }),
    changeByForm({ ...titles, ...told('calm') }, file('a.csv'), image('first.png')),
    changeByForm({ ...switched('false'), ...told('warm') }, file('b.pdf', 5100), file('c.docx'), image('other.png')),
    changeByForm({ ...output, ...told('') }),
  ];
}

/** Tools and other agents that the settings name, each switched on and off. */
function referenceSteps(): readonly Step[] {
  const switches = [0, 1].flatMap((place) => ['true', 'false'].map((isEnabled) => ({ place, isEnabled })));
  return switches.map(({ place, isEnabled }) => {
    const items = ['sub_agents', 'tools'].flatMap((list) => {
      const field = `knowledge_base[${list}][0]`;
      const id = { $setting: `values.${list}.${place}` };
      return [[`${field}[id]`, id] as const, [`${field}[isEnabled]`, isEnabled] as const];
    });
    return changeByForm(Object.fromEntries<unknown>(items));
  });
}

/** What more fields show takes longer to be told apart. */
const fieldsTogether = 16;

function valuesTried(tried: TriedField): readonly Step[] {
  const { operation, about, member } = tried;
  const values = classesFor(operation).flatMap((each) => valuesOfClass(each, member.name));
  const kinds = new Map(values.toReversed().map((value) => [kindToTry(value, member, about), value]));
  kinds.delete(undefined);
  const references = about === 'none' ? [] : referencesTried(tried);
  const all = [...references, ...kinds.values()].toReversed();
  return all.map((value) => requestTrying(tried, value));
}

/** In each place of a field that names a record one that nobody has. */
function referencesTried({ operation: { reading }, member: { name } }: TriedField): readonly unknown[] {
  return Object.entries(reading.references).flatMap(([field, collection]) => {
    if (field === keyOfField(name)) return [nobodys[collection]];
    const [head, ...steps] = field.split('.');
    return head === name ? [steps.reduceRight<unknown>((value, step) => ({ [step]: value }), nobodys[collection])] : [];
  });
}

/** No number has so many digits. */
const nobodys: Readonly<Record<string, unknown>> = {
  voices: 'no-such-voice',
  tools: '999999999',
  sub_agents: '999999999',
  phone_numbers: '+15550009001000000000',
};

/** The fields of texts whose length may be limited. */
export function textFields(document: ContractDocument): readonly TriedField[] {
  return triedFields(document).filter(({ about, member: { schema, name } }) => {
    return (
      about === 'draft' &&
      expectedType(schema) === 'string' &&
      (savedField(name)?.values ?? []).every((value) => typeof value === 'object')
    );
  });
}

/** The rules that such values are refused by. */
export function refusalsOfValues({ operations }: ContractDocument): ReadonlySet<RefusalId> {
  return rulesOfFields(
    [...operations.values()].flatMap((operation) =>
      [...operation.members, ...operation.parameters].map((member) => ({ operation, member })),
    ),
  );
}

function rulesOfFields(tried: readonly Pick<TriedField, 'operation' | 'member'>[]): ReadonlySet<RefusalId> {
  const rules = tried.flatMap(({ operation: { invalidRefusal, missingRefusal }, member: { refusals } }) => [
    refusals.invalid,
    refusals.missing,
    invalidRefusal,
    missingRefusal,
  ]);
  return new Set(rules.filter((rule) => rule !== undefined));
}

/** What is done before a field is tried. */
export function settingOf({ about }: TriedField): readonly Step[] {
  return about === 'draft' ? [create({ description: 'Before' })] : [];
}

/** A request with this value in the field, everything else as it should be. */
export function requestTrying({ operation, about, member }: TriedField, value: unknown): Step {
  const as = ownCaller(operation.id);
  return { do: 'send', request: requestOf([operation.id, as, about, 'plain'], { [member.name]: value }) };
}

/** Of the fields of a form that are alike by their table, the first is tried. */
function triedFields({ operations }: ContractDocument): readonly TriedField[] {
  return [...operations.values()].flatMap((operation) => {
    const members = [...operation.parameters, ...operation.members];
    const fieldsAbout = (about: About): readonly Member[] => {
      const names = classesFor(operation).flatMap((value) =>
        fieldsFor([operation.id, 'own', about, value], operations),
      );
      const rows = new Map(names.toReversed().map((name) => [rowOf(name), name]));
      return [...rows.values()].toReversed().flatMap((name) => members.find((member) => member.name === name) ?? []);
    };
    const abouts = aboutsOf(operation.id);
    const usual = (['draft', 'known', 'nobody'] as const).find(
      (about) => abouts.includes(about) && fieldsAbout(about).length > 0,
    );
    return [usual, 'none' as const].flatMap((about) =>
      about === undefined ? [] : fieldsAbout(about).map((member) => ({ operation, about, member })),
    );
  });
}

/**
 * Undefined of a value that nobody has a reason to mind; how long a text may be is searched for. A text with blanks around
 * it is tried where it shows, but in names, which are the run's own, and of an object each place that may be wrong: both
 * of agents that are there.
 */
function kindToTry(value: unknown, { name, schema, check }: Member, about: About): string | undefined {
  if (value === undefined || (typeof value === 'object' && value !== null && '$times' in value)) return undefined;
  const kind = kindOfFault(value, schema);
  const [error] = check.errors(value);
  if (kind !== 'value' || error?.instancePath === '') return kind;
  if (about === 'none') return undefined;
  if (error !== undefined) return error.instancePath;
  const isPadded = typeof value === 'string' && value !== value.trim();
  const shown = savedField(name)?.shown ?? namePointer;
  return isPadded && shown !== namePointer ? 'padded' : undefined;
}

/** Bounds that a number may have on each side, the outermost first. */
const bounds = { above: [100, 3, 2, 1], below: [-1, 0, 0.25] };

/** The values of fields by their paths, the likeliest to be refused first. */
type Tried = Readonly<Record<string, readonly unknown[]>>;
type Saving = (fields: Readonly<Record<string, unknown>>) => Step;

/**
 * What parts of objects, languages and codes a deployment takes: the likeliest to be refused of all fields at once, of each
 * field if that is refused, and then every value that the table of fields has. Parts of objects are read back, too.
 */
export const takenScript: Script = scriptOf([
  [update, partsTried('above')],
  [update, partsTried('below')],
  [(fields) => rename({ name: { $name: 'renamed' }, ...fields }), { language: ['xx', ...languages] }],
  [changeByForm, codesTried()],
]);

function scriptOf(all: readonly (readonly [save: Saving, tried: Tried])[]): Script {
  const tries: string[][] = [['new']];
  const steps = all.flatMap(([save, tried], group) => {
    const together = (round: number): Step =>
      save(nested(Object.entries(tried).map(([name, values]) => [name, values[round % values.length]])));
    tries.push([`${group}`], ...(group === 0 ? [[], []] : []));
    return [
      ...(group === 0 ? [0, 2, 3] : [0]).map(together),
      ...Object.entries(tried).flatMap(([name, values]) => {
        tries.push(...values.map(() => [`${group}`, `${group} ${name}`]));
        return values.map((value) => save(nested([[name, value]])));
      }),
    ];
  });
  return { title: 'what fields take', clauses: ['payload.json'], steps: [create(), ...steps], tries };
}

/** Values as objects; the names of a form's fields have no points. */
function nested(values: readonly (readonly [path: string, value: unknown])[]): Readonly<Record<string, unknown>> {
  const sent: Record<string, unknown> = {};
  for (const [path, value] of values) {
    const [last = '', ...outer] = path.split('.').toReversed();
    let holder = sent;
    for (const name of outer.toReversed()) holder = (holder[name] ??= {}) as Record<string, unknown>;
    holder[last] = value;
  }
  return sent;
}

/** Of numbers the bounds of one side; texts are tried with the first. Which voices there are is told by their ids, but for one that nobody has. */
function partsTried(side: keyof typeof bounds): Tried {
  const tried = (name: string, values: object): readonly (readonly [string, readonly unknown[]])[] => {
    if (!Array.isArray(values)) {
      return Object.entries(values).flatMap(([part, each]) => tried(`${name}.${part}`, each as object));
    }
    if (values.some((value) => typeof value === 'number')) return [[name, bounds[side]]];
    return side === 'above' && typeof values[0] === 'string' ? [[name, values.toReversed()]] : [];
  };
  return Object.fromEntries(
    Object.entries(jsonFields).flatMap(([name, { parts, openParts }]) =>
      tried(name, { ...parts, ...openParts, ...(name === 'voice' && { voice_id: ['custom-voice'] }) }),
    ),
  );
}

function codesTried(): Tried {
  const coded = Object.entries(formFields).filter(([name]) => /language|_provider|\[category|\[purpose/.test(name));
  return Object.fromEntries(
    coded.map(([name, { values = [] }]) => [name, name.includes('language') ? ['xx', ...values] : values.toReversed()]),
  );
}
