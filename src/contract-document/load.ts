import { parse } from 'yaml';
import type { JsonObject } from '../domain/records.ts';
import { readBeyond } from './read-beyond.ts';
import { readClauses } from './clauses.ts';
import { ContractDocumentError } from './document-error.ts';
import { readDocumentFiles, type DocumentFiles } from './document-files.ts';
import { createDocumentReader } from './document-reader.ts';
import { objectAt } from './json-access.ts';
import type { ClauseId, OperationId, RefusalId } from './names.gen.ts';
import type { Clause, Operation, Refusal } from './operation.ts';
import { listOperations, readOperation } from './read-operations.ts';
import { createRoutes, type Routes } from './routes.ts';
import { createSchemaCompiler } from './schema-compiler.ts';
import { verifyDocument } from './verify-document.ts';

/** The contract, read: what the API is and which rules hold. */
export interface ContractDocument {
  /** The OpenAPI document as it stands, its references not followed. */
  readonly openapi: JsonObject;
  readonly clauses: ReadonlyMap<ClauseId, Clause>;
  /** In document order. */
  readonly operations: ReadonlyMap<OperationId, Operation>;
  readonly routes: Routes;
  /** What is answered where no operation is reached. */
  readonly beyond: ReadonlyMap<RefusalId, Refusal>;
}

/**
 * Reads the OpenAPI document and the clause catalogue. Throws `ContractDocumentError`, which names the place, for
 * whatever is not as it must be: nothing may be served or checked by a document that is only half understood.
 */
export function loadContractDocument(files: DocumentFiles = {}): ContractDocument {
  const texts = readDocumentFiles(files);
  const openapi = parseYaml(texts.openapi, 'openapi.yaml');
  const entries = listOperations(openapi);
  const ids = new Set<unknown>(entries.map((entry) => entry.id));
  const isOperationId = (id: unknown): id is OperationId => ids.has(id);
  const clauses = readClauses(parseYaml(texts.clauses, 'clauses.yaml'), isOperationId);
  const compiler = createSchemaCompiler();
  const reader = createDocumentReader(openapi, clauses, compiler);
  const [first, ...others] = entries.map((entry) => readOperation(reader, entry));
  if (first === undefined) {
    throw new ContractDocumentError('openapi.yaml#/paths', 'has no operation.');
  }
  const beyond = readBeyond(reader);
  verifyDocument(reader);
  compiler.compileAll();
  return {
    openapi,
    clauses,
    operations: new Map([first, ...others].map((operation) => [operation.id, operation])),
    routes: createRoutes([first, ...others]),
    beyond,
  };
}

function parseYaml(text: string, name: string): JsonObject {
  try {
    return objectAt(parse(text), name);
  } catch (error) {
    throw error instanceof ContractDocumentError ? error : new ContractDocumentError(name, String(error));
  }
}
