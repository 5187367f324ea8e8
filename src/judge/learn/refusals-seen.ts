import { isDeepStrictEqual } from 'node:util';
import type { OverlayAction } from '../../document/overlay.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import type { OperationId, RefusalId } from '../../document/names.gen.ts';
import { isJsonList, isJsonObject, valueAt, type Json, type JsonObject } from '../../json/json-value.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { isMomentAlike, mergedTexts, type Words } from './placeholders.ts';

/** A refusal that a rule must have given. */
export interface SeenRefusal {
  readonly clause: RefusalId;
  readonly answer: CheckedAnswer;
  /** What the mock answered, which decides as is known; absent of recorded traffic. */
  readonly mock?: CheckedAnswer;
}

/** What the refusals of a rule by an operation show. */
export interface RefusalLesson {
  /** `OPERATION RULE`, with the case that it is of. */
  readonly what: string;
  readonly said: string;
  /** What makes the mock answer so; undefined if the answers cannot be told as one. */
  readonly actions: readonly OverlayAction[] | undefined;
  readonly answer: CheckedAnswer;
}

/** A rule by which the mock, as far as it is known, refuses as the deployment. */
export interface KnownRefusal {
  readonly what: string;
  readonly known: CheckedAnswer;
}

/** What a refusal answers, placeholders for what differs from request to request. */
interface Template {
  readonly status: number;
  /** Undefined: no body. */
  readonly body: JsonObject | undefined;
}

interface Group {
  /** `at=FIELD; kind=KIND`, one of them or nothing. */
  readonly about: string;
  readonly seen: readonly SeenRefusal[];
}

/**
 * What refusals show, by operation and rule: the answer as it came, with placeholders where several requests show what
 * stands there. Where one answer does not fit all, cases of the rule are told apart by what is wrong, and by the field.
 * @param isKnown whether what is known already makes the mock answer as the deployment did
 * @param isDefault whether the mock answered by the default document, so that its message is what the rule says itself
 */
export function refusalLessons(
  seen: readonly SeenRefusal[],
  document: ContractDocument,
  isKnown: (refusal: SeenRefusal) => boolean,
  isDefault: boolean,
): readonly (RefusalLesson | KnownRefusal)[] {
  const groups = grouped(seen, ({ clause, answer }) => `${answer.request.operation ?? 'addresses'} ${clause}`);
  return [...groups].flatMap(([what, all]): readonly (RefusalLesson | KnownRefusal)[] => {
    const [first] = all;
    if (first === undefined) return [];
    if (all.every(isKnown)) return [{ what, known: first.answer }];
    return lessonsOf(what, all, document, isDefault);
  });
}

const partitions: readonly ((refusal: SeenRefusal) => string)[] = [
  () => '',
  (refusal) => caseOf(refusal).kind,
  (refusal) => caseOf(refusal).at,
  (refusal) => [caseOf(refusal).at, caseOf(refusal).kind].filter((each) => each !== '').join('; '),
];

function lessonsOf(
  what: string,
  all: readonly SeenRefusal[],
  document: ContractDocument,
  isDefault: boolean,
): readonly RefusalLesson[] {
  const tried = partitions.map((keyOf) => {
    const groups = [...grouped(all, keyOf)].map(([about, seen]): Group => ({ about, seen }));
    return groups.map((group) => ({ ...group, template: templateOf(group.seen, isDefault) }));
  });
  const chosen = tried.find((groups) => groups.every(({ template }) => template !== undefined)) ?? tried.at(-1) ?? [];
  // What is seen most stands for the cases that were not seen.
  const usual = chosen.toSorted((one, other) => other.seen.length - one.seen.length).find(({ template }) => template);
  return chosen.flatMap(({ about, seen, template }): readonly RefusalLesson[] => {
    const [first] = seen;
    if (first === undefined) return [];
    const isUsual = about === usual?.about;
    // A case that is answered as usual needs no example of its own.
    if (!isUsual && template !== undefined && isDeepStrictEqual(template, usual?.template)) return [];
    const name = isUsual || about === '' ? first.clause : `${first.clause}; ${about}`;
    const named = `${what}${name === first.clause ? '' : `; ${about}`}`;
    const { operation } = first.answer.request;
    if (template === undefined) {
      const came = [...new Set(seen.map(({ answer }) => `${answer.status} ${answer.text.slice(0, 200)}`))];
      return [
        {
          what: named,
          said: `it depends on the request: ${came.slice(0, 3).join(', ')}`,
          actions: undefined,
          answer: first.answer,
        },
      ];
    }
    const said = `${template.status}${template.body === undefined ? '' : ` ${JSON.stringify(template.body)}`}`;
    const actions = refusalActions({ document, operation, clause: first.clause, name, template });
    return [{ what: named, said, actions, answer: first.answer }];
  });
}

function caseOf({ mock }: SeenRefusal): { readonly at: string; readonly kind: string } {
  const parts = mock?.headers['x-mock-case']?.split('; ') ?? [];
  const part = (name: string): string => parts.find((each) => each.startsWith(`${name}=`)) ?? '';
  return { at: part('at'), kind: part('kind') };
}

function templateOf(seen: readonly SeenRefusal[], isDefault: boolean): Template | undefined {
  const [first] = seen;
  if (first === undefined || seen.some(({ answer }) => answer.status !== first.answer.status)) return undefined;
  const { status } = first.answer;
  const isEmpty = (each: SeenRefusal): boolean => each.answer.text.trim() === '';
  if (seen.every(isEmpty)) return { status, body: undefined };
  const bodies = seen.map(({ answer }) => answer.body);
  if (!bodies.every(isJsonObject)) return undefined;
  const body = mergedBodies(
    bodies,
    seen.map((refusal) => wordsOf(refusal, isDefault)),
  );
  return isJsonObject(body) ? { status, body } : undefined;
}

function wordsOf(refusal: SeenRefusal, isDefault: boolean): Words {
  const own = isDefault && isJsonObject(refusal.mock?.body) ? refusal.mock.body['message'] : undefined;
  const name = caseOf(refusal).at.slice('at='.length);
  const value = sentValue(refusal.answer, name, caseOf(refusal).kind);
  return {
    detail: wordIn(own),
    name: name === '' ? undefined : name,
    value: typeof value === 'number' ? String(value) : wordIn(value),
    json: value === undefined ? undefined : JSON.stringify(value),
  };
}

function wordIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const idKinds: readonly string[] = ['kind=absent', 'kind=foreign', 'kind=deleted'];

function sentValue({ request }: CheckedAnswer, name: string, kind: string): unknown {
  const names =
    name !== '' ? [name] : idKinds.includes(kind) ? ['agent_id', 'campaign_id'] : kind === 'kind=page' ? ['page'] : [];
  return names.map((each) => valueSent(request, each)).find((each) => each !== undefined);
}

function valueSent({ query, body }: CheckedAnswer['request'], name: string): unknown {
  const inQuery = query.find(([own]) => own === name)?.[1];
  if (inQuery !== undefined) return inQuery;
  if (body.kind === 'json') return valueAt(body.value, name.split('.'));
  const part = body.kind === 'form' ? body.parts.find((each) => each.name === name) : undefined;
  return part !== undefined && 'value' in part ? part.value : undefined;
}

/** One value for several, with placeholders; undefined if they have nothing that all are. */
function mergedBodies(values: readonly (Json | undefined)[], words: readonly Words[]): Json | undefined {
  const [first] = values;
  if (first === undefined || values.some((each) => each === undefined)) return undefined;
  if (values.every(isJsonObject)) return mergedObjects(values, words);
  if (values.every(isJsonList)) {
    const items = (values[0] ?? []).map((_, index) =>
      mergedBodies(
        values.map((each) => each[index]),
        words,
      ),
    );
    const isAlike = values.every((each) => each.length === items.length) && !items.includes(undefined);
    return isAlike ? (items as readonly Json[]) : undefined;
  }
  if (values.every((each) => typeof each === 'string')) return mergedTexts(values, words);
  return values.every((each) => isDeepStrictEqual(each, first) || isMomentAlike(each, first)) ? first : undefined;
}

function mergedObjects(values: readonly JsonObject[], words: readonly Words[]): JsonObject | undefined {
  const names = Object.keys(values[0] ?? {});
  if (values.some((each) => !isDeepStrictEqual(Object.keys(each).toSorted(), names.toSorted()))) return undefined;
  const fields = names.map(
    (name) =>
      [
        name,
        mergedBodies(
          values.map((each) => each[name]),
          words,
        ),
      ] as const,
  );
  return fields.some(([, value]) => value === undefined) ? undefined : (Object.fromEntries(fields) as JsonObject);
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
function refusalActions({ document, operation, clause, name, template }: Refusing): readonly OverlayAction[] {
  const { status, body } = template;
  if (operation === null) return document.beyond.has(clause) ? actionsBeyond(clause, template) : [];
  const responses = `${operationTarget(document, operation)}.responses`;
  const responsesNow = responsesOf(document, operation);
  const actions = withoutExample(responses, name, responsesNow);
  const response = responsesNow.get(status);
  const anew = [{ target: `${responses}['${status}']`, remove: true }];
  if (body === undefined) {
    return [...(response === undefined ? actions : anew), { target: responses, update: emptyRefusal(status, clause) }];
  }
  const example = { value: body, 'x-worded': '' };
  const written = valueAt(document.openapi, [...operationSteps(document, operation), 'responses', String(status)]);
  const isShared = isReference(written);
  if (isJsonObject(written) && !isShared && response?.content.has('application/json') === true) {
    const target = `${responses}['${status}'].content['application/json'].examples`;
    return [...actions, { target, update: { [name]: example } }];
  }
  const schema = { $ref: `#/components/schemas/${hasListedCodes(document, operation) ? 'CodedError' : 'Error'}` };
  const content = { 'application/json': { schema, examples: { [name]: example } } };
  const added = { description: 'Refused', 'x-clauses': [clause], content };
  return [...(isShared ? anew : actions), { target: responses, update: { [String(status)]: added } }];
}

function responsesOf(document: ContractDocument, operation: OperationId) {
  return document.operations.get(operation)?.responses ?? new Map<number, never>();
}

function emptyRefusal(status: number, clause: RefusalId): JsonObject {
  return { [String(status)]: { description: 'Refused', 'x-clauses': [clause], 'x-refuses': [clause] } };
}

function withoutExample(
  responses: string,
  name: string,
  before: ReturnType<typeof responsesOf>,
): readonly OverlayAction[] {
  const holding = [...before].filter(([status, { examples }]) => status >= 400 && examples.has(name));
  return holding.map(([status]) => ({
    target: `${responses}['${status}'].content['application/json'].examples[${quotedStep(name)}]`,
    remove: true,
  }));
}

function isReference(value: unknown): boolean {
  return isJsonObject(value) && value['$ref'] !== undefined;
}

/** What makes the document refuse so where no operation is. */
function actionsBeyond(clause: RefusalId, { status, body }: Template): readonly OverlayAction[] {
  const target = `$['x-beyond-operations'][${quotedStep(clause)}]`;
  if (body === undefined) return [];
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
