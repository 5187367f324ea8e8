import { formatOfMark, momentInForm } from '../../document/shown-moments.ts';
import { inForm, textForms, type ShownValue } from '../../document/shown-values.ts';
import { isJsonObject, stepsOf, type Json, type JsonObject } from '../../json/json-value.ts';
import type { Repeating } from './placeholders.ts';
import type { Sources } from './sources.ts';

/** What the mock and the deployment have in one place of an answer; undefined: nothing. */
export interface ShownPair extends Repeating {
  readonly mock: Json | undefined;
  /** Of the script that asked. */
  readonly script: string;
  /** Whether its script tries odd values, of which the deployment may keep something else. */
  readonly isTrying?: boolean | undefined;
  /** How many requests of each kind were about the agent that is shown. */
  readonly counts?: JsonObject | undefined;
}

export function isJsonText(value: Json | undefined): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** Rules that one text or number allows: as a number, a moment, in another unit, or with a text around it. */
export function* plainRules(mock: string | number, shown: Json, pairs: readonly ShownPair[]): Generator<ShownValue> {
  if (typeof shown === 'number' && typeof mock === 'string') yield { number: true };
  if (typeof shown !== 'string') return;
  const format = formatOfMark(shown);
  if (format !== undefined && ('time' in format || momentInForm(String(mock), format.form) === shown)) yield format;
  if (areSeveral(pairs)) yield* rulesOfUnits(shown);
  yield* textRules(String(mock), shown, pairs);
  for (const form of areSeveral(pairs) ? Object.keys(textForms) : []) if (inForm(mock, form) === shown) yield { form };
}

function* rulesOfUnits(shown: string): Generator<ShownValue> {
  const [, decimals, unit = ''] = /^-?\d+\.(\d+)(\D*)$/.exec(shown) ?? [];
  if (decimals === undefined) return;
  const number = { decimals: decimals.length, ...(unit !== '' && { text: `{value}${unit}` }) };
  yield number;
  for (const per of units) yield { per, ...number };
}

/** How many of a number one of another unit has: of bytes and seconds. */
const units: readonly number[] = [1000, 1024, 1_000_000, 1_048_576, 60, 3600];

/** Whether it was seen of more than one value. */
export function areSeveral(pairs: readonly ShownPair[]): boolean {
  return new Set(pairs.map(({ mock }) => JSON.stringify(mock))).size > 1;
}

/** No part of another text by chance. */
const longEnough = 6;

/** Several values end in the same so many characters by no chance. */
const shortestEnd = 3;

/** Texts around the value, whole or cut in two; of a short one only if others show it too. The digits of moments are 9. */
function* textRules(value: string, shown: string, pairs: readonly ShownPair[]): Generator<ShownValue> {
  const isTold = value.length >= longEnough || areSeveral(pairs) || value === '<id>';
  if (value === '' || !isTold || /[{}]/.test(shown)) return;
  // What stands for any id has no parts.
  for (let cut = value.length; cut > (value === '<id>' ? value.length - 1 : 0); cut -= 1) {
    const [head, tail] = [value.slice(0, cut), value.slice(cut)];
    const start = shown.indexOf(head);
    const end = shown.indexOf(tail, start + head.length);
    if (start < 0 || end < 0) continue;
    const [before, between] = [shown.slice(0, start), shown.slice(start + head.length, end)];
    if (tail === '') yield { text: `${before}{value}${shown.slice(start + head.length)}` };
    else yield { text: `${before}{head}${between}{tail}${shown.slice(end + tail.length)}`, cut };
  }
  if (areSeveral(pairs)) yield* textsAroundEnd(value, shown);
}

function* textsAroundEnd(value: string, shown: string): Generator<ShownValue> {
  if (shown !== '' && value.endsWith(`.${shown}`)) yield { after: '.' };
  for (let cut = 1 - value.length; cut <= -shortestEnd; cut += 1) {
    const [before, ...after] = shown.split(value.slice(cut));
    if (after.length === 1) yield { text: `${before}{tail}${after[0]}`, cut };
  }
}

/** A rule with the moments that stand for any as moments of the answer: of its own that are called alike, or of now. */
export function withMoments(rule: ShownValue, pointer: string, sources: Sources): ShownValue {
  const { constant, cases, fields } = rule;
  const made = constant === undefined ? undefined : ruleOfMoment(constant, pointer, sources);
  const { constant: _, ...others } = rule;
  return {
    ...(made === undefined ? rule : { ...others, ...made }),
    ...(cases && {
      cases: cases.map(({ is, shown, ...rest }) => {
        const ofCase = shown === undefined ? undefined : ruleOfMoment(shown, pointer, sources);
        return ofCase === undefined ? { is, ...(shown !== undefined && { shown }), ...rest } : { is, rule: ofCase };
      }),
    }),
    ...(fields && {
      fields: Object.fromEntries(
        Object.entries(fields).map(([name, each]) => [name, withMoments(each, `${pointer}/${name}`, sources)]),
      ),
    }),
  };
}

function ruleOfMoment(mark: Json, pointer: string, sources: Sources): ShownValue | undefined {
  const format = isJsonObject(mark) ? undefined : formatOfMark(mark);
  if (format === undefined) return undefined;
  const [what] = partsOfName(stepsOf(pointer).at(-1));
  const own = [...sources].find(([name, value]) => {
    const isOwn = name.startsWith('data.') && typeof value === 'string' && value.startsWith('9999-99-99T');
    return isOwn && partsOfName(name.split('.').at(-1))[0] === what;
  });
  return { of: own?.[0] ?? 'now', ...format };
}

/** `updated`, `epoch` of `updated_epoch` and `updatedEpoch`. */
function partsOfName(name = ''): readonly string[] {
  return name.split(/_|(?=[A-Z])/).map((word) => word.toLowerCase());
}
