import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { allChecks } from '../../../contract-tests/all-checks.ts';
import { loadContractDocument, type ContractDocument } from '../../document/read/load.ts';
import { operationPlaces } from '../../deployment/addresses.ts';
import type { Exchange } from '../../deployment/exchange.ts';
import { openExchange } from '../../deployment/open-exchange.ts';
import { startInProcessTarget } from '../../suite/in-process-target.ts';
import { lockLedger, openLedgerFile, removeLedger } from '../../deployment/agents/ledger-file.ts';
import { claimLedger } from '../../deployment/agents/ledger-owner.ts';
import { planText } from '../../suite/report/plan-text.ts';
import type { CheckOutcome } from '../../suite/report/outcome.ts';
import { probe } from '../../suite/probe.ts';
import { readSettings } from '../../deployment/configuration/read-settings.ts';
import { newRunId, timesOf, type RunPlan } from '../../suite/run-plan.ts';
import { runChecks, type ChecksResult } from '../../suite/run-checks.ts';
import { hasVitest, runWithVitest } from '../../suite/run-with-vitest.ts';
import { secretsOf } from '../../deployment/configuration/secrets.ts';
import type { Settings } from '../../deployment/configuration/settings.ts';
import { leftIn, sweep } from '../../deployment/agents/sweep.ts';
import { listsOfShard } from '../../suite/shard.ts';
import { findUnknownSettings } from '../../suite/unknown-settings.ts';
import { openSession } from '../../suite/session.ts';
import { verdictOf, type Verdict } from '../../suite/report/verdict.ts';
import { suiteVersion } from '../../suite/suite-version.ts';
import type { BaselineEntry } from '../../suite/report/baseline.ts';
import { createMasker } from '../../text/masker.ts';
import type { CommandContext, ExitCode } from '../command.ts';
import { vitestReporter, type ContractOptions } from './contract-options.ts';
import { concludeVerdict, prepareConclusion } from './contract-verdict.ts';
import { UsageError } from '../usage-error.ts';

/** Runs the suite: the plan, the checks, the cleaning, the verdict. */
export async function runContract(options: ContractOptions, context: CommandContext): Promise<ExitCode> {
  const plan = planOf(options, context);
  await requireReporter(options);
  const document = loadContractDocument();
  const known = prepareConclusion(options, document);
  const { settings } = plan;
  for (const secret of secretsOf(settings)) context.hide?.(secret);
  if (options.plan) {
    context.print(...planText(plan, listsOfShard(allChecks, plan.shard), document));
    return 0;
  }
  if (plan.effects.includes('irreversible') && settings.addresses !== null) {
    context.print(...planText(plan, listsOfShard(allChecks, plan.shard), document));
  }
  if (settings.addresses === null) {
    const mock = await startInProcessTarget();
    return judge({ ...plan, addresses: mock.addresses }, options, context, { document, known, exchange: null }).finally(
      () => mock.close(),
    );
  }
  const lock = await lockLedger(settings.ledger);
  const { addresses } = settings;
  const until = plan.until?.cleaning ?? Infinity;
  const { exchange, close } = openExchange({ ...settings, addresses, places: operationPlaces(document), until });
  try {
    const left = leftIn(openLedgerFile(settings.ledger)).length;
    if (left > 0) {
      throw new UsageError(
        `${settings.ledger} lists ${left} agents of another run: clean them with contract sweep first.`,
      );
    }
    removeLedger(settings.ledger);
    const failure = await probe(exchange, settings);
    if (failure !== null) {
      context.printError(failure.message);
      return 2;
    }
    claimLedger(openLedgerFile(settings.ledger), settings);
    return await judge(plan, options, context, { document, known, exchange });
  } finally {
    close();
    await lock.release();
  }
}

interface Judging {
  readonly document: ContractDocument;
  readonly known: readonly BaselineEntry[];
  /** Null: the mock, in process. */
  readonly exchange: Exchange | null;
}

async function judge(
  plan: RunPlan,
  options: ContractOptions,
  context: CommandContext,
  { document, known, exchange }: Judging,
): Promise<ExitCode> {
  const { settings, run, withAssumptions, effects, shard = null } = plan;
  const began = Date.now();
  const unknown = await unknownSettings(plan, options, document);
  if (unknown.length > 0) {
    for (const fault of unknown) context.printError(fault);
    context.printError('Nothing was checked: the configuration names what the deployment does not know.');
    if (exchange !== null) await sweepAfter(settings, exchange);
    return 2;
  }
  if (options.replay !== null) {
    const { replayWalk } = await import('./contract-explore.ts');
    const code = await replayWalk(plan, options.replay, context, document);
    const isLeft = exchange !== null && (await sweepAfter(settings, exchange)).length > 0;
    return isLeft && code === 0 ? 1 : code;
  }
  const interruption = new AbortController();
  context.onEndSignal(() => interruption.abort());
  const { signal } = interruption;
  const result = await runSuite(plan, options, document, signal);
  const explored =
    options.explore && !signal.aborted ? await exploredWalks(plan, options, context, document, signal) : [];
  const left = exchange === null ? [] : await sweepAfter(settings, exchange);
  const facts = {
    target: createMasker(secretsOf(settings)).line(settings.addresses?.base_url ?? 'the mock, in process'),
    suite: suiteVersion(context.version, document, allChecks),
    started: new Date(began).toISOString(),
    milliseconds: Date.now() - began,
    ...{ run, withAssumptions, effects, shard },
  };
  const verdict = verdictOf(document, [...result.outcomes, ...explored], facts, left);
  for (const problem of result.problems) context.printError(...problem.split('\n'));
  const code = concludeVerdict(verdict, known, options, context, document);
  if (left.length > 0) {
    context.printError(
      `${settings.ledger} lists what is left. Look for it, and delete it, with: voice-agent-mock contract sweep --ledger ${settings.ledger}, and the same addresses and token.`,
    );
  }
  const isLate = plan.until !== undefined && Date.now() > plan.until.checks;
  if (isLate) context.printError(`The time was used up: not every check came to an end. Give more with --max-minutes.`);
  const failure = exchange === null || code === 0 || isLate ? null : await probe(exchange, settings);
  if (failure !== null) context.printError(failure.message);
  const isBroken = failure !== null || signal.aborted || result.problems.length > 0;
  return isBroken || (isLate && code === 0) ? 2 : code;
}

/** Runs the checks, by vitest if one of its reporters is to tell of them. */
async function runSuite(
  plan: RunPlan,
  { reporter, output }: ContractOptions,
  document: ContractDocument,
  interruption: AbortSignal,
): Promise<ChecksResult> {
  const name = vitestReporter(reporter);
  if (name === undefined) return runChecks(allChecks, plan, document, interruption);
  return runWithVitest({
    plan,
    reporter: name,
    // vitest would take it as relative to the package.
    output: output === null ? null : resolve(output),
    onStarted: (cancel) => interruption.addEventListener('abort', cancel),
  });
}

/** What came of the generated walks; they are loaded only if they are asked for. */
async function exploredWalks(
  plan: RunPlan,
  options: ContractOptions,
  context: CommandContext,
  document: ContractDocument,
  interruption: AbortSignal,
): Promise<readonly CheckOutcome[]> {
  const { runWalks } = await import('./contract-explore.ts');
  return [await runWalks(plan, options, context, document, () => interruption.aborted)];
}

/** @throws UsageError if the reporter is one of vitest's, and vitest is not installed */
async function requireReporter({ reporter }: ContractOptions): Promise<void> {
  if (vitestReporter(reporter) === undefined || (await hasVitest())) return;
  throw new UsageError(
    `--reporter ${reporter} is vitest's, and vitest is not installed here: npm install --save-dev vitest@4. The reporters junit and github-actions need nothing.`,
  );
}

/** What the configuration names and the target does not know. */
async function unknownSettings(
  plan: RunPlan,
  { shard }: ContractOptions,
  document: ContractDocument,
): Promise<readonly string[]> {
  const { settings, addresses } = plan;
  const until = plan.until?.checks ?? Infinity;
  const { exchange, close } = openExchange({ ...settings, addresses, places: operationPlaces(document), until });
  const kept = settings.addresses === null ? {} : { ledger: openLedgerFile(settings.ledger) };
  try {
    const session = openSession({ document, plan, exchange, label: `${plan.run}-settings`, ...kept });
    // Another shard may have attached the numbers at this moment.
    return await findUnknownSettings(session, plan, shard === null);
  } finally {
    close();
  }
}

/** What the workers could not clean, a second time; what may still be there stays in the ledger. */
async function sweepAfter(settings: Settings, exchange: Exchange): Promise<Verdict['left']> {
  const ledger = openLedgerFile(settings.ledger);
  try {
    return (await sweep(ledger, exchange, settings)).left;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return leftIn(openLedgerFile(settings.ledger)).map(({ id, names }) => ({ id, name: names.at(-1) ?? '', reason }));
  }
}

function planOf(options: ContractOptions, { env }: CommandContext): RunPlan {
  const { config, baseUrl, apiUrl, altUrl, token, ledger, timeout, rateLimit, concurrency } = options;
  const given = { configFile: config, base_url: baseUrl, api_url: apiUrl, alt_url: altUrl, token, ledger };
  const configured = readSettings(given, env);
  const settings: Settings = {
    ...configured,
    ...(timeout !== null && { timeout }),
    ...(rateLimit !== null && { rate_limit: rateLimit }),
    ...(concurrency !== null && { concurrency: Math.ceil(concurrency) }),
  };
  const isMock = settings.addresses === null;
  if (options.allowIrreversible && !isMock && (settings.campaigns?.disposable ?? []).length === 0) {
    throw new UsageError(
      '--allow-irreversible needs campaigns.disposable in the configuration file: a campaign that may be completed for ever.',
    );
  }
  if (Object.keys(listsOfShard(allChecks, options.shard ?? undefined)).length === 0) {
    const most = Object.keys(allChecks).length;
    throw new UsageError(
      `--shard has nothing to check: the suite has ${most} lists of checks, so give at most ${most} parts.`,
    );
  }
  const read = new Set(settings.campaigns?.read);
  const { disposable = [], disposable_paused: paused } = settings.campaigns ?? {};
  const overlapping = [...disposable, ...(paused === undefined ? [] : [paused])].find(({ id }) => read.has(id));
  if (options.shard !== null && options.allowIrreversible && overlapping !== undefined) {
    // Another machine may be reading the audience that this one completes.
    throw new UsageError(
      `${overlapping === paused ? 'campaigns.disposable_paused' : 'campaigns.disposable'}: ${overlapping.id} is under campaigns.read too: with --shard, complete another one.`,
    );
  }
  const mayComplete = !options.readOnly && (isMock || options.allowIrreversible);
  return {
    settings,
    addresses: settings.addresses ?? { base_url: '', api_url: '', alt_url: '' },
    withAssumptions: isMock || options.assumptions,
    effects: [
      'none',
      ...(options.readOnly ? [] : (['reversible'] as const)),
      ...(mayComplete ? (['irreversible'] as const) : []),
    ],
    ...(options.shard !== null && { shard: options.shard }),
    run: newRunId(Date.now(), randomInt(36 ** 4) / 36 ** 4),
    until: timesOf(Date.now(), options.maxMinutes + (options.minutes ?? 0)),
  };
}
