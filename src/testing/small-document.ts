import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ContractDocumentError } from '../document/read/document-error.ts';
import { loadContractDocument } from '../document/read/load.ts';

/** The places of the document that the tests break; anything else may stand beside them. */
export interface SmallDocument {
  [extension: `x-${string}`]: unknown;
  info: Record<string, unknown>;
  servers: { url: string; variables: Record<string, Record<string, unknown>> }[];
  paths: Record<string, Record<string, SmallOperation>>;
  components: { schemas: Record<string, SmallSchema>; securitySchemes: Record<string, Record<string, unknown>> };
}
export interface SmallOperation {
  operationId: string;
  security: Record<string, unknown>[];
  'x-clauses': string[];
  'x-refusals': Record<string, string>;
  'x-color'?: string;
  parameters: { [name: string]: unknown; schema: SmallSchema; 'x-refusals': Record<string, string> }[];
  requestBody: { content: Record<string, { schema: SmallSchema; examples: Record<string, { value?: unknown }> }> };
  responses: Record<string, { $ref?: string; 'x-color'?: string; content: Record<string, SmallMedia> }>;
}
export interface SmallMedia {
  schema: SmallSchema;
  examples: Record<string, { value?: unknown; $ref?: string }>;
}
export interface SmallSchema {
  [keyword: string]: unknown;
  properties: Record<string, SmallSchema>;
}
export type SmallClauses = Record<string, Record<string, unknown>>;

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
    if (error instanceof ContractDocumentError) {
      return error;
    }
    throw error;
  }
}

export type BreakDocument = (openapi: SmallDocument, clauses: SmallClauses) => void;

const real = {
  openapi: readFileSync('openapi/openapi.yaml', 'utf8'),
  clauses: readFileSync('openapi/clauses.yaml', 'utf8'),
};

/** The voices and the verification of tokens alone, with the clauses that govern them. */
function smallDocument(): { openapi: SmallDocument; clauses: SmallClauses } {
  const openapi = JSON.parse(JSON.stringify(parse(real.openapi))) as SmallDocument;
  const kept = new Set(['listVoices', 'verifyToken']);
  const clauses = Object.entries(parse(real.clauses) as SmallClauses).map(([id, clause]) => {
    const { operations } = clause;
    const governed = operations === 'all' ? 'all' : (operations as string[]).filter((name) => kept.has(name));
    return [id, { ...clause, operations: governed }] as const;
  });
  const { '/voice-list': voices, '/verify': verify } = openapi.paths;
  const { schemas, securitySchemes } = openapi.components;
  const { token, apiAccessToken } = securitySchemes;
  const names = [
    'Error',
    'UnauthorizedError',
    'ServerError',
    'ProviderId',
    'VoiceListAnswer',
    'Voice',
    'TokenVerified',
  ];
  const needed = [...names, 'EpochMilliseconds'].map((name) => [name, schemas[name]]);
  return {
    openapi: {
      ...openapi,
      paths: Object.fromEntries(Object.entries({ '/voice-list': voices, '/verify': verify })) as SmallDocument['paths'],
      components: {
        ...openapi.components,
        schemas: Object.fromEntries(needed) as Record<string, SmallSchema>,
        securitySchemes: Object.fromEntries(
          Object.entries({ token, apiAccessToken }),
        ) as SmallDocument['components']['securitySchemes'],
      },
    },
    clauses: Object.fromEntries(clauses.filter(([, { operations }]) => operations.length > 0)),
  };
}

export const voices = (openapi: SmallDocument): SmallOperation => part(part(openapi.paths['/voice-list'])['get']);
export const verify = (openapi: SmallDocument): SmallOperation => part(part(openapi.paths['/verify'])['post']);
export const schema = (openapi: SmallDocument, name: string): SmallSchema => part(openapi.components.schemas[name]);
export const media = (operation: SmallOperation, status: string): SmallMedia =>
  part(part(operation.responses[status]).content['application/json']);
export const parameter = (openapi: SmallDocument, index: number): SmallOperation['parameters'][number] =>
  part(voices(openapi).parameters[index]);

export function part<T>(value: T | undefined): T {
  if (value === undefined) {
    throw new Error('The document is not what this test counts on.');
  }
  return value;
}
