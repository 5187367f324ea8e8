import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../json/json-value.ts';
import { readClauses, type Catalogue, type ChosenRefusal } from '../../clauses/clauses.ts';
import type { Choice } from '../../clauses/choices.ts';
import type { ChoiceId } from '../../clauses/choices.gen.ts';
import { loadYaml } from '../../files/load-yaml.ts';
import { ContractDocumentError, objectAt } from './document-error.ts';
import {
  readDocumentFiles,
  type DocumentFiles,
  type DocumentTexts,
  readPreparedDocument,
  writePreparedDocument,
} from './prepared-document.ts';
import { createDocumentReader } from './document-reader.ts';
import type { ClauseId, OperationId, RefusalId } from '../names.gen.ts';
import type { Clause, Operation, RefusalAnswer } from '../operation.ts';
import { readBeyond } from './read-responses.ts';
import { listOperations, readOperation } from './read-operations.ts';
import { createSchemaCompiler, type SchemaCompiler } from '../validate/schema-compiler.ts';
import { verifyDocument } from './verify-document.ts';

/** The contract, read: what the API is and which rules hold. */
export interface ContractDocument {
  /** The OpenAPI document as it stands, its references not followed. */
  readonly openapi: JsonObject;
  readonly clauses: ReadonlyMap<ClauseId, Clause>;
  /** What the rules leave open. */
  readonly choices: ReadonlyMap<ChoiceId, Choice>;
  /** What a rule refuses with where a choice lets it; of these the document has no example. */
  readonly chosenRefusals: ReadonlyMap<RefusalId, ChosenRefusal>;
  /** In document order. */
  readonly operations: ReadonlyMap<OperationId, Operation>;
  /** What is answered where no operation is reached. */
  readonly beyond: ReadonlyMap<RefusalId, RefusalAnswer>;
  /**
   * Reads another text of the document by the same catalogue.
   * @throws ContractDocumentError for what is not as it must be
   */
  amended(openapi: JsonObject): ContractDocument;
  /**
   * Looks at every part of the document.
   * @throws ContractDocumentError for what is not as it must be
   */
  verify(): void;
}

/**
 * Reads the OpenAPI document and the clause catalogue. Of a document that the build has checked only what is needed is
 * read.
 * @throws ContractDocumentError, which names the place, for whatever is not as it must be: nothing may be served or
 *   checked by a document that is only half understood
 */
export function loadContractDocument(files: DocumentFiles = {}): ContractDocument {
  const texts = readDocumentFiles(files);
  const { preparedFolder } = files;
  if (preparedFolder !== undefined) {
    return load(texts, preparedFolder);
  }
  if (latest === undefined || !isDeepStrictEqual(latest.texts, texts)) {
    latest = { texts, document: load(texts) };
  }
  return latest.document;
}

/** What was loaded last: nothing changes a document, so that all mocks of a process share it. */
let latest: { readonly texts: DocumentTexts; readonly document: ContractDocument } | undefined;

function load(texts: DocumentTexts, preparedFolder?: string): ContractDocument {
  const prepared = readPreparedDocument(texts, preparedFolder);
  if (prepared === undefined) {
    return readChecked(texts, createSchemaCompiler());
  }
  return read(prepared.openapi, prepared.clauses, createSchemaCompiler(prepared.validator));
}

/**
 * Reads and checks the document as `loadContractDocument` does, and leaves what it has read in the folder of the built
 * code for the starts to come.
 * @throws ContractDocumentError
 */
export function prepareContractDocument(folder: string): void {
  const texts = readDocumentFiles({});
  const { openapi } = readChecked(texts, createSchemaCompiler());
  const clauses = parseYaml(texts.clauses, 'clauses.yaml');
  // Asked for once more by another compiler, because the checks also compile what no request and no answer needs.
  const compiler = createSchemaCompiler();
  read(openapi, clauses, compiler);
  writePreparedDocument(folder, texts, { openapi, clauses }, compiler.schemas());
}

function readChecked(texts: DocumentTexts, compiler: SchemaCompiler): ContractDocument {
  const openapi = parseYaml(texts.openapi, 'openapi.yaml');
  const document = read(openapi, parseYaml(texts.clauses, 'clauses.yaml'), compiler);
  document.verify();
  return document;
}

function read(openapi: JsonObject, catalogue: JsonObject, compiler: SchemaCompiler): ContractDocument {
  const entries = listOperations(openapi);
  const ids = new Set<unknown>(entries.map((entry) => entry.id));
  const isOperationId = (id: unknown): id is OperationId => ids.has(id);
  if (entries.length === 0) throw new ContractDocumentError('openapi.yaml#/paths', 'has no operation.');
  const { choices, ...others } = readClauses(catalogue, isOperationId);
  const checked = [...choices].map(([id, choice]) => [id, withCheck(choice, compiler)] as const);
  return readBy(openapi, { ...others, choices: new Map(checked) }, compiler);
}

/** A choice with a check of its values that the build compiles. */
function withCheck(choice: Choice, compiler: SchemaCompiler): Choice {
  const { id, value } = choice;
  return value === undefined ? choice : { ...choice, check: compiler.check(() => value, id) };
}

function readBy(openapi: JsonObject, catalogue: Catalogue, compiler: SchemaCompiler): ContractDocument {
  const reader = createDocumentReader(openapi, catalogue.clauses, compiler);
  const operations = listOperations(openapi).map((entry) => readOperation(reader, entry));
  return {
    openapi,
    ...catalogue,
    operations: new Map(operations.map((operation) => [operation.id, operation])),
    beyond: readBeyond(reader),
    amended: (other) => readBy(other, catalogue, compiler.another()),
    verify: () => {
      compiler.compileAll();
      verifyDocument(reader);
    },
  };
}

function parseYaml(text: string, name: string): JsonObject {
  try {
    return objectAt(loadYaml().parse(text), name);
  } catch (error) {
    throw error instanceof ContractDocumentError ? error : new ContractDocumentError(name, String(error));
  }
}
