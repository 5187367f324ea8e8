import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationId } from '../../../src/document/names.gen.ts';
import type { ApiRequest, ApiResponse, FormPart } from '../../../src/deployment/transport.ts';
import { json, withJson, type Body } from '../provider-fault.ts';
import type { Break, Instead } from './broken-provider.ts';
import { ownToken, partsOf, written, type Call } from './call.ts';

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
  await call.correct({
    operation: 'createAgent',
    query: [],
    headers: { token: ownToken },
    body: { kind: 'json', value },
  });
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

export function withToken(request: ApiRequest, token: string): ApiRequest {
  return { ...request, headers: { token } };
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
