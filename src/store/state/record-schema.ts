import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as Ajv from 'ajv/dist/2020.js';
import type * as AjvStandalone from 'ajv/dist/standalone/index.js';
import { errorInWords, problemInWords } from '../../text/schema-errors.ts';
import { pointerOf, valueAt } from '../../json/json-value.ts';
import schema from './records.schema.gen.json' with { type: 'json' };

export interface SchemaFault {
  /** JSON pointer into the record. */
  readonly pointer: string;
  readonly value: unknown;
  readonly reason: string;
}

const nothing: readonly SchemaFault[] = [];

/** What has a schema: the records of each collection, leads, what a world is besides them, and what `meta.json` says. */
const definitions = {
  ...schema.definitions.Collections.properties,
  leads: { $ref: '#/definitions/LeadRecord' },
  parts: { $ref: '#/definitions/WorldParts' },
  meta: { $ref: '#/definitions/FolderMeta' },
};
type RecordKind = keyof typeof definitions;

/** The compiled check of each kind. */
type Validators = (kind: RecordKind) => Ajv.ValidateFunction | undefined;

/** What a build has compiled, beside the running code. */
const builtValidators = 'record-validators.cjs';
const require = createRequire(import.meta.url);

/**
 * What is wrong with a stored record, each at another place; nothing if it fits its schema.
 * @param validators beside the running code, or compiled by it, if absent: the same for all stores of a process
 */
export function faultsBySchema(
  kind: RecordKind,
  record: unknown,
  validators: Validators = (own ??= validatorsIn(fileURLToPath(new URL('.', import.meta.url)))),
): readonly SchemaFault[] {
  const validate = validators(kind);
  if (validate === undefined) throw new Error(`There is no schema of ${kind}.`);
  if (validate(record)) return nothing;
  const faults = (validate.errors ?? []).map((error) => faultOf(error, record));
  return faults.filter(({ pointer }, i) => faults.findIndex((other) => other.pointer === pointer) === i);
}

let own: Validators | undefined;

/** Those that a build has left in a folder; where code is not built, each is compiled when a record of it first comes. */
export function validatorsIn(folder: string): Validators {
  const file = join(folder, builtValidators);
  if (existsSync(file)) {
    const built = require(file) as Readonly<Record<string, Ajv.ValidateFunction>>;
    return (kind) => built[typeOf(definitions[kind])];
  }
  const ajv = createAjv();
  return (kind) => ajv.getSchema(refOf(definitions[kind]));
}

function typeOf({ $ref }: (typeof definitions)[RecordKind]): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

function faultOf(error: Ajv.ErrorObject, record: unknown): SchemaFault {
  const words = errorInWords(error, record, {});
  return { pointer: pointerOf(words.steps), value: valueAt(record, words.steps), reason: problemInWords(words) };
}

/** Compiles every record type and leaves the code in the folder of the built code, for the starts to come. */
export function prepareRecordSchemas(folder: string): void {
  const { default: standalone } = require('ajv/dist/standalone/index.js') as typeof AjvStandalone;
  // By their types: code that is exported by two names would stand there twice.
  const refs = Object.values(definitions).map((definition) => [typeOf(definition), refOf(definition)] as const);
  const code = standalone.default(createAjv({ code: { source: true } }), Object.fromEntries(refs));
  writeFileSync(join(folder, builtValidators), code);
}

function createAjv(options: Ajv.Options = {}): Ajv.Ajv2020 {
  // Loaded when it is needed: that and compiling take a quarter of a start.
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof Ajv;
  // What JSON.parse gives is JSON: walking open members again would only cost time. The schema is ours and tested.
  const made = new Ajv2020({
    meta: false,
    validateSchema: false,
    verbose: true,
    allErrors: true,
    allowUnionTypes: true,
    ...options,
  });
  made.addVocabulary(['expected']);
  made.addSchema({ $id: 'records', definitions: { ...schema.definitions, Json: {}, JsonObject: { type: 'object' } } });
  return made;
}

function refOf({ $ref }: { readonly $ref: string }): string {
  return `records${$ref}`;
}
