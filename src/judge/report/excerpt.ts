import { stepsOf } from '../../json/json-value.ts';
/** The part of a JSON body around one of its fields, line by line. */
export interface Excerpt {
  readonly lines: readonly string[];
  /** The place of the field's line, from 0. */
  readonly marked: number;
}

/** Fields shown on each side of the marked one. */
const neighbours = 2;
const longestLine = 100;

/** Shows the path to a field by its JSON pointer, the fields beside it, and where it would be if it is missing. */
export function excerptOf(body: unknown, pointer: string): Excerpt {
  const steps = stepsOf(pointer);
  const isLeaf = steps.length === 0 || typeof body !== 'object' || body === null;
  return isLeaf ? { lines: [shortLine(inLine(body))], marked: 0 } : around(body, steps, '', '');
}

/** The lines of an object or a list, with those of the field on the path in full. */
function around(value: object, [step = '', ...rest]: readonly string[], indent: string, name: string): Excerpt {
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const members: readonly (readonly [string, unknown])[] = Object.entries(value);
  const named = (key: string): string => (Array.isArray(value) ? '' : `${JSON.stringify(key)}: `);
  const line = ([key, child]: readonly [string, unknown]): string =>
    shortLine(`${indent}  ${named(key)}${inLine(child)}`);
  const place = members.findIndex(([key]) => key === step);
  const child = members[place]?.[1];
  const isOnTheWay = rest.length > 0 && typeof child === 'object' && child !== null;
  const inner: Excerpt = isOnTheWay
    ? around(child, rest, `${indent}  `, named(step))
    : { lines: [place < 0 ? `${indent}  ${named(step)}(missing)` : line([step, child])], marked: 0 };
  const { from, shown, to } = windowOf(members.length, place, isOnTheWay);
  const before = [
    `${indent}${name}${open}`,
    ...(from > 0 ? [`${indent}  …`] : []),
    ...members.slice(from, shown).map(line),
  ];
  const after = [
    ...members.slice(place < 0 ? shown : shown + 1, to).map(line),
    ...(to < members.length ? [`${indent}  …`] : []),
    `${indent}${close}`,
  ];
  return { lines: [...before, ...inner.lines, ...after], marked: before.length + inner.marked };
}

/** Which fields are shown: from, up to the marked one, and to which one after it. */
function windowOf(count: number, place: number, isOnTheWay: boolean): { from: number; shown: number; to: number } {
  if (isOnTheWay) return { from: place, shown: place, to: place + 1 };
  // A missing field is shown behind the first ones that are there.
  const shown = place < 0 ? Math.min(count, 2 * neighbours) : place;
  const from = place < 0 ? 0 : Math.max(0, place - neighbours);
  return { from, shown, to: Math.min(count, shown + neighbours + (place < 0 ? 0 : 1)) };
}

/** An object in an object would fill the line: how much it holds is enough. */
function inLine(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[… ${value.length}]`;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0 ? '{}' : '{…}';
  return JSON.stringify(value);
}

function shortLine(line: string): string {
  return line.length > longestLine ? `${line.slice(0, longestLine)}…` : line;
}
