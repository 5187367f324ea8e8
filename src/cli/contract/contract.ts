import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { allChecks, scriptsToLearn } from '../../../contract-tests/all-checks.ts';
import { allExperiments } from '../../../contract-tests/experiments/experiments.ts';
import { checkProfile } from '../../clauses/profile.ts';
import { sweep } from '../../deployment/agents/clean-agents.ts';
import { openLedgerFile } from '../../deployment/agents/ledger.ts';
import { settingPlaces } from '../../deployment/configuration/read-settings.ts';
import { type Settings, secretsOf } from '../../deployment/configuration/settings.ts';
import { NotSentError, type Transport } from '../../deployment/transport.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import { reasonOf } from '../../files/file-system.ts';
import { listsOfShard, suiteVersion, type RunPlan, documentFollowed, planText } from '../../judge/run-plan.ts';
import { validateByProfile } from '../../judge/learn/validate-profile.ts';
import type { CheckOutcome } from '../../judge/report/outcome.ts';
import { type Verdict, verdictOf, type WalksFacts } from '../../judge/report/verdict.ts';
import { runChecks } from '../../judge/run-checks.ts';
import { openSession } from '../../judge/session.ts';
import { findUnknownSettings, probe } from '../../judge/unknown-settings.ts';
import { packageRoot } from '../../package-root.ts';
import { createMasker } from '../../text/masker.ts';
import { type Command, type CommandContext, type ExitCode, UsageError, parseArguments } from '../command.ts';
import { type TargetFrame, runOnTarget, withDeployment } from '../deployment-run.ts';
import { type ContractOptions, type ContractRun, openSettings, ownOptions, planOfRun } from './contract-options.ts';
import { type Conclusion, concludeVerdict, mergeVerdicts, prepareConclusion } from './contract-verdict.ts';

/** `voice-agent-mock contract`, `contract sweep` and `contract merge`: 0 kept, 1 violated, 2 could not be judged. */
export const contractCommand: Command = async (args, context) => {
  const { operands, options } = parseArguments('contract', ownOptions, args, context.env);
  const [action, ...others] = operands;
  if (action === 'merge') return mergeVerdicts(others, options, context);
  const [surplus] = action === 'sweep' ? others : operands;
  if (surplus !== undefined) throw new UsageError(`Unexpected argument ${surplus}: see contract --help.`);
  if (options.init) return writeExample(context.print);
  return action === 'sweep' ? sweepLedger(options, context) : runContract(options, context);
};

function writeExample(print: (text: string) => void): 0 {
  const file = 'contract.config.yaml';
  if (existsSync(file)) throw new UsageError(`${file} is there already: move it away, or edit it.`);
  copyFileSync(join(packageRoot(), 'contract-tests', 'contract.config.example.yaml'), file);
  print(`Wrote ${file}. Fill it in, then: voice-agent-mock contract --config ${file} --plan`);
  return 0;
}

/** Deletes what a killed run left, by its ledger. */
async function sweepLedger(options: ContractOptions, context: CommandContext): Promise<ExitCode> {
  const settings = await openSettings(options, context);
  const { addresses } = settings;
  if (addresses === null) {
    throw new UsageError('contract sweep needs --base-url or --config: a mock in process leaves nothing.');
  }
  const until = Date.now() + options.maxMinutes * 60_000;
  try {
    const sweeping = (transport: Transport) => sweepBy(transport, settings, context);
    return await withDeployment({ ...settings, addresses }, until, sweeping);
  } catch (error) {
    if (!(error instanceof NotSentError)) throw error;
    context.printError(`${error.message}: ${settings.ledger} keeps what is left. Give more with --max-minutes.`);
    return 2;
  }
}

async function sweepBy(transport: Transport, settings: Settings, context: CommandContext): Promise<ExitCode> {
  const ledger = openLedgerFile(settings.ledger);
  const nothing = { cleaned: 0, left: [] };
  const { cleaned, left } = ledger.lines.length === 0 ? nothing : await sweep(ledger, transport, settings);
  context.print(`${cleaned} agents cleaned, ${left.length} left.`);
  for (const { id, name, reason } of left) context.printError(`agent ${id ?? '?'} ${name}: ${reason}`);
  if (left.length === 0) return 0;
  context.printError(
    `${settings.ledger} keeps them. Look for those without an id by their names in the portal; when nothing of them is left, delete the ledger.`,
  );
  const failure = await probe(transport, settings);
  if (failure !== null) context.printError(failure);
  return failure === null ? 1 : 2;
}

/** Runs the suite: the plan, the checks, the cleaning, the verdict. */
async function runContract(options: ContractOptions, context: CommandContext): Promise<ExitCode> {
  const document = loadContractDocument();
  const plan = await planOfRun(options, context, document);
  const conclusion = prepareConclusion(options, document);
  const isCompleting = plan.effects.includes('irreversible') && plan.settings.addresses !== null;
  if (options.plan || isCompleting) {
    context.print(...planText(plan, listsOfShard(allChecks, plan.shard), document));
    if (options.plan) return 0;
  }
  const about = { plan, options, context, document, conclusion, progress: { isConcluded: false } };
  try {
    return (await runOnTarget(plan, context, (frame) => judgeTarget({ ...about, ...frame }))).result;
  } catch (error) {
    // The reports say so, for nobody must take those of yesterday for this run's.
    if (!about.progress.isConcluded) await concludeEarly(about, reasonOf(error));
    throw error;
  }
}

/** Writes every report of a run that could not begin; nothing is known of the violations and choices. */
function concludeEarly(run: Concluding, ended: string): Promise<ExitCode> {
  const conclusion = { ...run.conclusion, options: { ...run.options, writeBaseline: null } };
  // The reason is told already.
  const context = { ...run.context, print: () => undefined, printError: () => undefined };
  const ran = { outcomes: [], problems: [ended], isInterrupted: false, began: Date.now(), left: [] };
  return concludeRun({ ...run, conclusion, context }, ran);
}

/** What a verdict is made by. */
interface Concluding extends ContractRun {
  readonly conclusion: Conclusion;
  /** Whether the verdict is being told, or there is none. */
  readonly progress: { isConcluded: boolean };
  /** Absent: nothing is asked any more. */
  readonly transport?: Transport;
}

type Judging = Concluding & TargetFrame;

async function judgeTarget(judging: Judging): Promise<ExitCode> {
  const { plan, options, context, document, clean } = judging;
  const placed = settingPlaces(options.config);
  const unknown = (await unknownSettings(judging)).map((fault) => fault.replace(/^[^:]+/, placed));
  if (unknown.length > 0) {
    context.printError(...unknown, 'Nothing was checked: the configuration names what the deployment does not know.');
    return concludeEarly(judging, unknown.join('; '));
  }
  if (options.replay !== null) {
    judging.progress.isConcluded = true;
    const { replayWalk } = await import('./contract-explore.ts');
    const code = await replayWalk({ ...judging, document: documentFollowed(plan, document) }, options.replay);
    return (await clean()).length > 0 && code === 0 ? 1 : code;
  }
  const began = Date.now();
  const ran = await runAll(judging);
  return concludeRun(judging, { ...ran, began, left: await clean() });
}

interface Ran {
  readonly outcomes: readonly CheckOutcome[];
  readonly problems: readonly string[];
  readonly walks?: WalksFacts;
  readonly isInterrupted: boolean;
}

/** The choices of the profile, the checks, and the walks if they are asked for. */
async function runAll(judging: Judging): Promise<Ran> {
  const { plan, options, context } = judging;
  const document = documentFollowed(plan, judging.document);
  const interruption = new AbortController();
  const { signal } = interruption;
  const isEnded = (): boolean => signal.aborted;
  context.onEndSignal(() => interruption.abort());
  // First: a check may complete a campaign that the choices are tried on.
  const chosen = await validateProfile(judging, isEnded);
  const tell = (line: string): void => context.progress?.write(line);
  const { outcomes, problems } = await runChecks(allChecks, plan, document, signal, tell);
  const checked = [...chosen.map((outcome) => ({ ...outcome, list: 'profile' })), ...outcomes];
  if (!options.explore || isEnded()) return { problems, outcomes: checked, isInterrupted: isEnded() };
  const { runWalks } = await import('./contract-explore.ts');
  const { outcome, walks } = await runWalks({ ...judging, document }, isEnded);
  return { problems, outcomes: [...checked, outcome], walks, isInterrupted: isEnded() };
}

function whyNotEnded({ isInterrupted, problems }: Ran, { until }: RunPlan): string | undefined {
  if (isInterrupted) return 'it was interrupted';
  if (problems.length > 0) return problems.join('; ');
  return until !== undefined && Date.now() > until.checks
    ? 'its time was used up; give more with --max-minutes'
    : undefined;
}

async function concludeRun(
  concluding: Concluding,
  ran: Ran & { readonly began: number; readonly left: Verdict['left'] },
): Promise<ExitCode> {
  const { plan, options, context, document, conclusion } = concluding;
  const { outcomes, problems, walks, isInterrupted, began, left } = ran;
  concluding.progress.isConcluded = true;
  const { settings, run, withAssumptions, effects, shard = null } = plan;
  const ended = whyNotEnded(ran, plan);
  const masker = createMasker(secretsOf(settings));
  const facts = {
    target: masker.line(settings.addresses?.base_url ?? 'the mock, in process'),
    suite: suiteVersion(context.version, document, allChecks),
    started: new Date(began).toISOString(),
    milliseconds: Date.now() - began,
    run,
    withAssumptions,
    effects,
    shard,
    ...(walks !== undefined && { walks }),
    ...(ended !== undefined && { ended: masker.line(ended) }),
  };
  const placed = settingPlaces(options.config);
  const told = outcomes.map(({ setting, ...outcome }) => ({
    ...outcome,
    ...(setting !== undefined && { setting: placed(setting) }),
  }));
  const verdict = verdictOf(document, told, facts, left);
  for (const problem of problems) context.printError(...problem.split('\n'));
  // One value that the deployment does not fit; its rules may be kept elsewhere, so the verdict need not tell of it.
  const unfit = told.filter(({ setting }) => setting?.includes('['));
  context.printError(...new Set(unfit.map(({ setting = '', reason = '' }) => `${setting}: ${reason}.`)));
  const code = concludeVerdict(verdict, conclusion, context);
  if (left.length > 0) {
    context.printError(
      `${settings.ledger} lists what is left. Look for it, and delete it, with: voice-agent-mock contract sweep --ledger ${settings.ledger}, and the same addresses and token.`,
    );
  }
  const judged = await judgedCode(code, concluding);
  return isInterrupted || problems.length > 0 ? 2 : judged;
}

/** What the process ends with: 2 if the time was too short for the run, or the target does not answer any more. */
async function judgedCode(code: ExitCode, { plan, transport, context }: Concluding): Promise<ExitCode> {
  const { until, settings } = plan;
  const { printError } = context;
  if (until !== undefined && Date.now() > until.checks) {
    printError(`The time was used up: not every check came to an end. Give more with --max-minutes.`);
    return code === 0 ? 2 : code;
  }
  const failure = transport === undefined || code === 0 ? null : await probe(transport, settings);
  if (failure === null) return code;
  printError(failure);
  return 2;
}

async function unknownSettings({ plan, document }: Judging): Promise<readonly string[]> {
  // The rules that a run is asked for choose its checks alone.
  const { only: _, ...whole } = plan;
  const session = openSession({ document, plan: whole, label: `${plan.run}-settings` });
  // Another shard may have attached the numbers at this moment.
  return findUnknownSettings(session, plan, plan.shard === undefined).finally(session.close);
}

/** Whether the target does as the profile of the plan says, choice by choice; nothing without a profile. */
async function validateProfile({ plan, document }: Judging, isEnded: () => boolean): Promise<readonly CheckOutcome[]> {
  // An experiment asks what the target does, whatever the profile says: none is left out for it.
  const { profile, ...planWithoutProfile } = plan;
  // One of the machines is enough.
  if (profile === undefined || (plan.shard?.index ?? 1) !== 1) return [];
  // What cannot be undone is left to the checks that come after this.
  const effects = plan.effects.filter((effect) => effect !== 'irreversible');
  return validateByProfile(checkProfile(profile, document.choices), {
    document,
    plan: { ...planWithoutProfile, effects },
    isEnded,
    scripts: scriptsToLearn(document),
    experiments: allExperiments(document),
    now: () => new Date(),
  });
}
