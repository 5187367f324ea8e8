import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Yaml from 'yaml';
import type { DocumentTexts } from '../contract-document/document-files.ts';
import { below, isJsonObject, listAt, objectAt, textAt } from '../contract-document/json-access.ts';
import { readPreparedDocument, writePreparedDocument } from '../contract-document/prepared-document.ts';
import { dereference, inlineReferences } from '../contract-document/references.ts';
import { createSchemaCompiler, type SchemaCheck, type SchemaCompiler } from '../contract-document/schema-compiler.ts';
import type { JsonObject } from '../domain/records.ts';
import { packageRoot } from '../package-root.ts';

/** A part of a request that has a name of its own: of the path or of the query. */
export interface ControlParameter {
  readonly name: string;
  readonly isRequired: boolean;
  /** With its schema, its references followed. */
  readonly check: SchemaCheck;
}

/** One operation of `control.yaml`, with all references followed. */
export interface ControlOperation {
  readonly id: string;
  /** In upper case. */
  readonly method: string;
  /** The path's steps; a step in braces takes any value. */
  readonly steps: readonly string[];
  readonly path: readonly ControlParameter[];
  readonly query: readonly ControlParameter[];
  readonly body: { readonly isRequired: boolean; readonly check: SchemaCheck } | undefined;
  /** Whether it answers without the control token. */
  readonly isOpen: boolean;
}

export interface ControlDocument {
  readonly openapi: JsonObject;
  readonly operations: readonly ControlOperation[];
  /** Throws `ContractDocumentError` for a schema that does not compile; they are compiled when first needed. */
  compile(): void;
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];

/**
 * Reads `openapi/control.yaml`, or what the build has prepared of it. Throws `ContractDocumentError`, which names the
 * place, where it is not as it must be.
 */
export function loadControlDocument(preparedFolder?: string): ControlDocument {
  const texts = readTexts();
  const prepared = readPreparedDocument(texts, preparedFolder, 'control');
  return read(prepared?.openapi ?? parseYaml(texts.openapi), createSchemaCompiler(prepared?.validator));
}

/** Reads the document and leaves it in the folder of the built code, its schemas compiled, for the starts to come. */
export function prepareControlDocument(folder: string): void {
  const texts = readTexts();
  const compiler = createSchemaCompiler();
  const { openapi } = read(parseYaml(texts.openapi), compiler);
  compiler.compileAll();
  writePreparedDocument(folder, texts, { openapi, clauses: {} }, compiler.schemas(), 'control');
}

function readTexts(): DocumentTexts {
  return { openapi: readFileSync(join(packageRoot(), 'openapi', 'control.yaml'), 'utf8'), clauses: '' };
}

function parseYaml(text: string): JsonObject {
  // Loaded when it is needed: a start with a prepared document does without.
  const { parse } = createRequire(import.meta.url)('yaml') as typeof Yaml;
  return objectAt(parse(text), 'control.yaml');
}

function read(openapi: JsonObject, compiler: SchemaCompiler): ControlDocument {
  const checkOf = (schema: JsonObject, place: string) =>
    compiler.check(() => inlineReferences(openapi, schema, place), place);

  const operationOf = (address: string, item: JsonObject, method: string): ControlOperation => {
    const place = below('control.yaml', 'paths', address, method);
    const operation = objectAt(item[method], place);
    const parameters = [item, operation].flatMap((holder) => listAt(holder['parameters'], place));
    const partOf = (where: 'path' | 'query') =>
      parameters
        .map((parameter) => dereference(openapi, objectAt(parameter, place), place))
        .filter((parameter) => parameter['in'] === where)
        .map((parameter) => {
          const name = textAt(parameter['name'], place);
          const check = checkOf(objectAt(parameter['schema'], below(place, name)), below(place, name));
          return { name, isRequired: parameter['required'] === true, check };
        });
    const { requestBody } = operation;
    return {
      id: textAt(operation['operationId'], place),
      method: method.toUpperCase(),
      steps: address.slice(1).split('/'),
      path: partOf('path'),
      query: partOf('query'),
      body: isJsonObject(requestBody) ? bodyOf(requestBody, below(place, 'requestBody')) : undefined,
      isOpen: Array.isArray(operation['security']) && operation['security'].length === 0,
    };
  };
  const bodyOf = (requestBody: JsonObject, place: string) => {
    const media = objectAt(objectAt(requestBody['content'], place)['application/json'], place);
    return { isRequired: requestBody['required'] === true, check: checkOf(objectAt(media['schema'], place), place) };
  };

  const operations = Object.entries(objectAt(openapi['paths'], 'control.yaml#/paths')).flatMap(([address, item]) => {
    const found = objectAt(item, below('control.yaml', 'paths', address));
    return methods.filter((method) => found[method] !== undefined).map((method) => operationOf(address, found, method));
  });
  return { openapi, operations, compile: () => compiler.compileAll() };
}
