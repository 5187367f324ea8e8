import { allExperiments } from '../../../contract-tests/experiments/experiments.ts';
import { scriptsToLearn } from '../../../contract-tests/all-checks.ts';
import { callerHeaders } from '../../deployment/addresses.ts';
import type { Transport } from '../../deployment/transport.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { learn, learnFromAnswers, type Learned } from '../../judge/learn/learn.ts';
import type { RunPlan } from '../../judge/run-plan.ts';
import { openSession } from '../../judge/session.ts';
import { readRecording } from '../../traffic/read-har.ts';
import { type CommandContext, UsageError, stopSwitch } from '../command.ts';
import { type TargetFrame, runOnTarget } from '../deployment-run.ts';

/** What a run has learned. */
export interface Run extends Learned {
  readonly requests: number;
  /** Whether it was ended by a signal. */
  readonly isInterrupted?: boolean;
  /** Whether agents are left that could not be deleted. */
  readonly hasLeft?: boolean;
}

/** Of one recording: each is looked for in all that is told. */
const mostTokens = 1000;

/**
 * Learns from a recording: nothing is sent.
 * @throws UnusableFileError if it is not a HAR file, UsageError if it has more than 1,000 tokens
 */
export async function learnRecorded(
  file: string,
  { settings, ...plan }: RunPlan,
  context: CommandContext,
  document: ContractDocument,
): Promise<Run> {
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
  // What the settings hold is shown nowhere.
  const headers = { ...settings.headers, ...Object.fromEntries(different.entries()) };
  const transport: Transport = () => Promise.reject(new Error('A recording sends nothing.'));
  const session = openSession({ document, plan: { ...plan, settings: { ...settings, headers } }, transport });
  return { ...learnFromAnswers(answers, { document, evidence: session.evidence, now: () => new Date() }), requests: 0 };
}

/** Asks a deployment, or the mock. Null if it could not be reached; the reason was told. */
export async function learnFrom(
  plan: RunPlan,
  context: CommandContext,
  document: ContractDocument,
): Promise<Run | null> {
  const isEnded = stopSwitch(context);
  const run = async ({ plan: to, transport, ledger }: TargetFrame): Promise<Run> => {
    const [experiments, scripts] = [allExperiments(document), scriptsToLearn(document)];
    const count = experiments.length + scripts.length;
    const learned = await learn({
      ...{ document, plan: to, transport, ledger, scripts, experiments, isEnded },
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
  const ran = await runOnTarget(plan, context, run);
  return 'failure' in ran ? null : { ...ran.result, hasLeft: ran.hasLeft };
}
