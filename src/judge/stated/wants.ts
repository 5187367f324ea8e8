import { isDeepStrictEqual } from 'node:util';
import { isContainer, listIn } from '../../json/json-value.ts';
import { withoutCounter } from '../../deployment/agents/request-names.ts';
import type { ClauseId } from '../../document/names.gen.ts';
import { printed } from '../validate-answer.ts';

/** What a field of an agent may be at the next read, given what it was at the latest one; `isNew`: it was not read yet. */
export interface Want {
  /** The rule by which it was written; undefined: it was not. */
  readonly clause: ClauseId | undefined;
  readonly told: (before: unknown) => string;
  readonly isMet: (now: unknown, before: unknown, isNew: boolean) => boolean;
  /** The single value that it may have. */
  readonly value?: unknown;
  /** The numbers that were attached, and those that may be attached beside them. */
  readonly numbers?: readonly string[];
  readonly may?: readonly string[];
}

/** By the rule of the field that was sent, if it names no other. */
export type Wanted = Omit<Want, 'clause'> & { readonly clause?: ClauseId };

export const unchanged: Want = {
  clause: undefined,
  told: (before) => `unchanged: ${printed(before)}`,
  isMet: (now, before, isNew) => isNew || isDeepStrictEqual(before, now),
};

export function equals(value: unknown): Wanted {
  return { value, told: () => printed(value), isMet: (now) => showsAs(value, now) };
}

/** A list that holds these texts or numbers, whatever its items look like. */
export function holds(values: readonly (string | number)[]): Wanted {
  return {
    told: () => `a list that holds ${printed(values)}`,
    isMet: (now) => values.every((value) => contains(now, value)),
  };
}

/** The same of words that may be kept in lower case: they are denied however they are written. */
export function holdsWords(values: readonly string[]): Wanted {
  const held = holds(values);
  const inLower = holds(values.map((value) => value.toLowerCase()));
  const isKept = (now: unknown): boolean =>
    inLower.isMet(JSON.parse(JSON.stringify(now ?? null).toLowerCase()), null, false);
  return { ...held, isMet: (now, ...rest) => held.isMet(now, ...rest) || isKept(now) };
}

/** These numbers, and beside them none that was not attached before. */
export function attached(numbers: readonly string[], may: readonly string[] = []): Wanted {
  return {
    numbers,
    may,
    told: () => `the numbers ${printed(numbers)}`,
    isMet: (now, before) => {
      if (Array.isArray(now) && isOpaque(now)) return now.length >= new Set(numbers).size;
      const known = [...numbers, ...may, ...numbersIn(before)];
      const isKnown = (item: unknown): boolean => known.some((number) => contains(item, number));
      return numbers.every((value) => contains(now, value)) && Array.isArray(now) && now.every(isKnown);
    },
  };
}

/** A list of the tools that are on; one that is off is not shown as on, where its items say so. What is sent may be added to those before. */
export function switchedAs(on: readonly number[], off: readonly number[]): Wanted {
  const isListed = (list: readonly unknown[], id: number, isEnabled: boolean): boolean =>
    list.some((item) => isContainer(item) && Number(item['id']) === id && item['isEnabled'] === isEnabled);
  const isOtherwise = (list: readonly unknown[], id: number, isOn: boolean): boolean =>
    isListed(list, id, !isOn) && !isListed(list, id, isOn);
  return {
    told: () => `a list with ${printed(on)} on and ${printed(off)} off`,
    isMet: (now) =>
      on.every((id) => contains(now, id)) &&
      !(Array.isArray(now) && [...on, ...off].some((id) => isOtherwise(now, id, on.includes(id)))),
  };
}

/** Files that an update sends are added to those before, or take their place: which of both is not shown. */
export function files(count: number): Wanted {
  return {
    told: (before) => `a list with ${count} files that were sent, beside or in place of ${listIn(before).length}`,
    isMet: (now, before, isNew) => {
      const isOther = isNew || listIn(before).length === count || !isDeepStrictEqual(before, now);
      return listIn(now).length >= count && isOther;
    },
  };
}

/** The numbers of `phone_numbers` as digits behind a plus, whatever its items look like; other integers may be ids. */
export function numbersIn(list: unknown): string[] {
  if (isContainer(list)) return Object.values(list).flatMap(numbersIn);
  if (typeof list === 'number') return list >= 1e10 && list < 1e12 ? [`+${list}`] : [];
  const text = typeof list === 'string' ? list.replace(/^[a-z]+:/i, '') : '';
  const isPhone = /^\+?[\d\s()./-]+$/.test(text) && !/^\d{4}-\d\d-\d\d/.test(text);
  const digits = isPhone ? text.replaceAll(/\D/g, '') : '';
  return digits.length >= 7 && digits.length <= 15 ? [`+${digits}`] : [];
}

/** Whether a list has items, and none shows a number: what they are is not shown, so they may be ids. */
export function isOpaque(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0 && numbersIn(list).length === 0;
}

/** Numbers that are attached, or may be. */
export function numbersWanted({ numbers = [], may = [] }: Pick<Want, 'numbers' | 'may'>): readonly string[] {
  return [...numbers, ...may];
}

/** What tells the items of `phone_numbers` apart: their numbers, or the items themselves where they show none. */
export function tellingOf(list: unknown): string[] {
  return Array.isArray(list) && isOpaque(list) ? list.map((item) => JSON.stringify(item)) : numbersIn(list);
}

/** Whether a number is one of these: it may be shown as one dials it within its country. */
export function hasNumber(numbers: readonly string[], number: string): boolean {
  const isEndOf = (one: string, other: string): boolean => other.endsWith(one.slice(1));
  return numbers.some((each) => isEndOf(each, number) || isEndOf(number, each));
}

/** Texts are the same whatever blanks, line ends and form of Unicode they have, because none is said to be kept as sent; an empty one may be null. */
export function showsAs(sent: unknown, came: unknown): boolean {
  if (typeof sent === 'string' && came === null) return sent.trim() === '';
  if (typeof sent !== 'string' || typeof came !== 'string') return isDeepStrictEqual(sent, came);
  return sent === came || plainText(sent) === plainText(came);
}

/** A name that another agent has may be given a counter: `Nora (2)`. */
export function isNamedAs(sent: unknown, came: unknown): boolean {
  return showsAs(sent, typeof came === 'string' ? withoutCounter(came, String(sent)) : came);
}

function plainText(text: string): string {
  return text.trim().replaceAll(/\r\n?/g, '\n').normalize('NFC');
}

/** Whether the value, or something in it, is this text or number; of a phone number, its digits count. */
function contains(value: unknown, wanted: string | number): boolean {
  if (isContainer(value)) return Object.values(value).some((each) => contains(each, wanted));
  if (typeof wanted === 'number') return value === wanted || value === String(wanted);
  if (/^\+\d+$/.test(wanted)) return hasNumber(numbersIn(value), wanted);
  return showsAs(wanted, value);
}

/** Whether a field is one of these, or a part of one. */
export function isMemberOf(pointer: string, members: readonly string[]): boolean {
  return members.some((each) => pointer === each || pointer.startsWith(`${each}/`));
}
