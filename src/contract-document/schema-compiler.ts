import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonObject } from '../domain/records.ts';
import { ContractDocumentError } from './document-error.ts';
import { assumedPart } from './schema-variants.ts';
import { isTimeZone, isWebAddress } from './value-formats.ts';

/** Says what is wrong with a value by a schema; nothing where it is right. */
export interface SchemaCheck {
  readonly schema: JsonObject;
  errors(value: unknown): readonly SchemaError[];
  /** Throws `ContractDocumentError` where the schema does not compile; `errors` does so too, when it is first used. */
  compile(): void;
}

export interface SchemaError {
  /** JSON pointer to the value. */
  readonly instancePath: string;
  /** URI fragment of the keyword in the schema. */
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

export interface SchemaCompiler {
  /** The schema's check, one for equal schemas. `place` is named where the schema does not compile. */
  check(schema: JsonObject, place: string): SchemaCheck;
  /** Compiles what has not been compiled. Throws `ContractDocumentError` for a schema that does not compile. */
  compileAll(): void;
}

type Validate = ((value: unknown) => unknown) & { errors?: ErrorObject[] | null };

/** Compiles schemas of JSON Schema 2020-12 with the document's own keywords; an unknown keyword does not compile. */
export function createSchemaCompiler(): SchemaCompiler {
  const ajv = createAjv();
  const checks = new Map<string, SchemaCheck>();
  return {
    check(schema, place) {
      const text = JSON.stringify(schema);
      const check = checks.get(text) ?? createCheck(ajv, schema, place);
      checks.set(text, check);
      return check;
    },
    compileAll() {
      checks.forEach((check) => check.compile());
    },
  };
}

function createCheck(ajv: Ajv2020, schema: JsonObject, place: string): SchemaCheck {
  let compiled: Validate | undefined;
  const validate = (): Validate => (compiled ??= compile(ajv, schema, place));
  return {
    schema,
    errors: (value) => (validate()(value) === true ? [] : (validate().errors ?? [])),
    compile: () => void validate(),
  };
}

function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    allErrors: true,
    // Schemas are checked against the dialect all the same: a schema of the wrong form throws.
    validateSchema: true,
  });
  addFormats.default(ajv, ['date-time', 'uuid']);
  ajv.addFormat('iana-time-zone', isTimeZone);
  ajv.addFormat('web-address', isWebAddress);
  ajv.addVocabulary([
    { keyword: 'x-clauses', schemaType: 'array' },
    { keyword: 'x-refusals', schemaType: 'object' },
    { keyword: 'x-counts-as-absent', schemaType: 'array' },
    { keyword: 'x-expected', schemaType: 'string' },
    { keyword: assumedPart, schemaType: 'boolean' },
    'example',
  ]);
  return ajv;
}

function compile(ajv: Ajv2020, schema: JsonObject, place: string): Validate {
  try {
    return ajv.compile(schema);
  } catch (error) {
    throw new ContractDocumentError(place, `the schema does not compile: ${String(error)}`, { cause: error });
  }
}
