import { readParts, type SentPart } from '../../text/forms.ts';
import { type ApiRequest, type RequestBody, encodeBody } from '../transport.ts';

/** The agents and campaigns that a request could be read to name. */
export interface NamedIds {
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

/** Whether a request has the field at all, whatever its value. */
export function hasMember({ query, body }: ApiRequest, name: string): boolean {
  return query.some(([each]) => isNamed(each, name)) || valuesInBody(body, name).length > 0;
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
