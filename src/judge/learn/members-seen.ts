import { isDeepStrictEqual } from 'node:util';
import type { OperationId } from '../../document/names.gen.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { undocumentedMembers } from '../../document/validate/check-body.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { normalisedValue } from '../as-mock/normalise.ts';
import type { Findings } from './findings.ts';
import { isTextEmpty, membersBeyondForm } from './readings.ts';
import { isObject, stepsOf } from '../../json/json-value.ts';

/** The most members that are noted of an operation, as many as the choice may hold. */
const mostMembers = 100;

/**
 * Adds to the findings which members beyond the document the answers of success have: those that every answer has, with
 * the value that all of them have. Of a value that must differ, such as a UUID or a moment, one stands for all.
 */
export function concludeMembers(findings: Findings, document: ContractDocument): void {
  for (const [operation, answers] of findings.successes) {
    const choice = `answers.${operation}.members` as const;
    const bodies = answers.filter(({ body }) => isObject(body));
    const [first, second] = bodies;
    // One answer does not show what all of them have.
    if (first === undefined || second === undefined) {
      if (answers.every(isTextEmpty)) findings.hidden([choice], 'its answers have no body');
      continue;
    }
    const beyond = bodies.flatMap((answer) => pointersBeyond(operation, answer, document));
    const seen = [...new Set(beyond)].slice(0, mostMembers).flatMap((pointer) => memberSeen(pointer, bodies) ?? []);
    const kept = seen.filter(({ isConstant }) => isConstant);
    const varying = seen.filter(({ isConstant }) => !isConstant);
    if (kept.length === 0 && varying.length > 0) {
      const names = varying.map(({ pointer }) => pointer).join(', ');
      findings.unfit(choice, `members beyond the document that differ from answer to answer: ${names}`, first);
    } else findings.value(choice, Object.fromEntries(kept.map(({ pointer, value }) => [pointer, value])), first);
  }
}

/** JSON pointers to what an answer has beyond the document, `*` for every item of a list. */
function pointersBeyond(operation: OperationId, answer: CheckedAnswer, document: ContractDocument): readonly string[] {
  // The specification does not show these bodies, so that the document shows any member.
  const open = membersBeyondForm(answer);
  if (open !== undefined) return open.map((name) => `/${escaped(name)}`);
  const documented = document.operations.get(operation);
  if (documented === undefined) return [];
  // The statuses of success of a deployment are a choice of their own.
  const status = documented.responses.has(answer.status) ? answer.status : documented.successStatus;
  const pointers = undocumentedMembers(documented, status, answer.body);
  return pointers.map((pointer) => pointer.replaceAll(/\/\d+(?=\/)/g, '/*'));
}

interface SeenMember {
  readonly pointer: string;
  readonly isConstant: boolean;
  readonly value: unknown;
}

/** What all answers have under a pointer; undefined if one has no such member. */
function memberSeen(pointer: string, answers: readonly CheckedAnswer[]): SeenMember | undefined {
  const steps = stepsOf(pointer);
  const name = steps.at(-1) ?? '';
  const holders = answers.flatMap(({ body }) => nodesAt(body, steps.slice(0, -1))).filter(isObject);
  if (!holders.every((holder) => Object.hasOwn(holder, name))) return undefined;
  const values = holders.map((holder) => holder[name]);
  const [value] = values;
  const shown = normalisedValue(value);
  return { pointer, value, isConstant: values.every((each) => isDeepStrictEqual(normalisedValue(each), shown)) };
}

function nodesAt(value: unknown, steps: readonly string[]): readonly unknown[] {
  const [step, ...rest] = steps;
  if (step === undefined) return [value];
  if (Array.isArray(value)) return step === '*' ? value.flatMap((item) => nodesAt(item, rest)) : [];
  return isObject(value) && Object.hasOwn(value, step) ? nodesAt(value[step], rest) : [];
}

function escaped(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}
