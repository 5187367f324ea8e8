import { isDeepStrictEqual } from 'node:util';
import { keyOfField } from '../../document/validate/check-form.ts';
import { hasOpenItems, kindOfText, sidesOfRange } from '../../document/validate/request-fault.ts';
import type { ChoiceId } from '../../clauses/choices.gen.ts';
import { behavioursTarget } from '../../clauses/profile.ts';
import type { OperationId } from '../../document/names.gen.ts';
import type { OverlayAction } from '../../document/overlay.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { isJsonObject, memberOf } from '../../json/json-value.ts';
import { pairsOf } from '../as-mock/compare.ts';
import type { SeenAnswer, StepAnswers } from '../as-mock/twin.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { valueSent } from './sources.ts';

/** What may become of a kind of value, what the mock does by default first. */
const outcomes: Readonly<Record<string, readonly string[]>> = {
  null: ['refused', 'absent'],
  'number-text': ['refused', 'converted', 'absent'],
  number: ['refused', 'converted', 'absent'],
  flag: ['refused', 'converted', 'absent'],
  long: ['refused', 'absent'],
  outside: ['refused', 'nearest', 'absent'],
  case: ['refused', 'listed', 'absent'],
  padded: ['taken', 'trimmed', 'refused'],
  'open-items': ['taken', 'absent', 'refused'],
  ...Object.fromEntries(['type', 'several'].map((kind) => [kind, ['refused', 'absent']])),
  ...Object.fromEntries(
    ['value', 'empty', 'blank', 'unknown', 'foreign'].map((kind) => [kind, ['refused', 'absent', 'taken']]),
  ),
  ...Object.fromEntries(['query-parameter', 'body-member', 'body'].map((kind) => [kind, ['ignored', 'refused']])),
};

/** What is decided by what mocks answer that differ in it, by the names of its alternatives, the default first. */
export interface OpenChoice {
  readonly id: ChoiceId;
  readonly alternatives: readonly string[];
}

/** Where the mock takes what is empty or blank, the deployment may refuse it. */
const taken = ['taken', 'refused'];

/** Kinds whose values the mock takes by default, at least in some fields. */
const takenAtFirst = ['empty', 'blank', 'unknown', 'foreign'];

/**
 * The kinds of values that a deployment may treat otherwise: where one side refuses what the other carries out, those that
 * the mock refused, or that it took and need not have; and where it says of what the mock refuses that nothing was sent.
 */
export function valueChoicesIn(
  mock: StepAnswers,
  deployment: StepAnswers,
  { operations }: ContractDocument,
): readonly OpenChoice[] {
  const pairs = pairsOf(mock, deployment);
  const isShownOtherwise = pairs.some(isReadOtherwise);
  const found = pairs.flatMap(([own, seen]): readonly OpenChoice[] => {
    const isRefused = own.answer.status >= 400;
    const isOtherwise = isRefused !== seen.answer.status >= 400 && own.answer.status < 500 && seen.answer.status < 500;
    if (seen.isInvalid) return [];
    if (isRefused && (isOtherwise || isToldAsMissing(own.answer, seen.answer, operations))) {
      return refusedKinds(own.answer);
    }
    const shown = isRefused || !(isOtherwise || isShownOtherwise) ? [] : shownKinds(own.answer, operations);
    return isOtherwise ? [...takenKinds(own.answer, operations), ...shown] : shown;
  });
  return [...new Map(found.map((choice) => [choice.id, choice])).values()];
}

/** Whether both sides show an agent, not with the same fields. */
function isReadOtherwise(sides: readonly [SeenAnswer, SeenAnswer]): boolean {
  const isShown = sides.every(({ answer }) => answer.request.operation === 'getAgent' && answer.status < 300);
  return isShown && !isDeepStrictEqual(sides[0].body, sides[1].body);
}

/** Whether both refuse, and the deployment in the words for a field that is not there. */
function isToldAsMissing(
  mock: CheckedAnswer,
  { body }: CheckedAnswer,
  operations: ContractDocument['operations'],
): boolean {
  const { operation: id } = mock.request;
  const operation = id === null ? undefined : operations.get(id);
  const { field } = caseOfValue(mock);
  const member = [...(operation?.members ?? []), ...(operation?.parameters ?? [])].find(({ name }) => name === field);
  const missing = member?.refusals.missing;
  const told = missing && operation?.refusals.get(missing)?.body['message'];
  return told !== undefined && told === memberOf(body, 'message') && told !== memberOf(mock.body, 'message');
}

/** The field that a refusal of the mock is about, and what is wrong with it. */
function caseOfValue({ headers }: CheckedAnswer): { readonly field: string | undefined; readonly kind: string } {
  const [, field, kind = ''] = /^at=([^;]+); kind=([\w-]+)/.exec(headers['x-mock-case'] ?? '') ?? [];
  return { field, kind: sidesOfRange.includes(kind) ? 'outside' : kind };
}

function refusedKinds(answer: CheckedAnswer): readonly OpenChoice[] {
  const { field, kind } = caseOfValue(answer);
  const { operation } = answer.request;
  const [name, listed] = [`${operation ?? ''} ${keyOfField(field ?? '')}=${kind}`, outcomes[kind]];
  return field === undefined || listed === undefined ? [] : [valueChoice(name, listed)];
}

function takenKinds(answer: CheckedAnswer, operations: ContractDocument['operations']): readonly OpenChoice[] {
  const { headers, request } = answer;
  const operation = request.operation ?? '';
  const warned = [...(headers['x-contract-warning'] ?? '').matchAll(/unknown-([a-z-]+)/g)].flatMap(([, kind = '']) => {
    const listed = outcomes[kind];
    return listed === undefined ? [] : [valueChoice(`${operation} *=${kind}`, listed)];
  });
  const open = (operations.get(operation as OperationId)?.members ?? []).flatMap(({ name, schema }) =>
    hasOpenItems(schema) ? [keyOfField(name)] : [],
  );
  const empty = [...fieldsOfBody(request), ...request.query].flatMap(([name, value]) => {
    const kind = kindOfText(value) ?? (open.includes(name) ? 'open-items' : undefined);
    return kind === undefined ? [] : [valueChoice(`${operation} ${name}=${kind}`, taken)];
  });
  return [...warned, ...empty];
}

/**
 * What an agent may show otherwise: texts with blanks around them, and references. Which of the records that a request
 * names there are is the deployment's to know.
 */
function shownKinds({ request }: CheckedAnswer, operations: ContractDocument['operations']): readonly OpenChoice[] {
  const operation = String(request.operation);
  const padded = fieldsOfBody(request).flatMap(([name, value]) =>
    typeof value !== 'string' || value.trim() === '' || value === value.trim()
      ? []
      : [valueChoice(`${operation} ${name}=padded`, outcomes['padded'] ?? [])],
  );
  const references = operations.get(operation as OperationId)?.reading.references ?? {};
  const named = Object.keys(references).filter((field) => valueSent(request, field) !== undefined);
  const kinds = named.flatMap((field) => ['unknown', 'foreign'].map((kind) => `${operation} ${field}=${kind}`));
  return [...padded, ...kinds.map((id) => valueChoice(id, [...taken, 'absent']))];
}

/** The fields of a body, by the names that become of their values. */
function fieldsOfBody({ body }: CheckedAnswer['request']): readonly (readonly [name: string, value: unknown])[] {
  if (body.kind === 'form') return body.parts.map(({ name, value }) => [keyOfField(name), value]);
  return body.kind === 'json' && isJsonObject(body.value) ? Object.entries(body.value) : [];
}

function valueChoice(id: string, alternatives: readonly string[]): OpenChoice {
  return { id: id as OpenChoice['id'], alternatives };
}

/** Whether it names what becomes of a kind of value, not a behaviour. */
export function isValueClass(id: string): boolean {
  return id.includes('=');
}

/** What makes the document say how a behaviour is, or what becomes of a kind of value. */
export function decidingActions(id: string, alternative: string): readonly OverlayAction[] {
  if (!isValueClass(id)) return [{ target: behavioursTarget, update: { [id]: alternative } }];
  const [, operation = '', field = '', kind = ''] = /^(\S*) ([^=]*)=([\w-]*)$/.exec(id) ?? [];
  const isUsual = alternative === outcomes[kind]?.[0] && !takenAtFirst.includes(kind);
  const changed = field === '*' ? { refuses: [kind] } : { values: { [field]: { [kind]: alternative } } };
  return isUsual ? [] : [{ target: targetByName(operation), update: { 'x-reading': changed } }];
}

/** JSONPath of an operation, wherever it is. */
export function targetByName(operation: string): string {
  return `$.paths[*][?@.operationId == '${operation}']`;
}
