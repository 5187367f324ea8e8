import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import {
  type CommandContext,
  type CommandOptions,
  type ExitCode,
  UsageError,
  commandOf,
  givenOf,
  stopSwitch,
} from '../command.ts';
import { openLedgerFile } from '../../deployment/agents/ledger.ts';
import { leftIn } from '../../deployment/agents/clean-agents.ts';
import { readDeploymentSettings } from '../../deployment/configuration/read-settings.ts';
import { NoAnswerError, NotSentError } from '../../deployment/transport.ts';
import { isError } from '../../files/file-system.ts';
import { readTextFile } from '../../files/read-text-file.ts';
import { scenarioFolder } from '../../files/scenario-folder.ts';
import type { SeedPlan } from '../../seed/plan/plan.gen.ts';
import { PlanError, placedMistakes, planOfFlags, planSchema, readPlan } from '../../seed/plan/read-plan.ts';
import { type ResolvedPlan, resolvePlan } from '../../seed/plan/resolve-plan.ts';
import { SeedStoppedError, type SeedTotals, createProgress, totalsOfPlan } from '../../seed/plan/seed-batch.ts';
import { ledgerName, readRun, runResolved, type SeedResult, type SeedTarget, undoRun } from '../../seed/run-plan.ts';
import { beyondPublicApi, totalsOfDeployment } from '../../seed/targets/fill-deployment.ts';

type SeedOptions = CommandOptions<'seed'> & {
  /** The file of the plan; null: the flags are the plan. */
  readonly plan: string | null;
};

export const seedCommand = commandOf('seed', async (given, context, [plan = null, second]) => {
  if (second !== undefined) throw new UsageError(`One plan at a time: ${second} is a second one.`);
  const options = { ...given, plan };
  requireOneTask(options);
  context.hide?.(options.controlToken ?? '');
  try {
    return await seed(options, context);
  } catch (error) {
    return stoppedBy(error, options, context);
  }
});

/** @throws UsageError where the options do not fit together */
function requireOneTask(options: SeedOptions): void {
  if (options.schema) return;
  if (options.undo === null) {
    requireOneTarget(options);
    requirePlan(options);
  } else if (options.plan !== null) throw new UsageError('--undo takes no plan: the ledger has it.');
}

function requireOneTarget(options: SeedOptions): void {
  const targets = [options.out, options.target, options.deployment].filter((target) => target !== null);
  if (targets.length > 1) throw new UsageError('One target at a time: give --out, --target or --deployment.');
  if (targets.length === 0 && !options.dryRun) {
    throw new UsageError(
      'Where to? Give --out DIR, --target http://127.0.0.1:4010 or --deployment contract.config.yaml.',
    );
  }
  if (options.world !== null && options.target === null) throw new UsageError('--world goes with --target only.');
}

function requirePlan({ plan, ...options }: SeedOptions): void {
  const ofPlan = (['workspaces', 'agents', 'campaigns', 'records'] as const).filter((name) => options[name] !== null);
  if (plan !== null && ofPlan[0] !== undefined) {
    throw new UsageError(`--${ofPlan[0]} is for runs without a plan: write it into ${plan}.`);
  }
  if (plan === null && ofPlan.length === 0) {
    throw new UsageError('What to make? Name a plan, for example plan.yaml, or give --agents, --campaigns, --records.');
  }
}

function stoppedBy(error: unknown, { plan }: SeedOptions, context: CommandContext): ExitCode {
  if (error instanceof PlanError) {
    const lines = plan === null ? [`The plan: ${error.message}.`] : placedMistakes(error, plan, readTextFile(plan));
    throw new UsageError(lines, { cause: error });
  }
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
    context.print(...JSON.stringify(planSchema, null, 2).split('\n'));
    return 0;
  }
  if (options.undo !== null) return undo(options.undo, options, context);
  const written = options.plan === null ? planOfFlags(options) : readPlan(readTextFile(options.plan));
  const plan = resolvePlan(written, options.seed ?? undefined);
  const target = seedTarget(options, written, context);
  if (options.dryRun || target === null) return showPlanned(plan, target, options, context);

  const isDeployment = 'deployment' in target;
  const totals = isDeployment ? totalsOfDeployment(plan) : totalsOfPlan(plan);
  const progress = createProgress(totals, context);
  const run = {
    ...('folder' in target ? {} : { ledger: options.ledger ?? besidePlan(options, target) }),
    rate: options.rate,
    onProgress: (more: Partial<SeedTotals>) => progress.add(more),
    isStopped: stopSwitch(context),
  };
  const result = await runResolved(plan, target, run).finally(() => progress.end());
  return tellResult(result, target, options, context);
}

function seedTarget(options: SeedOptions, written: SeedPlan, { env }: CommandContext): SeedTarget | null {
  const { out, target, world, controlToken, deployment } = options;
  if (out !== null) return { folder: out, base: baseFolder(options.base ?? written.base ?? 'empty', options.plan) };
  if (target !== null) return { mock: target, world, controlToken };
  return deployment === null ? null : { deployment: readDeploymentSettings(deployment, env) };
}

/** 1 if it stopped, or an agent of the plan is not there as planned. */
function tellResult(result: SeedResult, target: SeedTarget, options: SeedOptions, context: CommandContext): ExitCode {
  const { outcome, ledger, ids, tokens, left, inDoubt, isWhole } = result;
  const code = outcome === 'stopped' || !isWhole ? 1 : 0;
  if (options.json) {
    context.print(...JSON.stringify(result, null, 2).split('\n'));
    return code;
  }
  printList('Not made, because the public API cannot:', left, context);
  printList('May have been made by the run that was broken off, and is not made again:', inDoubt, context);
  if (outcome === 'stopped') context.printError(`Stopped. The same command goes on from the ledger ${ledger}.`);
  else if (outcome === 'there already') {
    context.print(`Everything is there already, as the ledger ${ledger} says: nothing was made.`);
  } else {
    context.print(
      'folder' in target
        ? `${target.folder} is written. Start on it: voice-agent-mock serve --ephemeral --scenario ${resolve(target.folder)}`
        : `${'mock' in target ? target.mock : target.deployment.addresses.base_url} has what ${isWhole ? 'the plan asks for' : 'could be made of the plan'}.`,
    );
  }
  const made = Object.entries(ids).flatMap(([kind, list]) => (list === '' ? [] : `${kind} ${list}`));
  printList('Made:', made, context);
  const shown = tokens.slice(0, mostTokens).map(({ kind, token, user_id, workspace_id }) => {
    return `${kind} of user ${user_id}, workspace ${workspace_id}: ${token}`;
  });
  const others = tokens.length - shown.length;
  printList('Tokens:', [...shown, ...(others > 0 ? [`and ${others} more: --json gives them`] : [])], context);
  if (outcome === 'made') context.print(`Take it back: voice-agent-mock seed --undo ${ledger}`);
  return code;
}

/** More are for programs to read. */
const mostTokens = 10;

async function undo(file: string, options: SeedOptions, context: CommandContext): Promise<ExitCode> {
  if (!existsSync(file)) throw new UsageError(`There is no ledger ${file}.`);
  const { target, keys, isDeployment } = readRun(file);
  if (options.dryRun) {
    const agents = leftIn(openLedgerFile(file)).map(({ key }) => key);
    printList(
      `Would take back from ${target} what these keys of the plan stand for:`,
      isDeployment ? agents : keys,
      context,
    );
    return 0;
  }
  if (isDeployment && options.deployment === null) {
    throw new UsageError(`${file} is the ledger of a deployment: name its configuration with --deployment.`);
  }
  const deployment = options.deployment === null ? undefined : readDeploymentSettings(options.deployment, context.env);
  const { controlToken, rate } = options;
  const { removed, left } = await undoRun(file, { controlToken, rate, ...givenOf({ deployment }) });
  context.print(removed);
  const why = isDeployment ? `Still there, or may be; ${file} keeps them:` : 'Left, because they were changed since:';
  printList(why, left, context);
  return left.length > 0 ? 1 : 0;
}

function showPlanned(
  plan: ResolvedPlan,
  target: SeedTarget | null,
  { out, target: mock }: SeedOptions,
  context: CommandContext,
): ExitCode {
  const settings = target !== null && 'deployment' in target ? target.deployment : null;
  const totals = settings === null ? totalsOfPlan(plan) : totalsOfDeployment(plan);
  context.print(
    `Would make, with seed ${plan.seed}, in ${settings?.addresses.base_url ?? mock ?? out ?? 'any target'}:`,
  );
  for (const [kind, count] of Object.entries(totals)) {
    if (count > 0) context.print(`  ${count} ${kind === 'leads' ? 'audience records' : kind.replaceAll('_', ' ')}`);
  }
  if (settings !== null) printList('Not, because the public API cannot:', [...beyondPublicApi(plan)], context);
  return 0;
}

function printList(heading: string, lines: readonly string[], { print }: CommandContext): void {
  if (lines.length > 0) print(heading, ...lines.map((line) => `  ${line}`));
}

/** A plan names folders from where it lies. */
function baseFolder(base: string, planFile: string | null): string {
  const beside = planFile === null ? base : join(dirname(planFile), base);
  try {
    return scenarioFolder(base.startsWith('.') ? beside : base);
  } catch (error) {
    const problem = isError(error) ? error.message.replace(/\.$/, '') : String(error);
    throw new PlanError([{ path: 'base', problem }], { cause: error });
  }
}

/** Beside the plan, or here where the flags are the plan. */
function besidePlan({ plan }: SeedOptions, target: Exclude<SeedTarget, { readonly folder: string }>): string {
  const name = basename(plan ?? 'seed').replace(/\.(ya?ml|json)$/, '');
  return join(plan === null ? '.' : dirname(plan), ledgerName(name, target));
}
