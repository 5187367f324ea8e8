import { isJsonList, isJsonObject, stepsOf, type Json, type JsonObject } from '../json/json-value.ts';
import { ContractDocumentError, below } from './read/document-error.ts';

/** How a value of an answer is shown otherwise than the mock has it: `x-shown` of a response, by JSON pointers. */
export interface ShownValue {
  /** What special values are shown as; everything else as the rest says, or as it is. */
  readonly cases?: readonly { readonly is: Json; readonly shown: Json }[];
  readonly constant?: Json;
  /** A text around the value, `{value}`; or around its first `cut` characters, `{head}`, and the others, `{tail}`. */
  readonly text?: string;
  readonly cut?: number;
  /** A text of digits as a number. */
  readonly number?: true;
  /** A moment with so many digits of a second, and in this zone as it is written: `Z`, `+05:30`. */
  readonly time?: { readonly digits: number; readonly zone: string; readonly separator: 'T' | ' ' };
  /** The field of an object that is shown in its place. */
  readonly from?: string;
  /** An object made of the value, or of its fields. */
  readonly fields?: Readonly<Record<string, ShownValue>>;
}

const kinds = ['cases', 'constant', 'text', 'cut', 'number', 'time', 'from', 'fields'];

/** The rules that stand in a document. @throws ContractDocumentError for what is no rule */
export function readShown(value: JsonObject, place: string): ReadonlyMap<string, ShownValue> {
  for (const [pointer, rule] of Object.entries(value)) requireRule(rule, below(place, pointer));
  return new Map(Object.entries(value as Readonly<Record<string, ShownValue>>));
}

function requireRule(rule: Json, place: string): void {
  const { cases = [], text = '', fields = {}, ...others } = isJsonObject(rule) ? rule : { none: true };
  const unknown = Object.keys(others).find((name) => !kinds.includes(name));
  const isRight =
    isJsonList(cases) &&
    cases.every((each) => isJsonObject(each) && 'is' in each && 'shown' in each) &&
    typeof text === 'string';
  if (unknown !== undefined || !isRight || !isJsonObject(fields)) {
    throw new ContractDocumentError(place, `is no way to show a value: it has one of ${kinds.join(', ')}.`);
  }
  for (const [name, each] of Object.entries(fields)) requireRule(each, below(place, 'fields', name));
}

/** A copy of an answer's body with its values as the rules show them. */
export function bodyShown(body: Json, rules: ReadonlyMap<string, ShownValue>): Json {
  return [...rules].reduce((shown, [pointer, rule]) => shownAt(shown, stepsOf(pointer), rule), body);
}

function shownAt(value: Json, steps: readonly string[], rule: ShownValue): Json {
  const [step, ...rest] = steps;
  if (step === undefined) return shownBy(value, rule);
  if (isJsonList(value)) return step === '*' ? value.map((item) => shownAt(item, rest, rule)) : value;
  const own = isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  return own === undefined ? value : { ...(value as JsonObject), [step]: shownAt(own, rest, rule) };
}

/** A value as one rule shows it. */
export function shownBy(value: Json, rule: ShownValue): Json {
  const known = rule.cases?.find(({ is }) => is === value);
  if (known !== undefined) return known.shown;
  if (rule.constant !== undefined) return rule.constant;
  if (rule.fields !== undefined) {
    const entries = Object.entries(rule.fields).map(([name, each]): [string, Json] => [name, shownBy(value, each)]);
    return Object.fromEntries(entries);
  }
  if (rule.from !== undefined) {
    const { from, ...rest } = rule;
    return shownBy((isJsonObject(value) ? value[from] : undefined) ?? null, rest);
  }
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  return shownText(String(value), rule) ?? value;
}

function shownText(value: string, { text, cut = 0, number, time }: ShownValue): Json | undefined {
  if (number === true) return value.trim() === '' || Number.isNaN(Number(value)) ? undefined : Number(value);
  if (text !== undefined) {
    const parts: Readonly<Record<string, string>> = { value, head: value.slice(0, cut), tail: value.slice(cut) };
    return text.replaceAll(/\{(value|head|tail)\}/g, (_, part: string) => parts[part] ?? '');
  }
  const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);
  return time === undefined || !isMoment ? undefined : momentShown(value, time);
}

function momentShown(value: string, { digits, zone, separator }: NonNullable<ShownValue['time']>): string {
  const [, sign = '+', hours = 0, minutes = 0] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  const ahead = Number(`${sign}1`) * (60 * Number(hours) + Number(minutes)) * 60_000;
  const at = Date.parse(value) + ahead;
  // One whose digits stand for any others is in no zone.
  const [date = '', clock = ''] = (Number.isNaN(at) ? value : new Date(at).toISOString()).split('T');
  const fraction = digits === 0 ? '' : `.${clock.slice(9, 12).padEnd(digits, '0').slice(0, digits)}`;
  return `${date}${separator}${clock.slice(0, 8)}${fraction}${zone}`;
}
