import type { Step } from '../steps.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import type { ClauseId } from '../../document/names.gen.ts';
import { memberOf } from '../../json/json-value.ts';

/** One answer of a side, with what is stated and does not hold of it. */
export interface SeenAnswer {
  readonly answer: CheckedAnswer;
  /** The request as a line for a shell, without secrets. */
  readonly curl: string;
  readonly broken: readonly { readonly clause: ClauseId | undefined; readonly path: string | undefined }[];
  /** Whether the document does not allow it. */
  readonly isInvalid: boolean;
  /** The addresses that the side is reached at, the longest first, as it may write them into its answers. */
  readonly roots: readonly string[];
}

/** What steps brought from one side: the answers of each step, and the agents that were made, in their order. */
export interface StepAnswers {
  readonly steps: readonly (readonly SeenAnswer[])[];
  readonly agents: readonly number[];
}

/** A world of the mock that is sent the steps that a deployment is sent. */
export interface Twin {
  /** Whether both sides hold the same records beside those of the steps. */
  readonly hasSameData: boolean;
  readonly send: (steps: readonly Step[]) => Promise<StepAnswers>;
}

/** The agents that answers name, in their order: one that nobody meant to create has another id in each world, too. */
export function agentsNamed(answers: readonly CheckedAnswer[]): number[] {
  const ids = answers.map(({ body }) => memberOf(body, 'data.agent_id'));
  return ids.filter((id): id is number => typeof id === 'number');
}
