import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { beginRun, openSettings } from '../contract/contract-options.ts';
import { type CommandContext, type CommandOptions, UsageError, commandOf, stopSwitch } from '../command.ts';
import { readProfile } from '../../clauses/profile.ts';
import { type Settings, secretsOf } from '../../deployment/configuration/settings.ts';
import { type ContractDocument, loadContractDocument } from '../../document/read/load.ts';
import { requireWritable } from '../../files/read-text-file.ts';
import { readableText, updateProfile } from '../../judge/learn/update-profile.ts';
import { parityPage, parityText, toldParity } from '../../judge/parity/parity-report.ts';
import { compareWithMock, type ParityResult } from '../../judge/parity/parity.ts';
import { createMasker } from '../../text/masker.ts';
import { jsonText, terminalLine } from '../../text/escaping.ts';
import { runOnTarget } from '../deployment-run.ts';

/** `voice-agent-mock parity`: 0 the deployment answers as the mock does, 1 it differs, 2 could not be judged. */
export const parityCommand = commandOf('parity', async (options, context) => {
  const document = loadContractDocument();
  const settings = await openSettings(options, context);
  const { addresses } = settings;
  if (addresses === null) throw new UsageError('parity needs a deployment: give --config FILE or --base-url URL.');
  checkFiles(options);
  const profile = options.profile === null ? undefined : readProfile(options.profile, document.choices);
  const plan = { ...beginRun(settings, options, options.maxMinutes), withAssumptions: false };
  const { walks, steps, seed: given } = options;
  const seed = given ?? randomInt(2 ** 31);
  const { result, hasLeft } = await runOnTarget(plan, context, async () => {
    const isInterrupted = stopSwitch(context);
    context.print(`Walks of seed ${seed}: the same seed, target and flags give the same ones.`);
    const isOver = () => isInterrupted() || Date.now() > plan.until.checks;
    const onProgress = (line: string) => context.progress?.write(`${line}\n`);
    const sides = { document, plan, profile: profile?.overlay };
    const compared = await compareWithMock({ ...sides, walks, steps, seed, isOver, onProgress });
    return { ...compared, isInterrupted: isInterrupted() };
  });
  tellParity(result, options, { document, settings, base: addresses.base_url }, context);
  if (options.learn && profile !== undefined && result.failure === undefined) {
    const learned = { lessons: result.lessons, outcomes: [] };
    const { profile: more, changes } = updateProfile(profile, learned, '', document.choices);
    writeFileSync(String(options.profile), readableText(more, document));
    context.print(`Wrote ${changes.length} lessons into ${options.profile}.`);
  }
  const { failure, isInterrupted, compared, causes } = result;
  if (failure !== undefined || isInterrupted || compared === 0) return 2;
  return causes.length > 0 || hasLeft ? 1 : 0;
});

/** @throws UsageError if a file that is asked for cannot be written, or there is none to add to */
function checkFiles({ json, report, learn, profile }: CommandOptions<'parity'>): void {
  if (json !== null) requireWritable('--json', json);
  if (report !== null) requireWritable('--report', report);
  if (learn && profile === null) throw new UsageError('--learn needs --profile FILE: what it adds to.');
}

function tellParity(
  result: ParityResult,
  { json, report }: CommandOptions<'parity'>,
  about: { readonly document: ContractDocument; readonly settings: Settings; readonly base: string },
  { print, printError }: CommandContext,
): void {
  const masker = createMasker(secretsOf(about.settings));
  const comparison = toldParity(result, {
    document: about.document,
    target: masker.line(about.base),
    show: (text) => terminalLine(masker.text(text)),
  });
  if (json !== null) writeFileSync(json, `${jsonText(comparison)}\n`);
  if (report !== null) writeFileSync(report, parityPage(comparison));
  print(...parityText(comparison));
  if (result.failure !== undefined) printError(result.failure);
}
