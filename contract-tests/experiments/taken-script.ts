import type { Script } from '../../src/judge/script.ts';
import { formFields, jsonFields } from '../../src/judge/stated/fields.ts';
import type { Step } from '../../src/judge/steps.ts';
import { languages } from '../../src/judge/walk/generate/values.ts';
import { changeByForm, create, rename, update } from '../steps.ts';

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
