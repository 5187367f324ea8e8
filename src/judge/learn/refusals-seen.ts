import { isDeepStrictEqual } from 'node:util';
import { memberOf } from '../../json/json-value.ts';
import type { Alternatives, ChoiceId, RefusalChoice } from '../../clauses/choices.gen.ts';
import type { RefusalId } from '../../document/names.gen.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { refusalParts } from './experiment.ts';
import type { Findings, SeenRefusal } from './findings.ts';

/** Adds to the findings what the refusals among them show: their open parts, and the errors' members and codes. */
export function concludeRefusals(findings: Findings, document: ContractDocument): void {
  for (const [clause, seen] of grouped(findings.refusals, ({ clause }) => clause)) {
    for (const part of refusalParts) {
      const choice = `${clause}.${part}` as RefusalChoice;
      if (document.choices.has(choice)) noteOpenPart(findings, choice, part, { seen, document });
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
    if (document.choices.has(codes as ChoiceId)) noteCodes(findings, codes as CodeChoice, seen, document);
    if (operation === 'createAgentOrUpdate') noteReasons(findings, seen);
  }
}

type CodeChoice = Extract<keyof Alternatives, `errors.code.${string}`>;

/** The choices that decide what a message says of each request. */
const textChoices: Readonly<Partial<Record<RefusalId, ChoiceId>>> = {
  'addresses.unknown': 'addresses.unknown.text',
  'errors.body.unreadable': 'errors.body.unreadable.text',
  'errors.body.unreadable.creation': 'errors.body.unreadable.creation.text',
  'create-agent.agent-id.invalid': 'errors.validation-message',
  'create-agent.create.name-required': 'errors.validation-message',
  'agent.name.rule': 'errors.validation-message',
  'agent-update.validation': 'errors.validation-message',
  'agent-update.agent-id.invalid': 'errors.validation-message',
};

/** What decides a message that is another one for each request; undefined if nothing that is known does. */
function textDecidedBy(
  seen: readonly SeenRefusal[],
  findings: Findings,
  document: ContractDocument,
): string | undefined {
  const choice = seen[0] && textChoices[seen[0].clause];
  if (choice !== undefined && findings.sightsOf(choice).some(({ kind }) => kind === 'alternative')) return choice;
  const isDocumented = ({ clause, answer }: SeenRefusal): boolean => {
    const { operation } = answer.request;
    const refusal =
      (operation && document.operations.get(operation)?.refusals.get(clause)) ?? document.beyond.get(clause);
    return withoutNumbers(refusal?.body['message']) === withoutNumbers(memberOf(answer.body, 'message'));
  };
  return seen.some(isDocumented) ? 'the rule, as the document shows it' : undefined;
}

/** Codes that are the same in each operation, and another one in each, are those of its errors. */
function codeDecidedBy(part: (typeof refusalParts)[number], answers: readonly CheckedAnswer[]): string | undefined {
  const codes = new Set(
    answers.map(({ request, body }) => `${String(request.operation)} ${JSON.stringify(memberOf(body, part))}`),
  );
  const operations = new Set(answers.map(({ request }) => request.operation));
  return part === 'code' && codes.size === operations.size ? 'errors.code of each operation' : undefined;
}

/** Whether every error of the answer's operation and status has its message, whatever refuses. */
function isStatedMessage({ request: { operation }, status, body }: CheckedAnswer, document: ContractDocument): boolean {
  const responses = operation === null ? undefined : document.operations.get(operation)?.responses;
  const schema = responses?.get(status)?.content.get('application/json')?.stated.schema;
  const stated = memberOf(schema, 'properties.message.const');
  return stated !== undefined && stated === memberOf(body, 'message');
}

function withoutNumbers(text: unknown): string {
  return String(text).replaceAll(/\d+/g, '#');
}

function noteOpenPart(
  findings: Findings,
  choice: RefusalChoice,
  part: (typeof refusalParts)[number],
  { seen, document }: { readonly seen: readonly SeenRefusal[]; readonly document: ContractDocument },
): void {
  // The codes of createagentorupdate are listed: an open code is that of the other operations.
  const counted = seen.filter(({ answer }) => part !== 'code' || answer.request.operation !== 'createAgentOrUpdate');
  const valueIn = ({ status, body }: CheckedAnswer): unknown => (part === 'status' ? status : memberOf(body, part));
  const all = counted.map((refusal) => refusal.answer);
  // Errors of one operation may have a member that those of another leave out: errors.shape says so.
  const having = all.filter((answer) => valueIn(answer) !== undefined);
  const answers = part === 'code' && having.length > 0 ? having : all;
  const values = answers.map(valueIn);
  const [value] = values;
  const [answer] = answers;
  if (answer === undefined) return;
  if (!values.every((other) => isDeepStrictEqual(other, value))) {
    const said = part === 'message' ? textDecidedBy(counted, findings, document) : codeDecidedBy(part, answers);
    if (said !== undefined) findings.hidden([choice], `what it says of each request is decided by ${said}`);
    else findings.unseen(choice, `it depends on the request: ${values.map((each) => JSON.stringify(each)).join(', ')}`);
  } else if (value === undefined) findings.hidden([choice], `the refusal has no ${part}`);
  else if (part === 'message' && isStatedMessage(answer, document)) {
    findings.hidden([choice], `the specification gives the message of every ${answer.status}`);
  } else findings.value(choice, value, answer);
}

function hasError({ body }: CheckedAnswer): boolean {
  return memberOf(body, 'error') !== undefined || memberOf(body, 'message') !== undefined;
}

function noteShape(findings: Findings, choice: `errors.shape.${string}`, answers: readonly CheckedAnswer[]): void {
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

type CodeKind = 'status' | 'text' | 'listed';

/**
 * The alternative that all codes fit; the codes of a status that has none in the list fit several. A refusal may have a
 * code of its own: then those decide that cannot.
 */
function noteCodes(
  findings: Findings,
  choice: CodeChoice,
  seen: readonly SeenRefusal[],
  document: ContractDocument,
): void {
  const coded = seen.filter(({ answer: { body } }) => memberOf(body, 'code') !== undefined);
  if (coded.length === 0) {
    findings.hidden([choice], 'the errors have no code');
    return;
  }
  const isOwn = ({ clause }: SeenRefusal): boolean => document.choices.has(`${clause}.code` as ChoiceId);
  const all = kindsThatFit(coded);
  // Those of the form are decided for all of its 422s: codes.createagentorupdate.
  const isByReason = ({ answer: { status, body } }: SeenRefusal): boolean =>
    choice === 'errors.code.createAgentOrUpdate' && status === 422 && memberOf(body, 'code') === 'VALIDATION_ERROR';
  const fixed = coded.filter((refusal) => !isOwn(refusal) && !isByReason(refusal));
  const kinds = all.length > 0 ? all : kindsThatFit(fixed);
  const answers = (all.length > 0 ? coded : fixed).map(({ answer }) => answer);
  const telling = answers.find(({ status }) => status in listed) ?? answers[0];
  if (telling === undefined) findings.hidden([choice], 'each refusal has a code of its own');
  else if (kinds.length > 1) findings.unseen(choice, 'no error was seen whose code is in the list');
  else {
    const codes = coded.map(({ answer: { status, body } }) => `${status} ${JSON.stringify(memberOf(body, 'code'))}`);
    findings.decide(choice, kinds[0], telling, `codes that fit no alternative: ${[...new Set(codes)].join(', ')}`);
  }
}

/** Every alternative that all codes fit; of no codes every one. */
function kindsThatFit(refusals: readonly SeenRefusal[]): readonly CodeKind[] {
  const fits = (kind: CodeKind, { status, body }: CheckedAnswer): boolean => {
    const code = memberOf(body, 'code');
    if (kind === 'text') return code === String(status);
    const inList = listed[status];
    return kind === 'status' || inList === undefined ? code === status : inList.includes(code);
  };
  return (['status', 'text', 'listed'] as const).filter((kind) => refusals.every(({ answer }) => fits(kind, answer)));
}

/** Whether the codes of the form's refusals tell a missing field from a malformed one. */
function noteReasons(findings: Findings, seen: readonly SeenRefusal[]): void {
  const codeOf = (
    clause: SeenRefusal['clause'],
  ): { readonly answer: CheckedAnswer; readonly code: unknown } | undefined => {
    const answer = seen.find((refusal) => refusal.clause === clause)?.answer;
    return answer && { answer, code: memberOf(answer.body, 'code') };
  };
  const missing = codeOf('createagentorupdate.agent-name.missing');
  const invalid = codeOf('createagentorupdate.agent-name.invalid');
  if (missing === undefined || invalid === undefined) return;
  const codes = `${String(missing.code)} ${String(invalid.code)}`;
  if (codes === 'MISSING_FIELD INVALID_FORMAT') findings.decide('codes.createagentorupdate', 'reason', missing.answer);
  else if (codes === 'VALIDATION_ERROR VALIDATION_ERROR') {
    findings.decide('codes.createagentorupdate', 'validation', missing.answer);
  } else findings.hidden(['codes.createagentorupdate'], `its codes are not of the list: ${codes}`);
}

function grouped<Key>(
  refusals: readonly SeenRefusal[],
  keyOf: (refusal: SeenRefusal) => Key,
): ReadonlyMap<Key, readonly SeenRefusal[]> {
  const groups = new Map<Key, SeenRefusal[]>();
  for (const refusal of refusals) {
    const known = groups.get(keyOf(refusal));
    if (known === undefined) groups.set(keyOf(refusal), [refusal]);
    else known.push(refusal);
  }
  return groups;
}
