import { statSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { allChecks } from '../../../contract-tests/all-checks.ts';
import { profileJson, readProfile } from '../../clauses/profile.ts';
import { operationPlaces } from '../../deployment/addresses.ts';
import { nothingKnown, secretsOf, tokenVariables } from '../../deployment/configuration/settings.ts';
import { type ContractDocument, loadContractDocument } from '../../document/read/load.ts';
import { startInProcessTarget } from '../../judge/as-mock/mock-worlds.ts';
import { suiteVersion, documentFollowed } from '../../judge/run-plan.ts';
import { createMasker } from '../../text/masker.ts';
import { readHar } from '../../traffic/read-har.ts';
import { openProfileTwin } from '../../traffic/replay.ts';
import { type Judged, TrafficJudge } from '../../traffic/traffic-judge.ts';
import { TrafficReport } from '../../traffic/traffic-report.ts';
import { type CommandContext, type CommandOptions, type ExitCode, UsageError, commandOf } from '../command.ts';
import { openSettings } from '../contract/contract-options.ts';
import { concludeVerdict, prepareConclusion } from '../contract/contract-verdict.ts';
import { unseenState } from './seen-records.ts';

/** `voice-agent-mock judge TRAFFIC.har`: 0 kept, 1 violated, 2 could not be judged. */
export const judgeCommand = commandOf('judge', async (options, context, [file]) => {
  if (file === undefined) throw new UsageError('Name the recording to judge: voice-agent-mock judge TRAFFIC.har.');
  const judging = await openJudging(options, { isComplete: false }, context);
  try {
    const { size } = statSync(file);
    let told = 0;
    for await (const { exchange, read } of readHar(file)) {
      if (exchange === null) judging.report.counts.others += 1;
      else judging.judge.take(exchange);
      await judging.told();
      const percent = Math.floor((100 * read) / size);
      if (percent < told + 5) continue;
      told = percent;
      context.progress?.write(`${percent} % of ${file} read\n`);
      // Signals have their turn.
      await setImmediate();
    }
    return await judging.conclude(file);
  } finally {
    await judging.close();
  }
});

/** Exchanges on their way to a verdict. */
interface Judging {
  readonly judge: TrafficJudge;
  readonly report: TrafficReport;
  readonly document: ContractDocument;
  /** Ends when all that was judged is in the report. */
  readonly told: () => Promise<void>;
  /** Judges what is waiting, prints and writes the verdict, and gives what the process ends with. */
  readonly conclude: (target: string) => Promise<ExitCode>;
  readonly close: () => Promise<void>;
}

/** @param isComplete whether every header of a request is there @throws UsageError, SettingsError, ProfileError */
export async function openJudging(
  options: CommandOptions<'judge'>,
  { isComplete, onJudged }: { readonly isComplete: boolean; readonly onJudged?: (judged: Judged) => void },
  context: CommandContext,
): Promise<Judging> {
  const own = loadContractDocument();
  const conclusion = prepareConclusion(options, own);
  const given = { ...options, baseUrl: null, apiUrl: null, altUrl: null, token: null, ledger: null };
  const settings = options.config === null ? nothingKnown : await openSettings(given, context);
  const profile = options.profile === null ? null : profileJson(readProfile(options.profile, own.choices));
  const withAssumptions = profile !== null;
  const document = documentFollowed(profile === null ? {} : { profile }, own);
  const begun = { scenario: unseenState() };
  const twin = profile && openProfileTwin(await startInProcessTarget(profile, begun), document);
  const masker = createMasker(secretsOf(settings));
  const report = new TrafficReport(operationPlaces(document), masker, tokenVariables(settings));
  const tell = (judged: Judged): void => {
    report.take(judged);
    onJudged?.(judged);
  };
  let last = Promise.resolve();
  const tellCompared = (judged: Judged): void => {
    last = last.then(async () => tell((await twin?.take(judged)) ?? judged));
  };
  const judge = new TrafficJudge({
    ...{ document, settings, withAssumptions, isComplete },
    onJudged: twin === null ? tell : tellCompared,
  });
  const began = Date.now();
  const conclude = async (target: string): Promise<ExitCode> => {
    judge.settle();
    await last;
    const verdict = report.verdict(document, {
      target: masker.line(target),
      withAssumptions,
      suite: suiteVersion(context.version, document, allChecks),
      started: new Date(began).toISOString(),
      milliseconds: Date.now() - began,
    });
    const { judged, unjudged, others } = report.counts;
    const code = concludeVerdict(verdict, conclusion, context);
    context.print(
      `${judged} exchanges judged, ${unjudged} not, ${others} of something else.`,
      ...report.unjudgedLines(),
    );
    return code;
  };
  return { judge, report, document, told: () => last, conclude, close: async () => twin?.close() };
}
