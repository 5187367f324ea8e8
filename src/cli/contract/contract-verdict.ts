import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type ContractDocument, loadContractDocument } from '../../document/read/load.ts';
import { readTextFile, requireWritable } from '../../files/read-text-file.ts';
import {
  verdictMarkdown,
  unjudgedLine,
  verdictAnnotations,
  verdictText,
  verdictJunit,
} from '../../judge/report/verdict-text.ts';
import { applyBaseline, type BaselineEntry, baselineText, readBaseline } from '../../judge/report/baseline.ts';
import { verdictPage } from '../../judge/report/verdict-page.ts';
import { type Verdict, verdictOf, mergedFacts, mergeProblems } from '../../judge/report/verdict.ts';
import { type CommandContext, type ExitCode, UsageError, explaining, flagOf } from '../command.ts';
import type { ContractOptions } from './contract-options.ts';
import { suiteVersion } from '../../judge/run-plan.ts';
import { allChecks } from '../../../contract-tests/all-checks.ts';
import { readJson } from '../../json/json-value.ts';
import { jsonText } from '../../text/escaping.ts';
import schema from './verdict.schema.json' with { type: 'json' };

const outputs = ['verdict', 'report', 'summary', 'writeBaseline', 'output'] as const;
type ConclusionOptions = Pick<ContractOptions, (typeof outputs)[number] | 'baseline' | 'strict' | 'reporter'>;

/** What a verdict is told by. */
export interface Conclusion {
  readonly options: ConclusionOptions;
  readonly known: readonly BaselineEntry[];
  readonly clauses: ContractDocument['clauses'];
}

/** Makes sure that every file can be written: after the run it is too late. @throws UsageError, UnusableFileError */
export function prepareConclusion(options: ConclusionOptions, { clauses }: ContractDocument): Conclusion {
  const named = new Map<string, string>();
  for (const key of outputs) {
    const file = options[key];
    if (file === null) continue;
    const flag = flagOf(key);
    const other = named.get(resolve(file));
    if (other !== undefined) throw new UsageError(`${other} and ${flag} name the same file ${file}: name two.`);
    named.set(resolve(file), flag);
    requireWritable(flag, file);
  }
  if (options.output !== null && (options.reporter === null || options.reporter === 'github-actions')) {
    throw new UsageError('--output is where a reporter writes a file: name one too, for example --reporter junit.');
  }
  const known = () => (options.baseline === null ? [] : readBaseline(options.baseline, clauses));
  return { options, clauses, known: explaining(known, (reason) => reason) };
}

/** Prints and writes a verdict, and gives what the process ends with. */
export function concludeVerdict(verdict: Verdict, conclusion: Conclusion, context: CommandContext): ExitCode {
  const { options, known, clauses } = conclusion;
  const { unaccepted, accepted, faults } = applyBaseline(verdict, known, new Date().toISOString().slice(0, 10));
  context.print(...verdictText(verdict, clauses));
  writeFiles(verdict, conclusion, accepted);
  if (options.reporter === 'junit' && options.output === null) {
    context.print(...verdictJunit(verdict, clauses).trimEnd().split('\n'));
  }
  if (options.reporter === 'github-actions') context.print(...verdictAnnotations(verdict, accepted));
  const { summary, unjudged } = verdict;
  for (const operation of unjudged) context.printError(`could not judge: ${unjudgedLine(operation)}`);
  if (summary.kept + summary.violated === 0) {
    context.printError('Nothing was verified.');
    return 2;
  }
  tellBaseline({ accepted, faults }, options, context);
  const isDrifting = options.strict && verdict.drift.length > 0;
  if (isDrifting) context.printError('Drift fails the run, because of --strict.');
  if (unjudged.length > 0) return 2;
  return [isDrifting, unaccepted.length > 0, faults.length > 0, verdict.left.length > 0].includes(true) ? 1 : 0;
}

function tellBaseline(
  { accepted, faults }: Pick<ReturnType<typeof applyBaseline>, 'accepted' | 'faults'>,
  { writeBaseline }: ConclusionOptions,
  { print, printError }: CommandContext,
): void {
  for (const { cause, clause, reason, expires } of accepted) {
    print(`Accepted until ${expires}: ${clause}: ${cause} (${reason})`);
  }
  for (const fault of faults) printError(`Baseline: ${fault}`);
  if (writeBaseline !== null) print(`Wrote ${writeBaseline}: fill in a reason and a date for each entry.`);
}

function writeFiles(
  verdict: Verdict,
  { options, known, clauses }: Conclusion,
  accepted: ReturnType<typeof applyBaseline>['accepted'],
): void {
  const files: readonly (readonly [string | null, () => string])[] = [
    [options.verdict, () => `${jsonText(verdict)}\n`],
    [options.report, () => verdictPage(verdict, clauses, accepted)],
    [options.summary, () => verdictMarkdown(verdict, clauses, accepted)],
    [options.writeBaseline, () => baselineText(verdict, known)],
    [options.reporter === 'junit' ? options.output : null, () => verdictJunit(verdict, clauses)],
  ];
  for (const [file, text] of files) if (file !== null) writeFileSync(file, text());
}

/** One verdict from those of the shards. */
export function mergeVerdicts(files: readonly string[], options: ContractOptions, context: CommandContext): ExitCode {
  if (files.length === 0) {
    throw new UsageError('contract merge needs the verdict files of the shards: contract merge one.json two.json.');
  }
  const document = loadContractDocument();
  const clauses = { type: 'array', items: { enum: [...document.clauses.keys()] } };
  const isVerdict = new Ajv2020().compile<Verdict>({ ...schema, $defs: { ...schema.$defs, clauses } });
  const verdicts = files.map((file) => {
    const value = readJson(readTextFile(file, largest));
    if (isVerdict(value)) return value;
    throw new UsageError(`${file} is not a verdict: name the files that contract --verdict has written.`);
  });
  const conclusion = prepareConclusion(options, document);
  const shards = verdicts.map(({ summary }, at) => ({ file: files[at] ?? '', summary }));
  const problems = mergeProblems(shards, suiteVersion(context.version, document, allChecks));
  if (problems.length > 0) throw new UsageError(problems);
  const verdict = verdictOf(
    document,
    verdicts.flatMap(({ outcomes }) => outcomes),
    mergedFacts(verdicts.map(({ summary }) => summary)),
    verdicts.flatMap(({ left }) => left),
  );
  return concludeVerdict(verdict, conclusion, context);
}

/** Drift and matrix of many shards are not larger; in bytes. */
const largest = 100 * 2 ** 20;
