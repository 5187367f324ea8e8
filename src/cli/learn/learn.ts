import { existsSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { scriptsToLearn } from '../../../contract-tests/all-checks.ts';
import { allExperiments } from '../../../contract-tests/experiments/experiments.ts';
import { type Profile, readProfile } from '../../clauses/profile.ts';
import { callerHeaders } from '../../deployment/addresses.ts';
import { secretsOf } from '../../deployment/configuration/settings.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import { asCheck } from '../../judge/learn/experiment.ts';
import { Findings } from '../../judge/learn/findings.ts';
import { learn } from '../../judge/learn/learn.ts';
import { figuresOf, learnReport } from '../../judge/learn/learn-report.ts';
import { readableText, updateProfile } from '../../judge/learn/update-profile.ts';
import { planText } from '../../judge/run-plan.ts';
import { checkOf } from '../../judge/script.ts';
import { jsonText } from '../../text/escaping.ts';
import { readRecording } from '../../traffic/read-har.ts';
import { type CommandOptions, type ExitCode, UsageError, commandOf, stopSwitch } from '../command.ts';
import { type CalledRun, beginRun, openSettings } from '../contract/contract-options.ts';
import { learnRecording } from '../traffic/record.ts';
import { type TargetFrame, runOnTarget } from '../deployment-run.ts';

/** `voice-agent-mock learn`: 0 learned, 1 the deployment contradicts the profile, 2 could not be judged. */
export const learnCommand = commandOf('learn', async (options, context) => {
  const document = loadContractDocument();
  // Experiments run one after another.
  const settings = { ...(await openSettings(options, context)), concurrency: 1 };
  const plan = { ...beginRun(settings, options, options.maxMinutes), withAssumptions: true };
  if (options.plan) {
    const searches = allExperiments(document).map((each) => asCheck(each, document, new Findings()));
    const scripts = scriptsToLearn(document).map((script) => checkOf(script));
    context.print(...planText(plan, { searches, scripts }, document));
    return 0;
  }
  if (options.out === null) throw new UsageError('learn needs --out FILE: the profile to write, or to update.');
  if (options.check && !existsSync(options.out)) {
    throw new UsageError(`--check needs a profile, and ${options.out} is not there: write it without --check first.`);
  }
  const before = existsSync(options.out) ? readProfile(options.out, document.choices) : null;
  const run = { plan, options: { ...options, out: options.out }, context, document };
  const learned = options.har === null ? await learnFrom(run) : await learnRecorded(options.har, run);
  return concludeLearning(learned, before, run);
});

type LearnRun = CalledRun<CommandOptions<'learn'> & { readonly out: string }>;

function concludeLearning(learned: Run, before: Profile | null, { options, context, document }: LearnRun): ExitCode {
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
  return isOtherwise || learned.hasLeft ? 1 : 0;
}

/** The name of a profile in a file, of the characters that a name may have. */
function nameFrom(out: string): string {
  const name = basename(out).replace(/(\.profile|\.overlay)?\.\w+$/, '');
  return name.replaceAll(/[^\w.-]+/g, '-').slice(0, 60) || 'learned';
}

/** Why the run did not come to its end; null if it did. */
function failureOf({ isInterrupted, outcomes }: Run): string | null {
  if (isInterrupted) return 'Interrupted';
  return outcomes.some(({ isUnreachable }) => isUnreachable) ? 'The deployment is unreachable' : null;
}

type Run = Awaited<ReturnType<typeof learnFrom>>;

/** Of one recording: each is looked for in all that is told. */
const mostTokens = 1000;

/** Sends nothing. @throws UnusableFileError if it is not a HAR file, UsageError if it has more than 1,000 tokens */
async function learnRecorded(file: string, { plan, context, document }: LearnRun): Promise<Run> {
  const { answers, others } = await readRecording(file, document);
  context.printError(`${file}: ${answers.length} exchanges with the API, ${others} others.`);
  const tokens = answers.flatMap(({ request: { headers } }) =>
    callerHeaders.flatMap((name) => headers[name]?.replace(/^bearer\s+/i, '') ?? []),
  );
  const different = new Set(tokens);
  if (different.size > mostTokens) {
    throw new UsageError(
      `${file} has ${different.size} tokens: a recording of one application has ${mostTokens} at most.`,
    );
  }
  for (const token of different) context.hide?.(token);
  const secrets = [...secretsOf(plan.settings), ...different];
  const learned = await learnRecording(answers, document, secrets, context);
  return { ...learned, requests: 0, isInterrupted: false, hasLeft: false };
}

/** Asks a deployment, or the mock: whether a signal has ended that, and whether agents are left, is told too. */
async function learnFrom({ plan, context, document }: LearnRun) {
  const isEnded = stopSwitch(context);
  const run = async ({ plan: to, transport, ledger }: TargetFrame) => {
    const [experiments, scripts] = [allExperiments(document), scriptsToLearn(document)];
    const count = experiments.length + scripts.length;
    const learned = await learn({
      document,
      plan: to,
      transport,
      ledger,
      scripts,
      experiments,
      isEnded,
      now: () => new Date(),
      onOutcome: (done) => {
        const { progress } = context;
        const line = `${done} of ${count} experiments`;
        if (progress?.isTerminal === true) progress.write(done === count ? '\r\u001b[K' : `\r${line}`);
        // A log has a line for every tenth.
        else if (done % Math.ceil(count / 10) === 0) progress?.write(`${line}\n`);
      },
    });
    return { ...learned, isInterrupted: isEnded() };
  };
  const { result, hasLeft } = await runOnTarget(plan, context, run);
  return { ...result, hasLeft };
}
