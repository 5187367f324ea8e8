import { jsonOf, NotSentError, type ApiRequest, type ApiResponse, type Transport } from '../transport.ts';
import { reasonOf } from '../../files/file-system.ts';
import { isObject } from '../../json/json-value.ts';

/** What can be told of an agent by reading it. */
export type AgentReading =
  | AgentSeen
  /** Answered with 404 in the shape of an error. */
  | { readonly kind: 'absent' }
  /** `isSilent`: no answer came at all. */
  | { readonly kind: 'unclear'; readonly reason: string; readonly isSilent: boolean };

export interface AgentSeen {
  readonly kind: 'here';
  /** As the body says; undefined if it does not. */
  readonly id: unknown;
  readonly name: unknown;
  readonly description: unknown;
  readonly created_on: unknown;
  /** Whether a campaign uses it. */
  readonly isUsed: boolean;
  /** What time it is by the answer's `timestamp` and `Date`, in milliseconds since 1970. */
  readonly clocks: readonly number[];
}

/** Reads an agent (get-by-id). @throws NotSentError only */
export async function readAgent(transport: Transport, id: number, token: string): Promise<AgentReading> {
  const answer = await answerOrReason(transport, readingOf([['agent_id', String(id)]], token));
  if (typeof answer === 'string') return { kind: 'unclear', reason: answer, isSilent: true };
  const body = objectIn(jsonOf(answer));
  if (answer.status === 404 && body['error'] === true) return { kind: 'absent' };
  const data = objectIn(body['data']);
  if (answer.status !== 200 || !isObject(data['basic_details'])) {
    return { kind: 'unclear', reason: `reading it is answered with ${answer.status}, and no agent`, isSilent: false };
  }
  const { id: shownId, agent_name, description, created_on } = data['basic_details'];
  const { campaigns } = data;
  const clocks = [body['timestamp'], Date.parse(answer.headers['date'] ?? '')];
  return {
    ...{ kind: 'here', id: shownId, name: agent_name, description, created_on },
    isUsed: Array.isArray(campaigns) && campaigns.length > 0,
    clocks: clocks.filter((clock): clock is number => typeof clock === 'number' && Number.isFinite(clock)),
  };
}

/**
 * Whether get-by-id lies where it is looked for: without agent_id it answers 400 (get-by-id.agent-id.missing), an
 * unknown address 404.
 * @throws NotSentError only
 */
export async function isReadable(transport: Transport, token: string): Promise<boolean> {
  const answer = await answerOrReason(transport, readingOf([], token));
  return typeof answer !== 'string' && answer.status === 400;
}

function readingOf(query: ApiRequest['query'], token: string): ApiRequest {
  return { operation: 'getAgent', query, headers: { token }, body: { kind: 'none' } };
}

async function answerOrReason(transport: Transport, request: ApiRequest): Promise<ApiResponse | string> {
  try {
    return await transport(request);
  } catch (error) {
    if (error instanceof NotSentError) throw error;
    return reasonOf(error);
  }
}

/** The value if it is an object, else an empty one. */
function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}
