import type { ClauseId, OperationId } from '../../src/document/names.gen.ts';
import { jsonOf, type ApiRequest, type ApiResponse, type Transport } from '../../src/deployment/transport.ts';

/** A deliberately broken provider: the mock behind a transport that breaks one rule. */
export interface ProviderFault {
  readonly name: string;
  /** The rule that it breaks: a check that names it must fail. */
  readonly clause: ClauseId;
  /** `boundary`: only answers are edited; `rules`: what is done or remembered differs. */
  readonly kind: 'boundary' | 'rules';
  readonly wrap: (transport: Transport) => Transport;
}

// What a fault edits has any shape.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Body = any;

export interface AnswerFilter {
  readonly operation?: OperationId;
  readonly status?: number;
  /** The rule that decided the answer, as the mock says. */
  readonly rule?: ClauseId;
  readonly when?: (request: ApiRequest, body: Body) => boolean;
}

/** Edits the JSON bodies of the answers that the filter names; `edit` changes the body, or gives another one. */
export function editing(
  filter: AnswerFilter,
  edit: (body: Body, request: ApiRequest) => unknown,
): ProviderFault['wrap'] {
  return (transport) => async (request) => {
    const response = await transport(request);
    const body: Body = jsonOf(response);
    if (body === undefined || !matches(filter, request, response, body)) return response;
    const other = edit(body, request);
    return { ...response, text: JSON.stringify(other === undefined ? body : other) };
  };
}

/** Replaces parts of the answers that the filter names. */
export function answering(
  filter: AnswerFilter,
  other: Partial<ApiResponse> | ((request: ApiRequest, response: ApiResponse) => Partial<ApiResponse>),
): ProviderFault['wrap'] {
  return (transport) => async (request) => {
    const response = await transport(request);
    if (!matches(filter, request, response, jsonOf(response))) return response;
    return { ...response, ...(typeof other === 'function' ? other(request, response) : other) };
  };
}

/** Changes the requests to an operation before they are carried out. */
export function requesting(
  operation: OperationId | null,
  change: (request: ApiRequest) => ApiRequest,
): ProviderFault['wrap'] {
  return (transport) => (request) =>
    transport(operation === null || request.operation === operation ? change(request) : request);
}

function matches(filter: AnswerFilter, request: ApiRequest, response: ApiResponse, body: Body): boolean {
  return (
    (filter.operation === undefined || filter.operation === request.operation) &&
    (filter.status === undefined || filter.status === response.status) &&
    (filter.rule === undefined || filter.rule === ruleOf(response)) &&
    (filter.when === undefined || filter.when(request, body))
  );
}

/** The rule that decided the mock's answer. */
export function ruleOf(response: ApiResponse): string | undefined {
  return response.headers['x-mock-rule'];
}

export function json(status: number, body: unknown): ApiResponse {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, text: JSON.stringify(body) };
}

/** The JSON body of a request; an empty object where it has none. */
export function sent(request: ApiRequest): Body {
  return request.body.kind === 'json' ? (request.body.value ?? {}) : {};
}

export function withJson(request: ApiRequest, change: (value: Body) => void): ApiRequest {
  if (request.body.kind !== 'json') return request;
  const value: Body = structuredClone(request.body.value);
  change(value);
  return { ...request, body: { kind: 'json', value } };
}

/** Keeps the parts of a form that the predicate takes. */
export function withParts(request: ApiRequest, keep: (name: string) => boolean): ApiRequest {
  if (request.body.kind !== 'form') return request;
  return { ...request, body: { kind: 'form', parts: request.body.parts.filter(({ name }) => keep(name)) } };
}

export function withoutQuery(request: ApiRequest, ...names: readonly string[]): ApiRequest {
  return { ...request, query: request.query.filter(([name]) => !names.includes(name.replace(/\[.*/, ''))) };
}

export function queryOf(request: ApiRequest, name: string): string | undefined {
  return request.query.find(([each]) => each === name)?.[1];
}

export function withQuery(request: ApiRequest, name: string, value: string): ApiRequest {
  return { ...request, query: [...request.query.filter(([each]) => each !== name), [name, value]] };
}

/** The id that a request names, in the body, the form or the query. */
export function agentIdOf(request: ApiRequest): number {
  const part =
    request.body.kind === 'form' ? request.body.parts.find(({ name }) => name === 'agent_id')?.value : undefined;
  return Number(sent(request).agent_id ?? part ?? queryOf(request, 'agent_id'));
}

/** Changes the member at a path, `data.basic_details.status`; `[]` stands for every item. */
export function changeAt(body: Body, path: string, change: (holder: Body, name: string) => void): void {
  const [name = '', ...rest] = path.split('.');
  if (name === '[]') {
    if (rest.length === 0) (body as Body[]).forEach((_, index) => change(body, String(index)));
    else (body as Body[]).forEach((item) => changeAt(item, rest.join('.'), change));
  } else if (rest.length === 0) change(body, name);
  else if (body?.[name] !== undefined && body[name] !== null) changeAt(body[name], rest.join('.'), change);
}

export function drop(path: string): (body: Body) => void {
  return (body) => changeAt(body, path, (holder, name) => Reflect.deleteProperty(holder as object, name));
}

export function rename(path: string): (body: Body) => void {
  return (body) =>
    changeAt(body, path, (holder, name) => {
      holder[`${name}_`] = holder[name];
      Reflect.deleteProperty(holder as object, name);
    });
}

export function set(path: string, value: unknown): (body: Body) => void {
  return (body) => changeAt(body, path, (holder, name) => (holder[name] = value));
}

/** Gives a value the wrong type: a text becomes a number, anything else a text. */
export function retype(path: string): (body: Body) => void {
  return (body) =>
    changeAt(
      body,
      path,
      (holder, name) => (holder[name] = typeof holder[name] === 'string' ? 7 : String(holder[name])),
    );
}
