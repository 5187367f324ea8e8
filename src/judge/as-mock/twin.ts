import { defaultScenario, isDefaultScenarioToken, type Settings } from '../../deployment/configuration/settings.ts';
import type { Step } from '../steps.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import type { ClauseId } from '../../document/names.gen.ts';
import { type Names, normalised } from './normalise.ts';
import { memberOf, type JsonObject } from '../../json/json-value.ts';

/** One answer of a side. What the normalising rules make of it is worked out once, however often it is compared. */
export class SeenAnswer {
  readonly answer: CheckedAnswer;
  /** The addresses that the side is reached at, the longest first, as it may write them into its answers. */
  readonly roots: readonly string[];
  /** What is stated and does not hold of it. */
  readonly broken: readonly { readonly clause: ClauseId | undefined; readonly path: string | undefined }[] = [];
  /** Whether the document does not allow it. */
  readonly isInvalid: boolean = false;
  /** The request as a line for a shell, without secrets: it takes long of a large body. */
  readonly curl: () => string = () => '';
  readonly #names: Names;
  #body: { readonly normalised: unknown } | undefined;
  #asked: string | undefined;

  /** @param names what the side calls things */
  constructor(about: Pick<SeenAnswer, 'answer' | 'roots'> & Partial<SeenAnswer>, names: Names) {
    this.answer = about.answer;
    this.roots = about.roots;
    this.#names = names;
    Object.assign(this, about);
  }

  get body(): unknown {
    const { body, text } = this.answer;
    this.#body ??= { normalised: normalised(body ?? text, this.#names, this.roots) };
    return this.#body.normalised;
  }

  /** What a mock has saved of the agent that the answer is about, as `body`. */
  get saved(): JsonObject {
    return normalised(this.answer.saved ?? {}, this.#names, this.roots) as JsonObject;
  }

  /** What the request asks for, the same on both sides. */
  get asked(): string {
    const { operation, query, body, headers } = this.answer.request;
    const named = Object.fromEntries(query.map(([name, value], at) => [`${at} ${name}`, value]));
    const sent = { query: named, body, headers: Object.keys(headers) };
    return (this.#asked ??= JSON.stringify([operation, normalised(sent, this.#names)]));
  }

  /** The answer with the rules applied to its body and to what its request sent. */
  get plain(): CheckedAnswer {
    const { request } = this.answer;
    const sent = normalised({ query: request.query, body: request.body }, this.#names, this.roots) as typeof request;
    return { ...this.answer, request: { ...request, ...sent }, body: this.body };
  }
}

/** What steps brought from one side: the answers of each step. */
export interface StepAnswers {
  readonly steps: readonly (readonly SeenAnswer[])[];
}

/** A world of the mock that is sent the steps that a deployment is sent. */
export interface Twin {
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
export function hasSameData({ addresses, isDefaultScenario, token }: Settings): boolean {
  return addresses === null || (isDefaultScenario === true && isDefaultScenarioToken(token));
}

/**
 * What the settings name that requests of both sides name too: as many on either side, nothing where both hold the same.
 * @param deployment the settings of the deployment that a mock is compared with
 */
export function factNames({ numbers, campaigns, agents }: Settings, deployment: Settings): Names {
  if (hasSameData(deployment)) return new Map();
  const given = [campaigns?.disposable?.[0], campaigns?.disposable_paused, campaigns?.disposable_draft];
  const ids = [...given, campaigns?.disposable_deleted, campaigns?.changeable].map((campaign) => campaign?.id);
  const read = [0, 1, 2].flatMap((at) => [campaigns?.read?.[at], agents?.read?.[at]?.id]);
  const named = [...ids, ...read, campaigns?.foreign].map((id, at) => [id, `<fact ${at + 1}>`] as const);
  const owners = ['owned', 'shared', 'inactive'] as const;
  const called = owners.flatMap((owner) =>
    (defaultScenario.numbers?.[owner] ?? []).map((own, at) => [numbers?.[owner]?.[at], inWideDigits(own)] as const),
  );
  return new Map(
    [...called, ...named].flatMap(([fact, as]) =>
      fact === undefined ? [] : [[String(fact).replaceAll(/\D/g, ''), as]],
    ),
  );
}

/** The digits of a number of the mock in a form that no answer has: each of them, and the last of them, can be told. */
function inWideDigits(number: string): string {
  return number.replaceAll(/\D/g, '').replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff_10 + Number(digit)));
}

/** Whose a number of the mock is, or one that `factNames` has named; undefined of what is neither. */
export function numberOwner(number: unknown): 'own' | 'shared' | undefined {
  const { owned = [], shared = [] } = defaultScenario.numbers ?? {};
  const text = String(number).normalize('NFKC');
  if (owned.includes(text)) return 'own';
  return shared.includes(text) ? 'shared' : undefined;
}
