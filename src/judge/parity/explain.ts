import { whatOf, type Profile } from '../../clauses/profile.ts';
import type { ChoiceId } from '../../clauses/choices.gen.ts';
import type { ClauseId } from '../../document/names.gen.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { isJsonList } from '../../json/json-value.ts';
import type { Lessons } from '../learn/learn.ts';
import type { ParityCause } from './causes.ts';

/** Why two answers differ. */
export type Explanation =
  /** One side breaks a rule that the specification states. */
  | { readonly kind: 'stated'; readonly side: 'the mock' | 'the deployment'; readonly clause: ClauseId }
  /** The sides hold other records. */
  | { readonly kind: 'data' }
  /** The run ended before anything was learned from the walks. */
  | { readonly kind: 'not explained' }
  /** The profile says something else of it, or has nothing; with the lessons of the walk the mock answers alike. */
  | { readonly kind: 'learned wrongly' | 'not learned'; readonly lessons: readonly string[] };

export interface ExplainOptions {
  readonly document: ContractDocument;
  readonly profile: Profile | undefined;
  /** What the walks show beside the profile; absent if nothing was learned from them. */
  readonly lessons: Lessons | undefined;
  /** What still differs where the mock follows the lessons too. */
  readonly left: ReadonlyMap<string, ParityCause>;
  readonly hasSameData: boolean;
}

/** Explains a cause by what the walks show, and by what the profile has of it. */
export function explain(cause: ParityCause, options: ExplainOptions): Explanation {
  const { left, hasSameData, profile, lessons: learned } = options;
  const broken = brokenRule(cause);
  if (broken !== undefined) return broken;
  if (!hasSameData && isOtherData(cause)) return { kind: 'data' };
  if (learned === undefined) return { kind: 'not explained' };
  const lessons = left.has(cause.key) ? [] : nearestLessons(cause, learned, options);
  const known = subjectsIn(profile).filter((what) => nearness(what, cause, options) <= ofTheCause);
  const isWrong = known.length > 0 && (lessons.length === 0 || lessons.some((what) => known.includes(what)));
  return { kind: isWrong ? 'learned wrongly' : 'not learned', lessons };
}

function brokenRule({ mock, deployment, difference }: ParityCause): Explanation | undefined {
  const at = difference.at.replaceAll('/[]', '');
  const broken = ({ broken: rules }: ParityCause['mock']) =>
    rules.find(({ path }) => path === undefined || path.replaceAll(/\/\d+/g, '').startsWith(at))?.clause;
  const [theirs, ours] = [broken(deployment), broken(mock)];
  if (theirs !== undefined) return { kind: 'stated', side: 'the deployment', clause: theirs };
  return ours === undefined ? undefined : { kind: 'stated', side: 'the mock', clause: ours };
}

/** Whether both sides grant the request, and show another value of the same type. */
function isOtherData({ mock, deployment, difference, operation }: ParityCause): boolean {
  // Of lists of other records only the kinds of values are compared.
  if (operation === 'listVoices' || operation === 'listAudience') return false;
  const isGranted = mock.answer.status < 300 && deployment.answer.status < 300;
  return isGranted && difference.at.startsWith('/') && typeof difference.mock === typeof difference.deployment;
}

/** Everything that a profile has learned, or has seen to be as by default. */
function subjectsIn(profile: Profile | undefined): readonly string[] {
  const listed = profile?.overlay['x-as-documented'];
  const learned = profile?.overlay.actions.map(whatOf).filter((what) => what !== undefined);
  return [...(learned ?? []), ...(profile?.behaviours.keys() ?? []), ...(isJsonList(listed) ? listed.map(String) : [])];
}

/** The lessons that are nearest to a cause. */
function nearestLessons(cause: ParityCause, lessons: Lessons, options: ExplainOptions): readonly string[] {
  const ranked = [...lessons.keys()].map((what) => ({ what, rank: nearness(what, cause, options) }));
  const nearest = Math.min(...ranked.map(({ rank }) => rank));
  return ranked.filter(({ rank }) => rank === nearest).map(({ what }) => what);
}

/** What is at most so far away speaks of the cause itself. */
const ofTheCause = 1;

/** 0: of the same refusal or field; 1: a behaviour of the same rule; 2: of the same operation; 3: of others. */
function nearness(what: string, cause: ParityCause, { document: { choices, clauses } }: ExplainOptions): number {
  const { operation, rule, difference } = cause;
  const choice = choices.get(what as never);
  if (choice === undefined) return nearnessByName(what, cause);
  if (choice.clause === rule) return 1;
  const operations = clauses.get(choice.clause)?.operations ?? [];
  if (operations === 'all' || !operations.some((each) => each === operation)) return 3;
  const member = difference.at.split('/').at(-1)?.replaceAll('_', '-') ?? '';
  return member.length > 2 && what.includes(member) ? 1 : 2;
}

function nearnessByName(what: string, { operation, rule, difference }: ParityCause): number {
  const names = [rule ?? '', difference.at.replaceAll('/[]', '/*')].map((name) => `${operation ?? ''} ${name}`);
  if (names.some((name) => what === name || what.startsWith(`${name};`))) return 0;
  return what.startsWith(`${operation ?? ''} `) ? 2 : 3;
}

/** The behaviours that a walk may tell of: those that govern an operation whose answers differ. */
export function choicesToTell(causes: Iterable<ParityCause>, { choices, clauses }: ContractDocument): ChoiceId[] {
  const asked = new Set([...causes].map(({ operation }) => operation));
  return [...choices.values()].flatMap(({ id, clause }) => {
    const operations = clauses.get(clause)?.operations ?? [];
    return operations === 'all' || operations.some((each) => asked.has(each)) ? [id] : [];
  });
}
