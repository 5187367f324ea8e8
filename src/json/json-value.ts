/** What a JSON text can hold. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Whether the value holds others: an object or a list. */
export function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Whether the value is an object with fields: neither null nor a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is an object with fields, else an empty one. */
export function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

/** A list as it is, anything else as an empty one. */
export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Whether it is an object, of a value that came out of a JSON text, or goes into one. */
export function isJsonObject(value: unknown): value is JsonObject {
  return isObject(value);
}

export function isJsonList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** The value's own field; undefined where it has none of that name, or is no object. Never one that it inherits. */
export function fieldOf(value: JsonObject, name: string): Json | undefined;
export function fieldOf(value: unknown, name: string): unknown;
export function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** `/paths/~1verify/post`: the JSON pointer of these steps, '' for none. */
export function pointerOf(steps: readonly (string | number)[]): string {
  return steps.reduce<string>((pointer, step) => `${pointer}/${escapedStep(step)}`, '');
}

/** Most steps have nothing to escape, and a start writes some ten thousand. */
function escapedStep(step: string | number): string | number {
  return typeof step === 'number' || !/[~/]/.test(step) ? step : step.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The steps of a JSON pointer, or of one in a URI fragment: `#/paths/~1verify`. */
export function stepsOf(pointer: string): readonly string[] {
  const steps = pointer.split('/').slice(1);
  const decoded = pointer.startsWith('#') ? steps.map((step) => decodeURIComponent(step)) : steps;
  return pointer.includes('~') ? decoded.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')) : decoded;
}

/** What stands at a JSON pointer, or where these steps lead; undefined where nothing does. */
export function valueAt(value: unknown, place: string | readonly string[]): unknown {
  const steps = typeof place === 'string' ? stepsOf(place) : place;
  let holder = value;
  for (const step of steps) {
    holder = Array.isArray(holder) && /^\d+$/.test(step) ? (holder[Number(step)] as unknown) : fieldOf(holder, step);
  }
  return holder;
}

/** What stands at a path of names, `data.basic_details.status`; undefined where nothing does. */
export function memberOf(value: unknown, path: string): unknown {
  return valueAt(value, path.split('.'));
}

interface Difference {
  /** JSON pointer. */
  readonly pointer: string;
  /** Undefined where there is nothing. */
  readonly from: unknown;
  readonly to: unknown;
}

/** Where two JSON values differ: fields one by one, lists as a whole. */
export function differences(
  from: unknown,
  to: unknown,
  isSame: (from: unknown, to: unknown, pointer: string) => boolean = isSameJson,
  pointer = '',
): readonly Difference[] {
  if (isObject(from) && isObject(to)) {
    const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
    return names.flatMap((name) =>
      differences(fieldOf(from, name), fieldOf(to, name), isSame, pointer + pointerOf([name])),
    );
  }
  return isSame(from, to, pointer) ? [] : [{ pointer, from, to }];
}

/** Whether two JSON values are equal; the order of fields does not count. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSameJson(item, other[index]));
  }
  if (!isObject(one) || !isObject(other)) return Object.is(one, other);
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameJson(one[name], other[name]))
  );
}

/** The objects that steps lead to, of which * stands for every item of a list. */
export function holdersAt(
  roots: readonly unknown[],
  steps: readonly string[],
): readonly Readonly<Record<string, unknown>>[] {
  const found = steps.reduce<readonly unknown[]>(
    (holders, step) =>
      holders.flatMap((holder): readonly unknown[] => {
        if (Array.isArray(holder)) return step === '*' ? (holder as readonly unknown[]) : [];
        return isObject(holder) && Object.hasOwn(holder, step) ? [holder[step]] : [];
      }),
    roots,
  );
  return found.filter(isObject);
}

/**
 * Does nothing when it runs. It compiles only if the record that is left after its known fields were taken out has no
 * field: one that the document has and its reader does not take is named by the compiler.
 */
export const nothingLeft: (rest: Record<string, never>) => void = () => undefined;

/** The type with every field of it required, down to the last: an answer that lacks one does not compile. */
export type Complete<T> = T extends readonly (infer Item)[]
  ? Complete<Item>[]
  : T extends object
    ? { [Name in keyof T]-?: Complete<T[Name]> }
    : T;

/** The fields of a form by their names in brackets: `a[b]`, `a[]` for an item that is a text, `a[0][b]` for one that has fields. */
export function bracketFields(value: unknown, name = ''): readonly (readonly [string, string])[] {
  if (Array.isArray(value)) {
    return (value as unknown[]).flatMap((item, index) =>
      bracketFields(item, isContainer(item) ? `${name}[${index}]` : `${name}[]`),
    );
  }
  if (isContainer(value)) {
    return Object.entries(value).flatMap(([member, child]) =>
      bracketFields(child, name === '' ? member : `${name}[${member}]`),
    );
  }
  return [[name, typeof value === 'string' ? value : JSON.stringify(value)]];
}

/** In levels: JSON from outside that nests deeper is refused, so that what walks over the values may recurse. */
export const deepestJson = 200;

/**
 * The value of a JSON text from outside; undefined if it is not JSON, nested in more levels than these, or of more values.
 */
export function readJson(text: string, levels = deepestJson, values = Infinity): unknown {
  if (jsonExcess(text, levels, values) !== undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Whether objects and lists of a JSON text nest in more levels than these, or are more values than these: of which it has
 * more. Looks at each character once, and at none of most texts: they have no more brackets than that.
 */
export function jsonExcess(text: string, levels: number, values = Infinity): `${number} ${string}` | undefined {
  if (!mayBeDeeper(text, levels, values)) return undefined;
  let depth = 0;
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    switch (text[index]) {
      case '"':
        index = endOfString(text, index);
        break;
      case '[':
      case '{':
        depth += 1;
        count += 1;
        break;
      case ']':
      case '}':
        depth -= 1;
        break;
      case ',':
        count += 1;
        break;
      default:
    }
    if (depth > levels) return `${levels} levels`;
    if (count > values) return `${values} values`;
  }
  return undefined;
}

/** The engine finds a character many times faster than a loop does. */
function mayBeDeeper(text: string, levels: number, values: number): boolean {
  let count = 0;
  for (const bracket of '[{') {
    for (let at = text.indexOf(bracket); at >= 0 && count <= levels; at = text.indexOf(bracket, at + 1)) count += 1;
  }
  return count > levels || text.length > values;
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escape = end;
    while (text[escape - 1] === '\\') escape -= 1;
    if ((end - escape) % 2 === 0) return end;
  }
  return text.length;
}

/** Values by a key of theirs, in their order. */
export function grouped<T>(values: readonly T[], keyOf: (value: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [value]);
    else known.push(value);
  }
  return groups;
}
