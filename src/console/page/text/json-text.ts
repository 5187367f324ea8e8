import { isContainer, isObject, isSameJson } from '../../../json/json-value.ts';

type JsonTokenKind = 'name' | 'string' | 'number' | 'word' | 'mark' | 'space';

interface JsonToken {
  readonly kind: JsonTokenKind;
  readonly text: string;
}

const pattern =
  /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b|([{}[\],:]+)|(\s+)/y;

/**
 * Cuts a JSON text into the pieces that are coloured alike; joined they are the text again. What is no JSON comes as it
 * is, a word at a time.
 */
export function jsonTokens(text: string): readonly JsonToken[] {
  const tokens: JsonToken[] = [];
  const add = (kind: JsonTokenKind, piece: string | undefined) => {
    if (piece !== undefined && piece !== '') tokens.push({ kind, text: piece });
  };
  for (let at = 0; at < text.length;) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) {
      const rest = /^[^\s"{}[\],:]+|^[^]/.exec(text.slice(at, at + 1000))?.[0] ?? '';
      add('word', rest);
      at += rest.length;
      continue;
    }
    const [whole, quoted, colon, number, word, mark, space] = found;
    add(colon === undefined ? 'string' : 'name', quoted);
    add('mark', colon);
    add('number', number);
    add('word', word);
    add('mark', mark);
    add('space', space);
    at += whole.length;
  }
  return tokens;
}

/** The value as it is shown: indented, and empty for what JSON cannot say. */
export function prettyJson(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}

/** One place where two values differ. `before` is undefined if it is new, `after` if it is gone. */
export interface JsonDifference {
  /** Member names and indexes from the outside in, joined by dots; empty for the whole value. */
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
    jsonDiff(ownField(before, name), ownField(after, name), path === '' ? name : `${path}.${name}`),
  );
}

function ownField(container: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(container, name) ? container[name] : undefined;
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
