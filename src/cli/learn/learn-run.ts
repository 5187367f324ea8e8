import { allExperiments } from '../../../contract-tests/experiments/experiments.ts';
import { scriptsToLearn } from '../../../contract-tests/all-checks.ts';
import type { LedgerFile } from '../../deployment/agents/ledger.ts';
import { operationPlaces } from '../../deployment/addresses.ts';
import type { Transport } from '../../deployment/transport.ts';
import { openTransport } from '../../deployment/http-transport.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { startInProcessTarget } from '../../judge/as-mock/mock-worlds.ts';
import { learn, learnFromAnswers, type Learned } from '../../judge/learn/learn.ts';
import { readHar } from '../../judge/learn/read-har.ts';
import type { RunPlan } from '../../judge/run-plan.ts';
import { openSession } from '../../judge/session.ts';
import { type CommandContext, UsageError } from '../command.ts';
import { runOnDeployment } from '../deployment-run.ts';

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
export function learnRecorded(
  file: string,
  { settings, ...plan }: RunPlan,
  context: CommandContext,
  document: ContractDocument,
): Run {
  const { answers, others } = readHar(file, document);
  context.printError(`${file}: ${answers.length} exchanges with the API, ${others} others.`);
  const tokens = answers.flatMap(({ request: { headers } }) => {
    return ['token', 'api_access_token', 'authorization'].flatMap(
      (name) => headers[name]?.replace(/^bearer\s+/i, '') ?? [],
    );
  });
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
  const { settings } = plan;
  const interruption = { came: false };
  context.onEndSignal(() => (interruption.came = true));
  const run = async (to: RunPlan, transport: Transport, ledger?: LedgerFile): Promise<Run> => {
    const [experiments, scripts] = [allExperiments(document), scriptsToLearn(document)];
    const count = experiments.length + scripts.length;
    let requests = 0;
    const counting: Transport = (request) => {
      requests += 1;
      return transport(request);
    };
    const learned = await learn({
      document,
      session: openSession({
        document,
        plan: to,
        transport: counting,
        validatesAssumed: false,
        ...(ledger && { ledger }),
      }),
      plan: to,
      scripts,
      experiments,
      now: () => new Date(),
      isEnded: () => interruption.came,
      onOutcome: (done) => {
        const { progress } = context;
        if (progress?.isTerminal === true) progress.write(`\r${done} of ${count} experiments`);
        if (progress?.isTerminal === true && done === count) progress.write('\r\u001b[K');
      },
    });
    return { ...learned, requests, isInterrupted: interruption.came };
  };
  const { addresses } = settings;
  if (addresses !== null) {
    const until = plan.until?.cleaning ?? Infinity;
    const ran = await runOnDeployment({ ...settings, addresses }, until, context, ({ transport, ledger }) =>
      run(plan, transport, ledger),
    );
    return 'failure' in ran ? null : { ...ran.result, hasLeft: ran.hasLeft };
  }
  const mock = await startInProcessTarget();
  const places = operationPlaces(document);
  const { transport, close } = openTransport({ ...settings, addresses: mock.addresses, places });
  try {
    return await run({ ...plan, addresses: mock.addresses }, transport);
  } finally {
    close();
    await mock.close();
  }
}
