import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as AjvFormats from 'ajv-formats/dist/formats.js';
import type * as AjvStandalone from 'ajv/dist/standalone/index.js';
import type * as Ajv from 'ajv/dist/2020.js';
import { isJsonObject, type JsonObject } from '../../json/json-value.ts';
import { createAjv, type Validate, valueFormats } from '../validate/schema-compiler.ts';

/** What a build has read, checked and compiled of the document, so that a start need not. */
interface PreparedDocument {
  readonly openapi: JsonObject;
  readonly clauses: JsonObject;
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
  if (!existsSync(file)) {
    return undefined;
  }
  const prepared: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isJsonObject(prepared) || prepared['digest'] !== digestOf(texts)) {
    return undefined;
  }
  const { openapi, clauses } = prepared;
  if (!isJsonObject(openapi) || !isJsonObject(clauses)) {
    return undefined;
  }
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
  document: { readonly openapi: JsonObject; readonly clauses: JsonObject },
  schemas: ReadonlyMap<string, JsonObject>,
  name: PreparedName = 'contract',
): void {
  const require = createRequire(import.meta.url);
  const { _ } = require('ajv/dist/2020.js') as typeof Ajv;
  const { default: standaloneCode } = require('ajv/dist/standalone/index.js') as typeof AjvStandalone;
  // Our own formats have no file that generated code could load them from, so all of them are handed in.
  const ajv = createAjv({ code: { source: true, formats: _`formats` }, schemas: Object.fromEntries(schemas) });
  const code = standaloneCode.default(ajv, Object.fromEntries([...schemas.keys()].map((key) => [key, key])));
  writeFileSync(
    join(folder, validatorsFile(name)),
    `module.exports = (formats) => {\nconst exports = {};\n${code}\nreturn exports;\n};\n`,
  );
  writeFileSync(join(folder, documentFile(name)), JSON.stringify({ digest: digestOf(texts), ...document }));
}

function digestOf({ openapi, clauses }: DocumentTexts): string {
  return createHash('sha256')
    .update(JSON.stringify([openapi, clauses]))
    .digest('hex');
}

/** Where the document and the catalogue lie, by default in `openapi/` of the package. */
export interface DocumentFiles {
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
  const { openapiFile = packageFile('openapi.yaml'), clausesFile = packageFile('clauses.yaml') } = files;
  return { openapi: readFileSync(openapiFile, 'utf8'), clauses: readFileSync(clausesFile, 'utf8') };
}

/** Searched upward, because sources and built files lie at different depths below the package's folder. */
function packageFile(name: string): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const file = join(folder, 'openapi', name);
    if (existsSync(file)) {
      return file;
    }
    if (folder === dirname(folder)) {
      throw new Error(`There is no openapi/${name} above ${fileURLToPath(import.meta.url)}.`);
    }
  }
}
