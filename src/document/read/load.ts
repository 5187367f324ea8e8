import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as AjvFormats from 'ajv-formats/dist/formats.js';
import type * as Ajv from 'ajv/dist/2020.js';
import type * as AjvStandalone from 'ajv/dist/standalone/index.js';
import type { ChoiceId } from '../../clauses/choices.gen.ts';
import { type Catalogue, type Choice, readClauses } from '../../clauses/clauses.ts';
import type { ClauseId, OperationId, RefusalId } from '../names.gen.ts';
import type { Clause, Operation, OperationAddress, RefusalAnswer } from '../operation.ts';
import { ContractDocumentError, objectAt } from './document-error.ts';
import { createDocumentReader } from './document-reader.ts';
import { listOperations, operationAddress, readOperation } from './read-operations.ts';
import { readBeyond } from './read-responses.ts';
import { verifyDocument } from './verify-document.ts';
import {
  type SchemaCompiler,
  type Validate,
  createDocumentAjv,
  createSchemaCompiler,
  valueFormats,
} from '../validate/schema-compiler.ts';
import { loadYaml } from '../../files/yaml.ts';
import { type JsonObject, isJsonObject } from '../../json/json-value.ts';
import { packageRoot } from '../../package-root.ts';

/** The contract, read: what the API is and which rules hold. */
export interface ContractDocument {
  /** The OpenAPI document as it stands, its references not followed. */
  readonly openapi: JsonObject;
  readonly clauses: ReadonlyMap<ClauseId, Clause>;
  /** What the rules leave open. */
  readonly choices: ReadonlyMap<ChoiceId, Choice>;
  /** Where its operations are, in document order. */
  readonly addresses: readonly OperationAddress[];
  /** In document order; an operation of a document that a build has checked is read when it is first asked for. */
  readonly operations: ReadonlyMap<OperationId, Operation>;
  /** Whether a build has checked these very texts. */
  readonly isChecked: boolean;
  /** Each of `operations` by its id, read when it is first looked at, without the others. */
  readonly operation: Readonly<Record<OperationId, Operation>>;
  /** What is answered where no operation is reached. */
  readonly beyond: ReadonlyMap<RefusalId, RefusalAnswer>;
  /** Reads another text of the document by the same catalogue. @throws ContractDocumentError for what is invalid */
  amended(openapi: JsonObject): ContractDocument;
  /** Looks at every part of the document. @throws ContractDocumentError for what is not as it must be */
  verify(): void;
}

/**
 * Reads the OpenAPI document and the clause catalogue. Of a document that the build has checked only what is needed is
 * read.
 * @throws ContractDocumentError, which names the place, for whatever is not as it must be: nothing may be served or
 *   checked by a document that is only half understood
 */
export function loadContractDocument(files?: DocumentFiles): ContractDocument {
  if (files !== undefined) return load(readDocumentFiles(files), files.preparedFolder);
  return (own ??= load(readDocumentFiles({})));
}

/** The package's own: nothing changes it, so that all mocks of a process share it. */
let own: ContractDocument | undefined;

function load(texts: DocumentTexts, preparedFolder?: string): ContractDocument {
  const prepared = readPreparedDocument(texts, preparedFolder);
  if (prepared === undefined) return checkedDocument(parseTexts(texts));
  return assembleDocument(prepared, createSchemaCompiler(prepared.validator), true);
}

/**
 * Reads and checks the document as `loadContractDocument` does, and leaves what it has read in the folder of the built
 * code for the starts to come.
 * @throws ContractDocumentError
 */
export function prepareContractDocument(folder: string): ContractDocument {
  const texts = readDocumentFiles({});
  const parsed = parseTexts(texts);
  const document = checkedDocument(parsed);
  // Asked for once more by another compiler, because the checks also compile what no request and no answer needs.
  const compiler = createSchemaCompiler();
  assembleDocument(parsed, compiler);
  writePreparedDocument(folder, texts, parsed, compiler.schemas());
  return document;
}

function checkedDocument(parsed: ParsedTexts): ContractDocument {
  const document = assembleDocument(parsed, createSchemaCompiler());
  document.verify();
  return document;
}

function assembleDocument(texts: ParsedTexts, compiler: SchemaCompiler, isChecked = false): ContractDocument {
  const { openapi, clauses } = texts;
  const ids = new Set<unknown>(listOperations(openapi).map(({ id }) => id));
  const isOperationId = (id: unknown): id is OperationId => ids.has(id);
  if (ids.size === 0) throw new ContractDocumentError('openapi.yaml#/paths', 'has no operation.');
  return readBy(openapi, readClauses(clauses, isOperationId), compiler, isChecked);
}

function readBy(
  openapi: JsonObject,
  catalogue: Catalogue,
  compiler: SchemaCompiler,
  isChecked = false,
): ContractDocument {
  const reader = createDocumentReader(openapi, catalogue.clauses, compiler);
  const entries = listOperations(openapi);
  const operation: Record<string, Operation> = {};
  for (const entry of entries) {
    let read: Operation | undefined;
    Object.defineProperty(operation, entry.id, {
      get: () => (read ??= readOperation(reader, entry)),
      enumerable: true,
    });
  }
  let operations: ContractDocument['operations'] | undefined;
  const document: ContractDocument = {
    openapi,
    ...catalogue,
    addresses: entries.map((entry) => operationAddress(openapi, entry)),
    get operations() {
      return (operations ??= new Map(Object.values(operation).map((one) => [one.id, one])));
    },
    isChecked,
    // The document's own ids are those that its types name.
    operation: operation as Record<OperationId, Operation>,
    beyond: readBeyond(reader),
    amended: (other) => readBy(other, catalogue, compiler.another()),
    verify: () => {
      compiler.compileAll();
      verifyDocument(reader);
    },
  };
  // A document that nobody has checked is read whole, or not at all.
  if (!isChecked) Object.values(operation);
  return document;
}

type ParsedTexts = Readonly<Record<keyof DocumentTexts, JsonObject>>;

function parseTexts({ openapi, clauses }: DocumentTexts): ParsedTexts {
  const parse = (text: string, name: string): JsonObject => {
    try {
      return objectAt(loadYaml().parse(text), name);
    } catch (error) {
      throw error instanceof ContractDocumentError ? error : new ContractDocumentError(name, String(error));
    }
  };
  return { openapi: parse(openapi, 'openapi.yaml'), clauses: parse(clauses, 'clauses.yaml') };
}

/** What a build has read, checked and compiled of the document, so that a start need not. */
interface PreparedDocument extends ParsedTexts {
  readonly validator: (key: string) => Validate | undefined;
}

/** What the files in the folder are named after. */
type PreparedName = 'contract' | 'control';

const documentFile = (name: PreparedName) => `${name}-document.json`;
const validatorsFile = (name: PreparedName) => `${name}-validators.cjs`;

/**
 * What a build has left in the folder, by default that of the running code, if it was made of these very texts; a
 * document that was changed since is read and checked anew.
 */
export function readPreparedDocument(
  texts: DocumentTexts,
  folder = fileURLToPath(new URL('.', import.meta.url)),
  name: PreparedName = 'contract',
): PreparedDocument | undefined {
  const file = join(folder, documentFile(name));
  if (!existsSync(file)) return undefined;
  const prepared: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isJsonObject(prepared) || prepared['digest'] !== digestOfTexts(texts)) return undefined;
  const { openapi, clauses } = prepared;
  if (!isJsonObject(openapi) || !isJsonObject(clauses)) return undefined;
  let validators: Readonly<Record<string, Validate>> | undefined;
  return {
    openapi,
    clauses,
    validator: (key) => {
      validators ??= readValidators(join(folder, validatorsFile(name)));
      return Object.hasOwn(validators, key) ? validators[key] : undefined;
    },
  };
}

function readValidators(file: string): Readonly<Record<string, Validate>> {
  const require = createRequire(import.meta.url);
  const create = require(file) as (formats: object) => Record<string, Validate>;
  const { fullFormats } = require('ajv-formats/dist/formats.js') as typeof AjvFormats;
  return create({ ...fullFormats, ...valueFormats });
}

/** Writes what `readPreparedDocument` reads, into the folder of the built code. The document must have been checked. */
export function writePreparedDocument(
  folder: string,
  texts: DocumentTexts,
  document: ParsedTexts,
  schemas: ReadonlyMap<string, JsonObject>,
  name: PreparedName = 'contract',
): void {
  const require = createRequire(import.meta.url);
  const { _ } = require('ajv/dist/2020.js') as typeof Ajv;
  const { default: standaloneCode } = require('ajv/dist/standalone/index.js') as typeof AjvStandalone;
  // Our own formats have no file that generated code could load them from, so all of them are handed in.
  const ajv = createDocumentAjv({ code: { source: true, formats: _`formats` }, schemas: Object.fromEntries(schemas) });
  const code = standaloneCode.default(ajv, Object.fromEntries([...schemas.keys()].map((key) => [key, key])));
  writeFileSync(
    join(folder, validatorsFile(name)),
    `module.exports = (formats) => {\nconst exports = {};\n${code}\nreturn exports;\n};\n`,
  );
  writeFileSync(join(folder, documentFile(name)), JSON.stringify({ digest: digestOfTexts(texts), ...document }));
}

function digestOfTexts({ openapi, clauses }: DocumentTexts): string {
  return createHash('sha256').update(`${openapi.length} `).update(openapi).update(clauses).digest('hex');
}

/** Where the document and the catalogue lie, by default in `openapi/` of the package. */
interface DocumentFiles {
  readonly openapiFile?: string;
  readonly clausesFile?: string;
  /** Where a build has left what it read of them; by default beside the running code. */
  readonly preparedFolder?: string;
}

export interface DocumentTexts {
  readonly openapi: string;
  readonly clauses: string;
}

export function readDocumentFiles(files: DocumentFiles): DocumentTexts {
  const folder = join(packageRoot(), 'openapi');
  const { openapiFile = join(folder, 'openapi.yaml'), clausesFile = join(folder, 'clauses.yaml') } = files;
  return { openapi: readFileSync(openapiFile, 'utf8'), clauses: readFileSync(clausesFile, 'utf8') };
}
