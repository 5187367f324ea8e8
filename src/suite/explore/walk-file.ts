import { Ajv2020 } from 'ajv/dist/2020.js';
import { readJson } from '../../json/read-json.ts';
import type { FoundViolation } from './explore.ts';
import type { Step } from './steps.ts';

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
  return `${JSON.stringify({ format, clauses, expected, came, steps } satisfies WalkFile, null, 2)}\n`;
}

/** Reads the text of such a file; undefined if it is none. */
export function readWalkFile(text: string): WalkFile | undefined {
  const value = readJson(text);
  return new Ajv2020().compile<WalkFile>(walkSchema)(value) ? value : undefined;
}

const textSchema = { type: 'string' };
const countSchema = { type: 'integer', minimum: 0, maximum: 10_000 };
const requestSchema = {
  type: 'object',
  required: ['operation', 'as'],
  properties: {
    operation: {
      enum: [
        'getAgent',
        'createAgent',
        'createAgentOrUpdate',
        'updateAgent',
        'listVoices',
        'forceCompleteCampaign',
        'listAudience',
        'verifyToken',
        'getToken',
      ],
    },
    as: {
      enum: ['own', 'access', 'both', 'second', 'none', 'empty', 'expired', 'unknown', 'login', 'longer', 'prefixed'],
    },
    query: { type: 'object' },
    form: { type: 'array', items: { type: 'object', required: ['name', 'value'], properties: { name: textSchema } } },
  },
};
const filterSchema = {
  type: 'object',
  required: ['name', 'picks'],
  properties: {
    name: { enum: ['status', 'attempt', 'last_status', 'first_status', 'call_status', 'mobile_no'] },
    picks: { type: 'array', items: countSchema },
    cut: { type: 'array', items: countSchema, minItems: 2, maxItems: 2 },
  },
};
const limitSchema = { type: ['integer', 'null'], minimum: 1 };

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

const walkSchema = {
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
          step('send', { request: requestSchema }),
          step('race', { requests: { type: 'array', items: requestSchema, maxItems: 4 } }),
          step(
            'voices',
            { provider: countSchema, limits: { type: 'array', items: limitSchema }, isTwice: { type: 'boolean' } },
            { beside: { type: 'array', items: textSchema, minItems: 2, maxItems: 2 }, isAccess: { type: 'boolean' } },
          ),
          step('audience', {
            campaign: countSchema,
            filters: { type: 'array', items: filterSchema },
            limit: limitSchema,
            page: limitSchema,
            isNew: { type: 'boolean' },
          }),
          step('complete', { campaign: { enum: ['disposable', 'paused'] } }),
          step('look', {}),
        ],
      },
    },
  },
};
