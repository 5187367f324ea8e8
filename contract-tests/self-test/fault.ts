import { defaultScenario } from '../../src/deployment/configuration/default-scenario.ts';
import {
  jsonOf,
  type ApiRequest,
  type ApiResponse,
  type FormPart,
  type Transport,
} from '../../src/deployment/transport.ts';
import type { ClauseId, OperationId, RefusalId } from '../../src/document/names.gen.ts';
import type { Operation } from '../../src/document/operation.ts';
import { loadContractDocument } from '../../src/document/read/load.ts';

/** A deliberately broken provider: the mock behind a transport that breaks one rule. */
export interface Fault {
  readonly name: string;
  /** The rule that it breaks: a script that names it must find it. */
  readonly clause: ClauseId;
  /** Other rules that it breaks by the same, so that it may be told as one of them. */
  readonly toldAs?: readonly ClauseId[];
  readonly wrap: (provider: Transport) => Transport;
}

/** Where a provider goes wrong. */
export interface Break {
  /** Gives the request that is carried out instead, or an answer in its place. */
  readonly before?: (call: Call) => Instead | Promise<Instead>;
  /** Edits the body of the answer, or gives another answer. */
  readonly after?: (call: Answered, body: Body, status: number) => Instead | Promise<Instead>;
}

/** A function gives each provider a memory of its own. */
export type Breaking = Break | (() => Break);

// A condition that does not hold may give anything false.
// eslint-disable-next-line @typescript-eslint/no-invalid-void-type
export type Instead = ApiRequest | ApiResponse | false | undefined | void;

// What a fault reads and edits has any shape.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Body = any;

/** A request to a broken provider, with everything that the provider has seen. */
export interface Call {
  readonly request: ApiRequest;
  readonly operation: OperationId | null;
  /** The agent that it names, or that it made; NaN if none. */
  readonly agent: number;
  /** The fields of its JSON body. */
  readonly sent: Body;
  /** What was answered before, oldest first. */
  readonly past: readonly Answered[];
  /** What is under way at the same time. */
  readonly beside: () => readonly Call[];
  /** The correct provider behind the broken one. */
  readonly correct: Transport;
  /** What the document answers a refusal by this rule. */
  readonly refusal: (rule: RefusalId) => ApiResponse;
  /** What the document answers if it is done, of the agent that the request names, and which may have another name. */
  readonly success: (name?: string) => ApiResponse;
}

export interface Answered extends Call {
  readonly status: number;
  /** What the correct provider answered. */
  readonly body: Body;
  /** The rule that decided it, as the mock says. */
  readonly rule: string | undefined;
}

/** Faults by the rule that they break and what they do. */
export function faultsOf(
  byClause: Readonly<Partial<Record<ClauseId, Readonly<Record<string, Breaking>>>>>,
): readonly Fault[] {
  return Object.entries(byClause).flatMap(([clause, faults]) =>
    Object.entries(faults).map(([name, where]) => broken(name, clause as ClauseId, where)),
  );
}

/** A provider that breaks the clause. */
export function broken(name: string, clause: ClauseId, where: Breaking, toldAs: readonly ClauseId[] = []): Fault {
  const { operations } = loadContractDocument();
  const wrap: Fault['wrap'] = (correct) => {
    const place = typeof where === 'function' ? where() : where;
    const past: Answered[] = [];
    const underWay = new Set<Call>();
    return async (request) => {
      const operation = operations.get(request.operation ?? 'getAgent');
      const call: Call = {
        ...{ request, operation: request.operation, agent: namedAgent(request), sent: sent(request), past, correct },
        beside: () => [...underWay].filter((each) => each !== call),
        refusal: (rule) => refusalOf(operation, rule),
        success: (name = call.sent.agent_name) => successOf(operation, call, name),
      };
      underWay.add(call);
      try {
        const { response, answered } = await performed(call, place);
        past.push(answered);
        return response;
      } finally {
        underWay.delete(call);
      }
    };
  };
  return { name, clause, toldAs, wrap };
}

/** A provider that does something otherwise. */
export function breaking(where: Breaking): Fault['wrap'] {
  return broken('', 'payload.json', where).wrap;
}

/** What the provider answers to a call, and what it did. */
async function performed(call: Call, { before, after }: Break): Promise<{ response: ApiResponse; answered: Answered }> {
  const other = await before?.(call);
  const instead = typeof other === 'object' ? other : call.request;
  const response = 'status' in instead ? instead : await call.correct(instead);
  const body: Body = jsonOf(response);
  const rule = response.headers['x-mock-rule'];
  const agent = Number.isNaN(call.agent) ? Number(body?.data?.agent_id) : call.agent;
  const answered: Answered = { ...call, agent, status: response.status, body: jsonOf(response), rule };
  const edited = body === undefined ? undefined : await after?.(answered, body, response.status);
  return { response: after === undefined ? response : shownOf(response, body, edited), answered };
}

/** The edited body, or what was given in place of the answer. */
function shownOf(response: ApiResponse, body: Body, edited: Instead): ApiResponse {
  if (typeof edited === 'object' && 'status' in edited) return edited;
  return body === undefined ? response : { ...response, text: JSON.stringify(body) };
}

export function json(status: number, body: unknown): ApiResponse {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, text: JSON.stringify(body) };
}

function refusalOf(operation: Operation | undefined, rule: RefusalId): ApiResponse {
  const refusal = operation?.refusals.get(rule);
  if (refusal === undefined) throw new Error(`${String(operation?.id)} does not refuse by ${rule}.`);
  return json(refusal.status, refusal.body);
}

function successOf(operation: Operation | undefined, { agent, sent }: Call, name: string | undefined): ApiResponse {
  const [example] = operation?.successExamples.values() ?? [];
  const body: Body = structuredClone(example?.body ?? {});
  if (body.data?.agent_id !== undefined && Number.isInteger(agent)) body.data.agent_id = sent.agent_id ?? agent;
  if (body.data?.agent_name !== undefined && name !== undefined) body.data.agent_name = name;
  return json(example?.status ?? 200, body);
}

/** The fields of a request's JSON body; an empty object if it has none. */
export function sent(request: ApiRequest): Body {
  return request.body.kind === 'json' ? (request.body.value ?? {}) : {};
}

/** The id of the agent that a request names; NaN if it names none. */
export function namedAgent(request: ApiRequest): number {
  const { agent_id: id } = sent(request);
  if (request.operation === 'updateAgent') return Number(String(id).slice(-12));
  const part = request.body.kind === 'form' && request.body.parts.find(({ name }) => name === 'agent_id');
  return Number(id ?? (part ? part.value : undefined) ?? queryOf(request, 'agent_id'));
}

export function queryOf(request: ApiRequest, name: string): string | undefined {
  return request.query.find(([each]) => each === name)?.[1];
}

/** The UUID of an agent, which the mock makes of its id. */
export function uuidOf(agent: number | string | undefined): string {
  return `00000000-0000-4000-8000-${String(agent).padStart(12, '0')}`;
}

export const { token: ownToken } = defaultScenario;
export const expiredToken = 'dead'.repeat(16);
export const otherToken = '910b'.repeat(16);

export function tokenOf({ request }: Pick<Call, 'request'>): string {
  const { token, api_access_token, authorization = '' } = request.headers;
  return token ?? api_access_token ?? authorization.replace(/^Bearer /, '');
}

export const isOwn = (call: Call): boolean => tokenOf(call) === ownToken;
export const isForeign = (call: Call): boolean => tokenOf(call) === otherToken;
export const isExpired = (call: Call): boolean => tokenOf(call) === expiredToken;

export const isOf =
  (...operations: readonly OperationId[]) =>
  ({ operation }: Call): boolean =>
    operation !== null && operations.includes(operation);
export const isCreation = (call: Call): boolean => isOf('createAgent')(call) && isNew(call);
export const isUpdate = (call: Call): boolean => isOf('createAgent')(call) && !isNew(call);
export const isForm = (call: Call): boolean => isOf('createAgentOrUpdate')(call) && isNew(call);
export const isStatus = (call: Call, status: number): boolean => isUpdate(call) && call.sent.status === status;
/** An update of fields, its status left alone. */
export const isChange = (call: Call): boolean => isUpdate(call) && call.sent.status === undefined;

function isNew({ request }: Call): boolean {
  return Number.isNaN(namedAgent(request));
}

/** The requests before that changed the agent which this one names, its creation too. */
export function written({ past, agent }: Pick<Call, 'past' | 'agent'>): readonly Answered[] {
  return past.filter((each) => each.agent === agent && each.status === 200 && each.operation !== 'getAgent');
}

/** The statuses that an agent was given, oldest first. */
export function statuses(call: Pick<Call, 'past' | 'agent'>): readonly number[] {
  return written(call).flatMap((each) => each.sent.status ?? []);
}

/** The status that an agent was given last. */
export function statusOf(call: Pick<Call, 'past' | 'agent'>): number | undefined {
  return statuses(call).at(-1);
}

/** How many requests to an operation succeeded before. */
export function count({ past }: Call, operation: OperationId): number {
  return past.filter((each) => each.operation === operation && each.status === 200).length;
}

/** What was answered last by one of the operations. */
export function lastOf({ past }: Call, ...operations: readonly OperationId[]): Answered | undefined {
  return past.findLast((each) => isOf(...operations)(each));
}

/** The agents made before, oldest first. */
export function made({ past }: Call): readonly number[] {
  return past.filter((each) => each.status === 200 && (isCreation(each) || isForm(each))).map(({ agent }) => agent);
}

export function partsOf({ request }: Call): readonly FormPart[] {
  return request.body.kind === 'form' ? request.body.parts : [];
}

/** The texts of the form's fields of a name. */
export function fields(call: Call, name: RegExp): readonly string[] {
  return partsOf(call).flatMap((part) => (name.test(part.name) ? String(part.value) : []));
}

export function query({ request }: Pick<Call, 'request'>, name: string): string | undefined {
  return queryOf(request, name);
}

/** Whether a force completion was done, of one campaign or of any. */
export function isCompleted({ past }: Call, campaign?: number): boolean {
  return past.some((each) => isCompletion(each) && (campaign === undefined || each.sent.campaign_id === campaign));
}

export function isCompletion({ sent: { campaign_status }, status }: Answered): boolean {
  return campaign_status === 'force_completed' && status === 200;
}
