/** The part of a JSON body around one of its members, line by line. */
export interface Excerpt {
  readonly lines: readonly string[];
  /** The place of the member's line, from 0. */
  readonly marked: number;
}

/** Members shown on each side of the marked one. */
const NEIGHBOURS = 2;
const LONGEST_LINE = 100;

/** Shows the way to a member by its JSON pointer, what stands beside it, and where it would be if it is missing. */
export function excerptOf(body: unknown, pointer: string): Excerpt {
  const steps = pointer.split('/').slice(1).map(unescaped);
  const lines: string[] = [];
  let marked = 0;
  const walk = (value: unknown, [step = '', ...rest]: readonly string[], indent: string, name: string): void => {
    const isList = Array.isArray(value);
    const members = membersOf(value);
    const place = members.findIndex(([key]) => key === step);
    const isTarget = rest.length === 0 || place < 0;
    // A missing member is shown behind the first ones that are there.
    const shown = place < 0 ? Math.min(members.length, 2 * NEIGHBOURS) : place;
    const from = Math.max(0, shown - (isTarget ? NEIGHBOURS * (place < 0 ? 2 : 1) : 0));
    const to = Math.min(members.length, shown + (isTarget ? NEIGHBOURS : 0) + 1);
    const named = (key: string): string => (isList ? '' : `${JSON.stringify(key)}: `);
    const line = ([key, child]: readonly [string, unknown]): string => cut(`${indent}  ${named(key)}${inLine(child)}`);
    lines.push(`${indent}${name}${isList ? '[' : '{'}`);
    if (from > 0) lines.push(`${indent}  …`);
    lines.push(...members.slice(from, shown).map(line));
    if (place < 0) {
      marked = lines.push(`${indent}  ${named(step)}(missing)`) - 1;
      lines.push(...members.slice(shown, to - 1).map(line));
    } else {
      const child = members[place] ?? [step, undefined];
      if (isTarget) marked = lines.push(line(child)) - 1;
      else walk(child[1], rest, `${indent}  `, named(step));
      lines.push(...members.slice(place + 1, to).map(line));
    }
    if (to < members.length) lines.push(`${indent}  …`);
    lines.push(`${indent}${isList ? ']' : '}'}`);
  };
  if (steps.length > 0 && typeof body === 'object' && body !== null) walk(body, steps, '', '');
  else lines.push(cut(inLine(body)));
  return { lines, marked };
}

function membersOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** An object in an object would fill the line: how much it holds is enough. */
function inLine(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[… ${value.length}]`;
  if (typeof value === 'object' && value !== null) return membersOf(value).length === 0 ? '{}' : '{…}';
  return JSON.stringify(value);
}

function cut(line: string): string {
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
}

function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}
