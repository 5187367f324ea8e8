import { isDeepStrictEqual } from 'node:util';
import type { ClauseId, OperationId, RefusalId } from '../../document/names.gen.ts';
import { isContainer, memberOf, valueAt } from '../../json/json-value.ts';
import type { CheckedAnswer, Finding } from '../report/violation.ts';
import { printed } from '../validate-answer.ts';
import type { Facts, Judgement, Model } from './model.ts';

/** What an answer as a whole must be. */
export interface Expectation {
  readonly clauses: readonly [ClauseId, ...ClauseId[]];
  readonly why: string;
  /** Absent: any refusal, because which one is not shown. */
  readonly statuses?: readonly number[] | undefined;
  /** Of an answer with the first one of these statuses. */
  readonly message?: string | undefined;
  /** Another text that is as right. */
  readonly otherMessage?: string | undefined;
}

/**
 * The refusal that the document has for a rule.
 * @param also other statuses that would be right
 */
export function refusedBy(
  { operations }: Pick<Facts, 'operations'>,
  operation: OperationId,
  clause: RefusalId,
  why: string,
  also: readonly number[] = [],
): Expectation {
  const { status, body } = operations.get(operation)?.refusals.get(clause) ?? {};
  const message = typeof body?.message === 'string' ? body.message : undefined;
  return { clauses: [clause], why, statuses: status === undefined ? also : [status, ...also], message };
}

/** What came of a comparison, and the state that it leaves behind; absent: the one before. */
export type Compared = Pick<Judgement, 'findings' | 'reached'> & { readonly state?: Model };

/** Whatever came is right. */
export const nothing: Compared = { findings: [], reached: [] };

/** Compares an answer with what it must be. Null: whatever comes is right. */
export function compared(answer: CheckedAnswer, expectation: Expectation | null): Compared {
  if (expectation === null) return nothing;
  const { clauses: reached, why, statuses, message, otherMessage = message } = expectation;
  if (!(statuses?.includes(answer.status) ?? isRefusal(answer))) {
    const wanted = statuses === undefined ? 'a refusal with 4xx' : `status ${statuses.join(' or ')}`;
    return { findings: [wholly(reached, `${wanted}, because ${why}`, answer, statuses)], reached };
  }
  if (message === undefined || answer.status !== statuses?.[0]) return { findings: [], reached };
  const came = memberOf(answer.body, 'message');
  return { findings: came === otherMessage ? [] : compareAt(reached[0], '/message', came, message), reached };
}

/** Whether the request was refused, as a server that knows what it does refuses. */
export function isRefusal({ status }: Pick<CheckedAnswer, 'status'>): boolean {
  return status >= 400 && status < 500;
}

/** What must stand at a place of an answer by a rule: a value, or one in words, of which `isHeld` tells. */
export type Law = readonly [clause: ClauseId, pointer: string, wanted: unknown, isHeld?: (value: unknown) => boolean];

/** Compares a body with laws. */
export function compareLaws(body: unknown, laws: readonly Law[]): Compared {
  const findings = laws.flatMap(([clause, pointer, wanted, isHeld]) => {
    const came = valueAt(body, pointer);
    if (isHeld === undefined) return compareAt(clause, pointer, came, wanted);
    return isHeld(came) ? [] : [found(clause, pointer, String(wanted), came)];
  });
  return { findings, reached: laws.map(([clause]) => clause) };
}

/** Several comparisons as one. */
export function jointly(...all: readonly Compared[]): Compared {
  return { findings: all.flatMap(({ findings }) => findings), reached: all.flatMap(({ reached }) => reached) };
}

/** Compares what stands at a place with what should. */
export function compareAt(
  clauses: ClauseId | readonly ClauseId[],
  path: string,
  came: unknown,
  wanted: unknown,
  what = '',
): Finding[] {
  if (isDeepStrictEqual(came, wanted)) return [];
  return [found(clauses, path, `${what === '' ? '' : `${what}: `}${printed(wanted)}`, came)];
}

/** What is wrong at a place of an answer. */
export function found(clauses: ClauseId | readonly ClauseId[], path: string, expected: string, came: unknown): Finding {
  return { clauses: [clauses].flat(), expected, came: printed(came), path };
}

/** What is wrong with an answer as a whole. */
export function wholly(
  clauses: ClauseId | readonly ClauseId[],
  expected: string,
  answer: CheckedAnswer,
  statuses: readonly number[] = [],
): Finding {
  const all = [clauses].flat();
  const came = `${answer.status} ${printed(answer.body ?? answer.text)}`;
  return { clauses: all, expected, came, cause: wrongStatus(answer, all, statuses) };
}

/** What is wrong with a status: of a refusal that did not come, each rule is a cause of its own. */
function wrongStatus(
  { status, body }: CheckedAnswer,
  [clause]: readonly ClauseId[],
  statuses: readonly number[],
): string {
  const wanted = statuses.length === 0 ? 'a refusal' : statuses.join(' or ');
  if (status < 400) return `answers ${status} instead of ${wanted} (${clause ?? ''})`;
  const said = memberOf(body, 'message');
  if (statuses.every((each) => each < 300)) return `answers ${status} ${printed(said ?? '')}`;
  return `answers ${status} instead of ${wanted}`;
}

export function queryValue({ request }: CheckedAnswer, name: string): string | undefined {
  return request.query.find(([each]) => each === name)?.[1];
}

/** The id of the agent that a request names, in its body, form or query, as a number or in a UUID; null if none. */
export function namedIn({ request: { body, query } }: CheckedAnswer): number | null {
  const given = agentInBody(body) ?? query.find(([name]) => name === 'agent_id')?.[1];
  const text = typeof given === 'string' && given.length === 36 ? given.slice(-12) : given;
  const id = typeof text === 'string' && text.trim() === '' ? Number.NaN : Number(text);
  return Number.isInteger(id) ? id : null;
}

function agentInBody(body: CheckedAnswer['request']['body']): unknown {
  if (body.kind === 'form') return body.parts.find(({ name }) => name === 'agent_id')?.value;
  return body.kind === 'json' && isContainer(body.value) ? body.value['agent_id'] : undefined;
}

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

/** These numbers, and beside them none that was not attached before. */
export function attached(numbers: readonly string[], may: readonly string[] = []): Wanted {
  return {
    ...{ numbers, may },
    told: () => `the numbers ${printed(numbers)}`,
    isMet: (now, before) => {
      if (Array.isArray(now) && isOpaque(now)) return now.length >= new Set(numbers).size;
      const known = [...numbers, ...may, ...numbersIn(before)];
      const isKnown = (item: unknown): boolean => known.some((number) => contains(item, number));
      return numbers.every((value) => contains(now, value)) && Array.isArray(now) && now.every(isKnown);
    },
  };
}

/**
 * A list of the tools that are on; one that is off is not shown as on, where its items say so. What is sent may be added
 * to the items that were there.
 */
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
  const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
  return {
    told: (before) => `a list with ${count} files that were sent, beside or in place of ${lengthOf(before)}`,
    isMet: (now, before, isNew) => {
      return lengthOf(now) >= count && (isNew || lengthOf(before) === count || !isDeepStrictEqual(before, now));
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

/** What tells the items of `phone_numbers` apart: their numbers, or the items themselves where they show none. */
export function tellingOf(list: unknown): string[] {
  return Array.isArray(list) && isOpaque(list) ? list.map((item) => JSON.stringify(item)) : numbersIn(list);
}

/** Whether a number is one of these: it may be shown as one dials it within its country. */
export function hasNumber(numbers: readonly string[], number: string): boolean {
  const isEndOf = (one: string, other: string): boolean => other.endsWith(one.slice(1));
  return numbers.some((each) => isEndOf(each, number) || isEndOf(number, each));
}

/**
 * Texts are the same whatever blanks surround them, whichever line ends and form of Unicode they have; an empty one may
 * be null. The specification does not say that a text is kept as it was sent.
 */
export function showsAs(sent: unknown, came: unknown): boolean {
  if (typeof sent === 'string' && came === null) return sent.trim() === '';
  if (typeof sent !== 'string' || typeof came !== 'string') return isDeepStrictEqual(sent, came);
  return sent === came || plainText(sent) === plainText(came);
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
