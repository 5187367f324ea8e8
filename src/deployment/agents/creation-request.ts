import { jsonOf, type ApiRequest, type ApiResponse } from '../transport.ts';
import { hasMember } from '../configuration/named-ids.ts';
import { readJson } from '../../json/json-text.ts';

/** Whether a request may create an agent. */
export function mayCreate(request: ApiRequest): boolean {
  // createagentorupdate shows no way to name an agent to update: one that is named may be created all the same.
  return request.operation === 'createAgentOrUpdate' || request.operation === 'createAgent';
}

/** Whether a request names an agent to update. */
export function namesAgent(request: ApiRequest): boolean {
  return hasMember(request, 'agent_id');
}

/** Every name that a request gives an agent, as the deployment would read it back. */
export function namesGiven({ operation, body }: ApiRequest): readonly string[] {
  if (body.kind === 'form') {
    const parts = body.parts.filter(({ name }) => name === 'basic_details[agent_name]');
    return parts.flatMap(({ value }) => (typeof value === 'string' ? value : []));
  }
  if (body.kind === 'raw' && body.text.startsWith('--')) {
    return body.text.split(formName).flatMap((rest, index) => (index === 0 ? [] : (rest.split('\r\n', 1)[0] ?? [])));
  }
  const value = body.kind === 'json' ? body.value : body.kind === 'raw' ? readJson(body.text) : undefined;
  const name = (value as Readonly<Record<string, unknown>> | null | undefined)?.[
    operation === 'updateAgent' ? 'name' : 'agent_name'
  ];
  return ['string', 'number', 'boolean'].includes(typeof name) ? [String(name)] : [];
}

/** The description that a request in JSON gives an agent. */
export function descriptionsGiven({ body }: ApiRequest): readonly string[] {
  const value = body.kind === 'json' ? (body.value as { readonly description?: unknown } | null) : null;
  return typeof value?.description === 'string' ? [value.description] : [];
}

/** The text before the name in a form that is written by hand. */
const formName = 'name="basic_details[agent_name]"\r\n\r\n';

/** What an answer says of a creation. */
export type CreationAnswer =
  | { readonly kind: 'refused' }
  | { readonly kind: 'id'; readonly id: number }
  /** `hint`: an id near which it may be. */
  | { readonly kind: 'unclear'; readonly reason: string; readonly hint?: number };

/**
 * Reads the answer to a request that may create. Only a refusal (4xx) says that nothing was made; 408 says only that the
 * deployment did not wait for its own answer.
 */
export function creationAnswer(response: ApiResponse): CreationAnswer {
  const { status } = response;
  if (status >= 400 && status < 500 && status !== 408) return { kind: 'refused' };
  if (status < 200 || status > 299) return { kind: 'unclear', reason: `the creation was answered with ${status}` };
  const id = answeredAgent(response);
  if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return { kind: 'id', id };
  const hint = typeof id === 'string' && /^[1-9]\d{0,14}$/.test(id) ? { hint: Number(id) } : {};
  return { kind: 'unclear', reason: `the creation was answered with ${status}, and no id`, ...hint };
}

/** The `data.agent_id` of an answer, whatever its type; undefined if absent. */
export function answeredAgent(response: ApiResponse): unknown {
  return (jsonOf(response) as { data?: { agent_id?: unknown } | null } | null | undefined)?.data?.agent_id;
}
