import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readTextFile, UnusableFileError } from '../../files/read-text-file.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import { operationPlaces } from '../../deployment/addresses.ts';
import { NoAnswerError, NotSentError, type Transport } from '../../deployment/transport.ts';
import { LedgerError, lockLedger, openLedgerFile } from '../../deployment/agents/ledger-file.ts';
import { isOfDeployment } from '../../deployment/agents/ledger-owner.ts';
import { openTransport } from '../../deployment/open-transport.ts';
import {
  type DeploymentSettings,
  readDeploymentSettings,
  SettingsError,
} from '../../deployment/configuration/read-settings.ts';
import { leftIn } from '../../deployment/agents/sweep.ts';
import { scenarioFolder } from '../../files/scenario-folder.ts';
import {
  beyondPublicApi,
  emptyDeployment,
  fillDeployment,
  totalsOfDeployment,
} from '../../seed/targets/fill-deployment.ts';
import { emptyMock, fillMock } from '../../seed/targets/fill-mock.ts';
import { transportOptionsOf, type RunningMock, nameOfPlace } from '../../seed/targets/mock-place.ts';
import { planOfFlags } from '../../seed/plan/plan-of-flags.ts';
import { PlanError, type SeedPlan } from '../../seed/plan/plan.ts';
import { createProgress, type Progress } from '../../seed/progress.ts';
import { planSchema, readPlan } from '../../seed/plan/read-plan.ts';
import { type ResolvedPlan, resolvePlan } from '../../seed/plan/resolve-plan.ts';
import { SeedLedger } from '../../seed/targets/seed-ledger.ts';
import { type SeedOutcome, SeedStoppedError } from '../../seed/seed-run.ts';
import { type SeedTotals, totalsOfPlan } from '../../seed/plan/seed-totals.ts';
import { removeScenario, scenarioLedger, writeScenario } from '../../seed/targets/write-scenario.ts';
import type { Command, CommandContext, ExitCode } from '../command.ts';
import { parseSeedOptions, seedOptionTable, type SeedOptions } from './seed-options.ts';
import { UsageError } from '../usage-error.ts';
import { isError } from '../../files/is-error.ts';

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
  if (error instanceof PlanError) {
    throw new UsageError(`${options.plan ?? 'The plan'}: ${error.message}.`, { cause: error });
  }
  if (error instanceof LedgerError || error instanceof UnusableFileError) {
    throw new UsageError(error.message, { cause: error });
  }
  if (error instanceof SettingsError) throw new UsageError(error.message, { cause: error });
  if (error instanceof NoAnswerError && error.isUnreachable) {
    throw new UsageError(`Target unreachable: ${error.message}.`, { cause: error });
  }
  const isStop = [SeedStoppedError, NoAnswerError, NotSentError].some((kind) => error instanceof kind);
  if (!(isStop && isError(error))) throw error;
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
  place: RunningMock,
  options: SeedOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const file = options.ledger ?? ledgerOf(options, nameOfPlace(place));
  return withLock(file, () =>
    withMock(place, options, async (send) => {
      const ledger = new SeedLedger(file);
      const progress = progressOf(totalsOfPlan(plan), context);
      const onBatch = (totals: SeedTotals): void => progress.add(totals);
      const fill = { send, ledger, onBatch, isStopped: stopSwitch(context) };
      const outcome = await finished(progress, fillMock(plan, place, fill));
      return tell(outcome, `${nameOfPlace(place)} is filled.`, file, context);
    }),
  );
}

async function fillRealDeployment(
  plan: ResolvedPlan,
  configuration: string,
  options: SeedOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const settings = readDeploymentSettings(configuration, context.env);
  const { base_url } = settings.addresses;
  const file = options.ledger ?? ledgerOf(options, base_url);
  return withLock(file, () =>
    withDeployment(settings, options, async (transport) => {
      const progress = progressOf(totalsOfDeployment(plan), context);
      const onAgent = (): void => progress.add({ ...nothing, agents: 1 });
      const run = randomBytes(5).toString('hex');
      const fill = {
        transport,
        ledger: openLedgerFile(file),
        run,
        sleep: wait,
        onAgent,
        isStopped: stopSwitch(context),
      };
      const { outcome, left, inDoubt } = await finished(progress, fillDeployment(plan, settings, fill));
      list('Not made, because the public API cannot:', left, context);
      list('May have been made by the run that was broken off, and is not made again:', inDoubt, context);
      const code = tell(outcome, `${base_url} has the agents.`, file, context);
      return inDoubt.length > 0 ? 1 : code;
    }),
  );
}

async function undo(file: string, options: SeedOptions, context: CommandContext): Promise<ExitCode> {
  if (!existsSync(file)) throw new UsageError(`There is no ledger ${file}.`);
  const ledger = new SeedLedger(file);
  if (ledger.run === null) throw new UsageError(`${file} is the ledger of no run: there is nothing to take back.`);
  const { target } = ledger.run;
  const isDeployment = isOfDeployment(openLedgerFile(file));
  if (options.dryRun) {
    context.print(`Would take back from ${target} what these keys of the plan stand for:`);
    const agents = leftIn(openLedgerFile(file)).map(({ key }) => key);
    const keys = isDeployment ? agents : [...ledger.keys('done'), ...ledger.keys('sending')];
    for (const key of keys) context.print(`  ${key}`);
    return 0;
  }
  if (options.deployment !== null) return undoDeployment(file, options.deployment, options, context);
  if (isDeployment) {
    throw new UsageError(`${file} is the ledger of a deployment: name its configuration with --deployment.`);
  }
  const [url = '', world = null] = target.split(' world ');
  if (!/^https?:/.test(url)) {
    await removeScenario(ledger, url);
    context.print(`${url}: removed what seed had written.`);
    return 0;
  }
  const place = { url, world, controlToken: options.controlToken };
  return withLock(file, () =>
    withMock(place, options, async (send): Promise<ExitCode> => {
      const removed = await emptyMock(place, { send, ledger: new SeedLedger(file) });
      context.print(`${removed} records removed from ${target}, and the audiences of the campaigns among them.`);
      return 0;
    }),
  );
}

async function undoDeployment(
  file: string,
  configuration: string,
  options: SeedOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const settings = readDeploymentSettings(configuration, context.env);
  return withLock(file, () =>
    withDeployment(settings, options, async (transport) => {
      const { deleted, left } = await emptyDeployment(settings, { transport, ledger: openLedgerFile(file) });
      context.print(`${deleted} agents deleted.`);
      list(`Still there, or may be; ${file} keeps them:`, left, context);
      return left.length > 0 ? 1 : 0;
    }),
  );
}

function rehearse(plan: ResolvedPlan, options: SeedOptions, context: CommandContext): ExitCode {
  const isDeployment = options.deployment !== null;
  const totals = isDeployment ? totalsOfDeployment(plan) : totalsOfPlan(plan);
  const settings = options.deployment === null ? null : readDeploymentSettings(options.deployment, context.env);
  const target = settings?.addresses.base_url ?? options.target ?? options.out ?? 'any target';
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

async function withLock<T>(ledger: string, run: () => Promise<T>): Promise<T> {
  const lock = await lockLedger(ledger);
  try {
    return await run();
  } finally {
    await lock.release();
  }
}

async function withMock<T>(
  place: RunningMock,
  { rate }: SeedOptions,
  run: (send: Transport) => Promise<T>,
): Promise<T> {
  const { transport, close } = openTransport({ ...transportOptionsOf(place), timeout: 60_000, rate_limit: rate });
  return run(transport).finally(close);
}

async function withDeployment<T>(
  settings: DeploymentSettings,
  { rate }: SeedOptions,
  run: (transport: Transport) => Promise<T>,
): Promise<T> {
  const places = operationPlaces(loadContractDocument());
  const { transport, close } = openTransport({ ...settings, places, rate_limit: rate ?? settings.rate_limit });
  return run(transport).finally(close);
}

async function wait(milliseconds: number): Promise<void> {
  await sleep(milliseconds);
}

function placeOf(target: string, { world, controlToken }: SeedOptions): RunningMock {
  return { url: target.replace(/(?<!\/)\/+$/, ''), world, controlToken };
}

/** A plan names folders from where it lies. */
function baseFolder(base: string, planFile: string | null): string {
  const beside = planFile === null ? base : join(dirname(planFile), base);
  try {
    return scenarioFolder(base.startsWith('.') ? beside : base);
  } catch (error) {
    throw new PlanError('base', isError(error) ? error.message.replace(/\.$/, '') : String(error));
  }
}

/** Beside the plan, or here where the flags are the plan: one ledger for each target. */
function ledgerOf({ plan }: SeedOptions, target: string): string {
  const name = basename(plan ?? 'seed').replace(/\.(ya?ml|json)$/, '');
  const place = target.replace(/^https?:\/\//, '').replace(/[^A-Za-z0-9.-]+/g, '-');
  return join(plan === null ? '.' : dirname(plan), `${name}.${place}.ledger.ndjson`);
}
