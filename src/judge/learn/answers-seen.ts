import { isDeepStrictEqual } from 'node:util';
import { undocumentedMembers } from '../../document/validate/check-response.ts';
import type { OverlayAction } from '../../document/overlay.ts';
import type { OperationId } from '../../document/names.gen.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { holdersAt, isJsonObject, isObject, memberOf, pointerOf, stepsOf, type Json } from '../../json/json-value.ts';
import { normalised } from '../as-mock/normalise.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { bestTemplate, gives, type Sample } from './placeholders.ts';
import { type ExampleLesson, operationTarget } from './refusals-seen.ts';
import { grouped, fieldsSent, valueSent } from './sources.ts';

/** The operations whose bodies of success the specification does not show. */
const openBodies: readonly OperationId[] = ['verifyToken', 'updateAgent'];

/**
 * What the answers of success of each operation look like: status, message, and the fields beyond the document.
 * @param done those that are known to repeat nothing
 */
export function answerLessons(
  answers: readonly CheckedAnswer[],
  document: ContractDocument,
  done: ReadonlySet<CheckedAnswer> = new Set(),
): readonly ExampleLesson[] {
  const seen = grouped(answers, (answer) => `${String(answer.request.operation)} ${exampleOf(answer)}`);
  const examples = [...seen].flatMap(([what, all]) => {
    // A campaign that is completed may answer every other status with what it answered to its completion.
    const completed = what === 'forceCompleteCampaign statusSet' ? 'forceCompleteCampaign completed' : '';
    const known = new Set((seen.get(completed) ?? []).map(messageOf));
    const own = all.filter((answer) => done.has(answer) || !known.has(messageOf(answer)));
    const [, name = ''] = what.split(' ');
    return name === '' || own.length === 0 ? [] : exampleLesson(what, name, own, document);
  });
  const byOperation = grouped(answers, (answer) => String(answer.request.operation));
  return [...examples, ...[...byOperation.values()].flatMap((all) => fieldsLesson(all, document))];
}

/** The example that shows the answer to a request; '' if its texts are not open. */
function exampleOf({ request: { operation, query, body } }: CheckedAnswer): string {
  const sent = body.kind === 'json' && isObject(body.value) ? body.value : {};
  switch (operation) {
    case 'createAgent':
      return 'agent_id' in sent || query.some(([name]) => name === 'agent_id') ? 'updated' : 'created';
    case 'createAgentOrUpdate':
    case 'updateAgent':
      return 'updated';
    case 'forceCompleteCampaign':
      return sent['campaign_status'] === 'force_completed' ? 'completed' : 'statusSet';
    case 'verifyToken':
      return 'valid';
    default:
      return '';
  }
}

function messageOf({ body }: CheckedAnswer): unknown {
  return isObject(body) ? body['message'] : undefined;
}

function exampleLesson(
  what: string,
  name: string,
  answers: readonly CheckedAnswer[],
  document: ContractDocument,
): readonly ExampleLesson[] {
  const [answer] = answers as readonly [CheckedAnswer];
  const { operation } = answer.request;
  if (operation === null) return [];
  const bare = answers.find(({ body, text }) => !isObject(body) && text.trim() !== '');
  if (bare !== undefined) return [{ what, said: 'no JSON object', actions: undefined, answer: bare }];
  const shapes = answers.map((each) => ({
    ...{ status: each.status, fields: namesIn(each), isEmpty: each.text.trim() === '' },
  }));
  const [shape] = shapes as [Omit<Shape, 'message'>];
  if (!shapes.every((each) => isDeepStrictEqual(each, shape))) {
    const came = [...new Set(answers.map((each) => [each.status, JSON.stringify(messageOf(each))].join(' ').trim()))];
    return [{ what, said: `it differs: ${came.slice(0, 3).join(', ')}`, actions: undefined, answer }];
  }
  const message = bestTemplate(answers.map(sampleOf)) ?? undefined;
  const strange = answers.filter((each) => message !== undefined && !gives(message, sampleOf(each))).slice(0, 1);
  const said = [shape.status, JSON.stringify(message), shape.fields.join(' ')].filter(Boolean).join(' ');
  const actions = exampleActions(document, operation, name, { ...shape, message });
  const others = strange.map((each) => {
    const about = `it says ${JSON.stringify(messageOf(each))}`;
    return { what: `${what} elsewhere`, said: about, actions: undefined, answer: each };
  });
  return [{ what, said, actions, answer }, ...others];
}

/** What an answer says, with the fields of its request and of its data that it may repeat. */
function sampleOf(answer: CheckedAnswer): Sample {
  const { request, body } = answer;
  const data = memberOf(body, 'data');
  const given = Object.entries(isObject(data) ? data : {}).flatMap(([name, value]) => {
    return typeof value === 'object' || !/^\w{1,60}$/.test(name) ? [] : [`data.${name}`];
  });
  const fieldNamed = (name: string): unknown =>
    name.startsWith('sent.') ? valueSent(request, name.slice('sent.'.length)) : memberOf(body, name);
  return {
    body: (messageOf(answer) ?? null) as Json,
    words: { fieldNamed },
    fields: [...fieldsSent(request), ...given],
  };
}

/** The names of a body's fields; of none, or of another body, nothing. */
function namesIn({ body }: CheckedAnswer): readonly string[] {
  return isObject(body) ? Object.keys(body).toSorted() : [];
}

interface Shape {
  readonly status: number;
  readonly message: unknown;
  readonly fields: readonly string[];
  readonly isEmpty: boolean;
}

function exampleActions(
  document: ContractDocument,
  operation: OperationId,
  name: string,
  shape: Shape,
): readonly OverlayAction[] {
  const responses = `${operationTarget(document, operation)}.responses`;
  const documented = responsesWith(document, operation, name);
  const [first] = documented;
  const value = first?.[1].examples.get(name);
  if (first === undefined || !isJsonObject(value)) return [];
  const [status, { clauses }] = first;
  const inContent = (each: number, rest: string): string =>
    `${responses}['${each}'].content['application/json']${rest}`;
  if (shape.isEmpty) {
    return [
      { target: `${responses}['${status}']`, remove: true },
      { target: responses, update: { [String(shape.status)]: { description: 'Done', 'x-clauses': [...clauses] } } },
    ];
  }
  const actions: OverlayAction[] = [];
  if (typeof shape.message === 'string' && shape.message !== value['message']) {
    for (const [each] of documented) {
      actions.push({ target: inContent(each, `.examples['${name}'].value`), update: { message: shape.message } });
    }
  }
  if (shape.status === status) return actions;
  const others = documented.filter(([each]) => each !== shape.status);
  if (others.length < documented.length) {
    return [...actions, ...others.map(([each]) => ({ target: inContent(each, `.examples['${name}']`), remove: true }))];
  }
  return [...actions, ...movedResponse(responses, status, shape.status)];
}

/** The responses of success that have an example of this name. */
function responsesWith(document: ContractDocument, operation: OperationId, name: string) {
  const responses = [...(document.operations.get(operation)?.responses ?? [])];
  return responses.filter(([status, { examples }]) => status < 300 && examples.has(name));
}

function movedResponse(responses: string, from: number, to: number): readonly OverlayAction[] {
  return [
    { target: responses, update: { [String(to)]: { description: 'Done' } } },
    { target: `${responses}['${to}']`, copy: `${responses}['${from}']` },
    { target: `${responses}['${from}']`, remove: true },
  ];
}

/** The most fields that are noted of an operation. */
const mostFields = 100;

/**
 * The fields beyond the document that every answer of success has, with the value that all of them have. Of a value that
 * must differ, such as a UUID or a moment, one stands for all.
 */
function fieldsLesson(answers: readonly CheckedAnswer[], document: ContractDocument): readonly ExampleLesson[] {
  const bodies = answers.filter(({ body }) => isObject(body));
  const [answer, second] = bodies;
  // One answer does not show what all of them have.
  const operation = answer?.request.operation;
  if (answer === undefined || second === undefined || operation === undefined || operation === null) return [];
  const beyond = new Set(bodies.flatMap((each) => pointersBeyond(operation, each, document)));
  const seen = [...beyond].slice(0, mostFields).map((pointer) => ({ pointer, constant: constantAt(pointer, bodies) }));
  const kept = seen.filter(({ constant }) => constant !== undefined);
  const what = `${operation} fields`;
  const others = seen.filter((each) => !kept.includes(each)).map(({ pointer }) => pointer);
  const unlike = {
    what: `${operation} other fields`,
    said: `beyond the document, and not the same in every answer: ${others.join(', ')}`,
    ...{ actions: undefined, answer },
  };
  const left = others.length === 0 ? [] : [unlike];
  if (kept.length === 0) return [...left, { what, said: 'those of the document', actions: [], answer }];
  const fields = Object.fromEntries<Json>(
    kept.map(({ pointer, constant }) => [pointer, { constant: constant ?? null }]),
  );
  const statuses = [...new Set(bodies.map(({ status }) => status))];
  const actions = statuses.map((status) => {
    return { target: `${operationTarget(document, operation)}.responses['${status}']`, update: { 'x-shown': fields } };
  });
  return [...left, { what, said: kept.map(({ pointer }) => pointer).join(', '), actions, answer }];
}

/** JSON pointers to what an answer has beyond the document, `*` for every item of a list. */
function pointersBeyond(operation: OperationId, answer: CheckedAnswer, document: ContractDocument): readonly string[] {
  const documented = document.operations.get(operation);
  if (documented === undefined) return [];
  if (openBodies.includes(operation)) {
    const [example] = documented.successExamples.values();
    const known = Object.keys(isObject(example?.body) ? example.body : {});
    return namesIn(answer).flatMap((name) => (known.includes(name) ? [] : [pointerOf([name])]));
  }
  const status = documented.responses.has(answer.status) ? answer.status : documented.successStatus;
  const pointers = undocumentedMembers(documented, status, answer.body);
  return pointers.map((pointer) => pointer.replaceAll(/\/\d+(?=\/)/g, '/*'));
}

/** What all answers have under a pointer, if it is the same. */
function constantAt(pointer: string, answers: readonly CheckedAnswer[]): Json | undefined {
  const steps = stepsOf(pointer);
  const name = steps.at(-1) ?? '';
  const holders = holdersAt(
    answers.map(({ body }) => body),
    steps.slice(0, -1),
  );
  const values = holders.map((holder) => (Object.hasOwn(holder, name) ? holder[name] : undefined));
  const [shown, ...others] = values.map((each) => normalised(each));
  return others.every((each) => isDeepStrictEqual(each, shown)) ? (values[0] as Json | undefined) : undefined;
}
