import { bracketFields, isObject } from '../../../json/json-value.ts';
import { type PreparedRequest, type Schemas, badToken, prepareRequest } from '../api/send-request.ts';
import { type Credential, type DocumentedOperation } from '../api/described-document.ts';
import { type SendableFile, type SendableRequest, standInFile } from '../text/copy-as.ts';
import { mask } from '../../../text/secret-looks.ts';
import type { TokenWish } from '../ui/requester.tsx';

/** A name and a value, sent or only kept. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
  readonly isSent: boolean;
}

/** A request as it is being written. */
export interface RequestDraft {
  readonly path: readonly NamedValue[];
  readonly query: readonly NamedValue[];
  readonly headers: readonly NamedValue[];
  /** As written: what is not JSON is sent too, to see how it is refused. */
  readonly text: string;
  readonly form: readonly NamedValue[];
  /** In place of the files that an earlier request had. */
  readonly standIns: readonly SendableFile[];
}

/** A draft with what the document requires, and its first example. */
export function newDraft(operation: DocumentedOperation): RequestDraft {
  const pairs = (place: string) =>
    operation.parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, example, isRequired }) => ({ name, value: example, isSent: isRequired }));
  return {
    path: pairs('path'),
    query: pairs('query'),
    headers: pairs('header'),
    standIns: [],
    ...bodyOfExample(operation, operation.body?.examples[0]?.value),
  };
}

/** The body of an example as a draft has it. */
export function bodyOfExample({ body }: DocumentedOperation, value: unknown): Pick<RequestDraft, 'text' | 'form'> {
  const isForm = body?.kind === 'form';
  return {
    text: isForm || value === undefined ? '' : JSON.stringify(value, null, 2),
    form: isForm && isObject(value) ? Object.entries(value).flatMap(([name, field]) => namedFields(name, field)) : [],
  };
}

/** A request that was made, to be changed and sent again; its own headers for token and body are the composer's. */
export function draftOfRequest(operation: DocumentedOperation, { url, headers, body }: SendableRequest): RequestDraft {
  const blank = newDraft(operation);
  const sent = [...new URL(url).searchParams].map(([name, value]) => ({ name, value, isSent: true }));
  const rest = blank.query.filter(({ name }) => !sent.some((pair) => pair.name === name));
  const own = /^(token|api_access_token|authorization|content-type|x-mock-world)$/i;
  return {
    path: blank.path,
    query: [...sent, ...rest.map((pair) => ({ ...pair, isSent: false }))],
    headers: headers.filter(({ name }) => !own.test(name)).map((header) => ({ ...header, isSent: true })),
    text: body.kind === 'json' ? JSON.stringify(body.value, null, 2) : body.kind === 'text' ? body.text : '',
    form: body.kind === 'form' ? body.fields.map(([name, value]) => ({ name, value, isSent: true })) : [],
    standIns: body.kind === 'form' ? body.files : [],
  };
}

/** By the field that takes them. */
export type ChosenFiles = Readonly<Record<string, readonly File[]>>;

/** What carries the token of a request. */
interface Carried {
  /** Undefined where the operation takes none. */
  readonly credential: Credential | undefined;
  readonly token: string;
}

/** The request that a draft stands for. */
export function prepareDraft(
  operation: DocumentedOperation,
  draft: RequestDraft,
  files: ChosenFiles,
  { credential, token }: Carried,
): PreparedRequest {
  const { body } = operation;
  const url = draft.path.reduce(
    (text, { name, value }) => text.replace(`{${name}}`, encodeURIComponent(value)),
    operation.url,
  );
  const hasText = body?.kind === 'json' && draft.text !== '';
  return prepareRequest({
    operation: { ...operation, url },
    credential,
    token: credential === undefined ? '' : token,
    query: sentOf(draft.query),
    headers: Object.fromEntries(sentOf(draft.headers)),
    body: body?.kind === 'form' ? filledForm(draft, files) : hasText ? draft.text : undefined,
  });
}

/** The request of a new draft as it can be copied, with what the document requires and the first example. */
export function sampleRequest(operation: DocumentedOperation, carried: Carried): SendableRequest {
  const draft = newDraft(operation);
  const { method, url, headers } = prepareDraft(operation, draft, {}, carried);
  const sample = { method, url, headers: Object.entries(headers).map(([name, value]) => ({ name, value })) };
  const [example] = operation.body?.examples ?? [];
  if (example === undefined) return { ...sample, body: { kind: 'none' } };
  if (operation.body?.kind === 'json') return { ...sample, body: { kind: 'json', value: example.value } };
  return { ...sample, body: { kind: 'form', fields: sentOf(draft.form), files: [] } };
}

function filledForm({ form, standIns }: RequestDraft, files: ChosenFiles): FormData {
  const made = new FormData();
  for (const [name, value] of sentOf(form)) made.append(name, value);
  for (const file of standIns) made.append(file.field, standInFile(file));
  for (const [field, list] of Object.entries(files)) for (const file of list) made.append(field, file);
  return made;
}

function sentOf(pairs: readonly NamedValue[]): [name: string, value: string][] {
  return pairs.flatMap(({ name, value, isSent }) => (isSent && name !== '' ? [[name, value]] : []));
}

function namedFields(name: string, value: unknown): NamedValue[] {
  const items: readonly unknown[] = Array.isArray(value) ? (value as unknown[]) : [value];
  return items.map((item) => ({ name, value: typeof item === 'string' ? item : JSON.stringify(item), isSent: true }));
}

type JournalEntry = Schemas['JournalEntry'];

/** Headers that say something to the API; the others are the client's or the connection's own. */
const kept = /^(token|api_access_token|authorization|content-type|prefer|x-.+)$/i;
const notKept = /^(x-forwarded-.+|x-mock-control-token|x-mock-world|x-mock-client)$/i;

/** A request of the journal as it can be sent again: with a token in place of the masked one, in the same world. */
export function sendableRequest(entry: JournalEntry, origin: string, token: string): SendableRequest {
  const body = sendableBody(entry);
  const headers = entry.request.headers
    .filter(({ name }) => kept.test(name) && !notKept.test(name))
    // A form's type names its boundary, which is another one each time.
    .filter(({ name }) => !(body.kind === 'form' && name.toLowerCase() === 'content-type'))
    .map((header) => unmasked(asApplied(header, entry), token === '' ? '<TOKEN>' : token));
  const world = entry.world === 'default' ? [] : [{ name: 'x-mock-world', value: entry.world }];
  return { method: entry.request.method, url: origin + entry.request.url, headers: [...headers, ...world], body };
}

/** Which token stands in for that of a request: of the same workspace, or one that is no good where that was so. */
export function tokenWish({ workspace, request, operation, at }: JournalEntry): TokenWish {
  const isUnknown = workspace === null && request.headers.some(({ value }) => value.includes(mask));
  return {
    workspaceId: workspace ?? undefined,
    kind: operation === 'getToken' ? 'login' : 'api',
    first: isUnknown ? badToken : undefined,
    before: at,
  };
}

/** A preference that was applied tells the seed that was drawn, so that the same comes again. */
function asApplied({ name, value }: Schemas['Header'], { answer }: JournalEntry): Schemas['Header'] {
  const applied = answer.headers.find((one) => one.name.toLowerCase() === 'preference-applied')?.value;
  return name.toLowerCase() === 'prefer' && applied !== undefined ? { name, value: applied } : { name, value };
}

function unmasked({ name, value }: Schemas['Header'], token: string): Schemas['Header'] {
  if (!value.includes(mask)) return { name, value };
  return {
    name,
    value: /^bearer\b/i.test(value) || name.toLowerCase() === 'authorization' ? `Bearer ${token}` : token,
  };
}

function sendableBody({ request, rule }: JournalEntry): SendableRequest['body'] {
  const { body, headers } = request;
  if (body === null || body.size === 0) return { kind: 'none' };
  if (body.json === undefined) return { kind: 'text', text: body.text ?? '' };
  const contentType = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
  if (!/^multipart\/form-data/i.test(contentType)) return { kind: 'json', value: body.json };
  // A file that was refused for its type is to be refused again.
  const isOfItsType = rule?.endsWith('.types') !== true;
  const files = (body.files ?? []).map(({ field, name, size, type }) => ({ field, name, size, type, isOfItsType }));
  return { kind: 'form', fields: bracketFields(body.json), files };
}
