import { Ajv2020 } from 'ajv/dist/2020.js';
import { loadContractDocument } from '../../document/read/load.ts';
import { mergedFacts, mergeProblems } from '../../judge/report/merge.ts';
import { suiteVersion } from '../../judge/suite-version.ts';
import { allChecks } from '../../../contract-tests/all-checks.ts';
import { verdictOf, type Verdict } from '../../judge/report/verdict.ts';
import { readJson } from '../../json/json-text.ts';
import { readTextFile } from '../../files/read-text-file.ts';
import type { CommandContext, ExitCode } from '../command.ts';
import type { ContractOptions } from './contract-options.ts';
import { concludeVerdict, prepareConclusion } from './contract-verdict.ts';
import { UsageError } from '../usage-error.ts';

/** One verdict from those of the shards. */
export function mergeVerdicts(files: readonly string[], options: ContractOptions, context: CommandContext): ExitCode {
  if (files.length === 0) {
    throw new UsageError('contract merge needs the verdict files of the shards: contract merge one.json two.json.');
  }
  const isVerdict = new Ajv2020().compile<Verdict>(verdictSchema);
  const verdicts = files.map((file) => readVerdict(file, isVerdict));
  const document = loadContractDocument();
  const known = prepareConclusion(options, document);
  const shards = verdicts.map(({ summary }, at) => ({ file: files[at] ?? '', summary }));
  const problems = mergeProblems(shards, suiteVersion(context.version, document, allChecks));
  if (problems.length > 0) throw new UsageError(problems);
  const verdict = verdictOf(
    document,
    verdicts.flatMap(({ outcomes }) => outcomes),
    mergedFacts(verdicts.map(({ summary }) => summary)),
    verdicts.flatMap(({ left }) => left),
  );
  return concludeVerdict(verdict, known, options, context, document);
}

function readVerdict(file: string, isVerdict: (value: unknown) => value is Verdict): Verdict {
  const value = readJson(readTextFile(file, largest));
  if (isVerdict(value)) return value;
  throw new UsageError(`${file} is not a verdict: name the files that contract --verdict has written.`);
}

/** Drift and matrix of many shards are not larger; in bytes. */
const largest = 100 * 2 ** 20;

const textSchema = { type: 'string' };
const textsSchema = { type: 'array', items: textSchema };
const countSchema = { type: 'number' };
const shardSchema = { type: 'integer', minimum: 1, maximum: 9999 };
const cleaningSchema = {
  type: 'object',
  required: ['cleaned', 'left'],
  properties: { cleaned: countSchema, left: { type: 'array', items: { type: 'object' } } },
};

/** What merging goes by. */
const verdictSchema = {
  type: 'object',
  required: ['summary', 'left', 'outcomes'],
  properties: {
    summary: {
      type: 'object',
      required: ['target', 'run', 'suite', 'shard', 'withAssumptions', 'effects', 'started', 'milliseconds'],
      properties: {
        ...{ target: textSchema, run: textSchema, suite: textSchema, effects: textsSchema, milliseconds: countSchema },
        withAssumptions: { type: 'boolean' },
        started: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$' },
        shard: {
          type: ['object', 'null'],
          required: ['index', 'count'],
          properties: { index: shardSchema, count: shardSchema },
        },
      },
    },
    left: { type: 'array', items: { type: 'object', required: ['name', 'reason'] } },
    outcomes: {
      type: 'array',
      items: {
        type: 'object',
        required: [
          ...['title', 'clauses', 'result', 'violations', 'drift', 'seen', 'requests', 'created', 'cleaning'],
          'milliseconds',
        ],
        properties: {
          title: textSchema,
          clauses: textsSchema,
          result: { enum: ['passed', 'failed', 'not verified'] },
          violations: {
            type: 'array',
            items: {
              type: 'object',
              required: ['operation', 'cause', 'clauses', 'expected', 'came', 'path', 'curl', 'steps', 'check'],
              properties: {
                operation: { type: ['string', 'null'] },
                cause: textSchema,
                excerpt: {
                  type: 'object',
                  required: ['lines', 'marked'],
                  properties: { lines: textsSchema, marked: countSchema },
                },
                clauses: textsSchema,
                steps: textsSchema,
                expected: textSchema,
                came: textSchema,
                path: textSchema,
                curl: textSchema,
                check: textSchema,
              },
            },
          },
          drift: textsSchema,
          seen: { type: 'object', additionalProperties: countSchema },
          milliseconds: countSchema,
          requests: countSchema,
          created: countSchema,
          cleaning: cleaningSchema,
        },
      },
    },
  },
};
