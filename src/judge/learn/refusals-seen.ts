import { isDeepStrictEqual } from 'node:util';
import type { Operation } from '../../document/operation.ts';
import type { OverlayAction } from '../../document/overlay.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import type { OperationId, RefusalId } from '../../document/names.gen.ts';
import { isJsonObject, memberOf, valueAt, type Json } from '../../json/json-value.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { bestTemplate, gives, type Sample } from './placeholders.ts';
import { fieldSent, fieldsSent, fileNamed, sentValue } from './sources.ts';

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
  /** Whether it only names what was not tried. */
  readonly isUnseen?: boolean;
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
 * stands there. What several cases of a rule show, and none gainsays, is the rule's. Otherwise each case that was seen has
 * its own answer; what all of them have is the rule's, with the text of the document.
 */
export function refusalLessons(seen: readonly SeenRefusal[], document: ContractDocument): readonly ExampleLesson[] {
  const rules = [...grouped(seen, ({ clause, answer }) => `${answer.request.operation ?? 'addresses'} ${clause}`)];
  const lessons = rules.flatMap(([what, all]) => lessonsOf(what, all, document));
  const told = new Set(lessons.map(({ what }) => what));
  const open = rules.flatMap(([what, [first]]) => (first === undefined || told.has(what) ? [] : [{ what, ...first }]));
  const named = [...grouped(open, ({ answer }) => String(answer.request.operation)).values()].map(otherCases);
  return [...lessons, ...named];
}

function otherCases(open: readonly SeenRefusal[]): ExampleLesson {
  const [{ answer }] = open as readonly [SeenRefusal, ...SeenRefusal[]];
  const rules = open.map(({ clause }) => clause).join(', ');
  const said = `of these rules one case was tried, and others are refused as by default: ${rules}`;
  return {
    what: `${answer.request.operation ?? 'addresses'} other cases`,
    said,
    actions: undefined,
    isUnseen: true,
    answer,
  };
}

/** Cases of a rule, from those of most refusals to each; what is `free` must have differed where the rest stands for all. */
const partitions: readonly {
  readonly keyOf: (refusal: SeenRefusal) => string;
  readonly free?: 'at' | 'kind';
}[] = [
  { keyOf: (refusal) => caseOf(refusal).kind, free: 'at' },
  { keyOf: (refusal) => caseOf(refusal).at, free: 'kind' },
  { keyOf: caseNamed },
];

function lessonsOf(what: string, all: readonly SeenRefusal[], document: ContractDocument): readonly ExampleLesson[] {
  const shown = new Map(all.map((refusal) => [refusal, shownIn(refusal)]));
  const templateGiving = (seen: readonly SeenRefusal[]): Template | undefined => {
    const answers = seen.flatMap((each) => shown.get(each) ?? []);
    const template = templateOf(answers);
    return template !== undefined && answers.every((each) => isGivenBy(template, each)) ? template : undefined;
  };
  const isOfAnyCase = all.every((each) => caseNamed(each) === '') || areSeveralCases(all, document);
  const whole = isOfAnyCase ? templateGiving(all) : undefined;
  if (whole !== undefined) return toldCase({ what, about: '', seen: all, template: whole, document });
  const usual = isOfAnyCase ? sharedBy([...shown.values()]) : undefined;
  const lessons = usual === undefined ? [] : [...toldCase({ what, about: '', seen: all, template: usual, document })];
  let open = all;
  for (const { keyOf, free } of partitions) {
    for (const [about, others] of grouped(open, keyOf)) {
      const own = all.filter((each) => keyOf(each) === about);
      const isShown = free === undefined || new Set(own.map((each) => caseOf(each)[free])).size > 1;
      const template = about !== '' && isShown ? templateGiving(own) : undefined;
      if (template === undefined) continue;
      lessons.push(...toldCase({ what, about, seen: own, template, document }));
      open = open.filter((each) => !others.includes(each));
    }
  }
  const untold = [...grouped(open, caseNamed)].flatMap(([about, seen]) =>
    toldCase({ what, about: about === '' ? 'elsewhere' : about, seen, document }),
  );
  return [...lessons, ...untold];
}

interface Exemplary {
  readonly what: string;
  readonly about: string;
  readonly seen: readonly SeenRefusal[];
  readonly template?: Template;
  readonly document: ContractDocument;
}

function toldCase({ what, about, seen, template, document }: Exemplary): readonly ExampleLesson[] {
  const [first] = seen;
  if (first === undefined) return [];
  const { clause, answer } = first;
  const [named, name] = [what, clause].map((each) => (about === '' ? each : `${each}; ${about}`)) as [string, string];
  if (template === undefined) {
    const came = [...new Set(seen.map((each) => `${each.answer.status} ${each.answer.text.slice(0, 200)}`))];
    const said = `it depends on the request: ${came.slice(0, 3).join(', ')}`;
    return [{ what: named, said, actions: undefined, answer }];
  }
  const { status, body } = template;
  const actions = refusalActions({ document, operation: answer.request.operation, clause, name, template });
  return [{ what: named, said: `${status} ${body === undefined ? '' : JSON.stringify(body)}`.trim(), actions, answer }];
}

/** Whether refusals are of several cases of their rule, and of several fields if it is a rule of several. */
function areSeveralCases(all: readonly SeenRefusal[], { operations }: ContractDocument): boolean {
  const numberOf = (keyOf: (refusal: SeenRefusal) => string): number => new Set(all.map(keyOf)).size;
  const isOfOne = all.every(({ clause, answer: { request } }) => {
    return request.operation === null || !isOfFields(clause, operations.get(request.operation));
  });
  return numberOf(caseNamed) > 1 && (isOfOne || numberOf((each) => caseOf(each).at) > 1);
}

function isOfFields(clause: RefusalId, operation: Operation | undefined): boolean {
  const { parameters = [], members = [], invalidRefusal, missingRefusal } = operation ?? {};
  const own = [...parameters, ...members].filter(({ refusals }) =>
    Object.values<unknown>({ ...refusals }).includes(clause),
  );
  return own.length > 1 || clause === invalidRefusal || clause === missingRefusal;
}

/** What all refusals have in common, with the text that the rule has by default; undefined for none. */
function sharedBy(all: readonly ShownRefusal[]): Template | undefined {
  const [{ status, mediaType, body }, ...others] = all as readonly [ShownRefusal, ...ShownRefusal[]];
  const isAlike = others.every((each) => each.status === status && each.mediaType === mediaType);
  if (!isAlike || mediaType !== undefined || !isJsonObject(body)) return undefined;
  const fields = Object.entries(body).flatMap(([name, value]): [string, Json][] => {
    if (others.every((each) => isDeepStrictEqual(memberOf(each.body, name), value))) return [[name, value]];
    return name === 'message' ? [[name, '{detail}']] : [];
  });
  return { status, body: Object.fromEntries(fields), mediaType };
}

function caseNamed(refusal: SeenRefusal): string {
  return Object.values(caseOf(refusal)).filter(Boolean).join('; ');
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

function shownIn(refusal: SeenRefusal): ShownRefusal {
  const { answer, mock } = refusal;
  const { request, status, body, text, headers } = answer;
  const detail = detailOf(mock);
  const name = caseOf(refusal).at.slice('at='.length);
  const value = sentValue(answer, name, caseOf(refusal).kind) ?? fileNamed(answer, detail);
  const type = headers['content-type'] ?? '';
  return {
    ...{ status, isEmpty: text.trim() === '', mediaType: /^application\/json\b|^$/i.test(type) ? undefined : type },
    body: isJsonObject(body) ? body : text,
    words: { name, value, detail, fieldNamed: (field) => fieldSent(request, field.slice('sent.'.length)) },
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
  const body = bestTemplate(most);
  return typeof body === 'string' && mediaType === undefined ? undefined : { status, body, mediaType };
}

function isGivenBy({ status, body, mediaType }: Template, shown: ShownRefusal): boolean {
  if (status !== shown.status) return false;
  return body === undefined ? shown.isEmpty : !shown.isEmpty && mediaType === shown.mediaType && gives(body, shown);
}

/** Values by a key of theirs, in their order. */
export function grouped<T>(values: readonly T[], keyOf: (value: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [value]);
    else known.push(value);
  }
  return groups;
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
  const example = { value: body, 'x-worded': textByDefault(refusing) };
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

function textByDefault({ document: { operations }, operation, clause }: Refusing): Json {
  return (operation === null ? undefined : operations.get(operation))?.refusals.get(clause)?.body['message'] ?? '';
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
    Json | undefined;
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
