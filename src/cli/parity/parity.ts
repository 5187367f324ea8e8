import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { ProfileError } from '../../clauses/profile/profile.ts';
import { profileJson } from '../../clauses/profile/check-profile.ts';
import { readProfile } from '../../clauses/profile/read-profile.ts';
import { joinLedgerFile, LedgerError, lockLedger, openLedgerFile } from '../../deployment/agents/ledger-file.ts';
import { claimLedger } from '../../deployment/agents/ledger-owner.ts';
import { leftIn } from '../../deployment/agents/sweep.ts';
import { readSettings, SettingsError } from '../../deployment/configuration/read-settings.ts';
import { secretsOf } from '../../deployment/configuration/secrets.ts';
import type { Settings } from '../../deployment/configuration/settings.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import { parityPage, parityText, toldParity } from '../../suite/parity/parity-report.ts';
import { compareWithMock, type ProfileFile } from '../../suite/parity/parity.ts';
import { newRunId, timesOf, type RunPlan } from '../../suite/run-plan.ts';
import { createMasker } from '../../text/masker.ts';
import { terminalLine } from '../../text/terminal-text.ts';
import type { Command, CommandContext, ExitCode } from '../command.ts';
import { parseOptions } from '../option-table.ts';
import { UsageError } from '../usage-error.ts';
import { parityOptionTable, type ParityCommandOptions } from './parity-options.ts';

/** `voice-agent-mock parity`: 0 the deployment answers as the mock does, 1 it differs, 2 could not be judged. */
export const parityCommand: Command = {
  options: parityOptionTable,
  async run(args, context) {
    try {
      return await runParity(parseOptions('voice-agent-mock parity', parityOptionTable, args, context.env), context);
    } catch (error) {
      if (error instanceof SettingsError || error instanceof ProfileError) throw new UsageError(error.faults);
      if (error instanceof LedgerError) throw new UsageError(error.message, { cause: error });
      throw error;
    }
  },
};

async function runParity(options: ParityCommandOptions, context: CommandContext): Promise<ExitCode> {
  const document = loadContractDocument();
  const settings = readSettings(
    {
      configFile: options.config,
      base_url: options.baseUrl,
      api_url: options.apiUrl,
      alt_url: options.altUrl,
      token: options.token,
      ledger: options.ledger,
    },
    context.env,
  );
  const { addresses } = settings;
  if (addresses === null) throw new UsageError('parity needs a deployment: give --config FILE or --base-url URL.');
  for (const secret of secretsOf(settings)) context.hide?.(secret);
  for (const file of [options.json, options.report]) if (file !== null) writeFileSync(file, '');
  const profile =
    options.profile === null
      ? undefined
      : (profileJson(readProfile(options.profile, document.choices)) as unknown as ProfileFile);
  const lock = await lockLedger(settings.ledger);
  try {
    return await compare({ ...options, profile }, { ...settings, addresses }, context);
  } finally {
    await lock.release();
  }
}

type Given = Omit<ParityCommandOptions, 'profile'> & { readonly profile: ProfileFile | undefined };
type DeploymentSettings = Settings & { readonly addresses: NonNullable<Settings['addresses']> };

async function compare(options: Given, settings: DeploymentSettings, context: CommandContext): Promise<ExitCode> {
  const { print, printError, progress, onEndSignal } = context;
  const document = loadContractDocument();
  const left = leftIn(openLedgerFile(settings.ledger)).length;
  if (left > 0)
    throw new UsageError(
      `${settings.ledger} lists ${left} agents of another run: clean them with contract sweep first.`,
    );
  claimLedger(openLedgerFile(settings.ledger), settings);
  const interruption = { came: false };
  onEndSignal(() => {
    interruption.came = true;
  });
  const seed = options.seed ?? randomInt(2 ** 31);
  const until = timesOf(Date.now(), options.maxMinutes);
  const plan: RunPlan = {
    settings,
    addresses: settings.addresses,
    withAssumptions: false,
    effects: options.readOnly ? ['none'] : ['none', 'reversible'],
    run: newRunId(Date.now(), randomInt(36 ** 4) / 36 ** 4),
    until,
  };
  print(`Walks of seed ${seed}: the same seed, target and flags give the same ones.`);
  const result = await compareWithMock({
    document,
    plan,
    ledger: joinLedgerFile(settings.ledger),
    profile: options.profile,
    walks: options.walks,
    steps: options.steps,
    seed,
    isOver: () => interruption.came || Date.now() > until.checks,
    onProgress: (line) => progress?.write(`${line}\n`),
  });
  const masker = createMasker(secretsOf(settings));
  const told = toldParity(result, {
    document,
    target: masker.line(settings.addresses.base_url),
    show: (text) => terminalLine(masker.text(text)),
  });
  if (options.json !== null) writeFileSync(options.json, `${JSON.stringify(told, null, 2)}\n`);
  if (options.report !== null) writeFileSync(options.report, parityPage(told));
  print(...parityText(told));
  if (result.left.length > 0)
    printError(`${settings.ledger} lists ${result.left.length} agents that are left: delete them with contract sweep.`);
  if (result.failure !== undefined) printError(result.failure);
  if (result.failure !== undefined || interruption.came || result.compared === 0) return 2;
  return result.causes.length > 0 ? 1 : 0;
}
