import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiRequest, ApiResponse, FormPart } from '../../src/deployment/transport.ts';
import type { OperationId, RefusalId } from '../../src/document/names.gen.ts';
import {
  isExpired,
  isOf,
  json,
  ownToken,
  partsOf,
  query,
  tokenOf,
  type Answered,
  type Body,
  type Break,
  type Call,
  type Instead,
} from './fault.ts';

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

/** Shows another value of a field, `data.campaign_count`; undefined leaves the field out. */
export function showingValue(operation: OperationId, path: string, value: unknown): Break {
  return showing(operation, (body) => {
    const steps = path.split('.');
    const last = steps.pop() ?? '';
    const holder: Body = steps.reduce((at: Body, step) => at?.[step], body);
    if (holder?.[last] !== undefined) holder[last] = value;
  });
}

/** Shows each record of an audience with something else. */
export function showingLeads(edit: (lead: Body, call: Call) => unknown): Break {
  return showing('listAudience', ({ datalist }, call) => {
    for (const lead of datalist) edit(lead, call);
  });
}

/** Shows each voice with something else. */
export function showingVoices(edit: (voice: Body, call: Call) => unknown): Break {
  return showing('listVoices', ({ data: { voices } }, call) => {
    for (const voice of voices) edit(voice, call);
  });
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
export function losingParts(name: RegExp, when: (call: Call) => boolean = () => true): Break {
  return storingParts((part, call) => (name.test(part.name) && when(call) ? null : part));
}

/** Stores a text of the form in another way. */
export function storingText(name: RegExp, change: (text: string) => string): Break {
  return storingParts((part) =>
    name.test(part.name) && typeof part.value === 'string' ? { ...part, value: change(part.value) } : part,
  );
}

/** Reads a request in another way, mostly its query. */
export function asking(operation: OperationId, change: (call: Call) => ApiRequest | false | undefined): Break {
  return { before: (call) => call.operation === operation && change(call) };
}

/** An answer: the document's refusal by a rule, its success, or one of its own. */
type Answer = RefusalId | 'success' | ((call: Call) => ApiResponse);

function answerTo(call: Call, answer: Answer): ApiResponse {
  if (typeof answer === 'function') return answer(call);
  return answer === 'success' ? call.success() : call.refusal(answer);
}

/** Answers something else, under a condition, and does nothing. */
export function instead(operation: OperationId, when: (call: Call) => unknown, answer: Answer): Break {
  return { before: (call) => (call.operation === operation && when(call) ? answerTo(call, answer) : undefined) };
}

/** Refuses what it must take, by the operation's rule for what is invalid. */
export function refusing(operation: OperationId, when: (call: Call) => unknown = () => true): Break {
  return instead(operation, when, invalid[operation]);
}

const invalid: Readonly<Record<OperationId, RefusalId>> = {
  getAgent: 'get-by-id.agent-id.invalid',
  createAgent: 'create-agent.validation',
  createAgentOrUpdate: 'createagentorupdate.validation',
  updateAgent: 'agent-update.validation',
  listVoices: 'voice-list.limit.range',
  forceCompleteCampaign: 'campaign-force-completed.campaign-status.invalid',
  listAudience: 'audience-list.parameters.invalid',
  verifyToken: 'verify.unauthorized',
  getToken: 'get-token.invalid-login-token',
};

/** Does what was asked, and answers something else, under a condition. */
export function answering(when: (call: Answered) => unknown, answer: Answer): Break {
  return { after: (call) => (when(call) ? answerTo(call, answer) : undefined) };
}

/** Does what was asked, and answers with another status, under a condition. */
export function answeringStatus(when: (call: Answered) => unknown, status: number): Break {
  return { after: (call, body) => (when(call) ? json(status, body) : undefined) };
}

/** Says that it is done, and does nothing. */
export function pretending(when: (call: Call) => boolean): Break {
  return { before: (call) => when(call) && pretended(call) };
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

/** A refused request that changes an agent all the same. */
export function halfDone(when: (call: Answered) => unknown, value: (call: Call) => object | undefined): Break {
  return {
    after: async (call, _, status) => {
      const other = status >= 400 && when(call) && Number.isInteger(call.agent) && value(call);
      if (other) await change(call, { agent_id: call.agent, ...other });
    },
  };
}

/** A request with an expired token that is refused, and done. */
export function doneDespiteExpiry(when: (call: Call) => unknown): Break {
  return {
    after: async (call, _, status) => {
      if (status === 401 && isExpired(call) && when(call)) await call.correct(withToken(call.request, ownToken));
    },
  };
}

/** Changes an agent behind the caller's back, with the token of the agent's own workspace. */
export async function change(call: Call, value: object): Promise<void> {
  const headers = { token: ownToken };
  await call.correct({ operation: 'createAgent', query: [], headers, body: { kind: 'json', value } });
}

/** So long does a provider take that is open to a race, in milliseconds. */
const raceWindow = 4;

/** Takes its time over an operation. */
export function slowly(operation: OperationId): Break {
  return {
    before: async (call) => {
      if (call.operation === operation) await sleep(raceWindow);
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
      await sleep(raceWindow);
      const other = [...earlier, ...call.beside()].find((each) => isOther(each, call));
      if (isOpen(call) && other !== undefined) return then(call, other);
    },
  };
}

/** Takes up a part of another request to the same operation that is under way. */
export function mixedUp(operation: OperationId, mix: (call: Call, other: Call) => Instead): Break {
  return {
    before: (call) => {
      const other = call.operation === operation && call.beside().find((each) => isOf(operation)(each));
      return other && mix(call, other);
    },
  };
}

/** Takes the tokens of this kind as if they were the own one; `^$` is none at all. */
export function opening(operation: OperationId | null, kind: RegExp): Break {
  return {
    before: (call) =>
      (operation === null || call.operation === operation) &&
      kind.test(tokenOf(call)) &&
      withToken(call.request, call.operation === 'getToken' ? 'login-acme' : ownToken),
  };
}

/** The fields of a request, in its JSON body, its form and its query, with their values. */
export function fieldsIn({ body, query }: ApiRequest): readonly (readonly [name: string, value: unknown])[] {
  const json = body.kind === 'json' && body.value instanceof Object ? Object.entries(body.value) : [];
  const parts = body.kind === 'form' ? body.parts.map(({ name, value }) => [name, value] as const) : [];
  return [...json, ...parts, ...query];
}

/** Whether a field was sent, as `status` or with a value, `status=2`; a list by its name alone. */
export function hasField(request: ApiRequest, field: string): boolean {
  const [name = '', value] = field.split('=');
  return fieldsIn(request).some((each) => isField(each[0], name) && (value ?? String(each[1])) === String(each[1]));
}

export function withoutField(request: ApiRequest, field: string): ApiRequest {
  const { body } = request;
  const left = { ...request, query: request.query.filter(([name]) => !isField(name, field)) };
  if (body.kind === 'json')
    return withJson(left, (value) => value instanceof Object && Reflect.deleteProperty(value, field));
  const parts = body.kind === 'form' ? body.parts.filter(({ name }) => !isField(name, field)) : [];
  return body.kind === 'form' ? { ...left, body: { kind: 'form', parts } } : left;
}

function isField(name: string, field: string): boolean {
  return name === field || name.startsWith(`${field}[`);
}

/** Loses a field of a request, under a condition. */
export function losing(operation: OperationId, field: string, when: (call: Call) => unknown = () => true): Break {
  return {
    before: (call) => (call.operation === operation && when(call) ? withoutField(call.request, field) : undefined),
  };
}

export function withToken(request: ApiRequest, token: string): ApiRequest {
  return { ...request, headers: { token } };
}

export function withJson(request: ApiRequest, edit: (value: Body) => void): ApiRequest {
  if (request.body.kind !== 'json') return request;
  const value: Body = structuredClone(request.body.value);
  edit(value);
  return { ...request, body: { kind: 'json', value } };
}

export function withQuery(request: ApiRequest, name: string, value: string): ApiRequest {
  return { ...request, query: [...request.query.filter(([each]) => each !== name), [name, value]] };
}

export function withoutQuery(request: ApiRequest, ...names: readonly string[]): ApiRequest {
  return { ...request, query: request.query.filter(([name]) => !names.includes(name.replace(/\[.*/, ''))) };
}

/** The query with the value of a parameter in another way; undefined if it was not sent. */
export function withChanged(call: Call, name: string, change: (value: string) => string): ApiRequest | undefined {
  const value = query(call, name);
  return value === undefined ? undefined : withQuery(call.request, name, change(value));
}

/** What create-agent answers to an update that it did not carry out. */
export function pretended(call: Call): ApiResponse {
  const named = call.past.findLast(({ agent, sent }) => agent === call.agent && sent.agent_name !== undefined);
  return call.success(call.sent.agent_name ?? named?.sent.agent_name ?? '');
}
