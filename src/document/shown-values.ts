import { isJsonList, isJsonObject, isSameJson, stepsOf, type Json } from '../json/json-value.ts';
import type { Part } from './read/document-error.ts';
import { momentInForm, momentShown, type MomentFormat } from './shown-moments.ts';

/**
 * How a value of an answer is shown otherwise than the mock has it: `x-shown` of a response, by JSON pointers. What is shown
 * in its place may have placeholders: `{data.agent_id}`, `{sent.status}`, `{saved.greeting|none}`; of an item of a list
 * `{item.place}`, which is 1 for the first, its own fields, `{item.id}`, and of a number `{item.owner}`, `own` or `shared`.
 */
export interface ShownValue {
  /**
   * The placeholder whose value the cases are about, `sent.status`, `asked` (see `whatIsAsked`), of an item with its
   * place `item.asked`; absent: the value itself.
   */
  readonly by?: string;
  /** What special values are shown as, or by which rule; nothing: as they are; everything else as the rest says, or as it is. */
  readonly cases?: readonly { readonly is: Json; readonly shown?: Json; readonly rule?: ShownValue }[];
  readonly constant?: Json;
  /** Values that were seen, where nothing tells what a record has: one of them, for one record always the same. */
  readonly examples?: readonly Json[];
  /** Left out. */
  readonly absent?: true;
  /** A number in a text with so many digits behind its point, and perhaps a `text` around it; `per` so many of it. */
  readonly decimals?: number;
  readonly per?: number;
  /**
   * A text around the value, `{value}`; or around its first `cut` characters, `{head}`, and the others, `{tail}`; below 0,
   * the tail has so many.
   */
  readonly text?: string;
  readonly cut?: number;
  /** What stands behind the last of these, as the ending of a file's name does. */
  readonly after?: string;
  /** One of `textForms`, or of a moment one of `momentForms`. */
  readonly form?: string;
  /** A text of digits as a number. */
  readonly number?: true;
  /** A moment with so many digits of a second, and in this zone as it is written: `Z`, `+05:30`. */
  readonly time?: MomentFormat;
  /** The field of an object that is shown in its place; what is no object stays. */
  readonly from?: string;
  /** The placeholder whose value is shown in its place: `data.basic_details.updated_on`, `now`. */
  readonly of?: string;
  /** How many requests of these kinds were about the agent, and so many more: kinds that `AgentRecord` counts. */
  readonly counted?: readonly string[];
  readonly plus?: number;
  /** A text of these one behind the other, or a list of them; of a list those that show nothing are left out. */
  readonly joined?: readonly ShownValue[];
  readonly items?: readonly ShownValue[];
  /** An object made of the value, or of its fields. */
  readonly fields?: Readonly<Record<string, ShownValue>>;
}

const kinds =
  'by cases constant examples absent decimals per text cut after form number time from of fields counted plus joined items'.split(
    ' ',
  );

/** The rules that stand in a document. @throws ContractDocumentError for what is no rule */
export function readShown(rules: Part): ReadonlyMap<string, ShownValue> {
  for (const [, rule] of rules.entries) requireRule(rule);
  return new Map(Object.entries(rules.object as Readonly<Record<string, ShownValue>>));
}

function requireRule(rule: Part): void {
  const { cases = [], text = '', fields = {}, ...others } = isJsonObject(rule.value) ? rule.value : { none: true };
  const isKnown = Object.keys(others).every((name) => kinds.includes(name));
  const areExamples = isJsonList(rule.at('examples').value ?? []);
  const areCases = isJsonList(cases) && cases.every((each) => isJsonObject(each) && 'is' in each);
  if (!isKnown || !areCases || !areExamples || typeof text !== 'string' || !isJsonObject(fields)) {
    throw rule.error(`is no way to show a value: it has one of ${kinds.join(', ')}.`);
  }
  const ofCases = rule.at('cases').items.map((each) => each.at('rule'));
  ofCases.filter(({ value }) => value !== undefined).forEach(requireRule);
  [...rule.at('joined').items, ...rule.at('items').items].forEach(requireRule);
  rule.at('fields').entries.forEach(([, each]) => requireRule(each));
}

/** What an answer's values are shown by: fields of its request, `sent.NAME`, of its record, `saved.NAME`, or its own. */
type FieldNamed = Words['fieldNamed'];
const noField: FieldNamed = () => undefined;

/** A copy of an answer's body with its values as the rules show them. */
export function bodyShown(body: Json, rules: ReadonlyMap<string, ShownValue>, fieldNamed = noField): Json {
  return [...rules].reduce(
    (shown, [pointer, rule]) => shownAt(shown, stepsOf(pointer), rule, fieldNamed) ?? null,
    body,
  );
}

/** Undefined: left out. */
function shownAt(
  value: Json | undefined,
  steps: readonly string[],
  rule: ShownValue,
  fieldNamed: FieldNamed,
): Json | undefined {
  const [step, ...rest] = steps;
  if (step === undefined) return shownBy(value, rule, fieldNamed);
  if (isJsonList(value)) {
    if (step !== '*') return value;
    return value.map((item, index) => {
      const ofItem: FieldNamed = (name, inner = item) => {
        if (name === 'item.asked') return `${index + 1} of ${String(fieldNamed('asked'))}`;
        return name === 'item.place' ? index + 1 : fieldNamed(name, inner);
      };
      return shownAt(item, rest, rule, ofItem) ?? null;
    });
  }
  if (!isJsonObject(value)) return value;
  const own = Object.hasOwn(value, step) ? value[step] : undefined;
  if (own === undefined && rest.length > 0) return value;
  const { [step]: _, ...others } = value;
  const shown = shownAt(own, rest, rule, fieldNamed);
  if (shown === undefined) return others;
  return { ...value, [step]: shown };
}

/** A value as one rule shows it; undefined: left out, or there is nothing to show. */
export function shownBy(value: Json | undefined, rule: ShownValue, fieldNamed = noField): Json | undefined {
  const deciding = rule.by === undefined ? value : fieldNamed(rule.by);
  const known = rule.cases?.find(({ is }) => isSameJson(is, deciding ?? null));
  if (known?.rule !== undefined) return shownBy(value, known.rule, fieldNamed);
  if (known !== undefined) return known.shown === undefined ? value : shownWith(known.shown, value, fieldNamed);
  if (rule.absent === true) return undefined;
  const given = constantOf(value, rule, fieldNamed);
  if (given === undefined) return shownByParts(value, rule, fieldNamed);
  // A text that repeats what there is nothing of here is not made.
  return typeof deciding === 'string' && lacksPart(given, fieldNamed) ? deciding : shownWith(given, value, fieldNamed);
}

/** Whether a text repeats a part of a saved value that has no such part. */
function lacksPart(shown: Json, fieldNamed: FieldNamed): boolean {
  const named = typeof shown === 'string' ? shown.matchAll(/\{(saved(?:\.\w+)+)\}/g) : [];
  return [...named].some(([, name = '']) => fieldNamed(name) === undefined);
}

function shownWith(shown: Json, value: Json | undefined, fieldNamed: FieldNamed): Json | undefined {
  return shown === null ? null : (withFields(shown, fieldNamed) ?? value);
}

/** What is not there is no case of a value, and the cases of a field come first. */
function constantOf(value: Json | undefined, rule: ShownValue, fieldNamed: FieldNamed): Json | undefined {
  const { by, cases, constant, examples = [], from } = rule;
  if (by === undefined && (from !== undefined || (value === undefined && cases !== undefined))) return undefined;
  if (examples.length === 0) return constant;
  const record = recordNames.map((name) => fieldNamed(name)).find((name) => name !== undefined);
  const bytes = Buffer.from(JSON.stringify(record ?? null));
  const sum = bytes.reduce((before, byte) => (31 * before + byte) % 65_521, 0);
  return examples[sum % examples.length];
}

/** What tells records apart: the first that there is. */
const recordNames = ['item.id', 'data.basic_details.id', 'data.agent_id', 'asked'];

/** Of a value that is an object already its own field, where the rule says no more than to show the value. */
function partShown(value: Json | undefined, name: string, { text, ...others }: ShownValue): Json | undefined {
  const isPlain = Object.keys(others).length === 0 && (text === undefined || text === '{value}');
  return isPlain && isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : value;
}

function shownByParts(value: Json | undefined, rule: ShownValue, fieldNamed: FieldNamed): Json | undefined {
  const made = madeOf(value, rule, fieldNamed);
  if (made !== undefined) return made;
  if (rule.of !== undefined) {
    const { of: name, by: _by, cases: _cases, ...rest } = rule;
    return shownBy((fieldNamed(name) ?? null) as Json, rest);
  }
  if (rule.from !== undefined) {
    const { from, ...rest } = rule;
    return shownBy((isJsonObject(value) ? value[from] : value) ?? null, rest, fieldNamed);
  }
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  return shownText(String(value), rule) ?? value;
}

/** A sum of counts, or a text, list or object of several parts; undefined for a rule that makes none. */
function madeOf(value: Json | undefined, rule: ShownValue, fieldNamed: FieldNamed): Json | undefined {
  const { counted, joined, items, plus = 0 } = rule;
  const partsOf = (parts: readonly ShownValue[]): readonly Json[] =>
    parts.map((part) => shownBy(value, part, fieldNamed)).filter((part) => part !== undefined);
  if (counted !== undefined) {
    return counted.reduce((sum, kind) => sum + Number(fieldNamed(`saved.counted.${kind}`) ?? 0), plus);
  }
  if (joined !== undefined) return partsOf(joined).map(asText).join('');
  if (items !== undefined) return partsOf(items);
  if (rule.fields !== undefined) {
    const entries = Object.entries(rule.fields).flatMap(([name, each]): [string, Json][] => {
      const shown = shownBy(partShown(value, name, each), each, fieldNamed);
      return shown === undefined ? [] : [[name, shown]];
    });
    return Object.fromEntries(entries);
  }
  return undefined;
}

/** What is shown with its placeholders filled; a placeholder alone is the value itself. */
function withFields(shown: Json, fieldNamed: FieldNamed): Json | undefined {
  const [, alone, form] = typeof shown === 'string' ? (fieldAlone.exec(shown) ?? []) : [];
  if (alone === undefined) return withWords(shown, { fieldNamed });
  const value = fieldNamed(alone) as Json | undefined;
  return form === undefined ? value : inForm(value, form);
}

/** What a placeholder may make of a text: `{saved.agent_name:slug}`. */
export const textForms: Readonly<Record<string, (text: string) => string | number>> = {
  slug: (text) => {
    const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
    return plain.replaceAll(/[^a-z\d]+/g, '-').replaceAll(/^-|-$/g, '');
  },
  dashes: (text) => text.toLowerCase().replaceAll(/[^a-z\d]+/g, '-'),
  start: (text) => Array.from(text).slice(0, 2).join('').toUpperCase(),
  initials: (text) => {
    const firsts = splitByBlanks(text).map((word) => Array.from(word)[0] ?? '');
    return firsts.slice(0, 2).join('').toUpperCase();
  },
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  words: (text) => splitByBlanks(text).length,
  length: (text) => Array.from(text).length,
};

const forms = Object.keys(textForms).join('|');
const fieldAlone = new RegExp(String.raw`^\{((?:sent|saved|data|item)(?:\.\w+)+)(?::(${forms}))?\}$`);

function splitByBlanks(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** Undefined of what is no text. */
export function inForm(value: unknown, form: string): string | number | undefined {
  return typeof value === 'string' ? (textForms[form]?.(value) ?? momentInForm(value, form)) : undefined;
}

function numberShown(value: string, { text = '{value}', decimals, per = 1 }: ShownValue): Json | undefined {
  const given = value.trim() === '' ? NaN : Number(value);
  if (Number.isNaN(given)) return undefined;
  return decimals === undefined ? given : text.replace('{value}', (given / per).toFixed(decimals));
}

function shownText(value: string, rule: ShownValue): Json | undefined {
  const { text, cut = 0, after, form, number, time, decimals } = rule;
  if (decimals !== undefined || number === true) return numberShown(value, rule);
  if (after !== undefined) return value.slice(value.lastIndexOf(after) + 1);
  if (form !== undefined) return inForm(value, form);
  if (text !== undefined) {
    const parts: Readonly<Record<string, string>> = { value, head: value.slice(0, cut), tail: value.slice(cut) };
    return text.replaceAll(/\{(value|head|tail)\}/g, (_, part: string) => parts[part] ?? '');
  }
  const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);
  return time === undefined || !isMoment ? undefined : momentShown(value, time);
}

/** What a request asks for, as a text: its query, the codes and flags of its body, and whether that names an agent. */
export function whatIsAsked(query: Iterable<readonly [string, string]>, body: unknown): string {
  const given = Object.entries(isJsonObject(body) ? body : {}).flatMap(([name, value]) => {
    if (name === 'agent_id') return [name];
    return typeof value === 'boolean' || (typeof value === 'number' && value < 100) ? [`${name}=${value}`] : [];
  });
  return [...[...query].map((pair) => pair.join('=')), ...given].sort().join('&');
}

/** What a refusal is about, and what was sent. */
export interface Words {
  /** The field that is wrong. */
  readonly name?: string | undefined;
  readonly value?: unknown;
  /** What the rule says of the request itself. */
  readonly detail?: string | undefined;
  /** A field of the request, of the record, of the answer's own `data`, what is known of an item of a list, or `now`. */
  readonly fieldNamed: (name: string, item?: Json) => unknown;
}

const placeholder = new RegExp(
  String.raw`\{(now|detail|name|field|leaf|value|json|sent|(?:sent|saved|data|item)(?:\.\w{1,60}){1,5})(?::(\d{1,4}|${forms}))?(?:\|([^{}]*))?\}`,
  'g',
);

/** Every text with the words of its request in place of its placeholders: `{name}`, `{json:80}`, `{sent.agent_name|it}`, `{saved.agent_name:slug}`, `{now:6}`. */
export function withWords(value: Json, words: Words): Json {
  if (typeof value === 'string') {
    if (!value.includes('{')) return value;
    return value.replaceAll(placeholder, (_, word: string, form?: string, otherwise?: string) => {
      if (word !== 'now') return wordInForm(wordNamed(word, words), form, otherwise);
      return momentShown(nowIn(words), { digits: Number(form ?? 3) || 0, zone: 'Z', separator: 'T' });
    });
  }
  if (isJsonList(value)) return value.map((each) => withWords(each, words));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withWords(each, words)]));
}

/** A text in one of its forms, or its first characters. */
function wordInForm(word: string | undefined, form: string | undefined, otherwise = ''): string {
  if (form === undefined) return word ?? otherwise;
  if (!/^\d/.test(form)) return String(inForm(word, form) ?? '') || otherwise;
  return (word ?? otherwise).slice(0, Number(form));
}

function nowIn({ fieldNamed }: Words): string {
  const now = fieldNamed('now');
  return typeof now === 'string' ? now : new Date().toISOString();
}

/** The word for a placeholder; undefined if the request has none. */
export function wordNamed(word: string, { name, value, detail, fieldNamed }: Words): string | undefined {
  const field = name === '' ? undefined : name;
  switch (word) {
    case 'detail':
      return detail;
    case 'name':
      return field;
    case 'field':
      return field && outermost(field);
    case 'leaf':
      return field?.split('.').at(-1);
    case 'value':
      return asText(value);
    case 'json':
      return JSON.stringify(value);
    case 'sent':
      return field && JSON.stringify(fieldNamed(`sent.${outermost(field)}`));
    default:
      return asText(fieldNamed(word));
  }
}

function outermost(name: string): string {
  return name.split(/[.[]/, 1).join('');
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' || value === undefined ? value : JSON.stringify(value);
}
