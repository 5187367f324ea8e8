import { defaultScenario, isDefaultScenarioToken, type Settings } from '../../deployment/configuration/settings.ts';
import type { Step } from '../steps.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import type { ClauseId } from '../../document/names.gen.ts';
import type { Names } from './normalise.ts';
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

/** What steps brought from one side: the answers of each step, and what the side calls things. */
export interface StepAnswers {
  readonly steps: readonly (readonly SeenAnswer[])[];
  readonly names: Names;
}

/** A world of the mock that is sent the steps that a deployment is sent. */
export interface Twin {
  /** Whether both sides hold the same records beside those of the steps. */
  readonly hasSameData: boolean;
  readonly send: (steps: readonly Step[]) => Promise<StepAnswers>;
}

/**
 * The names with those of the agents that answers name, by the step that made them and in their order: one that nobody
 * meant to create has another id in each world, and one that only one side has created changes no other name.
 * @param others further agents
 * @param step whose answers they are; absent: it does not matter
 */
export function withAgents(
  names: Names,
  answers: readonly CheckedAnswer[],
  others: Iterable<number> = [],
  step?: number,
): Names {
  const all = new Map(names);
  const ids = [...answers.map(({ body }) => memberOf(body, 'data.agent_id')), ...others];
  const begin = step === undefined ? '<agent ' : `<agent of step ${step}, `;
  for (const id of new Set(ids)) {
    const known = [...all.values()].filter((each) => each.startsWith(begin));
    if (typeof id === 'number' && !all.has(String(id))) all.set(String(id), `${begin}${known.length + 1}>`);
  }
  return all;
}

/** A deployment that was filled with the default scenario holds what the mock holds. */
export function hasSameData({ addresses, token }: Settings): boolean {
  return addresses === null || isDefaultScenarioToken(token);
}

/**
 * What the settings name that requests of both sides name too: as many on either side, nothing where both hold the same.
 * @param deployment the settings of the deployment that a mock is compared with
 */
export function factNames({ numbers, campaigns }: Settings, deployment: Settings): Names {
  if (hasSameData(deployment)) return new Map();
  const most = (list: readonly (string | number)[] | undefined) => Array.from({ length: 4 }, (_, at) => list?.[at]);
  const given = [campaigns?.disposable?.[0], campaigns?.disposable_paused, campaigns?.disposable_draft];
  const ids = [...given, campaigns?.disposable_deleted, campaigns?.changeable].map((campaign) => campaign?.id);
  const all = [...most(numbers?.owned), ...most(numbers?.shared), ...most(numbers?.inactive), ...ids];
  return new Map(
    all.flatMap((fact, at) => (fact === undefined ? [] : [[String(fact).replaceAll(/\D/g, ''), `<fact ${at + 1}>`]])),
  );
}

/** Whose a number of the mock is, or one that `factNames` has named; undefined of what is neither. */
export function numberOwner(number: unknown): 'own' | 'shared' | undefined {
  const { owned = [], shared = [] } = defaultScenario.numbers ?? {};
  const text = String(number);
  const fact = Number(/^\+<fact (\d+)>$/.exec(text)?.[1] ?? Infinity);
  if (fact <= 4 || owned.includes(text)) return 'own';
  return fact <= 8 || shared.includes(text) ? 'shared' : undefined;
}
