import { isDeepStrictEqual } from 'node:util';
import type { ClauseId } from '../../document/names.gen.ts';
import { printed } from '../validate-answer.ts';
import { found } from './expectation.ts';
import type { AgentState } from '../steps.ts';
import type { AgentData, AgentModel, Facts, Finding } from './model.ts';
import { isObject, isContainer, valueAt } from '../../json/json-value.ts';
import { numbersIn } from './wants.ts';

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
  { seen, wants, open, by = [] }: AgentModel,
  data: AgentData,
  cause: ClauseId,
  isDocumented: (pointer: string) => boolean,
): Finding[] {
  const findings = [...wants].flatMap(([pointer, allowed]): Finding[] => {
    const [now, before] = [valueAt(data, pointer), valueAt(seen, pointer)];
    if (allowed.some((want) => want.isMet(now, before, seen === null))) return [];
    const clauses = [...allowed.flatMap(({ clause }) => clause ?? []).slice(0, 1), ...by];
    const expected = allowed.map((want) => want.told(before)).join(', or ');
    return [found(clauses, `/data${pointer}`, expected, now)];
  });
  if (seen === null) return findings;
  const free = [...restless, ...open, ...wants.keys()];
  const others = changedIn(seen, data).filter(({ pointer }) => !isMemberOf(pointer, free) && isDocumented(pointer));
  return [
    ...findings,
    ...others.map(({ pointer, from, to }) =>
      found(cause, `/data${pointer}`, `${pointer} unchanged: ${printed(from)}`, to),
    ),
  ];
}

/** Whether a member is one of these, or a part of one. */
export function isMemberOf(pointer: string, members: readonly string[]): boolean {
  return members.some((each) => pointer === each || pointer.startsWith(`${each}/`));
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
  const [one, other] = isMemberOf(pointer, openLists) ? [lasting(from), lasting(to)] : [from, to];
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
