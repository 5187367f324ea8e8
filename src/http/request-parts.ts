import { checkBody } from '../contract-document/check-body.ts';
import { checkForm } from '../contract-document/check-form.ts';
import { checkQuery } from '../contract-document/check-query.ts';
import { isJsonObject } from '../contract-document/json-access.ts';
import type { Fault, Operation } from '../contract-document/operation.ts';
import type { FormFile } from '../domain/agent-form.ts';
import type { JsonObject } from '../domain/records.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Checked } from '../operations/handler.ts';
import type { Exchange } from './exchange.ts';
import { keepBody } from './kept-body.ts';
import { hasBody } from './reading/body-stream.ts';
import { assembleForm } from './reading/form-tree.ts';
import { readJsonBody } from './reading/json-body.ts';
import { readMultipart } from './reading/multipart.ts';
import { UnreadableRequest } from './reading/unreadable-request.ts';
import { keptFiles, refuseFiles } from './uploaded-files.ts';

const jsonLimit = 2 ** 20;
/** The parts of a request as handlers get them, each held to the document but not refused yet. */
export interface RequestParts {
  readonly query: Checked<Record<string, unknown>>;
  readonly body: Checked<Record<string, unknown>>;
  /** By the field that takes them. */
  readonly files: Readonly<Record<string, readonly FormFile[]>>;
}

/**
 * Reads a request's query and body and notes what of them the document does not know.
 * @throws UnreadableRequest where the body is not what the operation takes
 */
export async function readParts(exchange: Exchange, operation: Operation): Promise<RequestParts> {
  const entries = [...new URLSearchParams(`?${exchange.query}`)].map(([name, value]) => ({ name, value }));
  const query = checkQuery(operation, entries);
  note(exchange, 'query-parameter', query.undocumented);
  const given = entries.filter(({ value }) => value !== '').map(({ name, value }) => [name, value] as const);
  const { body, files } = await readBody(exchange, operation);
  return { query: checked(operation, query.values, Object.fromEntries<unknown>(given), query.faults), body, files };
}

async function readBody(exchange: Exchange, operation: Operation): Promise<Omit<RequestParts, 'query'>> {
  switch (operation.body) {
    case 'json':
      return { body: await readJson(exchange, operation), files: {} };
    case 'multipart':
      return readForm(exchange, operation);
    case 'none':
      if (await hasBody(exchange.request)) note(exchange, 'body', ['']);
      return { body: checked(operation, {}, {}, []), files: {} };
  }
}

async function readJson(exchange: Exchange, operation: Operation): Promise<RequestParts['body']> {
  const sent = await readJsonBody(exchange.request, { limit: jsonLimit, onBytes: keepBody(exchange) });
  const json = sent === undefined ? {} : sent;
  if (!isJsonObject(json)) throw new UnreadableRequest('not-json', 'The body must be a JSON object.');
  const body: JsonObject = json;
  exchange.body = body;
  const { faults, undocumented } = checkBody(operation, body);
  note(exchange, 'body-member', undocumented);
  return checked(operation, body, body, faults);
}

async function readForm(exchange: Exchange, operation: Operation): Promise<Omit<RequestParts, 'query'>> {
  const form = await readMultipart(exchange.request, { fileFields: operation.fileFields, onBytes: keepBody(exchange) });
  const { tree, problems } = assembleForm(form?.fields ?? []);
  exchange.body = { ...tree };
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
        if (conflict !== undefined) throw new Refusal(operation.invalidRefusal, problemMessage(conflict));
        refuseFiles(uploaded, operation);
        return valid;
      },
    },
    files: keptFiles(uploaded, operation),
  };
}

function problemMessage({ name, kind }: { name: string; kind: string }): string {
  return kind === 'too-deep' ? `${name} is nested too deep.` : `${name} contradicts another field of the form.`;
}

function checked(
  operation: Operation,
  values: Record<string, unknown>,
  sent: Record<string, unknown>,
  faults: readonly Fault[],
): Checked<Record<string, unknown>> {
  return {
    sent,
    valid: (only) => {
      const fault = faults.find(({ name }) => only?.includes(name) ?? true);
      if (fault !== undefined) throw new Refusal(fault.clause, fault.message ?? composedMessage(fault, operation));
      return values;
    },
  };
}

/** Messages of the platform's own that say what was sent. */
function composedMessage(fault: Fault, operation: Operation): string | undefined {
  if (fault.clause !== 'voice-list.provider-id.unsupported') return undefined;
  const supported = operation.parameters.find(({ name }) => name === fault.name)?.schema['enum'];
  const values = Array.isArray(supported) ? supported.join(', ') : '';
  return `Invalid provider id: ${String(fault.value)}. Supported values: ${values}`;
}

function note(exchange: Exchange, kind: Exchange['undocumented'][number]['kind'], names: readonly string[]): void {
  exchange.undocumented.push(...names.map((name) => ({ kind, name })));
}
