import { isDeepStrictEqual } from 'node:util';
import type { OverlayAction } from '../../document/overlay.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import type { OperationId, RefusalId } from '../../document/names.gen.ts';
import { isJsonObject, memberOf, valueAt, type Json, grouped } from '../../json/json-value.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { countedFields, withoutCounts } from './counters.ts';
import { bestTemplate, gives, type Sample } from './placeholders.ts';
import { beside, fieldsSent, plainFields, valueSent } from './sources.ts';

/** A refusal that a rule must have given. */
export interface SeenRefusal {
  readonly clause: RefusalId;
  readonly answer: CheckedAnswer;
  /** What the mock answered, which decides as is known; absent of recorded traffic. */
  readonly mock?: CheckedAnswer;
}

/** What examples show: refusals of a rule, answers of success, or values in one place of them. */
export interface ExampleLesson {
  /** `OPERATION RULE`, with the case that it is of, `OPERATION EXAMPLE`, `OPERATION fields`, or `OPERATION POINTER`. */
  readonly what: string;
  readonly said: string;
  /** What makes the mock answer so; undefined if the answers cannot be told as one. */
  readonly actions: readonly OverlayAction[] | undefined;
  readonly answer: CheckedAnswer;
}

/** What a refusal answers, placeholders for what differs from request to request. */
interface Template {
  readonly status: number;
  /** Undefined: no body. */
  readonly body: Json | undefined;
  /** Of the body, unless it is plain JSON. */
  readonly mediaType: string | undefined;
}

/**
 * What refusals show, by operation and rule: the answer as it came, with placeholders where several requests show what
 * stands there. Where one answer does not fit all, cases of the rule are told apart by what is wrong, and by the field.
 */
export function refusalLessons(seen: readonly SeenRefusal[], document: ContractDocument): readonly ExampleLesson[] {
  const counted = countedFields(seen.map(({ answer }) => answer));
  const groups = grouped(seen, ({ clause, answer }) => `${answer.request.operation ?? 'addresses'} ${clause}`);
  return [...groups].flatMap(([what, all]) => lessonsOf(what, all, counted, document));
}

const caseNamed = (refusal: SeenRefusal): string =>
  [caseOf(refusal).at, caseOf(refusal).kind].filter((each) => each !== '').join('; ');

/** Cases of a rule, from what tells most refusals apart to what tells each. */
const partitions: readonly ((refusal: SeenRefusal) => string)[] = [
  (refusal) => caseOf(refusal).kind,
  (refusal) => caseOf(refusal).at,
  caseNamed,
];

/** What most refusals answer stands for cases that were not seen; one that is answered otherwise has its own example. */
function lessonsOf(
  what: string,
  all: readonly SeenRefusal[],
  counted: ReadonlySet<string>,
  document: ContractDocument,
): readonly ExampleLesson[] {
  const shown = new Map(all.map((refusal) => [refusal, shownIn(refusal, counted)]));
  const isGiven = (template: Template | undefined, refusal: SeenRefusal): boolean => {
    const own = shown.get(refusal);
    return template !== undefined && own !== undefined && isGivenBy(template, own);
  };
  const templateFor = (seen: readonly SeenRefusal[]): Template | undefined =>
    templateOf(seen.flatMap((each) => shown.get(each) ?? []));
  const lessons: ExampleLesson[] = [];
  const note = (about: string, seen: readonly SeenRefusal[], template: Template | undefined): void => {
    const [first] = seen;
    if (first === undefined) return;
    const { clause, answer } = first;
    const [named, name] = [what, clause].map((each) => (about === '' ? each : `${each}; ${about}`)) as [string, string];
    const came = [...new Set(seen.map((each) => `${each.answer.status} ${each.answer.text.slice(0, 200)}`))];
    const said = `it depends on the request: ${came.slice(0, 3).join(', ')}`;
    if (template === undefined) return void lessons.push({ what: named, said, actions: undefined, answer });
    const { status, body } = template;
    const actions = refusalActions({ document, operation: answer.request.operation, clause, name, template });
    const told = `${status} ${body === undefined ? '' : JSON.stringify(body)}`.trim();
    lessons.push({ what: named, said: told, actions, answer });
  };
  const told = (seen: readonly SeenRefusal[]): Template | undefined => {
    const template = templateFor(seen);
    return seen.every((each) => isGiven(template, each)) ? template : undefined;
  };
  const usual = templateFor(asStated(all, document));
  const given = all.filter((each) => isGiven(usual, each));
  let open = all;
  if (isUsual(given, all)) {
    note('', given, usual);
    open = all.filter((each) => !given.includes(each));
  }
  for (const keyOf of partitions) {
    for (const [about, others] of grouped(open, keyOf)) {
      const whole = all.filter((each) => keyOf(each) === about);
      const template = about === '' ? undefined : (told(whole) ?? told(whole.filter(isAlone)));
      if (template === undefined) continue;
      note(about, whole, template);
      open = open.filter((each) => !others.includes(each));
    }
  }
  for (const [about, seen] of grouped(open, caseNamed)) {
    note(about === '' ? 'elsewhere' : about, seen, undefined);
  }
  return lessons;
}

/** Whether nothing was sent that could be wrong beside what is. */
function isAlone(refusal: SeenRefusal): boolean {
  const at = caseOf(refusal).at.slice('at='.length);
  const { body } = refusal.answer.request;
  const sent = body.kind === 'json' ? plainFields(body.value as Json).map(([name]) => name) : [];
  return at !== '' && sent.length > 0 && sent.every((name) => beside.test(name) || name.startsWith(at));
}

/** Those with the status that the specification states for the rule, if there are any: others are told by their cases. */
function asStated(all: readonly SeenRefusal[], { clauses, operations }: ContractDocument): readonly SeenRefusal[] {
  const isStated = ({ clause, answer: { request, status } }: SeenRefusal): boolean =>
    clauses.get(clause)?.kind === 'stated' &&
    request.operation !== null &&
    operations.get(request.operation)?.refusals.get(clause)?.status === status;
  const stated = all.filter(isStated);
  return stated.length > 0 ? stated : all;
}

/** What one of several says alone is a case of its own, and cases are told by what the mock answers: a recording has none. */
function isUsual(given: readonly SeenRefusal[], all: readonly SeenRefusal[]): boolean {
  return given.length === all.length || (given.length > 1 && all.every(({ mock }) => mock !== undefined));
}

function caseOf({ mock }: SeenRefusal): { readonly at: string; readonly kind: string } {
  return { at: partOfCase(mock, 'at='), kind: partOfCase(mock, 'kind=') };
}

/** The part of `x-mock-case` that begins so; '' if there is none. */
function partOfCase(mock: CheckedAnswer | undefined, begin: string): string {
  const parts = mock?.headers['x-mock-case']?.split('; ') ?? [];
  return parts.find((each) => each.startsWith(begin)) ?? '';
}

/** What the rule itself says of the request, whatever the document makes of it. */
function detailOf(mock: CheckedAnswer | undefined): string | undefined {
  const said = partOfCase(mock, 'said');
  const message = said === 'said' ? memberOf(mock?.body, 'message') : decodeURIComponent(said.slice('said='.length));
  return typeof message === 'string' && message !== '' ? message : undefined;
}

interface ShownRefusal extends Sample {
  readonly status: number;
  readonly mediaType: string | undefined;
  readonly isEmpty: boolean;
}

function shownIn(refusal: SeenRefusal, counted: ReadonlySet<string>): ShownRefusal {
  const { answer, mock } = refusal;
  const { request, status, body, text, headers } = answer;
  const detail = detailOf(mock);
  const name = caseOf(refusal).at.slice('at='.length);
  const { kind } = caseOf(refusal);
  const value = kind.startsWith('kind=file-') ? fileSent(answer, name, detail) : sentValue(answer, name, kind);
  const type = headers['content-type'] ?? '';
  return {
    status,
    isEmpty: text.trim() === '',
    mediaType: /^application\/json\b|^$/i.test(type) ? undefined : type,
    body: isJsonObject(body) ? withoutCounts(body, counted) : text,
    words: { name, value, detail, fieldNamed: (field) => valueSent(request, field.slice('sent.'.length)) },
    fields: fieldsSent(request),
  };
}

/** The template of most of the refusals: what is no JSON object is known by its media type. */
function templateOf(shown: readonly ShownRefusal[]): Template | undefined {
  const kinds = [
    ...grouped(shown, ({ status, mediaType, isEmpty }) => JSON.stringify([status, mediaType, isEmpty])).values(),
  ];
  const [most = []] = kinds.toSorted((one, other) => other.length - one.length);
  const [first] = most;
  if (first === undefined) return undefined;
  const { status, mediaType } = first;
  if (first.isEmpty) return { status, body: undefined, mediaType: undefined };
  const best = bestTemplate(most);
  const body = best && withNow(best);
  return typeof body === 'string' && mediaType === undefined ? undefined : { status, body, mediaType };
}

/** With the moment of each request in the place of one that was seen. */
function withNow(template: Json): Json {
  const moment = /"\d{4}(?:-\d\d){2}T(?:\d\d:){2}\d\d(?:\.(\d+))?Z"/g;
  const text = JSON.stringify(template).replaceAll(moment, (_, digits = '') => `"{now:${String(digits).length}}"`);
  return JSON.parse(text) as Json;
}

function isGivenBy({ status, body, mediaType }: Template, shown: ShownRefusal): boolean {
  if (status !== shown.status) return false;
  return body === undefined ? shown.isEmpty : !shown.isEmpty && mediaType === shown.mediaType && gives(body, shown);
}

const idKinds: readonly string[] = ['kind=absent', 'kind=foreign', 'kind=deleted'];

function sentValue({ request }: CheckedAnswer, name: string, kind: string): unknown {
  const names =
    name !== '' ? [name] : idKinds.includes(kind) ? ['agent_id', 'campaign_id'] : kind === 'kind=page' ? ['page'] : [];
  return names.map((each) => valueSent(request, each)).find((each) => each !== undefined);
}

/** The name of the file that is refused: of several the one that the mock names. */
function fileSent({ request: { body } }: CheckedAnswer, field: string, detail = ''): string | undefined {
  const files = body.kind === 'form' ? body.parts.filter((each) => each.name.startsWith(field)) : [];
  const names = files.flatMap(({ file }) => file?.name ?? []);
  return names.find((each) => detail.includes(` ${each} `)) ?? names[0];
}

interface Refusing {
  readonly document: ContractDocument;
  readonly operation: OperationId | null;
  readonly clause: RefusalId;
  /** Of the example. */
  readonly name: string;
  readonly template: Template;
}

/** What makes the document refuse so: its own example goes, and this one comes under its status. */
function refusalActions(refusing: Refusing): readonly OverlayAction[] {
  const { document, operation, clause, name, template } = refusing;
  if (name === clause && isAsDocumented(refusing)) return [];
  if (operation === null) return document.beyond.has(clause) ? actionsBeyond(clause, template) : [];
  return actionsIn({ ...refusing, operation });
}

function actionsIn(refusing: Refusing & { readonly operation: OperationId }): readonly OverlayAction[] {
  const { document, operation, clause, name, template } = refusing;
  const { status, body, mediaType = 'application/json' } = template;
  const responses = `${operationTarget(document, operation)}.responses`;
  const responsesNow = responsesOf(document, operation);
  const actions = withoutExample(refusing, responses);
  const response = responsesNow.get(status);
  const anew = [{ target: `${responses}['${status}']`, remove: true }];
  if (body === undefined) {
    const empty = { description: 'Refused', 'x-clauses': [clause], 'x-refuses': [clause] };
    return [...(response === undefined ? actions : anew), { target: responses, update: { [String(status)]: empty } }];
  }
  const example = { value: body, 'x-worded': '' };
  const written = writtenResponse(document, operation, status);
  const isShared = isReference(written);
  if (isJsonObject(written) && !isShared && response?.content.has(mediaType) === true) {
    const target = `${responses}['${status}'].content['${mediaType}'].examples`;
    return [...actions, { target, update: { [name]: example } }];
  }
  const schema =
    typeof body === 'string'
      ? { type: 'string' }
      : { $ref: `#/components/schemas/${hasListedCodes(document, operation) ? 'CodedError' : 'Error'}` };
  const content = { [mediaType]: { schema, examples: { [name]: example } } };
  const added = { description: 'Refused', 'x-clauses': [clause], content };
  return [...(isShared ? anew : actions), { target: responses, update: { [String(status)]: added } }];
}

/** Whether the document refuses so by default: with the same status and body, and a text that the rule says itself. */
function isAsDocumented({ document, operation, clause, template: { status, body, mediaType } }: Refusing): boolean {
  const known = (operation === null ? document.beyond : document.operations.get(operation)?.refusals)?.get(clause);
  if (known === undefined || mediaType !== undefined || known.status !== status) return false;
  if (!isJsonObject(body)) return body === undefined && known.isEmpty;
  const message = body['message'] === '{detail}' ? known.body['message'] : (body['message'] as Json);
  return isDeepStrictEqual({ ...body, message }, known.body);
}

function responsesOf(document: ContractDocument, operation: OperationId) {
  return document.operations.get(operation)?.responses ?? new Map<number, never>();
}

/** A response that operations share goes as a whole. */
function withoutExample(
  { document, operation, name }: Refusing & { readonly operation: OperationId },
  responses: string,
): readonly OverlayAction[] {
  const holding = [...responsesOf(document, operation)].filter(
    ([status, { examples }]) => status >= 400 && examples.has(name),
  );
  return holding.map(([status]) => {
    const example = `.content['application/json'].examples[${quotedStep(name)}]`;
    const isShared = isReference(writtenResponse(document, operation, status));
    return { target: `${responses}['${status}']${isShared ? '' : example}`, remove: true };
  });
}

function writtenResponse(document: ContractDocument, operation: OperationId, status: number): Json | undefined {
  return valueAt(document.openapi, [...operationSteps(document, operation), 'responses', String(status)]) as
    | Json
    | undefined;
}

function isReference(value: unknown): boolean {
  return isJsonObject(value) && value['$ref'] !== undefined;
}

/** What makes the document refuse so where no operation is. */
function actionsBeyond(clause: RefusalId, { status, body }: Template): readonly OverlayAction[] {
  const target = `$['x-beyond-operations'][${quotedStep(clause)}]`;
  if (!isJsonObject(body)) return [];
  return [
    { target: `${target}.value`, remove: true },
    { target, update: { status, value: body, 'x-worded': '' } },
  ];
}

/** JSONPath of an operation. */
export function operationTarget(document: ContractDocument, operation: OperationId): string {
  return `$${operationSteps(document, operation)
    .map((step) => `[${quotedStep(step)}]`)
    .join('')}`;
}

/** The steps that lead to an operation in the document. */
function operationSteps({ openapi }: ContractDocument, operation: OperationId): readonly string[] {
  for (const [path, item] of Object.entries(isJsonObject(openapi['paths']) ? openapi['paths'] : {})) {
    for (const [method, each] of Object.entries(isJsonObject(item) ? item : {})) {
      if (isJsonObject(each) && each['operationId'] === operation) return ['paths', path, method];
    }
  }
  throw new Error(`The document has no operation ${operation}.`);
}

function hasListedCodes(document: ContractDocument, operation: OperationId): boolean {
  return JSON.stringify(valueAt(document.openapi, operationSteps(document, operation))).includes('/CodedError');
}

function quotedStep(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}
