import { createHash } from 'node:crypto';
import { markOfMoment } from '../../document/shown-moments.ts';
import { isObject } from '../../json/json-value.ts';

/** What one side calls things that the other calls otherwise, and what stands for each: `<fact 1>`, `<agent 1>`. */
export type Names = ReadonlyMap<string, string>;

/** The rules that `normalised` goes by, as the report lists them: what two sides cannot have in common, and what stands for it. */
export const normalisingRules: readonly string[] = [
  "own-agents: ids of the walk's own agents, by the step that made them: <agent of step 3, 1>",
  "facts: campaigns and agents that the configuration names, if both sides hold other data, and its numbers by those of the mock's, of their own last digits too",
  'voices: ids of voices that the walk took from a list: <voice>',
  'own-rows: the id of what belongs to an agent, beside its agent_id; if both sides hold other data, in its lists too, also after letters: <id>, F<id>',
  'own-address: the address that a side is reached at: <address>',
  'uuids: UUIDs: <uuid>',
  'tokens: tokens of agents, API tokens, page tokens, names of requests, parts of addresses in hex and long ones drawn of all letters: <token>',
  'times: moments in ISO 8601: digits by nines but the zone; in milliseconds since 1970: <time>; as other numbers and without a zone where the name says that it is a moment',
  'counts: a number in a text that is another one in each refusal: 0',
  'media-types: the charset of JSON',
  'ages: the number of seconds or minutes of an age',
  'signed: what follows the question mark of an address: <signed>',
  "mock-files: the host of the mock's own portraits and samples of voices: <mock>",
  "names: the run's own mark in the names of agents: <run>",
  'made-up: values of which the profile has examples alone: their type',
  'order: the order of lists for which no rule states one',
  'foreign-data: values of voices, records called and agents that no step made, if both sides hold other data: their kind, unless one is empty or a dash, and of agents unless one is absent',
];

const uuid = /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi;
const jwt = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g;
const unsignedJwt = /\beyJ[\w-]+\.[\w-]+\.(?![\w-])/g;
/** The number and the plural of an age that passes while two sides are asked. */
const shortAge = /\b\d+( ?)(second|minute|[sm])s?(?= ago\b)/g;
const hexToken = /\b(?:[\da-f]{32,}|(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{12,31})\b/gi;
const address = /\bhttps?:\/\/[^\s?"]+/g;
/** A step in hex, or what is left of one behind asterisks. */
const hexStep =
  /(?<=\/)(?:(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{6,}|[\da-f]{8}(?:-[\da-f]{4,12})+)(?![^/])|(?<=\/\*{2,8})[\da-f]{4,8}(?![^/])/g;
/** A step in the letters of base64url: of both cases, with a digit among them or in no order of words. */
const drawnStep = /(?<=\/)(?=[\w-]*\d|(?:[\w-]*?[a-z][A-Z]){4})(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{16,}(?![^/])/g;
const isoTime = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?/g;
const signedQuery = /(\bhttps?:\/\/[^\s?"]+)\?[^\s"]*/g;
const mockHost = /\bhttps?:\/\/[^\s/?"]+(?=\/__mock\/)/g;
/** Of a mock's own files, which are the same in every world. */
const worldOfMock = /\/__mock\/worlds\/[\w.-]+(?=\/__mock\/)/g;
const runMark = /contract-[\da-z]+-[\w-]*?\d-/g;

/** A value with the rules applied; `order` and `foreign-data` are up to the comparison. Without names: those that need no walk. */
export function normalised(whole: unknown, names: Names = new Map(), roots: readonly string[] = []): unknown {
  const replaced = (value: unknown, name: string): unknown => {
    if (typeof value === 'number') return names.get(String(value)) ?? markOfMoment(value, name) ?? value;
    if (typeof value === 'string') {
      return name.endsWith('page_token') && value !== ''
        ? pageOfToken(value)
        : (markOfMoment(value, name) ?? plain(value, names, roots));
    }
    if (Array.isArray(value)) {
      // Both sides count their records for themselves.
      const isOwn = ownRows.has(name) && [...names.values()].some((each) => isOfFact.test(each));
      return value.map((item) => replaced(isOwn ? withoutIds(item, names) : item, name));
    }
    // A file of 10 MB is no list of 10 million numbers.
    if (value instanceof Uint8Array) return digested(value);
    if (!isObject(value)) return value;
    const fields = Object.entries(value).map(([field, each]) => [field, replaced(each, field)] as const);
    return Object.fromEntries([...fields, ...idOfRow(value)]);
  };
  return replaced(whole, '');
}

/** The lists of what belongs to an agent. */
const ownRows = new Set(['files', 'links', 'pages', 'phone_numbers', 'text_knowledge_bases']);

/** What stands for a number or campaign of the configuration. */
const isOfFact = /^(?:<fact|[０-９])/;

/** So many of the last digits of a number stand for it. */
const fewestDigits = 3;

/** A row without its own id, and with the last digits of a number as those of the mock's. */
function withoutIds(row: unknown, names: Names): unknown {
  if (!isObject(row)) return row;
  const entries = Object.entries(row).map(([name, value]) => {
    const standIn = name === 'id' ? madeUp(value, names) : undefined;
    if (standIn !== undefined) return [name, standIn];
    const [, before = '', digits] =
      typeof value === 'string' ? (/^(\p{L}{1,4}[-_ ]?|[^\d\p{L}+]*)(\d+)$/u.exec(value) ?? []) : [];
    if (digits === undefined) return [name, value];
    const isEnd = ([own, as]: readonly [string, string]): boolean => own.endsWith(digits) && /^[０-９]/.test(as);
    const [, number] = digits.length < fewestDigits ? [] : ([...names].find(isEnd) ?? []);
    return [name, before + (number?.slice(-digits.length) ?? (/\p{L}/u.test(before) ? '<id>' : digits))];
  });
  return Object.fromEntries(entries) as unknown;
}

/** What stands for an id that a side has made up: a number, its digits in a text, or a text with letters behind a digit. */
function madeUp(value: unknown, names: Names): string | undefined {
  if (typeof value === 'number') return '<id>';
  if (typeof value !== 'string' || names.has(value)) return undefined;
  if (/^\d+$/.test(value)) return '<id in a text>';
  return value.length > 5 && /^[a-z_-]*\d+[a-z_-][\w-]*$/i.test(value) ? '<id>' : undefined;
}

function idOfRow({ id, agent_id: agent }: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] {
  return typeof id === 'number' && agent !== undefined ? [['id', '<id>']] : [];
}

/** In characters: a longer text names nothing that differs from side to side. */
const longestRead = 50_000;

function digested(value: Uint8Array | string): string {
  return `<${value.length} long> ${createHash('sha256').update(value).digest('hex')}`;
}

/** One that is a count of voices can be seen to be. */
function pageOfToken(value: string): string {
  return /^\d+$/.test(value) ? '<count>' : '<token>';
}

function plain(text: string, names: Names, roots: readonly string[]): string {
  if (text.length > longestRead) return digested(text);
  if (/^<\d+ long> /.test(text)) return text;
  // An id may be a UUID.
  const whole = names.get(text);
  if (whole !== undefined) return whole;
  let replaced = isOfWords(text) ? text : withoutRunsOwn(text, roots);
  for (const [name, as] of names) {
    if (!replaced.includes(name)) continue;
    const isNumber = /^\d+$/.test(name);
    replaced = replaced.replaceAll(isNumber ? new RegExp(`(?<![\\d.])${name}(?![\\d.])`, 'g') : name, as);
  }
  return replaced;
}

/** Whether a text has nothing that the rules replace: most are short, and have neither digits nor an address. */
function isOfWords(text: string): boolean {
  return text.length < 32 && !/[\d.:?]/.test(text);
}

/** A fine clock may leave out the zeros at its end. */
function inNines(moment: string): string {
  const nines = moment.replaceAll(/\d/g, '9');
  return nines.replace(/\.9{4,6}$/, '.999999').replace(/\.9{7,}$/, '.999999999');
}

function withoutRunsOwn(text: string, roots: readonly string[]): string {
  return roots
    .reduce((rest, root) => rest.replaceAll(`${root}/`, '<address>/'), text)
    .replace(jwt, '<token>')
    .replace(unsignedJwt, '<unsigned token>')
    .replace(shortAge, '<n>$1$2')
    .replace(uuid, '<uuid>')
    .replace(hexToken, '<token>')
    .replace(address, (whole) => whole.replace(hexStep, '<token>').replace(drawnStep, '<token>'))
    .replace(isoTime, (time) => time.replace(/^.{19}(\.\d+)?/, inNines))
    .replace(signedQuery, '$1?<signed>')
    .replace(mockHost, '<mock>')
    .replace(worldOfMock, '')
    .replace(runMark, '<run>');
}
