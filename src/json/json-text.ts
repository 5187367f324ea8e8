/** Where a text stops being JSON: line and column from 1, and what was expected there. */
interface JsonFault {
  readonly line: number;
  readonly column: number;
  readonly reason: string;
}

class Fault extends Error {
  constructor(
    readonly at: number,
    reason: string,
  ) {
    super(reason);
  }
}

// Sticky, so that a token is looked for at one place only.
const space = /[ \t\n\r]*/y;
// A string of JSON may hold no control character.
// oxlint-disable-next-line no-control-regex
const plain = /[^"\\\u0000-\u001f]*/y;
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * Finds the first fault of a text that `JSON.parse` refuses; undefined if it is JSON.
 * `JSON.parse` itself names no place for many faults, and another one from version to version.
 */
export function locateJsonFault(text: string): JsonFault | undefined {
  try {
    const end = skipSpace(text, readValue(text, skipSpace(text, 0)));
    if (end < text.length) throw new Fault(end, 'expected the end of the text');
    return undefined;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const reason = error.at >= text.length ? `${error.message}, but the text ends` : error.message;
    return { ...lineAndColumn(text, error.at), reason };
  }
}

function readValue(text: string, at: number): number {
  if (text[at] === '{') return readContainer(text, at, '}', readMember);
  if (text[at] === '[') return readContainer(text, at, ']', readValue);
  if (text[at] === '"') return readString(text, at);
  return readToken(scalar, text, at) ?? fail(at, 'expected a value');
}

function readContainer(text: string, open: number, close: string, read: (text: string, at: number) => number): number {
  let at = skipSpace(text, open + 1);
  if (text[at] === close) return at + 1;
  for (;;) {
    at = skipSpace(text, read(text, at));
    if (text[at] === close) return at + 1;
    if (text[at] !== ',') fail(at, `expected ',' or '${close}'`);
    at = skipSpace(text, at + 1);
  }
}

function readMember(text: string, at: number): number {
  if (text[at] !== '"') fail(at, 'expected a name in double quotes');
  const colon = skipSpace(text, readString(text, at));
  if (text[colon] !== ':') fail(colon, "expected ':'");
  return readValue(text, skipSpace(text, colon + 1));
}

function readString(text: string, start: number): number {
  // Piece by piece: one pattern of alternatives overflows the stack at a text of some megabytes.
  for (let at = start + 1; ;) {
    at = readToken(plain, text, at) ?? at;
    if (text[at] === '"') return at + 1;
    at =
      readToken(escape, text, at) ??
      fail(start, 'this text in double quotes does not end, or holds a character that it may not');
  }
}

function readToken(token: RegExp, text: string, at: number): number | undefined {
  token.lastIndex = at;
  return token.test(text) ? token.lastIndex : undefined;
}

function skipSpace(text: string, at: number): number {
  return readToken(space, text, at) ?? at;
}

function fail(at: number, reason: string): never {
  throw new Fault(at, reason);
}

/**
 * The line and column, from 1, of the value that these steps lead to in a text that is JSON, or of the nearest part around
 * it that is there.
 */
export function locateJsonValue(text: string, steps: readonly string[]): Pick<JsonFault, 'line' | 'column'> {
  let at = skipSpace(text, 0);
  for (const step of steps) {
    const child = childAt(text, at, step);
    if (child === undefined) break;
    at = child;
  }
  return lineAndColumn(text, at);
}

function lineAndColumn(text: string, at: number): Pick<JsonFault, 'line' | 'column'> {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', start)) {
    line += 1;
    start = end + 1;
  }
  return { line, column: at - start + 1 };
}

function childAt(text: string, open: number, step: string): number | undefined {
  const isObject = text[open] === '{';
  if (!isObject && text[open] !== '[') return undefined;
  let at = skipSpace(text, open + 1);
  for (let index = 0; text[at] !== '}' && text[at] !== ']'; index += 1) {
    const end = isObject ? readString(text, at) : at;
    const name = isObject ? String(JSON.parse(text.slice(at, end))) : String(index);
    const value = isObject ? skipSpace(text, skipSpace(text, end) + 1) : at;
    if (name === step) return value;
    at = skipSpace(text, readValue(text, value));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return undefined;
}
