import { randomInt } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { allExperiments, shownByAnswers } from '../../../contract-tests/experiments/all-experiments.ts';
import { ProfileError, type Profile } from '../../clauses/profile/profile.ts';
import { readProfile } from '../../clauses/profile/read-profile.ts';
import { readSettings, SettingsError } from '../../deployment/configuration/read-settings.ts';
import { secretsOf } from '../../deployment/configuration/secrets.ts';
import type { Exchange } from '../../deployment/exchange.ts';
import type { LedgerFile } from '../../deployment/agents/ledger-file.ts';
import { LedgerError } from '../../deployment/agents/ledger-file.ts';
import { operationPlaces } from '../../deployment/addresses.ts';
import { openExchange } from '../../deployment/open-exchange.ts';
import { loadContractDocument, type ContractDocument } from '../../document/read/load.ts';
import { startInProcessTarget } from '../../suite/in-process-target.ts';
import { asCheck } from '../../suite/learn/experiment.ts';
import { Findings } from '../../suite/learn/findings.ts';
import { learn, learnFromAnswers, type Learned } from '../../suite/learn/learn.ts';
import { figuresOf, learnReport } from '../../suite/learn/learn-report.ts';
import { readHar } from '../../suite/learn/read-har.ts';
import { profileText } from '../../suite/learn/profile-text.ts';
import { updateProfile } from '../../suite/learn/update-profile.ts';
import { planText } from '../../suite/report/plan-text.ts';
import { newRunId, timesOf, type RunPlan } from '../../suite/run-plan.ts';
import { openSession } from '../../suite/session.ts';
import type { Command, CommandContext, ExitCode } from '../command.ts';
import { runOnDeployment } from '../deployment-run.ts';
import { parseOptions } from '../option-table.ts';
import { UsageError } from '../usage-error.ts';
import { learnOptionTable, type LearnOptions } from './learn-options.ts';

/** `voice-agent-mock learn`: 0 learned, 1 the deployment contradicts the profile, 2 could not be judged. */
export const learnCommand: Command = {
  options: learnOptionTable,
  async run(args, context) {
    const options = parseOptions('voice-agent-mock learn', learnOptionTable, args, context.env);
    try {
      return await runLearn(options, context);
    } catch (error) {
      if (error instanceof SettingsError || error instanceof ProfileError) throw new UsageError(error.faults);
      if (error instanceof LedgerError) throw new UsageError(error.message, { cause: error });
      throw error;
    }
  },
};

async function runLearn(options: LearnOptions, context: CommandContext): Promise<ExitCode> {
  const document = loadContractDocument();
  const plan = planOf(options, context);
  for (const secret of secretsOf(plan.settings)) context.hide?.(secret);
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
      : learnRecorded(options.har, plan, context, document);
  return learned === null ? 2 : conclude(learned, before, { ...options, out: options.out }, context, document);
}

/** From a recording: nothing is sent. */
function learnRecorded(
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
  for (const token of tokens) context.hide?.(token);
  // What the settings hold is shown nowhere.
  const headers = { ...settings.headers, ...Object.fromEntries([...new Set(tokens)].entries()) };
  const exchange: Exchange = () => Promise.reject(new Error('A recording sends nothing.'));
  const session = openSession({ document, plan: { ...plan, settings: { ...settings, headers } }, exchange });
  return { ...learnFromAnswers(answers, { document, evidence: session.evidence, now: () => new Date() }), requests: 0 };
}

interface Run extends Learned {
  readonly requests: number;
  /** Whether it was ended by a signal. */
  readonly isInterrupted?: boolean;
  /** Whether agents are left that could not be deleted. */
  readonly hasLeft?: boolean;
}

/** Null if the deployment could not be reached; the reason was told. */
async function learnFrom(plan: RunPlan, context: CommandContext, document: ContractDocument): Promise<Run | null> {
  const { settings } = plan;
  const interruption = { came: false };
  context.onEndSignal(() => (interruption.came = true));
  const run = async (to: RunPlan, exchange: Exchange, ledger?: LedgerFile): Promise<Run> => {
    const experiments = Object.values(allExperiments).flat();
    let requests = 0;
    const counting: Exchange = (request) => {
      requests += 1;
      return exchange(request);
    };
    const learned = await learn({
      document,
      session: openSession({
        document,
        plan: to,
        exchange: counting,
        validatesAssumed: false,
        ...(ledger && { ledger }),
      }),
      experiments,
      shownByAnswers,
      now: () => new Date(),
      isEnded: () => interruption.came,
      onOutcome: (done) => {
        const { progress } = context;
        if (progress?.isTerminal === true) progress.write(`\r${done} of ${experiments.length} experiments`);
        if (progress?.isTerminal === true && done === experiments.length) progress.write('\r\u001b[K');
      },
    });
    return { ...learned, requests, isInterrupted: interruption.came };
  };
  const { addresses } = settings;
  if (addresses !== null) {
    const until = plan.until?.cleaning ?? Infinity;
    const ran = await runOnDeployment({ ...settings, addresses }, until, context, ({ exchange, ledger }) =>
      run(plan, exchange, ledger),
    );
    return ran && { ...ran.result, hasLeft: ran.hasLeft };
  }
  const mock = await startInProcessTarget();
  const places = operationPlaces(document);
  const { exchange, close } = openExchange({ ...settings, addresses: mock.addresses, places });
  try {
    return await run({ ...plan, addresses: mock.addresses }, exchange);
  } finally {
    close();
    await mock.close();
  }
}

function conclude(
  learned: Run,
  before: Profile | null,
  options: LearnOptions & { readonly out: string },
  context: CommandContext,
  document: ContractDocument,
): ExitCode {
  const { profile, changes } = updateProfile(before, learned, basename(options.out).replace(/(\.profile)?\.\w+$/, ''));
  const drift = changes.filter(({ kind }) => kind !== 'new');
  const isUnreachable = learned.outcomes.some((outcome) => outcome.isUnreachable);
  const figures = figuresOf(learned, learned.requests);
  if (options.json) {
    const lessons = Object.fromEntries(learned.lessons);
    context.print(JSON.stringify({ ...figures, changes, lessons }));
  } else context.print(...learnReport(learned, learned.requests, changes, before === null));
  const failure =
    learned.isInterrupted === true ? 'Interrupted' : isUnreachable ? 'The deployment is unreachable' : null;
  if (failure !== null || figures.decided === 0) {
    context.printError(`${failure ?? 'Nothing was observed'}: nothing was written.`);
    return 2;
  }
  if (!options.check) {
    writeFileSync(options.out, profileText(profile, document.choices));
    if (!options.json) context.print(`Wrote ${options.out}: voice-agent-mock serve --profile ${options.out}`);
  }
  const contradicted = changes.some(({ kind }) => kind === 'contradicted');
  return (options.check && drift.length > 0) || contradicted || learned.hasLeft === true ? 1 : 0;
}

function checksOf(document: ContractDocument): Parameters<typeof planText>[1] {
  const entries = Object.entries(allExperiments);
  return Object.fromEntries(
    entries.map(([file, list]) => [file, list.map((each) => asCheck(each, document, new Findings()))]),
  );
}

function planOf(options: LearnOptions, { env }: CommandContext): RunPlan {
  const { config, baseUrl, apiUrl, altUrl, token, ledger, timeout, rateLimit } = options;
  const given = { configFile: config, base_url: baseUrl, api_url: apiUrl, alt_url: altUrl, token, ledger };
  const configured = readSettings(given, env);
  const isMock = configured.addresses === null;
  const mayComplete = !options.readOnly && (isMock || options.allowIrreversible);
  return {
    settings: {
      ...configured,
      // Experiments run one after another.
      concurrency: 1,
      ...(timeout !== null && { timeout }),
      ...(rateLimit !== null && { rate_limit: rateLimit }),
    },
    addresses: configured.addresses ?? { base_url: '', api_url: '', alt_url: '' },
    withAssumptions: true,
    effects: [
      'none',
      ...(options.readOnly ? [] : (['reversible'] as const)),
      ...(mayComplete ? (['irreversible'] as const) : []),
    ],
    run: newRunId(Date.now(), randomInt(36 ** 4) / 36 ** 4),
    until: timesOf(Date.now(), options.maxMinutes),
  };
}
