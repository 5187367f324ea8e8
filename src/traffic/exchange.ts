import { basePrefix, callerHeaders, operationPlaces } from '../deployment/addresses.ts';
import { writing } from '../deployment/agents/write-gate.ts';
import { type ApiRequest, type ApiResponse, type FormPart, type RequestBody, jsonOf } from '../deployment/transport.ts';
import type { ContractDocument } from '../document/read/load.ts';
import type { CheckedAnswer } from '../judge/report/violation.ts';
import { bracketFields, readJson } from '../json/json-value.ts';
import { readParts } from '../text/forms.ts';

/** A request that somebody else sent, with what was answered. */
export interface Exchange {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestBody;
  /** Null: no answer came, or none was recorded. */
  readonly response: ApiResponse | null;
  /** Why it cannot be judged, whatever was answered. */
  readonly flaw?: string;
  /** Who sent it, where that is told beside the token: a recording of the mock names world and workspace. */
  readonly sender?: string;
  /** In milliseconds; of a recording in which requests stand in the order in which they were decided, their places. */
  readonly start: number;
  readonly end: number;
}

/** Reads exchanges with operations of the document as a judge takes them, of status 0 if not answered; null: with none. */
export function answerReader(document: ContractDocument): (exchange: Exchange) => CheckedAnswer | null {
  // Where the main operations lie below is a deployment's own; the path that carries the version stays.
  const ends = [...operationPlaces(document)].map(([id, { prefix, path, method }]) => {
    return { id, method, end: prefix === 'base_url' ? `${basePrefix}${path}` : path };
  });
  return ({ method, url, headers, body, response }) => {
    const { pathname, searchParams } = new URL(url);
    const operation = ends.find((each) => each.method === method && pathname.endsWith(each.end))?.id;
    if (operation === undefined) return null;
    // Those that say who calls; a form names its boundary anew.
    const own = Object.fromEntries(Object.entries(headers).filter(([name]) => callerHeaders.includes(name)));
    const request: ApiRequest = { operation, query: [...searchParams], headers: own, body };
    const answered = response ?? { status: 0, headers: {}, text: '' };
    return { ...answered, request, body: jsonOf(answered), unread: null };
  };
}

/** Whether a request may change something, if it is taken. */
export function changesSomething({ request: { operation } }: CheckedAnswer): boolean {
  return operation !== null && writing.includes(operation);
}

export function bodyOf(bytes: Buffer, contentType: string | null): RequestBody {
  if (bytes.length === 0) return { kind: 'none' };
  const isForm = contentType !== null && /^\s*multipart\/form-data/i.test(contentType);
  const read = isForm ? (readParts(bytes, contentType) ?? []) : [];
  const parts = read.map(({ name, content, file }): FormPart => {
    return file === undefined ? { name, value: content } : { name, value: file.bytes, file: file.about };
  });
  if (parts.length > 0) return { kind: 'form', parts };
  const text = bytes.toString();
  const value = contentType?.includes('json') === true || isForm ? readJson(text) : undefined;
  if (value === undefined) return { kind: 'raw', contentType, text };
  if (!isForm) return { kind: 'json', value };
  // The mock's journal has a form as the tree that it was read as.
  return { kind: 'form', parts: bracketFields(value).map(([name, each]) => ({ name, value: each })) };
}
