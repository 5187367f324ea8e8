import { isJsonObject, type Json, grouped } from '../../json/json-value.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { fieldsSent, plainFields, valueSent } from './sources.ts';

/** A field that only a few refusals show may be anything. */
const fewestShown = 8;

/** What every refusal has, and says something by. */
const ownOfRefusals = new Set(['error', 'code', 'message']);

/** A moment passes, and is no count. */
const isMoment = /^\d{4}-\d\d-\d\dT|^1\d{12}$/;

/** Whether a value may be the name of a request; what an agent has is its own, and what stands for others is no number. */
export function mayNameRequest(value: Json, path: string): boolean {
  return typeof value === 'string' && /^\p{L}[\p{L}_-]*\d+$/u.test(value) && !path.startsWith('data.');
}

/**
 * The fields of refusals that count, such as the name of a request, `r-97`: alike but for the number, which is another one in
 * most answers and none that was sent.
 * @param mayCount which fields are looked at
 */
export function countedFields(
  answers: readonly Pick<CheckedAnswer, 'body' | 'request'>[],
  mayCount: (value: Json, path: string) => boolean = () => true,
): ReadonlySet<string> {
  const shown = answers.flatMap(({ body, request }) =>
    plainFields(isJsonObject(body) ? body : {})
      .map(([path, value]) => ({ path, value, text: typeof value === 'object' ? '' : String(value), request }))
      .filter(({ path, value, text }) => !ownOfRefusals.has(path) && !isMoment.test(text) && mayCount(value, path)),
  );
  const counted = [...grouped(shown, ({ path }) => path)].filter(([, all]) => {
    if (all.length < fewestShown || new Set(all.map(({ text }) => steady(text))).size > 1) return false;
    const isSent = ({ text, request }: (typeof all)[number]): boolean => {
      const numbers: readonly string[] = text.match(/\d+/g) ?? [];
      return fieldsSent(request).some((name) =>
        numbers.includes(String(valueSent(request, name.slice('sent.'.length)))),
      );
    };
    const different = new Set(all.map(({ text }) => text)).size;
    return different > all.length / 2 && all.filter(isSent).length < all.length / 2;
  });
  return new Set(counted.map(([path]) => path));
}

function steady(text: string): string {
  return text.replaceAll(/\d+/g, '0');
}

/** A body with 0 in the place of every number that counts: the same for every answer. */
export function withoutCounts(value: Json, counted: ReadonlySet<string>, path = ''): Json {
  if (counted.has(path)) return typeof value === 'string' ? steady(value) : 0;
  if (!isJsonObject(value) || counted.size === 0) return value;
  const below = (name: string): string => (path === '' ? name : `${path}.${name}`);
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withoutCounts(each, counted, below(name))]),
  );
}
