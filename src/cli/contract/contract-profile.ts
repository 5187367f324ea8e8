import { existsSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { allChecks } from '../../../contract-tests/all-checks.ts';
import { allExperiments, shownByAnswers } from '../../../contract-tests/experiments/all-experiments.ts';
import { checkProfile } from '../../clauses/profile/check-profile.ts';
import type { Profile } from '../../clauses/profile/profile.ts';
import { joinLedger } from '../../deployment/agents/ledger-owner.ts';
import { operationPlaces } from '../../deployment/addresses.ts';
import { throwAwaySettings } from '../../deployment/configuration/default-scenario.ts';
import { openTransport } from '../../deployment/open-transport.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import type { Check } from '../../judge/check.ts';
import { startInProcessTarget } from '../../judge/in-process-target.ts';
import { answersKept } from '../../judge/learn/kept-exchanges.ts';
import { learnFromAnswers } from '../../judge/learn/learn.ts';
import { learnReport } from '../../judge/learn/learn-report.ts';
import { profileText } from '../../judge/learn/profile-text.ts';
import { updateProfile } from '../../judge/learn/update-profile.ts';
import { validateByProfile } from '../../judge/learn/validate-profile.ts';
import type { CheckOutcome } from '../../judge/report/outcome.ts';
import { documentOf, type RunPlan } from '../../judge/run-plan.ts';
import { openSession } from '../../judge/session.ts';
import type { CommandContext } from '../command.ts';

/** Whether the target does as the profile of the plan says, choice by choice; nothing without a profile. */
export async function validateProfile(
  plan: RunPlan,
  document: ContractDocument,
  isEnded: () => boolean,
): Promise<readonly CheckOutcome[]> {
  const { profile, ...asked } = plan;
  const { settings, addresses, shard } = asked;
  // One of the machines is enough.
  if (profile === undefined || (shard !== undefined && shard.index !== 1)) return [];
  const until = plan.until?.checks ?? Infinity;
  const { transport, close } = openTransport({ ...settings, addresses, places: operationPlaces(document), until });
  const kept = settings.addresses === null ? {} : { ledger: joinLedger(settings) };
  // What cannot be undone is left to the checks that come after this.
  const effects = plan.effects.filter((effect) => effect !== 'irreversible');
  // An experiment asks what the target does, whatever the profile says: none is left out for it.
  const own = { ...asked, effects, keepsExchanges: false };
  try {
    return await validateByProfile(checkProfile(profile.file, document.choices), {
      document,
      session: openSession({
        document,
        plan: own,
        transport,
        label: `${plan.run}-profile`,
        validatesAssumed: false,
        ...kept,
      }),
      experiments: Object.values(allExperiments).flat(),
      shownByAnswers,
      now: () => new Date(),
      isEnded,
    });
  } finally {
    close();
  }
}

/**
 * The outcomes of the checks with what a mock that follows the profile breaks too taken out of them: there it is the
 * profile that decides, and no violation. The mock is started only if an assumed check has failed.
 */
export async function withoutDecided(
  plan: RunPlan,
  document: ContractDocument,
  outcomes: readonly CheckOutcome[],
): Promise<readonly CheckOutcome[]> {
  const checkOf = ({ list = '', title, violations }: CheckOutcome): Check | undefined => {
    const found = allChecks[list]?.find((check) => check.title === title);
    const isAssumed = found !== undefined && document.clauses.get(found.clauses[0])?.kind === 'assumed';
    return isAssumed && violations.length > 0 ? found : undefined;
  };
  if (plan.profile === undefined || !outcomes.some((outcome) => checkOf(outcome) !== undefined)) return outcomes;
  const twin = await startInProcessTarget(plan.profile.file);
  const { addresses } = twin;
  const settings = throwAwaySettings(addresses);
  const { transport, close } = openTransport({ ...settings, places: operationPlaces(document) });
  const effects = ['none', 'reversible', 'irreversible'] as const;
  const own = { settings, addresses, effects, withAssumptions: true, profile: plan.profile, run: 'twin' };
  const session = openSession({ document: documentOf(plan, document), plan: own, transport });
  const judged: CheckOutcome[] = [];
  try {
    for (const outcome of outcomes) {
      const check = checkOf(outcome);
      judged.push(check === undefined ? outcome : withoutBroken(outcome, await session.run(check)));
    }
  } finally {
    close();
    await twin.close();
  }
  return judged;
}

function withoutBroken(outcome: CheckOutcome, twin: CheckOutcome): CheckOutcome {
  const broken = new Set(twin.violations.flatMap(({ clauses }) => clauses));
  const violations = outcome.violations.filter(({ clauses }) => !clauses.some((id) => broken.has(id)));
  if (violations.length === outcome.violations.length) return outcome;
  const reason = 'the profile decides what it looks at: a mock that follows it answers so too';
  const isFailed = violations.some(({ clauses }) => clauses.some((id) => outcome.clauses.includes(id)));
  return isFailed
    ? { ...outcome, violations }
    : { ...outcome, violations, result: 'not verified', reason, setting: '--profile' };
}

/** Writes what the exchanges of a run show of the target's choices into a profile, and tells what is new. */
export function learnFromRun(
  file: string,
  before: Profile | null,
  outcomes: readonly CheckOutcome[],
  { print }: CommandContext,
  document: ContractDocument,
): void {
  const answers = answersKept(outcomes.flatMap(({ exchanges = [] }) => exchanges));
  const learned = learnFromAnswers(answers.keys(), {
    document,
    evidence: (answer) => answers.get(answer) ?? { request: '', answer: '' },
    now: () => new Date(),
  });
  const { profile, changes } = updateProfile(before, learned, basename(file).replace(/(\.profile)?\.\w+$/, ''));
  print(`Learned from ${answers.size} exchanges of the checks.`, ...learnReport(learned, 0, changes, before === null));
  writeFileSync(file, profileText(profile, document.choices));
  print(`Wrote ${file}: voice-agent-mock serve --profile ${file}`);
}

/** The profile that a run adds to; null if the file is not there yet. */
export function profileBefore(file: string | null, read: (file: string) => Profile): Profile | null {
  return file !== null && existsSync(file) ? read(file) : null;
}
