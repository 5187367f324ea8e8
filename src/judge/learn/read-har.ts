import { memberOf, readJson } from '../../json/json-value.ts';
import { operationPlaces, basePrefix } from '../../deployment/addresses.ts';
import type { ApiRequest, RequestBody } from '../../deployment/transport.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import type { OperationId } from '../../document/names.gen.ts';
import { readTextFile, UnusableFileError } from '../../files/read-text-file.ts';
import type { CheckedAnswer } from '../report/violation.ts';

/** The longest recording that is read, in bytes. */
const largest = 200 * 2 ** 20;

/** What a recording of a browser's network holds of the API. */
export interface Recording {
  readonly answers: readonly CheckedAnswer[];
  /** How many entries are of something else. */
  readonly others: number;
}

/**
 * The exchanges with the operations of the document in a HAR file, which browsers and proxies write. An entry without an
 * answer, or with an answer that was not recorded whole, is of something else.
 * @throws UnusableFileError if it is not one
 */
export function readHar(file: string, document: ContractDocument): Recording {
  const entries = memberOf(readJson(readTextFile(file, largest)), 'log.entries');
  if (!Array.isArray(entries)) {
    throw new UnusableFileError(
      `${file} is not a HAR file: save one from the network tab of a browser's developer tools.`,
    );
  }
  const operations = operationsOf(document);
  const answers = entries.flatMap((entry: unknown) => readEntry(entry, operations) ?? []);
  return { answers, others: entries.length - answers.length };
}

type Operations = readonly { readonly id: OperationId; readonly method: string; readonly end: string }[];

/** Where the main operations lie below is a deployment's own; the path that carries the version stays. */
function operationsOf(document: ContractDocument): Operations {
  return [...operationPlaces(document)].map(([id, { prefix, path, method }]) => {
    return { id, method, end: prefix === 'base_url' ? `${basePrefix}${path}` : path };
  });
}

function readEntry(entry: unknown, operations: Operations): CheckedAnswer | undefined {
  const [address, method] = [memberOf(entry, 'request.url'), memberOf(entry, 'request.method')];
  const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : undefined;
  const operation = operations.find(({ method: own, end }) => own === method && url?.pathname.endsWith(end) === true);
  const status = memberOf(entry, 'response.status');
  const body = textOfPart(memberOf(entry, 'response.content'));
  if (url === undefined || operation === undefined || body === undefined) return undefined;
  if (typeof status !== 'number' || status < 100) return undefined;
  const request: ApiRequest = {
    operation: operation.id,
    query: [...url.searchParams],
    headers: headersIn(memberOf(entry, 'request.headers')),
    body: bodyIn(memberOf(entry, 'request.postData')),
  };
  const headers = headersIn(memberOf(entry, 'response.headers'));
  return { request, status, headers, text: body, body: readJson(body), unread: null };
}

/** The text of an answer; undefined if it was not recorded whole. */
function textOfPart(content: unknown): string | undefined {
  const text = memberOf(content, 'text') ?? '';
  if (typeof text !== 'string') return undefined;
  // Browsers leave out what they did not keep.
  const size = memberOf(content, 'size');
  if (text === '' && typeof size === 'number' && size > 0) return undefined;
  return memberOf(content, 'encoding') === 'base64' ? Buffer.from(text, 'base64').toString() : text;
}

/** By name in lower case, without what a browser sends of itself. */
function headersIn(list: unknown): Readonly<Record<string, string>> {
  const kept = ['token', 'api_access_token', 'authorization', 'content-type', 'allow'];
  const headers = (Array.isArray(list) ? list : []).flatMap((header: unknown) => {
    const name = String(memberOf(header, 'name')).toLowerCase();
    return kept.includes(name) ? [[name, String(memberOf(header, 'value'))] as const] : [];
  });
  return Object.fromEntries(headers);
}

function bodyIn(data: unknown): RequestBody {
  const [type, text] = [memberOf(data, 'mimeType'), memberOf(data, 'text')];
  if (typeof text !== 'string' || text === '') return { kind: 'none' };
  const contentType = typeof type === 'string' ? type : null;
  const value = contentType?.includes('json') === true ? readJson(text) : undefined;
  return value === undefined ? { kind: 'raw', contentType, text } : { kind: 'json', value };
}
