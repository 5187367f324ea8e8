import { type ApiRequest, type ApiResponse, type RequestBody, encodeBody, jsonOf } from '../transport.ts';
import { fieldOf, memberOf, readJson } from '../../json/json-value.ts';
import { type SentPart, readParts } from '../../text/forms.ts';

/** The agents and campaigns that a request could be read to name. */
interface NamedIds {
  /** Numbers above 0. */
  readonly numbers: readonly number[];
  /** Texts in the shape of a UUID, in lower case. */
  readonly uuids: readonly string[];
}

/**
 * Every id that any deployment could read from the field `name` of a request, in its body, form or query: a lenient
 * one takes '1004', ' 1004x', [1004], 1003.6 and -1004 for 1004.
 */
export function idsNamed({ query, body }: ApiRequest, name: string): NamedIds {
  const values: unknown[] = [
    ...query.filter(([each]) => isNamed(each, name)).map(([, value]) => value),
    ...valuesInBody(body, name),
  ];
  const texts = values.flatMap(textsIn);
  return {
    numbers: [...new Set(texts.flatMap(numbersReadFrom))],
    uuids: [...new Set(texts.flatMap((text) => uuid.exec(text)?.[0].toLowerCase() ?? []))],
  };
}

/** Whether a request names an agent to update, whatever the value. */
export function namesAgent({ query, body }: ApiRequest): boolean {
  return query.some(([each]) => isNamed(each, 'agent_id')) || valuesInBody(body, 'agent_id').length > 0;
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** `agent_id`, `agent_id[]` and `agent_id[0]`; servers take `Agent.ID`, ` agent id` and `[agent_id]` for it too. */
function isNamed(given: string, name: string): boolean {
  const plain = given.replaceAll(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  const [, first = ''] = /^[^a-z\d]*([^[\]]*)/i.exec(plain) ?? [];
  const read = first.toLowerCase().replaceAll(/[^a-z\d]+/g, '_');
  return read === name || read === `${name}_`;
}

function valuesInBody(body: RequestBody, name: string): unknown[] {
  switch (body.kind) {
    case 'none':
      return [];
    case 'json':
      if (!(body.value instanceof Object)) return [];
      return Object.entries(body.value).flatMap(([each, value]) => (isNamed(each, name) ? [value as unknown] : []));
    case 'form':
      return partsSent(body)
        .filter((part) => isNamed(part.name, name))
        .map(({ content }) => content);
    case 'raw':
      // JSON, a form or neither: what follows the name, as far as a value can be away from it.
      return body.text
        .split(name)
        .slice(1)
        .map((rest) => rest.slice(0, 80));
  }
}

/** In characters: no id stands further on in a file. */
const longestId = 1000;

/** The parts that a server reads from the bytes of a form; of files their beginnings, for a large one takes time to read. */
function partsSent({ kind, parts }: Extract<RequestBody, { readonly kind: 'form' }>): readonly SentPart[] {
  const begun = parts.map((part) =>
    part.file === undefined ? part : { ...part, value: part.value.slice(0, longestId) },
  );
  const { contentType, bytes } = encodeBody({ kind, parts: begun });
  return readParts(Buffer.from(bytes ?? []), contentType ?? '') ?? [];
}

/** The texts and numbers of a value, in lists and objects too, as texts. */
function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const each = rest.pop();
    if (typeof each === 'object' && each !== null) for (const value of Object.values(each)) rest.push(value);
    else if (typeof each === 'string' || typeof each === 'number') texts.push(String(each));
    else if (each === true) texts.push('1');
  }
  return texts;
}

/** A number itself, its integer parts, and the digits that a text begins with. */
function numbersReadFrom(text: string): number[] {
  if (uuid.test(text)) return [];
  const whole = Number(text);
  const first = /\d{1,15}/.exec(text)?.[0] ?? '';
  const found = [whole, Math.floor(whole), Math.ceil(whole), Number.parseInt(text, 10), Number(first)].map(Math.abs);
  return found.filter((number) => Number.isSafeInteger(number) && number > 0);
}

export function mayCreate(request: ApiRequest): boolean {
  // createagentorupdate shows no way to name an agent to update: one that is named may be created all the same.
  return request.operation === 'createAgentOrUpdate' || request.operation === 'createAgent';
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
  const name = fieldOf(value, operation === 'updateAgent' ? 'name' : 'agent_name');
  return ['string', 'number', 'boolean'].includes(typeof name) ? [String(name)] : [];
}

/** The description that a request in JSON gives an agent. */
export function descriptionsGiven({ body }: ApiRequest): readonly string[] {
  const description = body.kind === 'json' ? fieldOf(body.value, 'description') : undefined;
  return typeof description === 'string' ? [description] : [];
}

/** The text before the name in a form that is written by hand. */
const formName = 'name="basic_details[agent_name]"\r\n\r\n';

type CreationAnswer =
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
  if (typeof id === 'number' && Number.isSafeInteger(id)) return { kind: 'id', id };
  const hint = typeof id === 'string' && /^[1-9]\d{0,14}$/.test(id) ? { hint: Number(id) } : {};
  return { kind: 'unclear', reason: `the creation was answered with ${status}, and no id`, ...hint };
}

/** The `data.agent_id` of an answer, whatever its type; undefined if absent. */
export function answeredAgent(response: ApiResponse): unknown {
  return memberOf(jsonOf(response), 'data.agent_id');
}

/** A name without the counter that a deployment may put behind one that is taken: `Nora (2)`, `Nora-2`. */
export function withoutCounter(shown: string, asked: string): string {
  const isCounted = shown.startsWith(asked) && counter.test(shown.slice(asked.length));
  return isCounted ? asked : shown;
}

const counter = /^(?:[ _-]\d{1,3}|[ _-]?\(\d{1,3}\)|[ _-]\(?copy\)?)$/i;
