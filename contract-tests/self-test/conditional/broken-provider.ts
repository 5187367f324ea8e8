import { jsonOf, type ApiRequest, type ApiResponse } from '../../../src/deployment/transport.ts';
import { sent, type Body, type ProviderFault } from '../provider-fault.ts';
import { namedAgent, type Answered, type Call } from './call.ts';

/** Where a provider goes wrong. */
export interface Break {
  /** Gives the request that is carried out instead, or an answer in its place. */
  readonly before?: (call: Call) => Instead | Promise<Instead>;
  /** Edits the body of the answer, or gives another answer. */
  readonly after?: (call: Call, body: Body, status: number) => Instead | Promise<Instead>;
}

// A condition that does not hold may give anything false.
// eslint-disable-next-line @typescript-eslint/no-invalid-void-type
export type Instead = ApiRequest | ApiResponse | false | undefined | void;

/** A provider that breaks the clause under a condition. A function gives each provider a memory of its own. */
export function broken(name: string, clause: ProviderFault['clause'], where: Break | (() => Break)): ProviderFault {
  const wrap: ProviderFault['wrap'] = (transport) => {
    const place = typeof where === 'function' ? where() : where;
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
        correct: transport,
      };
      underWay.add(call);
      try {
        const { response, answered } = await answer(call, place);
        past.push(answered);
        return response;
      } finally {
        underWay.delete(call);
      }
    };
  };
  return { name, clause, kind: 'rules', wrap };
}

/** What the provider answers to a call, and what it did. */
async function answer(call: Call, { before, after }: Break): Promise<{ response: ApiResponse; answered: Answered }> {
  const other = await before?.(call);
  const instead = typeof other === 'object' ? other : call.request;
  const response = 'status' in instead ? instead : await call.correct(instead);
  const body: Body = jsonOf(response);
  const edited = body === undefined ? undefined : await after?.(call, body, response.status);
  const agent = Number.isNaN(call.agent) ? Number(body?.data?.agent_id) : call.agent;
  const answered = { ...call, agent, status: response.status, body: jsonOf(response) };
  return { response: after === undefined ? response : shownOf(response, body, edited), answered };
}

/** The edited body, or what was given in place of the answer. */
function shownOf(response: ApiResponse, body: Body, edited: Instead): ApiResponse {
  if (typeof edited === 'object' && 'status' in edited) return edited;
  return body === undefined ? response : { ...response, text: JSON.stringify(body) };
}
