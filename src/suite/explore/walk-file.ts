import { Ajv2020 } from 'ajv/dist/2020.js';
import { readJson } from '../../json/read-json.ts';
import type { FoundViolation } from './explore.ts';
import type { Step } from './steps.ts';

/** A walk that broke a rule, so that it can be run again. It holds no id, name or token of the run that found it. */
export interface WalkFile {
  readonly format: typeof FORMAT;
  readonly clauses: readonly string[];
  readonly expected: string;
  readonly came: string;
  readonly steps: readonly Step[];
}

const FORMAT = 'voice-agent-mock/walk/1';

/** The file of a violation, as text. */
export function walkFileOf({ report, steps }: FoundViolation): string {
  const { clauses, expected, came } = report;
  return `${JSON.stringify({ format: FORMAT, clauses, expected, came, steps } satisfies WalkFile, null, 2)}\n`;
}

/** Reads the text of such a file; undefined if it is none. */
export function readWalkFile(text: string): WalkFile | undefined {
  const value = readJson(text);
  return new Ajv2020().compile<WalkFile>(WALK)(value) ? value : undefined;
}

const TEXT = { type: 'string' };
const COUNT = { type: 'integer', minimum: 0, maximum: 10_000 };
const REQUEST = {
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
    form: { type: 'array', items: { type: 'object', required: ['name', 'value'], properties: { name: TEXT } } },
  },
};
const FILTER = {
  type: 'object',
  required: ['name', 'picks'],
  properties: {
    name: { enum: ['status', 'attempt', 'last_status', 'first_status', 'call_status', 'mobile_no'] },
    picks: { type: 'array', items: COUNT },
    cut: { type: 'array', items: COUNT, minItems: 2, maxItems: 2 },
  },
};
const LIMIT = { type: ['integer', 'null'], minimum: 1 };

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

const WALK = {
  type: 'object',
  required: ['format', 'clauses', 'expected', 'came', 'steps'],
  properties: {
    format: { const: FORMAT },
    clauses: { type: 'array', items: TEXT },
    expected: TEXT,
    came: TEXT,
    steps: {
      type: 'array',
      maxItems: 10_000,
      items: {
        anyOf: [
          step('send', { request: REQUEST }),
          step('race', { requests: { type: 'array', items: REQUEST, maxItems: 4 } }),
          step(
            'voices',
            { provider: COUNT, limits: { type: 'array', items: LIMIT }, isTwice: { type: 'boolean' } },
            { beside: { type: 'array', items: TEXT, minItems: 2, maxItems: 2 }, isAccess: { type: 'boolean' } },
          ),
          step('audience', {
            campaign: COUNT,
            filters: { type: 'array', items: FILTER },
            limit: LIMIT,
            page: LIMIT,
            isNew: { type: 'boolean' },
          }),
          step('complete', { campaign: { enum: ['disposable', 'paused'] } }),
          step('look', {}),
        ],
      },
    },
  },
};
