import { isDeepStrictEqual } from 'node:util';
import type { Alternatives, ChoiceId, RefusalChoice } from '../../clauses/choices.gen.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { memberOf, type Answer } from '../api.ts';
import { refusalParts } from './experiment.ts';
import type { Findings, SeenRefusal } from './findings.ts';

/** Adds to the findings what the refusals among them show: their open parts, and the errors' members and codes. */
export function concludeRefusals(findings: Findings, document: ContractDocument): void {
  for (const [clause, seen] of grouped(findings.refusals, ({ clause }) => clause)) {
    for (const part of refusalParts) {
      const choice = `${clause}.${part}` as RefusalChoice;
      if (document.choices.has(choice)) noteOpenPart(findings, choice, part, seen);
    }
  }
  for (const clause of findings.taken) {
    const parts = refusalParts.map((part) => `${clause}.${part}` as ChoiceId);
    findings.hidden(
      parts.filter((choice) => document.choices.has(choice)),
      'such a request is not refused',
    );
  }
  for (const [operation, seen] of grouped(findings.refusals, ({ answer }) => answer.request.operation)) {
    const answers = seen.map(({ answer }) => answer).filter(hasError);
    noteShape(findings, `errors.shape.${operation ?? 'addresses'}`, answers);
    const codes = `errors.code.${operation ?? ''}`;
    if (document.choices.has(codes as ChoiceId)) noteCodes(findings, codes as CodeChoice, answers);
    if (operation === 'createAgentOrUpdate') noteReasons(findings, seen);
  }
}

type CodeChoice = Extract<keyof Alternatives, `errors.code.${string}`>;

function noteOpenPart(
  findings: Findings,
  choice: RefusalChoice,
  part: (typeof refusalParts)[number],
  seen: readonly SeenRefusal[],
): void {
  const answers = seen.map((refusal) => refusal.answer);
  const values = answers.map((answer) => (part === 'status' ? answer.status : memberOf(answer.body, part)));
  const [value] = values;
  const [answer] = answers;
  if (answer === undefined) return;
  if (!values.every((other) => isDeepStrictEqual(other, value))) {
    findings.unseen(choice, `it depends on the request: ${values.map((each) => JSON.stringify(each)).join(', ')}`);
  } else if (value === undefined) findings.hidden([choice], `the refusal has no ${part}`);
  else findings.value(choice, value, answer);
}

function hasError({ body }: Answer): boolean {
  return memberOf(body, 'error') !== undefined || memberOf(body, 'message') !== undefined;
}

function noteShape(findings: Findings, choice: `errors.shape.${string}`, answers: readonly Answer[]): void {
  for (const answer of answers) {
    const [code, data] = ['code', 'data'].map((member) => memberOf(answer.body, member) !== undefined);
    const shape = code === true ? (data === true ? 'full' : 'no-data') : data === true ? 'no-code' : 'bare';
    findings.decide(choice as 'errors.shape.getAgent', shape, answer);
  }
}

const listed: Readonly<Record<number, readonly unknown[]>> = {
  401: ['AUTH_REQUIRED', 'AUTH_INVALID'],
  422: ['VALIDATION_ERROR', 'MISSING_FIELD', 'INVALID_FORMAT'],
};

/** The alternative that all codes fit; the codes of a status that has none in the list fit several. */
function noteCodes(findings: Findings, choice: CodeChoice, answers: readonly Answer[]): void {
  const coded = answers.filter(({ body }) => memberOf(body, 'code') !== undefined);
  const [first] = coded;
  if (first === undefined) {
    findings.hidden([choice], 'the errors have no code');
    return;
  }
  const fits = (alternative: 'status' | 'text' | 'listed', { status, body }: Answer): boolean => {
    const code = memberOf(body, 'code');
    if (alternative === 'text') return code === String(status);
    const inList = listed[status];
    return alternative === 'status' || inList === undefined ? code === status : inList.includes(code);
  };
  const names = (['status', 'text', 'listed'] as const).filter((name) => coded.every((answer) => fits(name, answer)));
  if (names.length > 1) findings.unseen(choice, 'no error was seen whose code is in the list');
  else {
    const codes = coded.map(({ status, body }) => `${status} ${JSON.stringify(memberOf(body, 'code'))}`);
    const telling = coded.find(({ status }) => status in listed) ?? first;
    findings.decide(choice, names[0], telling, `codes that fit no alternative: ${[...new Set(codes)].join(', ')}`);
  }
}

/** Whether the codes of the form's refusals tell a missing field from a malformed one. */
function noteReasons(findings: Findings, seen: readonly SeenRefusal[]): void {
  const codeOf = (clause: SeenRefusal['clause']): { readonly answer: Answer; readonly code: unknown } | undefined => {
    const answer = seen.find((refusal) => refusal.clause === clause)?.answer;
    return answer && { answer, code: memberOf(answer.body, 'code') };
  };
  const missing = codeOf('createagentorupdate.agent-name.missing');
  const invalid = codeOf('createagentorupdate.agent-name.invalid');
  if (missing === undefined || invalid === undefined) return;
  const codes = `${String(missing.code)} ${String(invalid.code)}`;
  if (codes === 'MISSING_FIELD INVALID_FORMAT') findings.decide('codes.createagentorupdate', 'reason', missing.answer);
  else if (codes === 'VALIDATION_ERROR VALIDATION_ERROR')
    findings.decide('codes.createagentorupdate', 'validation', missing.answer);
  else findings.hidden(['codes.createagentorupdate'], `its codes are not of the list: ${codes}`);
}

function grouped<Key>(
  refusals: readonly SeenRefusal[],
  keyOf: (refusal: SeenRefusal) => Key,
): ReadonlyMap<Key, readonly SeenRefusal[]> {
  const groups = new Map<Key, SeenRefusal[]>();
  for (const refusal of refusals) groups.set(keyOf(refusal), [...(groups.get(keyOf(refusal)) ?? []), refusal]);
  return groups;
}
