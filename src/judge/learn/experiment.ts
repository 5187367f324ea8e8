import type { ChoiceId } from '../../clauses/choices.gen.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import type { Api } from '../api.ts';
import { check, type Check, type CheckAbout } from '../check.ts';
import type { Findings } from './findings.ts';
import type { ValueId } from './values.ts';

export interface ExperimentAbout extends Pick<CheckAbout, 'needs' | 'effect'> {
  readonly title: string;
  /** The choices that it can decide. */
  readonly decides: readonly (ChoiceId | ValueId)[];
}

/** Something to be tried on a deployment, to see which alternatives it follows. */
export interface Experiment extends ExperimentAbout {
  readonly run: (api: Api, findings: Findings) => Promise<void>;
}

export function experiment(about: ExperimentAbout, run: Experiment['run']): Experiment {
  return { ...about, run };
}

/** The experiment as a check of the suite, which runs it, keeps to its plan and cleans up behind it. */
export function asCheck(about: Experiment, document: ContractDocument, findings: Findings): Check {
  const [clause] = about.decides.flatMap((id) => document.choices.get(id as ChoiceId)?.clause ?? []);
  return check({ ...about, clauses: [clause ?? 'payload.json'] }, about.title, async (api) => {
    try {
      await about.run(api, findings);
    } finally {
      const broken = api.answers.filter((held) => held.findings.faults.length > 0);
      findings.distrust(new Set(broken.map(({ answer }) => answer)));
      findings.answered(api.answers.filter((held) => !broken.includes(held)).map(({ answer }) => answer));
    }
  });
}
