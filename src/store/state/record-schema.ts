import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as Ajv from 'ajv/dist/2020.js';
import type * as AjvStandalone from 'ajv/dist/standalone/index.js';
import { errorInWords, problemInWords } from '../../text/schema-errors.ts';
import type { CollectionName } from '../../domain/records.ts';
import { fieldOf, pointerOf, valueAt } from '../../json/json-value.ts';
import schema from './records.schema.gen.json' with { type: 'json' };

export interface SchemaFault {
  /** JSON pointer into the record. */
  readonly pointer: string;
  readonly value: unknown;
  readonly reason: string;
}

const nothing: readonly SchemaFault[] = [];

/** What has a schema: the records of each collection, leads, what a world is besides them, and what `meta.json` says. */
export type RecordKind = CollectionName | 'leads' | 'parts' | 'meta';

const definitionNames: Readonly<Record<RecordKind, keyof typeof schema.definitions>> = {
  workspaces: 'WorkspaceRecord',
  users: 'UserRecord',
  login_tokens: 'TokenRecord',
  api_tokens: 'TokenRecord',
  codes: 'CodeRecord',
  providers: 'ProviderRecord',
  voices: 'VoiceRecord',
  phone_numbers: 'PhoneNumberRecord',
  agents: 'AgentRecord',
  campaigns: 'CampaignRecord',
  audiences: 'AudienceRecord',
  leads: 'LeadRecord',
  parts: 'WorldParts',
  meta: 'FolderMeta',
};

type Validators = Readonly<Record<string, Ajv.ValidateFunction | undefined>>;

/** What a build has compiled, beside the running code. */
const builtValidators = 'record-validators.cjs';
const require = createRequire(import.meta.url);

/**
 * What is wrong with a stored record, each at another place; nothing if it fits its schema. A type is compiled when a record
 * of it first comes, unless a build has done it.
 * @param built what a build has compiled; beside the running code if absent
 */
export function faultsBySchema(
  kind: RecordKind,
  record: unknown,
  built: Validators = (ownBuilt ??= builtValidatorsIn(fileURLToPath(new URL('.', import.meta.url)))),
): readonly SchemaFault[] {
  const definition = definitionNames[kind];
  const validate = built[definition] ?? compiledHere(definition);
  if (validate(record)) return nothing;
  const faults = (validate.errors ?? []).map((error) => faultOf(error, record));
  return faults.filter(({ pointer }, i) => faults.findIndex((other) => other.pointer === pointer) === i);
}

let ownBuilt: Validators | undefined;

/** The schema is the same for all stores of a process, so it is compiled for the first one. */
const compiled = new Map<string, Ajv.ValidateFunction>();
let ajv: Ajv.Ajv2020 | undefined;

function compiledHere(definition: string): Ajv.ValidateFunction {
  const known = compiled.get(definition);
  if (known !== undefined) return known;
  const validate = (ajv ??= createAjv()).compile({ $ref: refOf(definition) });
  compiled.set(definition, validate);
  return validate;
}

function faultOf(error: Ajv.ErrorObject, record: unknown): SchemaFault {
  const words = errorInWords(error, record, {});
  return { pointer: pointerOf(words.steps), value: valueAt(record, words.steps), reason: problemInWords(words) };
}

/**
 * What is wrong with one of several records of a kind.
 * @param seen the ids of those before it, to which its own is added
 */
export function* faultsOfRecord(kind: RecordKind, record: unknown, seen: Set<unknown>): Generator<SchemaFault> {
  yield* faultsBySchema(kind, record);
  const id = fieldOf(record, 'id');
  if (id === undefined) return;
  if (seen.has(id)) yield { pointer: '/id', value: id, reason: 'another record has this id' };
  seen.add(id);
}

/** Compiles every record type and leaves the code in the folder of the built code, for the starts to come. */
export function prepareRecordSchemas(folder: string): void {
  const { default: standalone } = require('ajv/dist/standalone/index.js') as typeof AjvStandalone;
  const definitions = new Set(Object.values(definitionNames));
  const whole = createAjv({ code: { source: true } });
  for (const name of definitions) whole.addSchema({ $id: name, $ref: refOf(name) });
  const code = standalone.default(whole, Object.fromEntries([...definitions].map((name) => [name, name])));
  writeFileSync(join(folder, builtValidators), code);
}

/** None where this code is not built: then its schema may have changed since. */
export function builtValidatorsIn(folder: string): Validators {
  const file = join(folder, builtValidators);
  return existsSync(file) ? (require(file) as Validators) : {};
}

function createAjv(options: Ajv.Options = {}): Ajv.Ajv2020 {
  // Loaded when it is needed: that and compiling take a quarter of a start.
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof Ajv;
  // What JSON.parse gives is JSON: walking open members again would only cost time. The schema is ours and tested.
  const definitions = { ...schema.definitions, Json: {}, JsonObject: { type: 'object' } };
  const made = new Ajv2020({
    meta: false,
    validateSchema: false,
    verbose: true,
    allErrors: true,
    allowUnionTypes: true,
    ...options,
  });
  made.addVocabulary(['expected']);
  made.addSchema({ $id: 'records', definitions });
  return made;
}

function refOf(definition: string): string {
  return `records#/definitions/${definition}`;
}
