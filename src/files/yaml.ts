import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import type { Node } from 'yaml';
import { isError } from './file-system.ts';

/** The reader and writer of YAML, loaded when it is first needed: a start with prepared documents does without. */
export function loadYaml(): typeof Yaml {
  return createRequire(import.meta.url)('yaml') as typeof Yaml;
}

/** A text is not YAML, or not YAML that may be taken. `message` is a part of a sentence, with line and column. */
export class YamlError extends Error {
  override readonly name = 'YamlError';
}

/** The deepest that lists and mappings may be in each other. */
const deepest = 100;

const nested = `it is nested more than ${deepest} levels deep`;

/** In characters and in tokens: more than people write. The parser takes seconds and half a gigabyte for so many errors. */
const longest = 4 * 2 ** 20;
const mostTokens = 250_000;
/** For each of them the whole document is searched. */
const mostAliases = 200;

/**
 * The value of a text in YAML or JSON, undefined for an empty one.
 * @throws YamlError for what is neither, for what is too large, for aliases that expand without bounds or lead back to
 *   themselves, and for what is nested too deeply
 */
export function parseYaml(text: string): unknown {
  refuseUnbounded(text);
  try {
    const { document, lines } = documentIn(text);
    const [fault] = document.errors;
    const [at, why] = fault === undefined ? doubledKey(document) : [fault.pos[0], fault.message];
    if (at !== undefined) {
      const { line, col } = lines.linePos(at);
      throw new YamlError(`line ${line}, column ${col}: this is neither YAML nor JSON: ${why.replace(/[:.]$/, '')}`);
    }
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    refuseDepth(value);
    return value ?? undefined;
  } catch (error) {
    if (error instanceof YamlError) throw error;
    const reason =
      isError(error) && /alias count/i.test(error.message)
        ? 'its aliases expand without bounds'
        : 'its aliases cannot be resolved';
    throw new YamlError(`${reason}: write out what they stand for`, { cause: error });
  }
}

/**
 * Counts tokens, aliases and levels, which is quick whatever they are, before anything is made of them: a parser that
 * has called itself for a thousand levels ends the process where it compiles its next pattern.
 */
function refuseUnbounded(text: string): void {
  const { Lexer } = loadYaml();
  const tooLarge = `it is larger than ${longest / 2 ** 20} MB, or has more than ${mostTokens} parts`;
  if (text.length > longest) throw new YamlError(tooLarge);
  const levelOf = levels();
  let tokens = 0;
  let aliases = 0;
  let isText = false;
  for (const token of new Lexer().lex(text)) {
    if (!isText && token.startsWith('*')) aliases += 1;
    if ((tokens += 1) > mostTokens) throw new YamlError(tooLarge);
    if (aliases > mostAliases) throw new YamlError(`it has more than ${mostAliases} aliases: write them out`);
    if (levelOf(isText ? '' : token) > deepest) throw new YamlError(nested);
    // What follows this character is a text, whatever it looks like.
    isText = token === '\x1f';
  }
}

/** Tells of one token after another how deep it lies at most: in brackets, or by the indent and the marks of its line. */
function levels(): (token: string) => number {
  let brackets = 0;
  let inLine = 0;
  let isLineBegin = true;
  return (token) => {
    if (token === '[' || token === '{') brackets += 1;
    if (token === ']' || token === '}') brackets = Math.max(0, brackets - 1);
    if (brackets === 0 && isLineBegin && token.startsWith(' ')) inLine = token.length / 2;
    if (brackets === 0 && ['-', '?', ':'].includes(token)) inLine += 1;
    isLineBegin = token.endsWith('\n');
    if (isLineBegin) inLine = 0;
    return Math.max(brackets, inLine);
  };
}

function documentIn(text: string): { readonly document: Yaml.Document.Parsed; readonly lines: Yaml.LineCounter } {
  const { LineCounter, parseDocument } = loadYaml();
  const lines = new LineCounter();
  // Pretty errors quote the line of each, and each key would be compared with all: both take minutes of a megabyte.
  const quick = { prettyErrors: false, uniqueKeys: false } as const;
  const { stackTraceLimit } = Error;
  // Nobody reads where in the parser each of thousands of errors came from, and to note it takes most of its time.
  Error.stackTraceLimit = 0;
  try {
    return { document: parseDocument(text, { lineCounter: lines, merge: true, logLevel: 'error', ...quick }), lines };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Where a key stands that its mapping has already. */
function doubledKey(document: Yaml.Document.Parsed): readonly [at: number | undefined, why: string] {
  const { isScalar, visit } = loadYaml();
  let at: number | undefined;
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<string>();
      for (const { key } of items) {
        const name = isScalar(key) ? String(key.value) : '<<';
        if (name !== '<<' && keys.has(name)) at ??= offsetOf(key);
        keys.add(name);
      }
    },
  });
  return [at, 'Map keys must be unique'];
}

function refuseDepth(value: unknown, depth = 0): void {
  if (depth > deepest) throw new YamlError(`${nested}, or an alias leads back to itself`);
  if (typeof value !== 'object' || value === null) return;
  for (const item of Object.values(value)) refuseDepth(item, depth + 1);
}

/**
 * The places in a file of YAML or JSON by paths such as `agents[1].id`: `FILE:12:5`, line and column from 1; of a field its
 * name, and of what is not there the nearest part around it.
 */
export function placesInFile(file: string, text: string): (path: string) => string {
  const { document, lines } = documentIn(text);
  const { contents } = document;
  return (path) => {
    let node: unknown = contents;
    let at = offsetOf(contents) ?? 0;
    for (const step of stepsOfPath(path)) {
      const found = childOf(node, step);
      if (found === undefined) break;
      at = offsetOf(found.name) ?? offsetOf(found.value) ?? at;
      node = found.value;
    }
    const { line, col } = lines.linePos(at);
    return `${file}:${line}:${col}`;
  };
}

/** `agents[1].id` as its steps. */
export function stepsOfPath(path: string): readonly string[] {
  return path.split(/[.[\]]+/).filter((step) => step !== '');
}

function childOf(node: unknown, step: string): { readonly name: unknown; readonly value: unknown } | undefined {
  const { isMap, isScalar, isSeq } = loadYaml();
  if (isSeq(node)) {
    const item = node.items[Number(step)];
    return item === undefined ? undefined : { name: undefined, value: item };
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === step);
  return pair && { name: pair.key, value: pair.value };
}

function offsetOf(node: unknown): number | undefined {
  return typeof node === 'object' && node !== null && 'range' in node ? (node as Node).range?.[0] : undefined;
}
