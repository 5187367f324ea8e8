import { isDeepStrictEqual } from 'node:util';
import type { ClauseId } from '../../document/names.gen.ts';
import { isObject } from '../../json/json-value.ts';
import { type CheckedAnswer, type Finding, NotVerified } from '../report/violation.ts';
import { stated } from '../stated/judge.ts';
import type { Judge, Model } from '../stated/model.ts';
import type { Step } from '../steps.ts';
import { normalisedBody, requestKey, type Names } from './normalise.ts';
import { type SeenAnswer, type StepAnswers, type Twin, agentsNamed } from './twin.ts';
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
  readonly seen: Pick<SeenAnswer, 'answer' | 'roots'>;
  readonly #names: Names;
  #body: { readonly normalised: unknown } | undefined;

  constructor(seen: ComparedSide['seen'], names: Names) {
    this.seen = seen;
    this.#names = names;
  }

  /** The body as the normalising rules have it: worked out once, however often it is compared. */
  get body(): unknown {
    this.#body ??= { normalised: normalisedBody(this.seen.answer, this.#names, this.seen.roots) };
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
    const open = (ours.steps[step] ?? []).map((own) => ({ own, asked: requestKey(own.answer, ours.names) }));
    return seen.flatMap((other): (readonly [SeenAnswer, SeenAnswer])[] => {
      const asked = requestKey(other.answer, theirs.names);
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

/** The deployment as it is followed, and beside it the answers of the mock that it is still to be compared with. */
interface World extends Model {
  readonly open: readonly { readonly step: number; readonly asked: string; readonly own: ComparedSide }[];
  /** What it calls things, so far. */
  readonly named: Names;
}

/**
 * What a world of the mock answers to the same steps: each answer must be the mock's, by the rule that decided it or by
 * those that the steps are for.
 */
export function asMock(
  compared: Compared,
  twin: Twin | undefined,
  { roots, names }: { readonly roots: readonly string[]; readonly names: Names },
): Judge<World> {
  if (twin === undefined) throw new NotVerified('this run compares with no world of the mock');
  const { clauses, steps } = compared;
  return {
    async begin(facts) {
      const ours = await twin.send(steps);
      const open = ours.steps.flatMap((seen, step) =>
        seen.map((each) => {
          return { step, asked: requestKey(each.answer, ours.names), own: new ComparedSide(each, ours.names) };
        }),
      );
      return { ...stated.begin(facts), open, named: names };
    },
    take(world, answer) {
      const named = [...new Set([...world.named, ...agentsNamed([answer])])];
      const asked = requestKey(answer, named);
      const pair = world.open.find((each) => each.asked === asked);
      const open = world.open.filter((each) => each !== pair && each.step >= (pair?.step ?? 0));
      const state = { ...stated.take(world, answer).state, open, named };
      if (pair === undefined) return { state, findings: [], reached: [] };
      const other = new ComparedSide({ answer, roots }, named);
      return { state, findings: asFindings(pair.own, other, twin.hasSameData, compared), reached: clauses };
    },
  };
}

function asFindings(own: ComparedSide, other: ComparedSide, hasSameData: boolean, compared: Compared): Finding[] {
  const { clauses } = compared;
  const mock = own.seen.answer;
  const broken = clauses.filter((clause) => clause === mockRule(mock));
  return [...disparities(own, other, hasSameData), ...headerDifferences(mock, other.seen.answer, compared)]
    .filter((difference) => isTelling(difference, mock, compared))
    .map((difference) => ({
      clauses: broken.length > 0 ? broken : clauses,
      expected: `${difference.at} as the mock has it: ${printed(difference.mock)}`,
      came: printed(difference.deployment),
      ...(difference.at.startsWith('/') && { path: difference.at.replaceAll('[]', '0') }),
    }));
}

/** Of the headers that a script names. */
function headerDifferences(own: CheckedAnswer, other: CheckedAnswer, { shows = [] }: Compared): Difference[] {
  return shows
    .filter((name) => !name.startsWith('/'))
    .map((name) => ({ at: name, mock: own.headers[name], deployment: other.headers[name] }))
    .filter(({ mock, deployment }) => mock !== deployment);
}

/** Messages of success and, where a script names what shows its rules, everything else of a success say nothing of them. */
function isTelling(difference: Difference, { status }: CheckedAnswer, { shows }: Compared): boolean {
  if (status >= 400 || isOtherOutcome(difference) || difference.at === 'status') return true;
  if (shows !== undefined) return shows.some((each) => difference.at === each || difference.at.startsWith(`${each}/`));
  return difference.at !== '/message';
}
