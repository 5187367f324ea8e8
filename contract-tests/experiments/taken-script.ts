import type { Script } from '../../src/judge/script.ts';
import { formFields, jsonFields } from '../../src/judge/stated/fields.ts';
import type { Step } from '../../src/judge/steps.ts';
import { languages } from '../../src/judge/walk/generate/values.ts';
import { agent, create, form, named, rename, update } from '../steps.ts';

/** Bounds that a number may have on each side, the outermost first. */
const bounds = { above: [100, 3, 2, 1.25, 1], below: [-1, 0, 0.1, 0.25] };

/** A value of a field, sent by itself; of each field the likeliest to be refused comes first. */
type Tried = readonly (readonly [field: string, step: Step])[];

/** What parts of objects, languages and codes a deployment takes: every value that the table of fields has. */
export const takenScript: Script = scriptOf([...partsTried(), ...languagesTried(), ...codesTried()]);

function scriptOf(tried: Tried): Script {
  const fields = tried.map(([field]) => field);
  return {
    title: 'what fields take',
    clauses: ['payload.json'],
    steps: [create(), ...tried.map(([, step]) => step)],
    tries: [undefined, ...fields],
  };
}

function partsTried(): Tried {
  return Object.entries(jsonFields).flatMap(([name, { parts, openParts }]) =>
    Object.entries({ ...parts, ...openParts, voice_id: [] }).flatMap(([part, values]): Tried => {
      if (!Array.isArray(values)) {
        return Object.keys(values).flatMap((inner) =>
          numbersTried(`${part}.${inner}`, (value) => update({ [name]: { [part]: { [inner]: value } } })),
        );
      }
      const step = (value: unknown): Step => update({ [name]: { [part]: value } });
      const isNumber = values.some((value) => typeof value === 'number');
      return isNumber ? numbersTried(part, step) : valuesTried(`${name}.${part}`, values.toReversed(), step);
    }),
  );
}

function languagesTried(): Tried {
  return valuesTried('language', ['xx', ...languages], (language) => rename({ name: { $name: 'renamed' }, language }));
}

function codesTried(): Tried {
  return Object.entries(formFields).flatMap(([name, { values = [] }]) => {
    const all = name.includes('language') ? ['xx', ...values] : values.toReversed();
    const isCoded = /language|_provider|\[category|\[purpose/.test(name);
    return isCoded ? valuesTried(name, all, (value) => form({ ...named, agent_id: agent, [name]: value })) : [];
  });
}

function numbersTried(field: string, step: (value: unknown) => Step): Tried {
  return Object.entries(bounds).flatMap(([side, values]) => valuesTried(`${field} ${side}`, values, step));
}

function valuesTried(field: string, values: readonly unknown[], step: (value: unknown) => Step): Tried {
  return values.map((value) => [field, step(value)]);
}
