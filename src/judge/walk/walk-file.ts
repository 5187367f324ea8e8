import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ContractDocument } from '../../document/read/load.ts';
import { readJson } from '../../json/json-text.ts';
import { jsonText } from '../../text/escaping.ts';
import type { FoundViolation } from './found-violations.ts';
import { betweens, callers, filterNames, type Step } from '../steps.ts';

/** A walk that broke a rule, so that it can be run again. It holds no id, name or token of the run that found it. */
export interface WalkFile {
  readonly format: typeof format;
  readonly clauses: readonly string[];
  readonly expected: string;
  readonly came: string;
  readonly steps: readonly Step[];
}

const format = 'voice-agent-mock/walk/1';

/** The file of a violation, as text. */
export function walkFileOf({ report, steps }: FoundViolation): string {
  const { clauses, expected, came } = report;
  return `${jsonText({ format, clauses, expected, came, steps } satisfies WalkFile)}\n`;
}

/** Reads the text of such a file, of the document's operations; undefined if it is none. */
export function readWalkFile(text: string, { operations }: Pick<ContractDocument, 'operations'>): WalkFile | undefined {
  const value = readJson(text);
  return new Ajv2020().compile<WalkFile>(walkSchema([...operations.keys()]))(value) ? value : undefined;
}

const textSchema = { type: 'string' };
const countSchema = { type: 'integer', minimum: 0, maximum: 10_000 };
const fileSchema = {
  type: 'object',
  required: ['name'],
  properties: { name: textSchema, size: { type: 'integer', minimum: 0, maximum: 2 ** 26 } },
};
const requestSchema = (operations: readonly string[]): object => ({
  type: 'object',
  required: ['operation', 'as'],
  properties: {
    operation: { enum: operations },
    as: { enum: callers },
    query: { type: 'object' },
    // No walk asks anything but operations.
    at: false,
    form: {
      type: 'array',
      items: { type: 'object', required: ['name', 'value'], properties: { name: textSchema, file: fileSchema } },
    },
  },
});
const filterSchema = {
  type: 'object',
  required: ['name', 'picks'],
  properties: {
    name: { enum: filterNames },
    picks: { type: 'array', items: countSchema },
    cut: { type: 'array', items: countSchema, minItems: 2, maxItems: 2 },
  },
};
const pageSchema = { type: ['integer', 'null'], minimum: 1 };
const limitSchema = { anyOf: [pageSchema, { enum: ['whole', 'half', 'divisor', 'short', 'beyond'] }] };

function step(
  name: string,
  properties: Readonly<Record<string, unknown>>,
  optional: Readonly<Record<string, unknown>> = {},
): object {
  return {
    type: 'object',
    required: ['do', ...Object.keys(properties)],
    properties: { do: { const: name }, ...properties, ...optional },
  };
}

const walkSchema = (operations: readonly string[]): object => ({
  type: 'object',
  required: ['format', 'clauses', 'expected', 'came', 'steps'],
  properties: {
    format: { const: format },
    clauses: { type: 'array', items: textSchema },
    expected: textSchema,
    came: textSchema,
    steps: {
      type: 'array',
      maxItems: 10_000,
      items: {
        anyOf: [
          step('send', { request: requestSchema(operations) }),
          step('race', { requests: { type: 'array', items: requestSchema(operations), maxItems: 4 } }),
          step(
            'voices',
            { provider: countSchema, limits: { type: 'array', items: limitSchema }, isTwice: { type: 'boolean' } },
            {
              beside: { type: 'array', items: textSchema, minItems: 2, maxItems: 2 },
              isAccess: { type: 'boolean' },
              isBack: { type: 'boolean' },
              between: { enum: betweens },
            },
          ),
          step(
            'audience',
            {
              campaign: countSchema,
              filters: { type: 'array', items: filterSchema },
              limit: limitSchema,
              page: pageSchema,
              isNew: { type: 'boolean' },
            },
            { between: { enum: betweens } },
          ),
          step('complete', { campaign: { enum: ['disposable', 'paused'] } }),
          step('look', {}),
          step('wait', { milliseconds: { type: 'integer', minimum: 0, maximum: 60_000 } }),
        ],
      },
    },
  },
});
