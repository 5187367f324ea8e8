import { existsSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { jsonText } from '../../text/escaping.ts';
import { type CommandContext, type CommandOptions, type ExitCode, UsageError, commandOf } from '../command.ts';
import { beginRun, openSettings } from '../contract/contract-options.ts';
import { scriptsToLearn } from '../../../contract-tests/all-checks.ts';
import { allExperiments } from '../../../contract-tests/experiments/experiments.ts';
import { type Profile, readProfile } from '../../clauses/profile.ts';
import { type ContractDocument, loadContractDocument } from '../../document/read/load.ts';
import { asCheck } from '../../judge/learn/experiment.ts';
import { Findings } from '../../judge/learn/findings.ts';
import { figuresOf, learnReport } from '../../judge/learn/learn-report.ts';
import { readableText, updateProfile } from '../../judge/learn/update-profile.ts';
import { planText } from '../../judge/run-plan.ts';
import { checkOf } from '../../judge/script.ts';
import { learnFrom, learnRecorded, type Run } from './learn-run.ts';

type LearnOptions = CommandOptions<'learn'>;

/** `voice-agent-mock learn`: 0 learned, 1 the deployment contradicts the profile, 2 could not be judged. */
export const learnCommand = commandOf('learn', runLearn);

async function runLearn(options: LearnOptions, context: CommandContext): Promise<ExitCode> {
  const document = loadContractDocument();
  // Experiments run one after another.
  const settings = { ...(await openSettings(options, context)), concurrency: 1 };
  const plan = { ...beginRun(settings, options, options.maxMinutes), withAssumptions: true };
  if (options.plan) {
    context.print(...planText(plan, checksOf(document), document));
    return 0;
  }
  if (options.out === null) throw new UsageError('learn needs --out FILE: the profile to write, or to update.');
  if (options.check && !existsSync(options.out)) {
    throw new UsageError(`--check needs a profile, and ${options.out} is not there: write it without --check first.`);
  }
  const before = existsSync(options.out) ? readProfile(options.out, document.choices) : null;
  const learned =
    options.har === null
      ? await learnFrom(plan, context, document)
      : await learnRecorded(options.har, plan, context, document);
  return learned === null ? 2 : concludeLearning(learned, before, { ...options, out: options.out }, context, document);
}

function concludeLearning(
  learned: Run,
  before: Profile | null,
  options: LearnOptions & { readonly out: string },
  context: CommandContext,
  document: ContractDocument,
): ExitCode {
  const { profile, changes } = updateProfile(before, learned, nameFrom(options.out), document.choices);
  const figures = figuresOf(learned, learned.requests);
  if (options.json) {
    const lessons = Object.fromEntries(learned.lessons);
    context.print(jsonText({ ...figures, changes, lessons }, 0));
  } else context.print(...learnReport(learned, learned.requests, changes, before === null));
  const failure = failureOf(learned);
  if (failure !== null || figures.decided === 0) {
    context.printError(`${failure ?? 'Nothing was observed'}: nothing was written.`);
    return 2;
  }
  if (!options.check) {
    writeFileSync(options.out, readableText(profile, document));
    if (!options.json) context.print(`Wrote ${options.out}: voice-agent-mock serve --profile ${options.out}`);
  }
  const isOtherwise = changes.some(({ kind }) => kind === 'contradicted' || (options.check && kind === 'changed'));
  return isOtherwise || learned.hasLeft === true ? 1 : 0;
}

/** The name of a profile in a file, of the characters that a name may have. */
function nameFrom(out: string): string {
  const name = basename(out).replace(/(\.profile|\.overlay)?\.\w+$/, '');
  return name.replaceAll(/[^\w.-]+/g, '-').slice(0, 60) || 'learned';
}

/** Why the run did not come to its end; null if it did. */
function failureOf({ isInterrupted, outcomes }: Run): string | null {
  if (isInterrupted === true) return 'Interrupted';
  return outcomes.some(({ isUnreachable }) => isUnreachable) ? 'The deployment is unreachable' : null;
}

function checksOf(document: ContractDocument): Parameters<typeof planText>[1] {
  return {
    searches: allExperiments(document).map((each) => asCheck(each, document, new Findings())),
    scripts: scriptsToLearn(document).map((script) => checkOf(script)),
  };
}
