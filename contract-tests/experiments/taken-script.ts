import type { Script } from '../../src/judge/script.ts';
import { formFields, jsonFields } from '../../src/judge/stated/fields.ts';
import type { Step } from '../../src/judge/steps.ts';
import { languages } from '../../src/judge/walk/generate/values.ts';
import { agent, create, form, named, rename, update } from '../steps.ts';

/** Bounds that a number may have on each side, the outermost first. */
const bounds = { above: [100, 3, 2, 1], below: [-1, 0, 0.25] };

/** The values of a field, the likeliest to be refused first. */
interface Tried {
  readonly name: string;
  readonly values: readonly unknown[];
}

/**
 * What parts of objects, languages and codes a deployment takes: the likeliest to be refused of all fields at once, of each
 * field if that is refused, and then every value that the table of fields has.
 */
export const takenScript: Script = scriptOf([
  ...Object.keys(bounds).map((side) => [update, partsTried(side as keyof typeof bounds)] as const),
  [(fields) => rename({ name: { $name: 'renamed' }, ...fields }), [{ name: 'language', values: ['xx', ...languages] }]],
  [(fields) => form({ ...named, agent_id: agent, ...fields }), codesTried()],
]);

type Saving = (fields: Readonly<Record<string, unknown>>) => Step;

function scriptOf(all: readonly (readonly [save: Saving, tried: readonly Tried[]])[]): Script {
  const groups = all.map(([save, tried], at): readonly (readonly [tries: readonly string[], step: Step])[] => [
    [[`${at}`], save(sentAs(tried.map(({ name, values }) => [name, values[0]])))],
    ...tried.flatMap(({ name, values }) =>
      values.map((value) => [[`${at}`, `${at} ${name}`], save(sentAs([[name, value]]))] as const),
    ),
  ]);
  return {
    title: 'what fields take',
    clauses: ['payload.json'],
    steps: [create(), ...groups.flat().map(([, step]) => step)],
    tries: [[], ...groups.flat().map(([tries]) => tries)],
  };
}

/** Values by the paths of their fields, as objects; the names of a form's fields have no points. */
function sentAs(values: readonly (readonly [path: string, value: unknown])[]): Readonly<Record<string, unknown>> {
  const sent: Record<string, unknown> = {};
  for (const [path, value] of values) {
    const [last = '', ...outer] = path.split('.').toReversed();
    let holder = sent;
    for (const name of outer.toReversed()) holder = (holder[name] ??= {}) as Record<string, unknown>;
    holder[last] = value;
  }
  return sent;
}

/** Of numbers the bounds of one side; texts are tried with the first. Which voices there are is told by their ids. */
function partsTried(side: keyof typeof bounds): readonly Tried[] {
  const tried = (name: string, values: object): readonly Tried[] => {
    if (!Array.isArray(values))
      return Object.entries(values).flatMap(([part, each]) => tried(`${name}.${part}`, each as object));
    if (values.some((value) => typeof value === 'number')) return [{ name, values: bounds[side] }];
    return side === 'above' && typeof values[0] === 'string' ? [{ name, values: values.toReversed() }] : [];
  };
  return Object.entries(jsonFields).flatMap(([name, { parts, openParts }]) =>
    tried(name, { ...parts, ...openParts, voice_id: [] }),
  );
}

function codesTried(): readonly Tried[] {
  return Object.entries(formFields).flatMap(([name, { values = [] }]) => {
    const isCoded = /language|_provider|\[category|\[purpose/.test(name);
    return isCoded ? [{ name, values: name.includes('language') ? ['xx', ...values] : values.toReversed() }] : [];
  });
}
