import { isDeepStrictEqual } from 'node:util';
import type { ClauseId } from '../../document/names.gen.ts';
import { isObject } from '../../json/json-value.ts';
import type { Api } from '../api.ts';
import { normalisedBody, requestKey } from './normalise.ts';
import { answersTo } from './side.ts';
import type { SeenAnswer, StepAnswers } from './twin.ts';
import { type CheckedAnswer, NotVerified, Violation } from '../report/violation.ts';
import type { Step } from '../steps.ts';
import { printed } from '../validate-answer.ts';

/** Where two answers to the same request differ. */
export interface Difference {
  /** `status`, `content-type`, or a JSON pointer into the body, `[]` for the items of lists. */
  readonly at: string;
  readonly mock: unknown;
  readonly deployment: unknown;
}

/** An answer as one side of a comparison. */
export class ComparedSide {
  readonly seen: SeenAnswer;
  readonly #agents: readonly number[];
  #body: { readonly normalised: unknown } | undefined;

  constructor(seen: SeenAnswer, agents: readonly number[]) {
    this.seen = seen;
    this.#agents = agents;
  }

  /** The body as the normalising rules have it: worked out once, however often it is compared. */
  get body(): unknown {
    this.#body ??= { normalised: normalisedBody(this.seen.answer, this.#agents, this.seen.roots) };
    return this.#body.normalised;
  }
}

/** The rule that decided an answer of the mock, which names its profile behind it. */
export function mockRule({ headers }: CheckedAnswer): ClauseId | undefined {
  return headers['x-mock-rule']?.split(';', 1)[0] as ClauseId | undefined;
}

/** The answers to the same requests, step by step, the mock's first. */
export function pairsOf(ours: StepAnswers, theirs: StepAnswers): (readonly [SeenAnswer, SeenAnswer])[] {
  return theirs.steps.flatMap((seen, step) => {
    const open = (ours.steps[step] ?? []).map((own) => ({ own, asked: requestKey(own.answer, ours.agents) }));
    return seen.flatMap((other): (readonly [SeenAnswer, SeenAnswer])[] => {
      const asked = requestKey(other.answer, theirs.agents);
      const at = open.findIndex((each) => each.asked === asked);
      const [found] = at < 0 ? [] : open.splice(at, 1);
      return found === undefined ? [] : [[found.own, other]];
    });
  });
}

/** Of one answer so many differences are told: one that is wholly different is one cause. */
const mostTold = 8;

/**
 * Compares status, media type and every member, as the normalising rules have them. The bodies of a success and of a
 * refusal are not compared.
 * @param hasSameData whether both sides hold the same records beside those of the walk
 */
export function disparities(
  mock: ComparedSide,
  deployment: ComparedSide,
  hasSameData: boolean,
  most = mostTold,
): readonly Difference[] {
  const [one, other] = [mock.seen.answer, deployment.seen.answer];
  const found: Difference[] = [];
  if (one.status !== other.status) found.push({ at: 'status', mock: one.status, deployment: other.status });
  if (found.some(isOtherOutcome)) return found;
  const types = [one, other].map(({ headers }) => mediaType(headers['content-type'] ?? ''));
  if (types[0] !== types[1]) found.push({ at: 'content-type', mock: types[0], deployment: types[1] });
  const isOpenData = !hasSameData && ['listVoices', 'listAudience'].includes(String(one.request.operation));
  compare(mock.body, deployment.body, '', isOpenData, found);
  return [...new Map(found.map((difference) => [difference.at, difference])).values()].slice(0, most);
}

/** JSON is in UTF-8, whether its media type says so or not. */
function mediaType(header: string): string {
  const whole = header.replaceAll(/\s/g, '').toLowerCase();
  return /^[^;]*json(?:;|$)/.test(whole) ? whole.split(';', 1).join('') : whole;
}

/** Whether one side refused what the other carried out: nothing else is compared then. */
export function isOtherOutcome({ at, mock, deployment }: Difference): boolean {
  return at === 'status' && Math.floor(Number(mock) / 100) !== Math.floor(Number(deployment) / 100);
}

function compare(mock: unknown, deployment: unknown, at: string, isOpenData: boolean, found: Difference[]): void {
  if (isDeepStrictEqual(mock, deployment)) return;
  if (Array.isArray(mock) && Array.isArray(deployment)) {
    compareLists(mock, deployment, at, isOpenData, found);
    return;
  }
  if (isObject(mock) && isObject(deployment)) {
    for (const name of new Set([...Object.keys(mock), ...Object.keys(deployment)])) {
      compare(mock[name], deployment[name], `${at}/${name}`, isOpenData, found);
    }
    return;
  }
  if (isOpenData && kindOf(mock) === kindOf(deployment)) return;
  found.push({ at: at === '' ? '/' : at, mock, deployment });
}

function compareLists(
  mock: readonly unknown[],
  deployment: readonly unknown[],
  at: string,
  isOpenData: boolean,
  found: Difference[],
): void {
  if (isSameInOtherOrder(mock, deployment)) return;
  if (mock.length !== deployment.length && !isOpenData) {
    found.push({ at: at === '' ? '/' : at, mock, deployment });
    return;
  }
  const shared = Math.min(mock.length, deployment.length);
  for (let index = 0; index < shared; index += 1) {
    compare(mock[index], deployment[index], `${at}/[]`, isOpenData, found);
  }
}

function isSameInOtherOrder(one: readonly unknown[], other: readonly unknown[]): boolean {
  const sorted = (list: readonly unknown[]) => list.map((item) => JSON.stringify(item)).sort();
  return one.length === other.length && isDeepStrictEqual(sorted(one), sorted(other));
}

/** What is the same of values of other data: the type, and of what is written in digits and signs how. */
function kindOf(value: unknown): string {
  if (typeof value !== 'string') return value === null ? 'null' : typeof value;
  if (value === '') return 'empty';
  return /\d/.test(value) && !/\p{L}/u.test(value) ? value.replaceAll(/\d+/g, '9') : 'text';
}

/** The steps that are compared, for rules that are assumed. */
interface Compared {
  readonly clauses: readonly [ClauseId, ...ClauseId[]];
  readonly steps: readonly Step[];
  readonly shows?: readonly string[];
}

/**
 * Sends steps to the deployment and to a world of the mock: every answer must be the mock's.
 * @throws Violation of the rule that decided the mock's answer, or of those that the steps are for
 * @throws NotVerified if the two cannot be compared
 */
export async function compareWithTwin(compared: Compared, api: Api): Promise<void> {
  const { clauses, steps } = compared;
  if (api.twin === undefined) throw new NotVerified('this run compares with no world of the mock');
  const theirs = await answersTo(steps, api, { isStrict: true });
  const ours = await api.twin.send(steps);
  const pairs = pairsOf(ours, theirs);
  if (pairs.length === 0) throw new NotVerified('the mock was not asked the same');
  for (const [own, other] of pairs) {
    const inBody = disparities(
      new ComparedSide(own, ours.agents),
      new ComparedSide(other, theirs.agents),
      api.twin.hasSameData,
    ).filter((difference) => isTelling(difference, own, compared));
    const [first] = [...inBody, ...headerDifferences(own, other, compared)];
    if (first === undefined) continue;
    const rule = mockRule(own.answer);
    const broken = clauses.filter((clause) => clause === rule);
    throw new Violation({
      clauses: broken.length > 0 ? broken : clauses,
      expected: `${first.at} as the mock has it: ${printed(first.mock)}`,
      came: printed(first.deployment),
      ...(first.at.startsWith('/') && { path: first.at.replaceAll('[]', '0') }),
      answer: other.answer,
    });
  }
}

/** Of the headers that a script names. */
function headerDifferences(own: SeenAnswer, other: SeenAnswer, { shows = [] }: Compared): Difference[] {
  return shows
    .filter((name) => !name.startsWith('/'))
    .map((name) => ({ at: name, mock: own.answer.headers[name], deployment: other.answer.headers[name] }))
    .filter(({ mock, deployment }) => mock !== deployment);
}

/** Messages of success and, where a script names what shows its rules, everything else of a success say nothing of them. */
function isTelling(difference: Difference, { answer }: SeenAnswer, { shows }: Compared): boolean {
  if (answer.status >= 400 || isOtherOutcome(difference) || difference.at === 'status') return true;
  if (shows !== undefined) return shows.some((each) => difference.at === each || difference.at.startsWith(`${each}/`));
  return difference.at !== '/message';
}
