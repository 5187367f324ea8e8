import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readTextFile, UnusableFileError } from '../read-text-file.ts';
import { scenarioFolder } from '../scenario-folder.ts';
import { ConfigError, type DeploymentConfig, readDeploymentConfig } from '../seed/deployment-config.ts';
import { beyondPublicApi, emptyDeployment, fillDeployment, totalsOfDeployment } from '../seed/fill-deployment.ts';
import { emptyMock, fillMock } from '../seed/fill-mock.ts';
import { type MockPlace, nameOfPlace } from '../seed/mock-place.ts';
import { planOfFlags } from '../seed/plan-of-flags.ts';
import { PlanError, type SeedPlan } from '../seed/plan.ts';
import { createPoliteHttp, NoAnswerError, type SendRequest } from '../seed/polite-http.ts';
import { createProgress, type Progress } from '../seed/progress.ts';
import { planSchema, readPlan } from '../seed/read-plan.ts';
import { type ResolvedPlan, resolvePlan } from '../seed/resolve-plan.ts';
import { LedgerError, SeedLedger } from '../seed/seed-ledger.ts';
import { type SeedOutcome, SeedStoppedError } from '../seed/seed-run.ts';
import { type SeedTotals, totalsOfPlan } from '../seed/seed-totals.ts';
import { removeScenario, scenarioLedger, writeScenario } from '../seed/write-scenario.ts';
import type { Command, CommandContext, ExitCode } from './command.ts';
import { parseSeedOptions, seedOptionTable, type SeedOptions } from './seed-options.ts';
import { UsageError } from './usage-error.ts';

/** The command `voice-agent-mock seed`. */
export const seedCommand: Command = {
  operands: '[PLAN]',
  options: seedOptionTable,
  run: async (args, context) => {
    const options = parseSeedOptions(args, context.env);
    context.hide?.(options.controlToken ?? '');
    try {
      return await seed(options, context);
    } catch (error) {
      return explain(error, options, context);
    }
  },
};

function explain(error: unknown, options: SeedOptions, context: CommandContext): ExitCode {
  if (error instanceof PlanError)
    throw new UsageError(`${options.plan ?? 'The plan'}: ${error.message}.`, { cause: error });
  if (error instanceof LedgerError || error instanceof UnusableFileError)
    throw new UsageError(error.message, { cause: error });
  if (error instanceof ConfigError) {
    throw new UsageError(`${options.deployment ?? 'The configuration'}: ${error.message}.`, { cause: error });
  }
  if (error instanceof NoAnswerError && !error.wasSent)
    throw new UsageError(`Target unreachable: ${error.message}.`, { cause: error });
  if (!(error instanceof SeedStoppedError || error instanceof NoAnswerError)) throw error;
  context.printError(`${error.message}.`);
  context.printError('What was made until then is in the ledger: the same command goes on from there.');
  return 1;
}

async function seed(options: SeedOptions, context: CommandContext): Promise<ExitCode> {
  if (options.schema) {
    context.print(...JSON.stringify(planSchema(), null, 2).split('\n'));
    return 0;
  }
  if (options.undo !== null) return undo(options.undo, options, context);
  const written = options.plan === null ? planOfFlags(options) : readPlan(readTextFile(options.plan));
  const plan = resolvePlan(written, options.seed ?? undefined);
  if (options.dryRun) return rehearse(plan, options, context);
  if (options.out !== null) return fillFolder(plan, written, options.out, options, context);
  if (options.target !== null) return fillRunningMock(plan, placeOf(options.target, options), options, context);
  return options.deployment === null ? 2 : fillRealDeployment(plan, options.deployment, options, context);
}

async function fillFolder(
  plan: ResolvedPlan,
  written: SeedPlan,
  out: string,
  options: SeedOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const progress = progressOf(totalsOfPlan(plan), context);
  const fill = {
    baseDir: baseFolder(options.base ?? written.base ?? 'empty', options.plan),
    onBatch: (totals: SeedTotals) => progress.add(totals),
  };
  const outcome = await finished(
    progress,
    writeScenario(plan, resolve(out), { ...fill, isStopped: stopSwitch(context) }),
  );
  const begin = `Start on it: voice-agent-mock serve --ephemeral --scenario ${resolve(out)}`;
  return tell(outcome, `${out} is written. ${begin}`, scenarioLedger(out), context);
}

async function fillRunningMock(
  plan: ResolvedPlan,
  place: MockPlace,
  options: SeedOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const ledger = new SeedLedger(options.ledger ?? ledgerOf(options, nameOfPlace(place)));
  const progress = progressOf(totalsOfPlan(plan), context);
  const fill = {
    send: http(options.rate, 60_000),
    ledger,
    onBatch: (totals: SeedTotals) => progress.add(totals),
    isStopped: stopSwitch(context),
  };
  const outcome = await finished(progress, fillMock(plan, place, fill));
  return tell(outcome, `${nameOfPlace(place)} is filled.`, ledger.file, context);
}

async function fillRealDeployment(
  plan: ResolvedPlan,
  file: string,
  options: SeedOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const config = readConfig(file, context);
  const ledger = new SeedLedger(options.ledger ?? ledgerOf(options, config.base_url));
  const totals = totalsOfDeployment(plan);
  const progress = progressOf(totals, context);
  const onAgent = () => progress.add({ ...nothing, agents: 1 });
  const fill = { send: sendTo(config, options), ledger, onAgent, isStopped: stopSwitch(context) };
  const { outcome, left, inDoubt } = await finished(progress, fillDeployment(plan, config, fill));
  list('Not made, because the public API cannot:', left, context);
  list('May or may not have been made by the run that was broken off, and is not made again:', inDoubt, context);
  const code = tell(outcome, `${config.base_url} has the agents.`, ledger.file, context);
  return inDoubt.length > 0 ? 1 : code;
}

async function undo(file: string, options: SeedOptions, context: CommandContext): Promise<ExitCode> {
  if (!existsSync(file)) throw new UsageError(`There is no ledger ${file}.`);
  const ledger = new SeedLedger(file);
  if (ledger.run === null) throw new UsageError(`${file} is the ledger of no run: there is nothing to take back.`);
  const { target } = ledger.run;
  if (options.dryRun) {
    context.print(`Would take back from ${target} what these keys of the plan stand for:`);
    for (const key of [...ledger.keys('done'), ...ledger.keys('sending')]) context.print(`  ${key}`);
    return 0;
  }
  if (options.deployment !== null) {
    const config = readConfig(options.deployment, context);
    if (config.base_url !== target)
      throw new UsageError(`${file} is the ledger of a run into ${target}, not into ${config.base_url}.`);
    const { deleted, inDoubt } = await emptyDeployment(config, { send: sendTo(config, options), ledger });
    context.print(`${deleted} agents deleted.`);
    list('May or may not have been made:', inDoubt, context);
    return inDoubt.length > 0 ? 1 : 0;
  }
  const [url = '', world = null] = target.split(' world ');
  if (!/^https?:/.test(url)) {
    await removeScenario(ledger, url);
    context.print(`${url}: removed what seed had written.`);
    return 0;
  }
  if (ledger.run.base.workspaces.every(({ name }) => name === '')) {
    throw new UsageError(`${file} is the ledger of a deployment: name its configuration with --deployment.`);
  }
  const place = { url, world, controlToken: options.controlToken };
  const removed = await emptyMock(place, { send: http(options.rate, 60_000), ledger });
  context.print(`${removed} records removed from ${target}, and the audiences of the campaigns among them.`);
  return 0;
}

function rehearse(plan: ResolvedPlan, options: SeedOptions, context: CommandContext): ExitCode {
  const isDeployment = options.deployment !== null;
  const totals = isDeployment ? totalsOfDeployment(plan) : totalsOfPlan(plan);
  const config = options.deployment === null ? null : readConfig(options.deployment, context);
  const target = config?.base_url ?? options.target ?? options.out ?? 'any target';
  context.print(`Would make, with seed ${plan.seed}, in ${target}:`);
  for (const [kind, count] of Object.entries(totals)) {
    if (count > 0) context.print(`  ${count} ${kind === 'leads' ? 'audience records' : kind.replaceAll('_', ' ')}`);
  }
  if (isDeployment) list('Not, because the public API cannot:', [...beyondPublicApi(plan)], context);
  return 0;
}

function tell(outcome: SeedOutcome, made: string, ledger: string, context: CommandContext): ExitCode {
  if (outcome === 'stopped') {
    context.printError(`Stopped. The same command goes on from the ledger ${ledger}.`);
    return 1;
  }
  context.print(
    outcome === 'made' ? made : `Everything is there already, as the ledger ${ledger} says: nothing was made.`,
  );
  if (outcome === 'made') context.print(`Take it back: voice-agent-mock seed --undo ${ledger}`);
  return 0;
}

function list(heading: string, lines: readonly string[], { print }: CommandContext): void {
  if (lines.length === 0) return;
  print(heading);
  for (const line of lines) print(`  ${line}`);
}

const nothing: SeedTotals = { workspaces: 0, users: 0, phone_numbers: 0, agents: 0, campaigns: 0, leads: 0 };

function progressOf(totals: SeedTotals, { now, progress }: CommandContext): Progress {
  const { isTerminal, write } = progress ?? { isTerminal: false, write: () => undefined };
  return createProgress(totals, { isTerminal, write, now });
}

async function finished<T>(progress: Progress, run: Promise<T>): Promise<T> {
  try {
    return await run;
  } finally {
    progress.end();
  }
}

/** True from the first signal to end on. */
function stopSwitch({ onEndSignal }: CommandContext): () => boolean {
  let isStopped = false;
  onEndSignal(() => {
    isStopped = true;
  });
  return () => isStopped;
}

function http(rate: number | null, timeout: number): SendRequest {
  const wait = async (milliseconds: number): Promise<void> => {
    await sleep(milliseconds);
  };
  return createPoliteHttp({ rate, timeout, fetch: globalThis.fetch, now: () => performance.now(), sleep: wait });
}

function sendTo({ rate_limit, timeout }: DeploymentConfig, { rate }: SeedOptions): SendRequest {
  return http(rate ?? rate_limit, timeout);
}

function placeOf(target: string, { world, controlToken }: SeedOptions): MockPlace {
  return { url: target.replace(/(?<!\/)\/+$/, ''), world, controlToken };
}

function readConfig(file: string, { env, hide }: CommandContext): DeploymentConfig {
  const config = readDeploymentConfig(readTextFile(file), env);
  hide?.(config.token);
  return config;
}

/** A plan names folders from where it lies. */
function baseFolder(base: string, planFile: string | null): string {
  const beside = planFile === null ? base : join(dirname(planFile), base);
  try {
    return scenarioFolder(base.startsWith('.') ? beside : base);
  } catch (error) {
    throw new PlanError('base', error instanceof Error ? error.message.replace(/\.$/, '') : String(error));
  }
}

/** Beside the plan, or here where the flags are the plan: one ledger for each target. */
function ledgerOf({ plan }: SeedOptions, target: string): string {
  const name = basename(plan ?? 'seed').replace(/\.(ya?ml|json)$/, '');
  const place = target.replace(/^https?:\/\//, '').replace(/[^A-Za-z0-9.-]+/g, '-');
  return join(plan === null ? '.' : dirname(plan), `${name}.${place}.ledger.ndjson`);
}
