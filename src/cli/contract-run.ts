import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { allChecks } from '../../contract-tests/all-checks.ts';
import { loadContractDocument, type ContractDocument } from '../contract-document/load.ts';
import { operationPlaces } from '../contract/addresses.ts';
import { createHttpExchange } from '../contract/http-exchange.ts';
import { startInProcessTarget } from '../contract/in-process-target.ts';
import { openLedger, readLedger, removeLedger } from '../contract/ledger.ts';
import { createMasking } from '../contract/masking.ts';
import { planText } from '../contract/plan-text.ts';
import { probe } from '../contract/probe.ts';
import { readSettings } from '../contract/read-settings.ts';
import { newRunId, type RunPlan } from '../contract/run-plan.ts';
import { runWithVitest } from '../contract/run-with-vitest.ts';
import { findUnknownSettings } from '../contract/unknown-settings.ts';
import { secretsOf } from '../contract/secrets.ts';
import { openSession } from '../contract/session.ts';
import type { Settings } from '../contract/settings.ts';
import { sweep } from '../contract/sweep.ts';
import { verdictOf, type Verdict } from '../contract/verdict.ts';
import type { CommandContext, ExitCode } from './command.ts';
import type { ContractOptions } from './contract-options.ts';
import { concludeVerdict } from './contract-verdict.ts';
import { UsageError } from './usage-error.ts';

/** Runs the suite: the plan, the checks, the cleaning, the verdict. */
export async function runContract(options: ContractOptions, context: CommandContext): Promise<ExitCode> {
  const document = loadContractDocument();
  const plan = planOf(options, context);
  const { settings } = plan;
  if (options.plan) {
    context.print(planText(plan, allChecks, document));
    return 0;
  }
  if (plan.effects.includes('irreversible') && settings.addresses !== null) {
    context.print(planText(plan, allChecks, document));
  }
  if (settings.addresses === null) {
    const mock = await startInProcessTarget();
    return judge({ ...plan, addresses: mock.addresses }, options, context, document, null).finally(() => mock.close());
  }
  const { headers, timeout, addresses, ledger } = settings;
  const left = readLedger(ledger).left.length;
  if (left > 0)
    throw new UsageError(`${ledger} lists ${left} agents of another run: clean them with contract sweep first.`);
  const exchange = createHttpExchange({ addresses, places: operationPlaces(document), headers, timeout });
  try {
    const masking = createMasking(secretsOf(settings));
    const failure = await probe(exchange, settings);
    if (failure !== null) {
      context.printError(masking.mask(failure.message));
      return 2;
    }
    return await judge(plan, options, context, document, exchange);
  } finally {
    exchange.close();
  }
}

async function judge(
  plan: RunPlan,
  options: ContractOptions,
  context: CommandContext,
  document: ContractDocument,
  exchange: ReturnType<typeof createHttpExchange> | null,
): Promise<ExitCode> {
  const { settings, run } = plan;
  if (exchange !== null)
    openLedger(settings.ledger).write({ event: 'run', run, base_url: settings.addresses?.base_url ?? '' });
  const unknown = await unknownSettings(plan, options, document);
  if (unknown.length > 0) {
    for (const fault of unknown) context.printError(fault);
    context.printError('Nothing was checked: the configuration names what the deployment does not know.');
    if (exchange !== null) await sweepAfter(settings, exchange, []);
    return 2;
  }
  const interruption = { came: false };
  const result = await runWithVitest({
    plan,
    shard: options.shard,
    reporter: options.reporter,
    // vitest would take it as relative to the package.
    output: options.output === null ? null : resolve(options.output),
    onOutcome: () => undefined,
    onStarted: (cancel) =>
      context.onEndSignal(() => {
        interruption.came = true;
        cancel();
      }),
  });
  const left =
    exchange === null
      ? []
      : await sweepAfter(
          settings,
          exchange,
          result.outcomes.flatMap(({ cleaning }) => cleaning.left),
        );
  const verdict = verdictOf(document, result.outcomes, {
    target: settings.addresses?.base_url ?? 'the mock, in process',
    run,
    left,
  });
  for (const problem of result.problems) context.printError(createMasking(secretsOf(settings)).mask(problem));
  const code = concludeVerdict(verdict, options, context, document);
  const failure = exchange === null || code === 0 ? null : await probe(exchange, settings);
  if (failure !== null) context.printError(createMasking(secretsOf(settings)).mask(failure.message));
  return failure !== null || interruption.came || result.problems.length > 0 ? 2 : code;
}

/** What the configuration names and the target does not know, masked. */
async function unknownSettings(
  plan: RunPlan,
  { shard }: ContractOptions,
  document: ContractDocument,
): Promise<readonly string[]> {
  const { settings, addresses } = plan;
  const { headers, timeout, ledger } = settings;
  const exchange = createHttpExchange({ addresses, places: operationPlaces(document), headers, timeout });
  const kept = settings.addresses === null ? {} : { ledger: openLedger(ledger) };
  try {
    const session = openSession({ document, plan, exchange, label: `${plan.run}-settings`, ...kept });
    // Another shard may have attached the numbers at this moment.
    const faults = await findUnknownSettings(session, plan, shard === null);
    return faults.map(createMasking(secretsOf(settings)).mask);
  } finally {
    exchange.close();
  }
}

/** What the workers could not clean, a second time; what is still there stays in the ledger. */
async function sweepAfter(
  settings: Settings,
  exchange: ReturnType<typeof createHttpExchange>,
  known: Verdict['left'],
): Promise<Verdict['left']> {
  if (readLedger(settings.ledger).left.length === 0) {
    removeLedger(settings.ledger);
    return known.length === 0 ? [] : known;
  }
  return (await sweep(settings.ledger, exchange, settings)).left;
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
  if (options.shard !== null && !/^\d+\/\d+$/.test(options.shard))
    throw new UsageError('--shard is not a part: give for example --shard 1/3.');
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
    run: newRunId(Date.now(), randomInt(1_000_000) / 1_000_000),
  };
}
