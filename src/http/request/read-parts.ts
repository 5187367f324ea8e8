import type { RefusalId } from '../../document/names.gen.ts';
import type { DocumentedOperation, RequestFault } from '../../document/operation.ts';
import { checkBody, checkPath, checkQuery } from '../../document/validate/check-request.ts';
import { convertedBody } from '../../document/validate/request-fault.ts';
import { type FormTree, checkForm, isList } from '../../document/validate/check-form.ts';
import { Refusal } from '../../domain/refusal.ts';
import { Problem, UnreadableRequest } from '../answer/error-answer.ts';
import type { AnyExchange, Exchange, RequestParts, ServedDocument, UndocumentedPart } from '../exchange.ts';
import { hasBody, readJsonBody } from './body.ts';
import { assembleForm } from './form-tree.ts';
import { type Multipart, readMultipart } from './multipart.ts';
import { blankFiles, keptFiles, refuseFiles } from './uploaded-files.ts';
import { isJsonList, isJsonObject } from '../../json/json-value.ts';
import type { Checked } from '../../operations/handler.ts';
import { weightOf, weightOfText } from '../../store/state/root.ts';
import type { KeptBody, KeptForm } from '../../worlds/journal.ts';

type BodyBounds = Pick<ServedDocument<never>, 'bodyDepth'>;

/**
 * Reads path, query and body of a request and notes what of them the document does not know.
 * @throws UnreadableRequest if the body is not what the operation takes
 */
export async function readRequestParts<O extends DocumentedOperation>(
  bounds: BodyBounds,
  exchange: Exchange<O>,
  operation: O,
): Promise<RequestParts> {
  const path = checkPath(operation, exchange.request.params as Readonly<Record<string, string>>);
  const query = readQuery(exchange, operation);
  const { body, files } = await readBodyParts(bounds, exchange, operation);
  return { path: checkedPart(operation, path.values, path.values, path.faults), query, body, files };
}

function readQuery(exchange: AnyExchange, operation: DocumentedOperation): RequestParts['query'] {
  const entries = [...new URLSearchParams(`?${exchange.query}`)].map(([name, value]) => ({ name, value }));
  const { values, faults, undocumented } = checkQuery(operation, entries);
  note(exchange, 'query-parameter', undocumented);
  const given = entries.filter(({ value }) => value !== '').map(({ name, value }) => [name, value] as const);
  return checkedPart(operation, values, Object.fromEntries<unknown>(given), faults);
}

type BodyParts = Pick<RequestParts, 'body' | 'files'>;

async function readBodyParts(
  bounds: BodyBounds,
  exchange: AnyExchange,
  operation: DocumentedOperation,
): Promise<BodyParts> {
  switch (operation.body) {
    case 'json':
      return { body: await readJsonParts(bounds, exchange, operation), files: {} };
    case 'multipart':
      return readForm(exchange, operation);
    case 'none':
      if (await hasBody(exchange.request)) note(exchange, 'body', ['']);
      return { body: checkedPart(operation, {}, {}, []), files: {} };
  }
}

async function readJsonParts(
  { bodyDepth }: BodyBounds,
  exchange: AnyExchange,
  operation: DocumentedOperation,
): Promise<RequestParts['body']> {
  const sent = await readJsonBody(exchange.request, {
    limit: operation.bodyLimit,
    needsContentType: operation.reading.needsContentType,
    ...(bodyDepth !== undefined && { depth: bodyDepth }),
    onBytes: keepBody(exchange),
    onWeight: (bytes) => exchange.inFlight.hold(bytes),
  });
  // A body that may be left out says nothing when it is; where fields are checked one by one they say what is missing.
  if (sent === undefined && operation.bodyCheck !== undefined && !operation.isBodyRequired) {
    return checkedPart(operation, {}, {}, []);
  }
  if (sent === undefined && !operation.reading.takesNoBody) {
    throw new UnreadableRequest('not-json', 'The body is missing.');
  }
  const json = sent === undefined ? {} : sent;
  if (!isJsonObject(json)) throw new UnreadableRequest('not-json', 'The body must be a JSON object.');
  exchange.read.body = json;
  const isAsSent = Object.keys(operation.reading.values).length === 0;
  const body = isAsSent ? json : convertedBody(operation, json);
  const { faults, undocumented } = checkBody(operation, body);
  note(exchange, 'body-member', undocumented);
  return checkedPart(operation, body, body, faults);
}

async function readForm(exchange: AnyExchange, operation: DocumentedOperation): Promise<BodyParts> {
  const form = await readMultipart(exchange.request, {
    fileFields: operation.fileFields,
    onBytes: keepBody(exchange),
    onField: (name, value) => exchange.inFlight.hold(fieldOverhead + weightOfText(name) + weightOfText(value)),
  });
  const { tree, problems } = assembleForm(form?.fields ?? []);
  exchange.read.body = { ...tree };
  keepForm(exchange, form, tree);
  const uploaded = form?.files ?? [];
  const inPlaceOfText = uploaded.filter(({ field }) => operation.fileFields.get(field)?.takesText === true);
  const fieldNames = inPlaceOfText.map(({ field }) => field);
  const { values, faults, undocumented } = checkForm(operation, tree, fieldNames);
  note(exchange, 'body-member', undocumented);
  for (const { field, reason } of form?.ignored ?? []) {
    note(exchange, reason === 'no-field-name' ? 'body-member' : 'file-field', [field]);
  }
  const conflict = problems.find(({ kind }) => kind !== 'forbidden-name');
  const forbidden = problems.filter(({ kind }) => kind === 'forbidden-name').map(({ name }) => name);
  note(exchange, 'body-member', forbidden);
  const body = checkedPart(operation, { ...values }, tree, faults);
  return {
    body: {
      sent: body.sent,
      valid: (only) => {
        const valid = body.valid(only);
        if (conflict !== undefined) refuseRequest(operation.invalidRefusal, problemMessage(conflict), conflict);
        refuseFiles(uploaded, operation.fileFields);
        return valid;
      },
    },
    files: keptFiles(uploaded, operation),
  };
}

/** In bytes: the places that a field of a form has in lists and trees, beside its texts. */
const fieldOverhead = 512;

function problemMessage({ name, kind }: { name: string; kind: string }): string {
  return kind === 'too-deep' ? `${name} is nested too deep.` : `${name} contradicts another field of the form.`;
}

function checkedPart(
  operation: DocumentedOperation,
  values: Record<string, unknown>,
  sent: Record<string, unknown>,
  faults: readonly RequestFault[],
): Checked<Record<string, unknown>> {
  return {
    sent,
    valid: (only) => {
      const fault = faults.find(({ name }) => only?.includes(name) ?? true);
      if (fault !== undefined) {
        refuseRequest(fault.clause, fault.message ?? composedMessage(fault, operation), fault);
      }
      return values;
    },
  };
}

/** By the rule that refuses; if the document names none, by what is wrong with which part. */
function refuseRequest(
  clause: RefusalId | undefined,
  message: string | undefined,
  about: { readonly name: string; readonly kind: string; readonly value?: unknown },
): never {
  if (clause === undefined) throw new Problem(400, message ?? '', about.name || undefined);
  throw new Refusal(clause, message, about);
}

/** Messages of the platform's own that say what was sent. */
function composedMessage(fault: RequestFault, operation: DocumentedOperation): string | undefined {
  const parameter = operation.parameters.find(({ name }) => name === fault.name);
  if (fault.reason !== 'invalid' || parameter?.message === undefined) return undefined;
  const { enum: supported } = parameter.schema;
  const values: readonly unknown[] = isJsonList(supported) ? supported : [];
  const words = { id: String(fault.value), supported: values.join(', ') };
  return parameter.message.replaceAll(/\{(id|supported)\}/g, (_, name: keyof typeof words) => words[name]);
}

function note(exchange: AnyExchange, kind: UndocumentedPart['kind'], names: readonly string[]): void {
  exchange.read.undocumented.push(...names.map((name) => ({ kind, name })));
}

/** In bytes: more than this of a body is not kept. Every JSON body that is taken fits. */
const keptBytes = 2 ** 20;

/** What a piece of a body costs beside its bytes. */
const pieceOverhead = 256;

/**
 * Keeps a request's body in its exchange as its bytes pass by, up to a limit.
 * @throws MemoryFullError, from the function that it gives, where too much is under way; then nothing is kept
 */
function keepBody(exchange: AnyExchange): (bytes: Buffer) => void {
  const chunks: Buffer[] = [];
  let size = 0;
  let kept = 0;
  return (chunk) => {
    size += chunk.length;
    if (kept < keptBytes) {
      const part = chunk.subarray(0, keptBytes - kept);
      try {
        exchange.inFlight.hold(part.length + pieceOverhead);
      } catch (error) {
        delete exchange.read.kept;
        throw error;
      }
      chunks.push(part);
      kept += part.length;
    }
    exchange.read.kept = { size, chunks };
  };
}

/** Keeps what was read of a form in its exchange: the fields, and of each file what it was. */
function keepForm(exchange: AnyExchange, form: Multipart | undefined, fields: FormTree): void {
  const { kept: requestBody } = exchange.read;
  if (requestBody === undefined || form === undefined) return;
  const files = form.files.map(({ field, name, size, declaredType, sha256 }) => {
    return { field, name, size, type: declaredType, sha256 };
  });
  const hasFiles = files.length > 0 || form.ignored.some(({ reason }) => reason === 'unknown-file-field');
  const chunks = hasFiles ? withoutContent(exchange, requestBody) : requestBody.chunks;
  exchange.read.kept = { ...requestBody, chunks, form: { ...keptFields(fields), files } };
}

function withoutContent({ request, operation }: AnyExchange, { size, chunks }: KeptBody): readonly Buffer[] {
  const bytes = Buffer.concat(chunks);
  const fields = operation?.fileFields.keys() ?? [];
  const blank = bytes.length < size ? undefined : blankFiles(bytes, request.headers['content-type'], fields);
  return blank === undefined ? [] : [blank];
}

/** The request's body as the journal keeps it. Of a form that could not be read nothing is kept: it may be a file. */
export function journalBody({ read: { kept: requestBody }, operation }: Exchange): KeptBody | undefined {
  if (requestBody === undefined) return undefined;
  const isUnreadForm = operation?.body === 'multipart' && requestBody.form === undefined;
  const { chunks } = requestBody;
  return { ...requestBody, chunks: isUnreadForm || chunks.length === 0 ? [] : [Buffer.concat(chunks)] };
}

/** The fields, or as much of them as is kept. */
function keptFields(fields: FormTree): Omit<KeptForm, 'files'> {
  if (weightOf(fields) <= keptBytes) return { fields, isCut: false };
  let left = keptBytes;
  const shortened = (value: FormTree): FormTree => {
    if (typeof value === 'string') {
      const kept = value.slice(0, Math.max(0, left));
      left -= 24 + 2 * value.length;
      // A copy: a part of a text holds on to all of it.
      return Buffer.from(kept).toString();
    }
    left -= 32;
    if (isList(value)) return value.filter(() => (left -= 8) > 0).map(shortened);
    const entries = Object.entries(value).filter(([name]) => (left -= 8 + 2 * name.length) > 0);
    return Object.fromEntries(entries.map(([name, item]) => [name, shortened(item)]));
  };
  return { fields: shortened(fields), isCut: true };
}
