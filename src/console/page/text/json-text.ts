import { isContainer, isObject, isSameJson, valueAt } from '../../../json/json-value.ts';

interface JsonToken {
  /** `name`, `string`, `number` or `word`; `mark` for what stands between them, and for what is not JSON. */
  readonly kind: string;
  readonly text: string;
}

const pattern =
  /(?<name>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*")|(?<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(?<word>true|false|null)\b/g;

/** Cuts a JSON text into the pieces that are coloured alike; joined they are the text again. */
export function jsonTokens(text: string): readonly JsonToken[] {
  const tokens: JsonToken[] = [];
  let end = 0;
  for (const { 0: piece, index, groups = {} } of text.matchAll(pattern)) {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined) ?? 'mark';
    tokens.push({ kind: 'mark', text: text.slice(end, index) }, { kind, text: piece });
    end = index + piece.length;
  }
  return [...tokens, { kind: 'mark', text: text.slice(end) }];
}

/** The value as it is shown: indented, and empty for what JSON cannot say. */
export function prettyJson(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}

/** One place where two values differ. `before` is undefined if it is new, `after` if it is gone. */
export interface JsonDifference {
  /** Names of fields and indexes from the outside in, joined by dots; empty for the whole value. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Where two JSON values differ, innermost places, in the order of the names that either has. */
export function jsonDiff(before: unknown, after: unknown, path = ''): readonly JsonDifference[] {
  if (isSameJson(before, after)) return [];
  const isPair = isContainer(before) && isContainer(after) && Array.isArray(before) === Array.isArray(after);
  if (!isPair) return [{ path, before, after }];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) =>
    jsonDiff(valueAt(before, [name]), valueAt(after, [name]), path === '' ? name : `${path}.${name}`),
  );
}

/** The merge patch (RFC 7396) that makes one JSON value the other; undefined where they are alike. */
export function mergePatch(from: unknown, to: unknown): unknown {
  if (JSON.stringify(from) === JSON.stringify(to)) return undefined;
  if (!isObject(from) || !isObject(to)) return to;
  const names = new Set([...Object.keys(from), ...Object.keys(to)]);
  const changes = [...names].map(
    (name) => [name, Object.hasOwn(to, name) ? mergePatch(from[name], to[name]) : null] as const,
  );
  return Object.fromEntries(changes.filter(([, change]) => change !== undefined));
}
