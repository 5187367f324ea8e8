import { isDeepStrictEqual } from 'node:util';
import type { Clause, Operation, RefusalAnswer } from '../document/operation.ts';
import { applyActions, type OverlayAction, ProfileError } from '../document/overlay.ts';
import { ContractDocumentError } from '../document/read/document-error.ts';
import type { ContractDocument } from '../document/read/load.ts';
import { errorInWords } from '../text/schema-errors.ts';
import type { SchemaCheck } from '../document/validate/schema-compiler.ts';
import { openedAt } from '../document/read/schema-walk.ts';
import { bodyShown } from '../document/shown-values.ts';
import { dereference } from '../document/read/document-reader.ts';
import { isJsonList, isJsonObject, pointerOf, stepsOf, type Json, type JsonObject } from '../json/json-value.ts';
import type { ClauseId, RefusalId } from '../document/names.gen.ts';
import { behavioursTarget, settingsIn, type Profile } from './profile.ts';

/** An object of the copy that is changed. */
type Draft = Record<string, Json>;

/**
 * The document as a profile changes it: first by the behaviours that it names, then by its own actions.
 * @throws ProfileError for an action that cannot be made, for a document that does not hold together any more, and for
 *   each stated rule that is broken
 */
export function amendDocument(document: ContractDocument, profile: Profile): ContractDocument {
  if (changesBy(profile, document).length === 0) return withBehaviours(document, profile);
  const behaving = behaviourActions(document, profile.behaviours);
  const behaved = behaving.length === 0 ? document.openapi : applyActions(document.openapi, behaving);
  const amended = applyActions(behaved, profile.overlay.actions);
  markOwnTexts(document, amended);
  describeErrors(amended);
  try {
    const read = document.amended(amended);
    const faults = [...brokenSchemas(document, behaved, amended), ...brokenRefusals(document, read)];
    faults.push(...brokenSettings(document, read));
    if (faults.length > 0) throw new ProfileError([...new Set(faults)]);
    return openShownSchemas(amended) ? document.amended(amended) : read;
  } catch (error) {
    if (!(error instanceof ContractDocumentError)) throw error;
    throw new ProfileError([`The amended document does not hold together: ${error.message}`], { cause: error });
  }
}

/** What new agents cannot have: settings that the document does not name, and values that get-by-id cannot show. */
function brokenSettings(before: ContractDocument, after: ContractDocument): readonly string[] {
  const [known, given] = [before, after].map(({ openapi }) => settingsIn(openapi, 'new-agent')) as [Draft, Draft];
  const byForm = settingsIn(after.openapi, 'new-agent-by-form');
  if (isDeepStrictEqual(known, given) && Object.keys(byForm).length === 0) return [];
  const wrong = Object.keys({ ...known, ...given, ...byForm }).find((name) => !(name in known && name in given));
  if (wrong !== undefined) return [`x-values, new-agent: ${wrong}: name the settings that the document has there.`];
  const { examples, content } = after.operations.get('getAgent')?.responses.get(200) ?? {};
  return [given, { ...given, ...byForm }].flatMap((settings) => {
    const shown = new Map(Object.entries(settings).map(([pointer, constant]) => [pointer, { constant }]));
    const agent = bodyShown(examples?.get('agent') ?? null, shown);
    const problem = firstProblem(content?.get('application/json')?.assumed, agent);
    return problem === undefined ? [] : [`x-values, new-agent: ${problem}.`];
  });
}

/** What a profile changes of the document, but for naming its behaviours. */
export function changesBy({ overlay, behaviours }: Profile, document: ContractDocument): readonly OverlayAction[] {
  const own = overlay.actions.filter(({ target }) => target !== behavioursTarget);
  return [...behaviourActions(document, behaviours), ...own];
}

/** The same document, which names the behaviours of this profile. */
export function withBehaviours(document: ContractDocument, { behaviours }: Profile): ContractDocument {
  return { ...document, openapi: { ...document.openapi, 'x-behaviours': Object.fromEntries(behaviours) } };
}

/** What behaviours change of the document, in the order of the catalogue. */
function behaviourActions({ choices }: ContractDocument, behaviours: Profile['behaviours']) {
  return [...choices.values()].flatMap(({ id, alternatives }) => {
    return alternatives.get(behaviours.get(id) ?? '')?.overlay ?? [];
  });
}

/** Lets schemas say nothing of what answers show otherwise; gives whether there is such a place. */
function openShownSchemas(openapi: JsonObject): boolean {
  let isOpened = false;
  for (const operation of operationsIn(openapi)) {
    for (const response of Object.values(draftIn(operation, 'responses')).filter(isJsonObject)) {
      if (!isJsonObject(response['x-shown'])) continue;
      const media = draftIn(draftIn(dereference(openapi, response, 'responses'), 'content'), 'application/json');
      for (const pointer of Object.keys(response['x-shown'])) {
        if (!isJsonObject(media['schema'])) continue;
        media['schema'] = openedAt(media['schema'], stepsOf(pointer), (schema) =>
          dereference(openapi, schema, pointer),
        );
        isOpened = true;
      }
    }
  }
  return isOpened;
}

interface Refused {
  readonly operation: string | undefined;
  readonly name: string;
  readonly example: Draft;
}

/** A refusal with another message than the document's says that, whatever the rule would say of the request. */
function markOwnTexts(document: ContractDocument, amended: JsonObject): void {
  for (const { operation, name, example } of refusalExamples(amended)) {
    const clause = clauseIn(name);
    const known =
      document.operations.get(operation as Operation['id'])?.refusals.get(clause) ?? document.beyond.get(clause);
    const { value } = dereference(amended, example, name);
    const texts = known?.body['message'];
    const isOwn = !isDeepStrictEqual(isJsonObject(value) ? value['message'] : undefined, texts);
    if (isOwn) example['x-worded'] ??= typeof texts === 'string' ? texts : '';
  }
}

/** The rule that the example of a refusal is named after, without the case that it is of. */
function clauseIn(name: string): RefusalId {
  return name.split(';', 1)[0] as RefusalId;
}

function refusalExamples(openapi: JsonObject): readonly Refused[] {
  const found: Refused[] = [];
  for (const operation of operationsIn(openapi)) {
    for (const media of errorResponsesOf(openapi, operation)) {
      for (const [name, example] of Object.entries(draftIn(media, 'examples'))) {
        found.push({ operation: operation['operationId'] as string, name, example: example as Draft });
      }
    }
  }
  for (const [name, entry] of Object.entries(draftIn(openapi, 'x-beyond-operations'))) {
    found.push({ operation: undefined, name, example: entry as Draft });
  }
  return found;
}

function operationsIn(openapi: JsonObject): readonly Draft[] {
  return Object.values(draftIn(openapi, 'paths'))
    .flatMap((path) => Object.values(path as Draft))
    .filter((each): each is Draft => isJsonObject(each) && each['operationId'] !== undefined);
}

function errorResponsesOf(openapi: JsonObject, operation: Draft): readonly Draft[] {
  return Object.entries(draftIn(operation, 'responses')).flatMap(([status, response]) => {
    if (Number(status) < 400 || !isJsonObject(response)) return [];
    const content = dereference(openapi, response, status)['content'];
    const media = isJsonObject(content) ? content['application/json'] : undefined;
    return isJsonObject(media) ? [media] : [];
  });
}

const sharedErrors = ['Error', 'CodedError', 'UnauthorizedError', 'AgentNotFoundError', 'ServerError'];

/**
 * Takes what is assumed of error bodies from the schemas that all operations share to each response, where it follows
 * from the response's examples: the fields that all of them have, and the type of the code.
 */
function describeErrors(openapi: JsonObject): void {
  const schemas = draftIn(draftIn(openapi, 'components'), 'schemas');
  for (const name of sharedErrors) {
    const schema = schemas[name] as Draft;
    Reflect.deleteProperty(schema, 'x-assumed');
    Reflect.deleteProperty(draftIn(draftIn(schema, 'properties'), 'code'), 'x-assumed');
  }
  const described = new Set<Draft>();
  for (const operation of operationsIn(openapi)) {
    for (const media of errorResponsesOf(openapi, operation)) {
      if (described.has(media) || !isJsonObject(media['schema'])) continue;
      described.add(media);
      media['schema'] = { allOf: [media['schema']], 'x-assumed': assumedOf(openapi, media) };
    }
  }
  for (const entry of Object.values(draftIn(openapi, 'x-beyond-operations'))) {
    const example = entry as Draft;
    if (isJsonObject(example['schema'])) example['schema'] = { allOf: [example['schema']] };
  }
}

function assumedOf(openapi: JsonObject, media: Draft): JsonObject {
  const bodies = Object.entries(draftIn(media, 'examples')).map(([name, example]) => {
    const { value } = dereference(openapi, example as JsonObject, name);
    return isJsonObject(value) ? value : {};
  });
  const names = [...new Set(bodies.flatMap((body) => Object.keys(body)))];
  const required = Object.keys(bodies[0] ?? {}).filter((name) => bodies.every((body) => Object.hasOwn(body, name)));
  const types = [...new Set(bodies.map(({ code }) => typeof code))].filter((type) => type !== 'undefined');
  return {
    type: 'object',
    required,
    properties: {
      ...Object.fromEntries(names.map((name) => [name, {}])),
      ...(types.length > 0 && { code: { type: types.map((type) => (type === 'number' ? 'integer' : type)) } }),
    },
  };
}

/** A sentence for each stated refusal that is gone, or has another status or message than the specification gives. */
function brokenRefusals(document: ContractDocument, amended: ContractDocument): readonly string[] {
  const faults: string[] = [];
  for (const [id, operation] of document.operations) {
    const other = amended.operations.get(id);
    for (const [clause, stated] of operation.refusals) {
      const rule = document.clauses.get(clause);
      const cases = [...(other?.refusalCases ?? [])].filter(([name]) => clauseIn(name) === clause);
      const now = [other?.refusals.get(clause), ...cases.map(([, answer]) => answer)];
      if (rule?.kind === 'stated') faults.push(...now.flatMap((each) => brokenRefusal(rule, id, stated, each)));
    }
    if (other !== undefined) faults.push(...brokenBodies(other, operation), ...brokenSuccesses(other));
  }
  return faults;
}

function brokenBodies({ id, refusals, refusalCases, responses }: Operation, before: Operation): readonly string[] {
  const bodies = [...refusals, ...refusalCases].filter(([, { isEmpty }]) => !isEmpty);
  return bodies.flatMap(([name, { status, body, text }]) => {
    // Only where the specification shows no body at all may a text stand for it.
    const stated = before.refusals.get(clauseIn(name))?.status ?? status;
    const { content } = (text === undefined ? responses.get(status) : before.responses.get(stated)) ?? {};
    const problem = firstProblem(content?.get('application/json')?.stated, text ?? body);
    return problem === undefined ? [] : [`${id} refuses by ${name} with a body that breaks errors.shape: ${problem}.`];
  });
}

/** A sentence for each success whose values are shown as the specification does not allow. */
function brokenSuccesses({ id, responses }: Operation): readonly string[] {
  return [...responses.values()].flatMap(({ shown, examples, content }) => {
    const stated = content.get('application/json')?.stated;
    const bodies = shown.size === 0 ? [] : [...examples.values()];
    return bodies.flatMap((body) => {
      const problem = firstProblem(stated, bodyShown(body, shown));
      return problem === undefined ? [] : [`${id} shows values so that ${problem}, which breaks what is stated there.`];
    });
  });
}

function firstProblem(check: SchemaCheck | undefined, value: unknown): string | undefined {
  const [error] = check?.errors(value) ?? [];
  if (check === undefined || error === undefined) return undefined;
  const { steps, said } = errorInWords(error, value, check.schema);
  return `${steps.length === 0 ? 'the body' : pointerOf(steps)} ${said}`;
}

function brokenRefusal(
  { id, open, sentence = '' }: Clause,
  operation: string,
  stated: RefusalAnswer,
  now: RefusalAnswer | undefined,
): readonly string[] {
  const by = `breaks ${id}: ${JSON.stringify(sentence)}`;
  if (now === undefined) return [`${operation} has no answer any more for what it refuses by ${id}, which ${by}.`];
  const faults: string[] = [];
  if (now.status !== stated.status && !open.includes('status')) {
    faults.push(`${operation} refuses with ${now.status}, which ${by}.`);
  }
  const [message, was] = [now, stated].map(({ body }) => body['message']);
  // Where the specification only says that there is a message, any is right.
  const isStated = typeof was === 'string' && sentence.includes(was);
  if (isStated && message !== was && !open.includes('message')) {
    faults.push(`${operation} says ${JSON.stringify(message)}, which ${by}.`);
  }
  return faults;
}

/** What says nothing of which requests are taken and which answers are right, or is looked at elsewhere. */
const beside = new Set(['description', 'summary', 'title', 'example', 'examples', 'tags', 'format', 'headers']);
/** Where something may be added. */
const growing = new Set(['properties', 'responses', 'content', 'parameters', 'headers', 'schemas', 'encoding']);

/** A sentence for each place where the schemas do not say any more what the specification states. */
function brokenSchemas(document: ContractDocument, before: JsonObject, after: JsonObject): readonly string[] {
  const faults: string[] = [];
  const compare = (
    one: Json | undefined,
    other: Json | undefined,
    steps: readonly string[],
    rules: readonly Json[],
  ): void => {
    const name = steps.at(-1) ?? '';
    if (isDeepStrictEqual(one, other) || mayDiffer(before, one, other, steps)) return;
    const clauses = isJsonObject(one) ? one['x-clauses'] : undefined;
    const own = Array.isArray(clauses) ? [...(clauses as readonly Json[]), ...rules] : rules;
    const parts = partsOf(one, other, growing.has(name));
    if (parts !== undefined) {
      for (const [step, part, now] of parts) compare(part, now, [...steps, step], own);
      return;
    }
    const what = other === undefined ? 'is gone' : one === undefined ? 'is added' : 'is another one';
    faults.push(
      `${pointerOf(steps)} ${what}, which breaks ${statedBy(document, own)}. What is open stands in x-assumed.`,
    );
  };
  compare(before['paths'], after['paths'], ['paths'], []);
  const [schemas, others] = [before, after].map((document) => draftIn(draftIn(document, 'components'), 'schemas'));
  compare(schemas, others, ['components', 'schemas'], []);
  return faults;
}

/** What is compared part by part, before and after; undefined of what is compared as a whole. */
function partsOf(
  one: Json | undefined,
  other: Json | undefined,
  mayGrow: boolean,
): readonly (readonly [string, Json | undefined, Json | undefined])[] | undefined {
  if (isJsonObject(one) && isJsonObject(other)) {
    const names = Object.keys({ ...one, ...other }).filter((each) => one[each] !== undefined || !mayGrow);
    return names.map((each) => [each, one[each], other[each]]);
  }
  if (!isJsonList(one) || !isJsonList(other) || !mayGrow) return undefined;
  return one.map((each, index) => [String(index), each, other[index]]);
}

/** Whether a place of the document states nothing, or is looked at elsewhere. */
function mayDiffer(
  before: JsonObject,
  one: Json | undefined,
  other: Json | undefined,
  steps: readonly string[],
): boolean {
  const name = steps.at(-1) ?? '';
  if (name.startsWith('x-') || beside.has(name)) return true;
  // Errors are compared refusal by refusal; of which status a success is, an example says.
  if (steps.at(-2) === 'responses') return Number(name) >= 400 || other === undefined;
  // A body that the specification does not show may be none.
  return name === 'content' && other === undefined && isOpenBody(before, one);
}

function statedBy(document: ContractDocument, rules: readonly Json[]): string {
  const stated = rules.map((id) => document.clauses.get(id as ClauseId)).find((rule) => rule?.kind === 'stated');
  return stated === undefined ? 'what is stated there' : `${stated.id}: ${JSON.stringify(stated.sentence)}`;
}

/** Whether the schemas of a content state nothing. */
function isOpenBody(openapi: JsonObject, content: Json | undefined): boolean {
  return Object.entries(isJsonObject(content) ? content : {}).every(([type, media]) => {
    const written = isJsonObject(media) ? media['schema'] : undefined;
    if (!isJsonObject(written)) return false;
    const schema = dereference(openapi, written, type);
    return Object.keys(schema).every((name) => name.startsWith('x-') || beside.has(name));
  });
}

/** The object under a name, made if it is absent. */
function draftIn(holder: JsonObject, name: string): Draft {
  if (!isJsonObject(holder[name])) Object.assign(holder, { [name]: {} });
  return holder[name] as Draft;
}
