import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DocumentTexts, readPreparedDocument, writePreparedDocument } from '../document/read/prepared-document.ts';
import { createDocumentReader } from '../document/read/document-reader.ts';
import { objectAt } from '../document/read/document-error.ts';
import type { DocumentedOperation } from '../document/operation.ts';
import { loadYaml } from '../files/load-yaml.ts';
import { listOperations, readDocumentedOperation } from '../document/read/read-operations.ts';
import { createSchemaCompiler, type SchemaCompiler } from '../document/validate/schema-compiler.ts';
import type { JsonObject } from '../json/json-value.ts';
import { packageRoot } from '../package-root.ts';

/** One operation of `control.yaml`. */
export interface ControlOperation extends DocumentedOperation {
  /** Whether any caller is answered, without the control token and whatever page asks. */
  readonly isOpen: boolean;
}

export interface ControlDocument {
  readonly openapi: JsonObject;
  /** By operationId, in document order. */
  readonly operations: ReadonlyMap<string, ControlOperation>;
  /** @throws ContractDocumentError for a schema that does not compile; they are compiled when first needed */
  compile(): void;
}

const name = 'control.yaml';

/**
 * Reads `openapi/control.yaml`, or what the build has prepared of it.
 * @throws ContractDocumentError, which names the place, if it is invalid
 */
export function loadControlDocument(preparedFolder?: string): ControlDocument {
  const texts = readTexts();
  if (preparedFolder !== undefined) {
    return loadPrepared(texts, preparedFolder);
  }
  if (latest?.text !== texts.openapi) {
    latest = { text: texts.openapi, document: loadPrepared(texts) };
  }
  return latest.document;
}

/** What was loaded last: nothing changes a document, so that all mocks of a process share it. */
let latest: { readonly text: string; readonly document: ControlDocument } | undefined;

function loadPrepared(texts: DocumentTexts, preparedFolder?: string): ControlDocument {
  const prepared = readPreparedDocument(texts, preparedFolder, 'control');
  return readControlDocument(
    prepared?.openapi ?? objectAt(loadYaml().parse(texts.openapi), name),
    createSchemaCompiler(prepared?.validator),
  );
}

/** Reads the document and leaves it in the folder of the built code, its schemas compiled, for the starts to come. */
export function prepareControlDocument(folder: string): void {
  const texts = readTexts();
  const compiler = createSchemaCompiler();
  const { openapi } = readControlDocument(objectAt(loadYaml().parse(texts.openapi), name), compiler);
  compiler.compileAll();
  writePreparedDocument(folder, texts, { openapi, clauses: {} }, compiler.schemas(), 'control');
}

function readTexts(): DocumentTexts {
  return { openapi: readFileSync(join(packageRoot(), 'openapi', name), 'utf8'), clauses: '' };
}

function readControlDocument(openapi: JsonObject, compiler: SchemaCompiler): ControlDocument {
  const reader = createDocumentReader(openapi, new Map(), compiler, 'whole');
  const operations = listOperations(openapi, name).map((entry): ControlOperation => {
    const { security } = entry.operation;
    return { ...readDocumentedOperation(reader, entry), isOpen: Array.isArray(security) && security.length === 0 };
  });
  return {
    openapi,
    operations: new Map(operations.map((operation) => [operation.id, operation])),
    compile: () => compiler.compileAll(),
  };
}
