import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationId } from '../../../document/names.gen.ts';
import {
  jsonOf,
  type ApiRequest,
  type ApiResponse,
  type Exchange,
  type FormPart,
} from '../../../deployment/exchange.ts';
import { agentIdOf, json, queryOf, sent, withJson, type Body, type Fault } from '../fault.ts';

/** A request to a broken provider, with everything that the provider has seen. */
export interface Call {
  readonly request: ApiRequest;
  readonly operation: OperationId | null;
  /** The agent that it names, or that it made; NaN if none. */
  readonly agent: number;
  /** The members of its JSON body. */
  readonly sent: Body;
  /** What was answered before, oldest first. */
  readonly past: readonly Answered[];
  /** What is under way at the same time. */
  readonly beside: () => readonly Call[];
  /** The correct provider behind the broken one. */
  readonly correct: Exchange;
}

export interface Answered extends Call {
  readonly status: number;
  /** What the correct provider answered. */
  readonly body: Body;
}

/** Where a provider goes wrong. */
export interface Break {
  /** Gives the request that is carried out instead, or an answer in its place. */
  readonly before?: (call: Call) => Instead | Promise<Instead>;
  /** Edits the body of the answer, or gives another answer. */
  readonly after?: (call: Call, body: Body, status: number) => Instead | Promise<Instead>;
}

// A condition that does not hold may give anything false.
// eslint-disable-next-line @typescript-eslint/no-invalid-void-type
type Instead = ApiRequest | ApiResponse | false | undefined | void;

/** A provider that breaks the clause under a condition. A function gives each provider a memory of its own. */
export function broken(name: string, clause: Fault['clause'], where: Break | (() => Break)): Fault {
  const wrap: Fault['wrap'] = (exchange) => {
    const { before, after } = typeof where === 'function' ? where() : where;
    const past: Answered[] = [];
    const underWay = new Set<Call>();
    return async (request) => {
      const call: Call = {
        request,
        operation: request.operation,
        agent: namedAgent(request),
        sent: sent(request),
        past,
        beside: () => [...underWay].filter((each) => each !== call),
        correct: exchange,
      };
      underWay.add(call);
      try {
        const other = await before?.(call);
        const instead = typeof other === 'object' ? other : request;
        const response = 'status' in instead ? instead : await exchange(instead);
        const body: Body = jsonOf(response);
        const shown = body === undefined ? undefined : await after?.(call, body, response.status);
        const agent = Number.isNaN(call.agent) ? Number(body?.data?.agent_id) : call.agent;
        past.push({ ...call, agent, status: response.status, body: jsonOf(response) });
        if (typeof shown === 'object' && 'status' in shown) return shown;
        return after === undefined || body === undefined ? response : { ...response, text: JSON.stringify(body) };
      } finally {
        underWay.delete(call);
      }
    };
  };
  return { name, clause, kind: 'rules', wrap };
}

function namedAgent(request: ApiRequest): number {
  return request.operation === 'updateAgent' ? Number(String(sent(request).agent_id).slice(-12)) : agentIdOf(request);
}

/** Shows something else in the successful answers of an operation. */
export function showing(operation: OperationId, edit: (body: Body, call: Call) => unknown): Break {
  return {
    after: async (call, body, status) => {
      if (call.operation === operation && status === 200) await edit(body, call);
    },
  };
}

/** Shows an agent with something else. */
export function showingAgent(edit: (agent: Body, call: Call) => unknown): Break {
  return showing('getAgent', (body, call) => edit(body.data, call));
}

/** Stores something else than what the JSON body says. */
export function storing(operation: OperationId, change: (body: Body, call: Call) => unknown): Break {
  return {
    before: (call) =>
      call.operation === operation && withJson(call.request, (body) => body instanceof Object && change(body, call)),
  };
}

/** Stores something else than what a part of the form says, or nothing of it (null). */
export function storingParts(change: (part: FormPart, call: Call) => FormPart | null): Break {
  return {
    before: (call) => {
      const parts = partsOf(call).flatMap((part) => change(part, call) ?? []);
      return call.request.body.kind === 'form' && { ...call.request, body: { kind: 'form', parts } };
    },
  };
}

/** Leaves a part of the form out, under a condition. */
export function losingParts(name: RegExp, when: (call: Call) => boolean): Break {
  return storingParts((part, call) => (name.test(part.name) && when(call) ? null : part));
}

/** Reads the query in another way. */
export function asking(operation: OperationId, change: (call: Call) => ApiRequest | false): Break {
  return { before: (call) => call.operation === operation && change(call) };
}

/** Answers something else, under a condition, and does nothing. */
export function instead(
  operation: OperationId,
  when: (call: Call) => unknown,
  answer: ApiResponse | ((call: Call) => ApiResponse),
): Break {
  return {
    before: (call) =>
      call.operation === operation && when(call) ? (typeof answer === 'function' ? answer(call) : answer) : undefined,
  };
}

/** After a request that succeeded, does another that nobody asked for. */
export function afterwards(operation: OperationId, other: (call: Call) => object | false | undefined): Break {
  return {
    after: async (call, _, status) => {
      const value = call.operation === operation && status === 200 && other(call);
      if (value) await change(call, value);
    },
  };
}

/** Changes an agent behind the caller's back, with the token of the agent's own workspace. */
export async function change(call: Call, value: object): Promise<void> {
  await call.correct({ operation: 'createAgent', query: [], headers: { token: OWN }, body: { kind: 'json', value } });
}

/** So long does a provider take that is open to a race, in milliseconds. */
const WINDOW = 4;

/** Takes its time over an operation. */
export function slowly(operation: OperationId): Break {
  return {
    before: async (call) => {
      if (call.operation === operation) await sleep(WINDOW);
    },
  };
}

/** Breaks where another request is under way at the same time. */
export function racing(
  isOpen: (call: Call) => boolean,
  isOther: (other: Call, call: Call) => boolean,
  then: (call: Call, other: Call) => Instead | Promise<Instead>,
): Break {
  return {
    before: async (call) => {
      const earlier = call.beside();
      if (!isOpen(call) && !earlier.some((each) => isOpen(each))) return;
      await sleep(WINDOW);
      const other = [...earlier, ...call.beside()].find((each) => isOther(each, call));
      if (isOpen(call) && other !== undefined) return then(call, other);
    },
  };
}

export const OWN = 'ac3e'.repeat(16);
export const EXPIRED = 'dead'.repeat(16);
export const OTHER = '910b'.repeat(16);

export function withToken(request: ApiRequest, token: string): ApiRequest {
  return { ...request, headers: { token } };
}

export function tokenOf({ request }: Call): string {
  const { token, api_access_token, authorization = '' } = request.headers;
  return token ?? api_access_token ?? authorization.replace(/^Bearer /, '');
}

export function refused(status: number, message: string): ApiResponse {
  return json(status, { error: true, code: status, message, data: {} });
}

/** What create-agent answers to an update that it did not carry out. */
export function pretended(call: Call): ApiResponse {
  const data = { agent_id: call.agent, agent_name: String(call.sent.agent_name ?? nameOf(call)) };
  return json(200, { success: true, message: 'Agent updated successfully', data });
}

function nameOf(call: Call): string {
  return written(call).findLast(({ sent }) => sent.agent_name !== undefined)?.sent.agent_name ?? '';
}

export const isCreation = (call: Call): boolean => call.operation === 'createAgent' && Number.isNaN(call.agent);
export const isUpdate = (call: Call): boolean => call.operation === 'createAgent' && !Number.isNaN(call.agent);
export const isStatus = (call: Call, status: number): boolean => isUpdate(call) && call.sent.status === status;

/** The requests before that changed the agent which this one names, its creation too. */
export function written({ past, agent }: Call): readonly Answered[] {
  return past.filter((each) => each.agent === agent && each.status === 200 && each.operation !== 'getAgent');
}

/** The status that an agent was given last. */
export function statusOf({ past, agent }: Pick<Call, 'past' | 'agent'>): number | undefined {
  return past.findLast((each) => each.agent === agent && each.status === 200 && each.sent.status !== undefined)?.sent
    .status;
}

/** How many requests to an operation succeeded before. */
export function count({ past }: Call, operation: OperationId): number {
  return past.filter((each) => each.operation === operation && each.status === 200).length;
}

/** The agents made before, oldest first. */
export function made({ past }: Call): readonly number[] {
  return past.filter((each) => isMade(each)).map(({ agent }) => agent);
}

function isMade({ operation, request, status }: Answered): boolean {
  const isWriting = operation === 'createAgent' || operation === 'createAgentOrUpdate';
  return isWriting && status === 200 && Number.isNaN(namedAgent(request));
}

export function partsOf({ request }: Call): readonly FormPart[] {
  return request.body.kind === 'form' ? request.body.parts : [];
}

/** The texts of the form's fields of a name. */
export function fields(call: Call, name: RegExp): readonly string[] {
  return partsOf(call).flatMap((part) => (name.test(part.name) ? String(part.value) : []));
}

export function query({ request }: Call, name: string): string | undefined {
  return queryOf(request, name);
}

/** Whether a force completion was done, of one campaign or of any. */
export function isCompleted({ past }: Call, campaign?: number): boolean {
  return past.some(
    (each) =>
      each.sent?.campaign_status === 'force_completed' &&
      each.status === 200 &&
      (campaign === undefined || each.sent.campaign_id === campaign),
  );
}
