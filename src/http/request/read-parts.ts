import { convertMembers, checkBody } from '../../document/validate/check-body.ts';
import { checkForm } from '../../document/validate/check-form.ts';
import { checkPath, checkQuery } from '../../document/validate/check-query.ts';
import { isJsonObject } from '../../json/json-value.ts';
import type { DocumentedOperation, RequestFault } from '../../document/operation.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Checked } from '../../operations/handler.ts';
import type { RefusalId } from '../../document/names.gen.ts';
import type { Exchange, RequestParts, ServedDocument } from '../exchange.ts';
import { Problem, UnreadableRequest } from '../answer/problem.ts';
import { keepBody, keepForm } from './kept-body.ts';
import { hasBody, readJsonBody } from './body.ts';
import { assembleForm } from './form-tree.ts';
import { readMultipart } from './multipart.ts';
import { keptFiles, refuseFiles } from './uploaded-files.ts';
import { weightOfText } from '../../store/state/weight.ts';

type BodyBounds = Pick<ServedDocument<never>, 'bodyDepth'>;
type AnyExchange = Exchange<DocumentedOperation>;

/**
 * Reads path, query and body of a request and notes what of them the document does not know.
 * @throws UnreadableRequest if the body is not what the operation takes
 */
export async function readParts<O extends DocumentedOperation>(
  bounds: BodyBounds,
  exchange: Exchange<O>,
  operation: O,
): Promise<RequestParts> {
  const path = checkPath(operation, exchange.request.params as Readonly<Record<string, string>>);
  const query = readQuery(exchange, operation);
  const { body, files } = await readBody(bounds, exchange, operation);
  return { path: checked(operation, path.values, path.values, path.faults), query, body, files };
}

function readQuery(exchange: AnyExchange, operation: DocumentedOperation): RequestParts['query'] {
  const entries = [...new URLSearchParams(`?${exchange.query}`)].map(([name, value]) => ({ name, value }));
  const { values, faults, undocumented } = checkQuery(operation, entries);
  note(exchange, 'query-parameter', undocumented);
  const given = entries.filter(({ value }) => value !== '').map(({ name, value }) => [name, value] as const);
  return checked(operation, values, Object.fromEntries<unknown>(given), faults);
}

type BodyParts = Pick<RequestParts, 'body' | 'files'>;

async function readBody(bounds: BodyBounds, exchange: AnyExchange, operation: DocumentedOperation): Promise<BodyParts> {
  switch (operation.body) {
    case 'json':
      return { body: await readJson(bounds, exchange, operation), files: {} };
    case 'multipart':
      return readForm(exchange, operation);
    case 'none':
      if (await hasBody(exchange.request)) note(exchange, 'body', ['']);
      return { body: checked(operation, {}, {}, []), files: {} };
  }
}

async function readJson(
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
  // A body that may be left out says nothing when it is; where members are checked one by one they say what is missing.
  if (sent === undefined && operation.bodyCheck !== undefined && !operation.isBodyRequired) {
    return checked(operation, {}, {}, []);
  }
  if (sent === undefined && !operation.reading.takesNoBody) {
    throw new UnreadableRequest('not-json', 'The body is missing.');
  }
  const json = sent === undefined ? {} : sent;
  if (!isJsonObject(json)) throw new UnreadableRequest('not-json', 'The body must be a JSON object.');
  exchange.body = json;
  const body = convertMembers(operation, json);
  const { faults, undocumented } = checkBody(operation, body);
  note(exchange, 'body-member', undocumented);
  return checked(operation, body, body, faults);
}

async function readForm(exchange: AnyExchange, operation: DocumentedOperation): Promise<BodyParts> {
  const form = await readMultipart(exchange.request, {
    fileFields: operation.fileFields,
    onBytes: keepBody(exchange),
    onField: (name, value) => exchange.inFlight.hold(fieldOverhead + weightOfText(name) + weightOfText(value)),
  });
  const { tree, problems } = assembleForm(form?.fields ?? []);
  exchange.body = { ...tree };
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
  note(
    exchange,
    'body-member',
    problems.filter(({ kind }) => kind === 'forbidden-name').map(({ name }) => name),
  );
  const body = checked(operation, { ...values }, tree, faults);
  return {
    body: {
      sent: body.sent,
      valid: (only) => {
        const valid = body.valid(only);
        if (conflict !== undefined) refuse(operation.invalidRefusal, conflict.name, problemMessage(conflict));
        refuseFiles(uploaded, operation);
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

function checked(
  operation: DocumentedOperation,
  values: Record<string, unknown>,
  sent: Record<string, unknown>,
  faults: readonly RequestFault[],
): Checked<Record<string, unknown>> {
  return {
    sent,
    valid: (only) => {
      const fault = faults.find(({ name }) => only?.includes(name) ?? true);
      if (fault !== undefined) refuse(fault.clause, fault.name, fault.message ?? composedMessage(fault, operation));
      return values;
    },
  };
}

/** By the rule that refuses; if the document names none, by what is wrong with which part. */
function refuse(clause: RefusalId | undefined, name: string, message: string | undefined): never {
  throw clause === undefined ? new Problem(400, message ?? '', name || undefined) : new Refusal(clause, message);
}

/** Messages of the platform's own that say what was sent. */
function composedMessage(fault: RequestFault, operation: DocumentedOperation): string | undefined {
  const parameter = operation.parameters.find(({ name }) => name === fault.name);
  if (fault.reason !== 'invalid' || parameter?.message === undefined) return undefined;
  const supported = parameter.schema['enum'];
  const values: readonly unknown[] = Array.isArray(supported) ? supported : [];
  const words: Readonly<Record<string, string>> = {
    '{id}': String(fault.value),
    '{supported}': values.join(', '),
    '{supported|}': values.join('|'),
    '{supported[]}': JSON.stringify(values),
  };
  return parameter.message.replaceAll(/\{[\w|[\]]+\}/g, (name) => words[name] ?? name);
}

function note(exchange: AnyExchange, kind: Exchange['undocumented'][number]['kind'], names: readonly string[]): void {
  exchange.undocumented.push(...names.map((name) => ({ kind, name })));
}
