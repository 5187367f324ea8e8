import type { OperationId } from '../../../src/document/names.gen.ts';
import type { ApiRequest, Transport, FormPart } from '../../../src/deployment/transport.ts';
import { agentIdOf, queryOf, sent, type Body } from '../provider-fault.ts';

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
  readonly correct: Transport;
}

export interface Answered extends Call {
  readonly status: number;
  /** What the correct provider answered. */
  readonly body: Body;
}

/** The id of the agent that a request names; NaN if it names none. */
export function namedAgent(request: ApiRequest): number {
  return request.operation === 'updateAgent' ? Number(String(sent(request).agent_id).slice(-12)) : agentIdOf(request);
}

export const ownToken = 'ac3e'.repeat(16);
export const expiredToken = 'dead'.repeat(16);
export const otherToken = '910b'.repeat(16);

export function tokenOf({ request }: Call): string {
  const { token, api_access_token, authorization = '' } = request.headers;
  return token ?? api_access_token ?? authorization.replace(/^Bearer /, '');
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
