import { keyOfField } from '../../document/validate/check-form.ts';
import { kindOfText } from '../../document/validate/request-fault.ts';
import type { ChoiceId } from '../../clauses/choices.gen.ts';
import { behavioursTarget } from '../../clauses/profile.ts';
import type { OverlayAction } from '../../document/overlay.ts';
import { isJsonObject } from '../../json/json-value.ts';
import { pairsOf } from '../as-mock/compare.ts';
import type { StepAnswers } from '../as-mock/twin.ts';
import type { CheckedAnswer } from '../report/violation.ts';

/** What may become of a kind of value, what the mock does by default first. */
const outcomes: Readonly<Record<string, readonly string[]>> = {
  null: ['refused', 'absent'],
  'number-text': ['refused', 'converted', 'absent'],
  number: ['refused', 'converted', 'absent'],
  flag: ['refused', 'converted', 'absent'],
  long: ['refused', 'absent'],
  outside: ['refused', 'nearest', 'absent'],
  case: ['refused', 'listed', 'absent'],
  ...Object.fromEntries(['type', 'several'].map((kind) => [kind, ['refused', 'absent']])),
  ...Object.fromEntries(['value', 'empty', 'blank'].map((kind) => [kind, ['refused', 'absent', 'taken']])),
  ...Object.fromEntries(
    ['query-parameter', 'body-member', 'body', 'file-field'].map((kind) => [kind, ['ignored', 'refused']]),
  ),
};

/** What is decided by what mocks answer that differ in it, by the names of its alternatives, the default first. */
export interface OpenChoice {
  readonly id: ChoiceId;
  readonly alternatives: readonly string[];
}

/** Where the mock takes what is empty or blank, the deployment may refuse it. */
const taken = ['taken', 'refused'];

/**
 * The kinds of values that a deployment may treat otherwise: where one side refuses what the other carries out, those that
 * the mock refused, or that it took and need not have.
 */
export function valueChoicesIn(mock: StepAnswers, deployment: StepAnswers): readonly OpenChoice[] {
  const found = pairsOf(mock, deployment).flatMap(([own, seen]): readonly OpenChoice[] => {
    const isRefused = own.answer.status >= 400;
    const isOtherwise = isRefused !== seen.answer.status >= 400 && own.answer.status < 500 && seen.answer.status < 500;
    if (!isOtherwise || seen.isInvalid) return [];
    return isRefused ? refusedKinds(own.answer) : takenKinds(own.answer);
  });
  return [...new Map(found.map((choice) => [choice.id, choice])).values()];
}

function refusedKinds({ headers, request: { operation } }: CheckedAnswer): readonly OpenChoice[] {
  const [, field, kind = ''] = /^at=([^;]+); kind=([\w-]+)/.exec(headers['x-mock-case'] ?? '') ?? [];
  const [name, listed] = [`${operation ?? ''} ${keyOfField(field ?? '')}=${kind}`, outcomes[kind]];
  return field === undefined || listed === undefined ? [] : [valueChoice(name, listed)];
}

function takenKinds(answer: CheckedAnswer): readonly OpenChoice[] {
  const { headers, request } = answer;
  const operation = request.operation ?? '';
  const warned = [...(headers['x-contract-warning'] ?? '').matchAll(/unknown-([a-z-]+)/g)];
  const sent = request.body.kind === 'json' && isJsonObject(request.body.value) ? request.body.value : {};
  const parts =
    request.body.kind === 'form' ? request.body.parts.map(({ name, value }) => [keyOfField(name), value]) : [];
  const empty = [...Object.entries(sent), ...parts, ...request.query].flatMap(([name, value]) => {
    const kind = kindOfText(value);
    return kind === undefined ? [] : [valueChoice(`${operation} ${String(name)}=${kind}`, taken)];
  });
  return [...warned.map(([, kind = '']) => valueChoice(`${operation} *=${kind}`, outcomes[kind] ?? [])), ...empty];
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
  const isUsual = alternative === outcomes[kind]?.[0] && !['empty', 'blank'].includes(kind);
  const changed = field === '*' ? { refuses: [kind] } : { values: { [field]: { [kind]: alternative } } };
  const target = `$.paths[*][?@.operationId == '${operation}']`;
  return isUsual ? [] : [{ target, update: { 'x-reading': changed } }];
}
