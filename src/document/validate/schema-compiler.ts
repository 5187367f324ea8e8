import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type * as AjvFormats from 'ajv-formats';
import type * as Ajv from 'ajv/dist/2020.js';
import type { JsonObject } from '../../json/json-value.ts';
import type { SchemaError } from '../../text/schema-errors.ts';
import { ContractDocumentError } from '../read/document-error.ts';
import { assumedPart } from '../read/schema-walk.ts';

/** Says what is wrong with a value by a schema; nothing where it is right. */
export interface SchemaCheck {
  readonly schema: JsonObject;
  errors(value: unknown): readonly SchemaError[];
  /** @throws ContractDocumentError where the schema does not compile; `errors` does so too, when it is first used */
  compile(): void;
}

/** A compiled schema: what it finds wrong stands in its `errors` until its next call. */
export type Validate = ((value: unknown) => unknown) & { errors?: readonly SchemaError[] | null };

export interface SchemaCompiler {
  /** The check of a schema that is made and compiled at its first use. `place` is named where it does not compile. */
  check(make: () => JsonObject, place: string): SchemaCheck;
  /** Compiles what has not been compiled. @throws ContractDocumentError for a schema that does not compile */
  compileAll(): void;
  /** Every schema that was asked for, equal ones once, by its key. */
  schemas(): ReadonlyMap<string, JsonObject>;
  /** A compiler that shares what this one has compiled, and of which this one keeps nothing: it may be let go. */
  another(): SchemaCompiler;
}

/**
 * Compiles schemas of JSON Schema 2020-12 with the document's own keywords; an unknown keyword does not compile.
 * `precompiled` gives the function of a key that was compiled before.
 */
export function createSchemaCompiler(
  precompiled: (key: string) => Validate | undefined = () => undefined,
  family = new CompilerFamily(),
): SchemaCompiler {
  const checks: SchemaCheck[] = [];
  const compiled = new Map<string, Validate>();
  const compile = (schema: JsonObject, place: string): Validate => {
    const key = schemaKey(schema);
    const validate = compiled.get(key) ?? precompiled(key) ?? family.compile(key, schema, place);
    compiled.set(key, validate);
    return validate;
  };
  return {
    check(make, place) {
      let schema: JsonObject | undefined;
      let validate: Validate | undefined;
      const check: SchemaCheck = {
        get schema() {
          return (schema ??= make());
        },
        errors(value) {
          validate ??= compile(check.schema, place);
          return validate(value) === true ? [] : (validate.errors ?? []);
        },
        compile() {
          validate ??= compile(check.schema, place);
        },
      };
      checks.push(check);
      return check;
    },
    compileAll: () => checks.forEach((check) => check.compile()),
    schemas: () => new Map(checks.map(({ schema }) => [schemaKey(schema), schema])),
    another: () => createSchemaCompiler((key) => compiled.get(key) ?? precompiled(key), family),
  };
}

/** A schema takes some ten kilobytes compiled, and profiles that were let go may have left any number. */
const sharedSchemas = 1000;

/** What the compilers of documents that resemble each other share. */
class CompilerFamily {
  #ajv: Ajv.Ajv2020 | undefined;
  /** By the schema's key, as many as `sharedSchemas`. */
  readonly #compiled = new Map<string, Validate>();

  compile(key: string, schema: JsonObject, place: string): Validate {
    const known = this.#compiled.get(key);
    if (known !== undefined) return known;
    this.#ajv ??= createDocumentAjv();
    try {
      const validate = this.#ajv.compile(schema);
      // Ajv would keep every schema that it was ever given.
      this.#ajv.removeSchema(schema);
      if (this.#compiled.size >= sharedSchemas) this.#compiled.clear();
      this.#compiled.set(key, validate);
      return validate;
    } catch (error) {
      throw new ContractDocumentError(place, `the schema does not compile: ${String(error)}`, { cause: error });
    }
  }
}

/** Equal schemas have one key. */
export function schemaKey(schema: JsonObject): string {
  return `schema_${createHash('sha256').update(JSON.stringify(schema)).digest('hex').slice(0, 32)}`;
}

/** An Ajv that knows the document's keywords and formats. */
export function createDocumentAjv(options: Ajv.Options = {}): Ajv.Ajv2020 {
  // Loaded when it is needed: it takes longer than everything else of a start whose schemas were compiled before.
  const require = createRequire(import.meta.url);
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof Ajv;
  const { default: addFormats } = require('ajv-formats') as typeof AjvFormats;
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true, ...options });
  addFormats.default(ajv, ['date-time']);
  for (const [name, accepts] of Object.entries(valueFormats)) ajv.addFormat(name, accepts);
  return ajv.addVocabulary(Object.entries(ownKeywords).map(([keyword, schemaType]) => ({ keyword, schemaType })));
}

/** The words of the document's own that narrow no schema, with the types of their values; of an empty list any. */
export const ownKeywords: Readonly<Record<string, Ajv.JSONType[]>> = {
  'x-clauses': ['array'],
  'x-refusals': ['object'],
  'x-counts-as-absent': ['array'],
  'x-when-absent': [],
  'x-expected': ['string'],
  'x-asked-by': ['object'],
  [assumedPart]: ['boolean'],
  example: [],
};

/** The formats that the document defines beside those of JSON Schema, and those that ajv-formats reads too widely. */
export const valueFormats: Readonly<Record<string, (text: string) => boolean>> = {
  'iana-time-zone': isTimeZone,
  'web-address': isWebAddress,
  'time-in-words': (text) => text === '' || (/\p{L}/u.test(text) && !/\d{4}/.test(text)),
  uuid: isUuid,
};

/** Spares most texts a formatter, which costs more than the rest of a request; aliases and other spellings still need one. */
const commonTimeZones: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']);

/** Whether the text names a time zone of the IANA database; an offset such as +05:30 names none. */
export function isTimeZone(text: string): boolean {
  if (commonTimeZones.has(text)) return true;
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/** Whether the text is a complete http or https address. */
export function isWebAddress(text: string): boolean {
  // The parser takes blanks and single slashes by mending them; what is stored is the text as sent.
  return /^https?:\/\/[^\s/?#]/i.test(text) && !/\s/.test(text) && URL.canParse(text);
}

/** Whether the text is a bare UUID; ajv-formats would take one behind `urn:uuid:` too. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}
