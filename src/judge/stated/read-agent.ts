import { isDeepStrictEqual } from 'node:util';
import type { ClauseId } from '../../document/names.gen.ts';
import { printed } from '../validate-answer.ts';
import { found } from './expectation.ts';
import type { AgentState } from '../steps.ts';
import type { AgentData, AgentModel, Facts, Finding, Want } from './model.ts';
import { isObject, isContainer, valueAt } from '../../json/json-value.ts';

/** What may differ from one read to the next. */
const restless = [
  ...['/last_modified', '/basic_details/updated_on', '/basic_details/agent_token'],
  // An address may be generated at any time, and so may the settings of guardrails.
  ...['/webhook_url', '/guardrails/id'],
];

/** Members of lists whose items are not shown: an item may carry an address that is signed anew for each read. */
const openLists = [
  '/phone_numbers',
  '/campaigns',
  '/dispositions',
  '/knowledge_base',
  '/tools',
  '/configuration/skills',
];

/**
 * Compares an agent with what the model wants of it.
 * @param cause the rule that says why a member that was not addressed stays as it was
 * @param isDocumented whether the document shows the member of `data` at this pointer
 */
export function compareAgent(
  agent: AgentModel,
  data: AgentData,
  cause: ClauseId,
  isDocumented: (pointer: string) => boolean,
): Finding[] {
  const before = agent.seen ?? {};
  const findings: Finding[] = [];
  for (const [pointer, wants] of agent.wants) {
    const now = valueAt(data, pointer);
    if (wants.some((want) => isMet(want, valueAt(before, pointer), now, agent.seen === null))) continue;
    const [said] = wants.filter((want) => want.kind !== 'unchanged');
    const clauses = [said?.clause ?? cause, ...(said === undefined ? [] : (agent.by ?? []))];
    const expected = wants.map((want) => told(want, valueAt(before, pointer))).join(', or ');
    findings.push(found(clauses, `/data${pointer}`, expected, now));
  }
  if (agent.seen === null) return findings;
  const free = [...restless, ...agent.open, ...agent.wants.keys()];
  for (const { pointer, from, to } of changedIn(before, data)) {
    if (free.some((each) => pointer === each || pointer.startsWith(`${each}/`)) || !isDocumented(pointer)) continue;
    findings.push(found(cause, `/data${pointer}`, `${pointer} unchanged: ${printed(from)}`, to));
  }
  return findings;
}

function isMet(want: Want, before: unknown, now: unknown, isNew: boolean): boolean {
  switch (want.kind) {
    case 'unchanged':
      return isNew || isDeepStrictEqual(before, now);
    case 'equals':
      return showsAs(want.value, now);
    case 'holds':
      return want.values.every((value) => contains(now, value));
    case 'numbers':
      return holdsNumbers(want, before, now);
    case 'switched':
      return want.on.every((id) => contains(now, id)) && !wrongSwitch(now, want.on, want.off);
    case 'files':
      return holdsFiles(want.count, before, now, isNew);
  }
}

function holdsNumbers(
  { values, may = [] }: Extract<Want, { kind: 'numbers' }>,
  before: unknown,
  now: unknown,
): boolean {
  return values.every((value) => contains(now, value)) && onlyNumbers(now, [...values, ...may, ...numbersIn(before)]);
}

/** Files that an update sends are added to those before, or take their place: which of both is not shown. */
function holdsFiles(count: number, before: unknown, now: unknown, isNew: boolean): boolean {
  if (lengthOf(now) < count) return false;
  return isNew || lengthOf(before) === count || !isDeepStrictEqual(before, now);
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}

function wrongSwitch(now: unknown, on: readonly number[], off: readonly number[]): boolean {
  if (!Array.isArray(now)) return false;
  return now.some((item) => {
    if (!isContainer(item) || typeof item['isEnabled'] !== 'boolean') return false;
    return item['isEnabled'] ? off.includes(Number(item['id'])) : on.includes(Number(item['id']));
  });
}

function onlyNumbers(now: unknown, known: readonly string[]): boolean {
  return Array.isArray(now) && now.every((item) => known.some((number) => contains(item, number)));
}

/** The numbers of `phone_numbers` as digits behind a plus, whatever its items look like. */
export function numbersIn(list: unknown): string[] {
  if (Array.isArray(list)) return list.flatMap(numbersIn);
  if (isContainer(list)) return Object.values(list).flatMap(numbersIn);
  const digits = typeof list === 'string' ? list.replaceAll(/\D/g, '') : '';
  return digits.length >= 7 ? [`+${digits}`] : [];
}

function told(want: Want, before: unknown): string {
  switch (want.kind) {
    case 'unchanged':
      return `unchanged: ${printed(before)}`;
    case 'equals':
      return printed(want.value);
    case 'holds':
      return `a list that holds ${printed(want.values)}`;
    case 'numbers':
      return `the numbers ${printed(want.values)}`;
    case 'switched':
      return `a list with ${printed(want.on)} on and ${printed(want.off)} off`;
    case 'files':
      return `a list with ${want.count} files that were sent, beside or in place of ${lengthOf(before)}`;
  }
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
  if (/^\+\d+$/.test(wanted)) return numbersIn(value).includes(wanted) || value === Number(wanted);
  return showsAs(wanted, value);
}

interface Difference {
  readonly pointer: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** Where two JSON values differ; lists of open items by what of them lasts. */
function changedIn(from: unknown, to: unknown, pointer = ''): Difference[] {
  if (isObject(from) && isObject(to)) {
    const names = new Set([...Object.keys(from), ...Object.keys(to)]);
    return [...names].flatMap((name) => changedIn(from[name], to[name], `${pointer}/${name}`));
  }
  const isOpen = openLists.some((each) => pointer === each || pointer.startsWith(`${each}/`));
  const [one, other] = isOpen ? [lasting(from), lasting(to)] : [from, to];
  return isDeepStrictEqual(one, other) ? [] : [{ pointer, from, to }];
}

function lasting(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lasting);
  if (isContainer(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, lasting(each)]));
  return typeof value === 'string' && /^https?:|^\d{4}-\d\d-\d\dT/.test(value) ? null : value;
}

/** The state of an agent as far as its rules go; undefined: it was not read yet. */
export function stateOf({ life, seen }: AgentModel, { numbers = {} }: Pick<Facts, 'numbers'>): AgentState | undefined {
  if (life === 'deleted') return 'deleted';
  if (seen === null || life === 'unclear') return undefined;
  if (valueAt(seen, '/basic_details/status') === 1) return 'active';
  const attached = numbersIn(seen['phone_numbers']);
  if (attached.length === 0) return 'draft';
  return attached.some((number) => numbers.owned?.includes(number) === true) ? 'ready' : 'shared';
}
