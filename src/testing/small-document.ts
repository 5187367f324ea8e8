import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ContractDocumentError } from '../document/read/document-error.ts';
import { loadContractDocument } from '../document/read/load.ts';

/** The places of the document that the tests break; anything else may stand beside them. */
interface SmallDocument {
  [extension: `x-${string}`]: unknown;
  info: Record<string, unknown>;
  servers: { url: string; variables: Record<string, Record<string, unknown>> }[];
  paths: Record<string, Record<string, SmallOperation>>;
  components: { schemas: Record<string, SmallSchema>; securitySchemes: Record<string, Record<string, unknown>> };
}
interface SmallOperation {
  operationId: string;
  security: Record<string, unknown>[];
  'x-clauses': string[];
  'x-refusals': Record<string, string>;
  'x-color'?: string;
  parameters: { [name: string]: unknown; schema: SmallSchema; 'x-refusals': Record<string, string> }[];
  requestBody: { content: Record<string, { schema: SmallSchema; examples: Record<string, { value?: unknown }> }> };
  responses: Record<string, { $ref?: string; 'x-color'?: string; content: Record<string, SmallMedia> }>;
}
interface SmallMedia {
  schema: SmallSchema;
  examples: Record<string, { value?: unknown; $ref?: string }>;
}
interface SmallSchema {
  [keyword: string]: unknown;
  properties: Record<string, SmallSchema>;
}
export type SmallClauses = Record<string, Record<string, unknown>>;

type DocumentName = 'openapi' | 'clauses' | 'control';
type Texts = Readonly<Record<DocumentName, string>>;

const generator = (name: string): Promise<unknown> => import(new URL(`../../.ci/${name}.mjs`, import.meta.url).href);

/** The JSON Schemas that the package brings for editors, by their file in `openapi/`. */
export const { editorSchemas } = (await generator('schemas')) as {
  readonly editorSchemas: () => Promise<Readonly<Record<string, object>>>;
};
/** The generated types by file, of texts of the documents. */
export const { documentTypes, readDocuments } = (await generator('document-types')) as {
  readonly documentTypes: Readonly<Record<string, (texts: Texts) => string | Promise<string>>>;
  readonly readDocuments: () => Promise<Texts>;
};
/** As the documents stand. */
const texts = await readDocuments();
/** Parsed once: that takes longer than most tests. */
const parsed = {
  openapi: parse(texts.openapi) as SmallDocument,
  clauses: parse(texts.clauses) as SmallClauses,
  control: parse(texts.control) as object,
};

/** Loads a document of these two texts. @throws what loadContractDocument throws */
export function loadTexts(openapi: string, clauses: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'contract-document-'));
  const openapiFile = join(folder, 'openapi.yaml');
  const clausesFile = join(folder, 'clauses.yaml');
  try {
    writeFileSync(openapiFile, openapi);
    writeFileSync(clausesFile, clauses);
    loadContractDocument({ openapiFile, clausesFile });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Breaks a small document that is derived from the real one, and gives the error that it is refused with. */
export function loadBroken(breakIt: BreakDocument): ContractDocumentError | undefined {
  const { openapi, clauses } = smallDocument();
  breakIt(openapi, clauses);
  try {
    loadTexts(JSON.stringify(openapi), JSON.stringify(clauses));
    return undefined;
  } catch (error) {
    if (error instanceof ContractDocumentError) return error;
    throw error;
  }
}

export type BreakDocument = (openapi: SmallDocument, clauses: SmallClauses) => void;

/** The voices and the verification of tokens alone, with the clauses that govern them. */
function smallDocument(): { openapi: SmallDocument; clauses: SmallClauses } {
  const openapi = jsonCopy(parsed.openapi);
  const kept = new Set(['listVoices', 'verifyToken']);
  const clauses = Object.entries(jsonCopy(parsed.clauses)).map(([id, clause]) => {
    const { operations } = clause;
    const governed = operations === 'all' ? 'all' : (operations as string[]).filter((name) => kept.has(name));
    return [id, { ...clause, operations: governed }] as const;
  });
  const { '/voice-list': voices, '/verify': verify } = openapi.paths;
  const { schemas, securitySchemes } = openapi.components;
  const { token, apiAccessToken } = securitySchemes;
  const needed = [
    ...['Error', 'UnauthorizedError', 'ServerError', 'ProviderId', 'EpochMilliseconds'],
    ...['VoiceListAnswer', 'Voice', 'TokenVerified'],
  ].map((name) => [name, part(schemas[name])] as const);
  return {
    openapi: {
      ...openapi,
      paths: { '/voice-list': part(voices), '/verify': part(verify) },
      components: {
        ...openapi.components,
        schemas: Object.fromEntries(needed),
        securitySchemes: { token: part(token), apiAccessToken: part(apiAccessToken) },
      },
    },
    clauses: Object.fromEntries(clauses.filter(([, { operations }]) => operations.length > 0)),
  };
}

export const voiceListOperation = (openapi: SmallDocument): SmallOperation =>
  part(part(openapi.paths['/voice-list'])['get']);
export const verifyOperation = (openapi: SmallDocument): SmallOperation => part(part(openapi.paths['/verify'])['post']);
export const schema = (openapi: SmallDocument, name: string): SmallSchema => part(openapi.components.schemas[name]);
export const media = (operation: SmallOperation, status: string): SmallMedia =>
  part(part(operation.responses[status]).content['application/json']);
export const parameter = (openapi: SmallDocument, index: number): SmallOperation['parameters'][number] =>
  part(voiceListOperation(openapi).parameters[index]);

export function part<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The document is not what this test counts on.');
  return value;
}

/** What is put into a copy of a document: a value at a place. */
export interface Edit {
  readonly document?: DocumentName;
  readonly at: readonly (string | number)[];
  /** Undefined takes out what is there. */
  readonly value: unknown;
}

/** The texts of copies of the documents with these edits. */
export function edited(edits: readonly Edit[]): Texts {
  const copies: Partial<Record<DocumentName, object>> = {};
  for (const { document = 'openapi', at, value } of edits) {
    putAtPlace((copies[document] ??= jsonCopy(parsed[document])), at, value);
  }
  const written = Object.entries(copies).map(([name, copy]) => [name, JSON.stringify(copy)]);
  return { ...texts, ...(Object.fromEntries(written) as Partial<Texts>) };
}

/** A copy without the anchors of YAML: what stands in several places is several objects. */
function jsonCopy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

function putAtPlace(holder: object, [step = '', ...steps]: Edit['at'], value: unknown): void {
  if (steps.length === 0) {
    if (value === undefined) Reflect.deleteProperty(holder, step);
    else Reflect.set(holder, step, value);
    return;
  }
  if (!Reflect.has(holder, step)) Reflect.set(holder, step, {});
  putAtPlace(Reflect.get(holder, step) as object, steps, value);
}

/** The operation that verifies tokens, with another path and id. */
export function newOperation(operationId: string): Edit {
  return { at: ['paths', '/new', 'post'], value: { ...operationAtPath('/verify', 'post'), operationId } };
}

/** Where the document says how a field of the form is sent. */
export function encodingPlace(field: string): readonly string[] {
  const form = ['paths', '/api/agent/createagentorupdate', 'post', 'requestBody', 'content', 'multipart/form-data'];
  return [...form, 'encoding', field];
}

/** An operation as the document has it. */
export function operationAtPath(path: string, method: string): object {
  return { ...parsed.openapi.paths[path]?.[method] };
}
