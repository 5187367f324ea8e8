import { isDeepStrictEqual } from 'node:util';
import type { ClauseId } from '../../document/names.gen.ts';
import { isObject, memberOf, valueAt } from '../../json/json-value.ts';
import type { CheckedAnswer, Finding } from '../report/violation.ts';
import { normalised } from './normalise.ts';
import type { SeenAnswer, StepAnswers } from './twin.ts';
import { printed } from '../validate-answer.ts';

/** Where two answers to the same request differ. */
export interface Difference {
  /** `status`, `content-type`, or a JSON pointer into the body, `[]` for the items of lists. */
  readonly at: string;
  readonly mock: unknown;
  readonly deployment: unknown;
}

/** The rule that decided an answer of the mock, which names its profile behind it. */
export function mockRule({ headers }: CheckedAnswer): ClauseId | undefined {
  return headers['x-mock-rule']?.split(';', 1)[0] as ClauseId | undefined;
}

/** The answers to the same requests, step by step, the mock's first. */
export function pairsOf(ours: StepAnswers, theirs: StepAnswers): (readonly [SeenAnswer, SeenAnswer])[] {
  return theirs.steps.flatMap((seen, step) => {
    const open = [...(ours.steps[step] ?? [])];
    return seen.flatMap((other): (readonly [SeenAnswer, SeenAnswer])[] => {
      const at = open.findIndex((each) => each.asked === other.asked);
      const [own] = at < 0 ? [] : open.splice(at, 1);
      return own === undefined ? [] : [[own, other]];
    });
  });
}

/** Of one answer so many differences are told: one that is wholly different is one cause. */
const mostTold = 8;

/**
 * Compares status, media type and every member as the normalising rules have them; never the body of a success with that of a refusal.
 * @param hasSameData whether both sides hold the same records beside those of the walk
 */
export function disparities(
  mock: SeenAnswer,
  deployment: SeenAnswer,
  hasSameData: boolean,
  most = mostTold,
): readonly Difference[] {
  const [one, other] = [mock.answer, deployment.answer];
  const found: Difference[] = [];
  if (one.status !== other.status) found.push({ at: 'status', mock: one.status, deployment: other.status });
  if (found.some(isOtherOutcome)) return found;
  const types = [one, other].map(({ headers }) => mediaType(headers['content-type'] ?? ''));
  if (types[0] !== types[1]) found.push({ at: 'content-type', mock: types[0], deployment: types[1] });
  const isOfAgent = one.request.operation === 'getAgent';
  const openOfLists = deployment.isInvalid ? 'values' : 'lacking';
  const open = hasSameData || !isOfOthers(mock) ? 'nothing' : isOfAgent ? 'fields' : openOfLists;
  compare([mock.body, one.body], [deployment.body, other.body], '', open, found);
  const mayCount = ({ at, mock: shown }: Difference): boolean =>
    one.status >= 400 || (/^\p{L}[\p{L}_-]*0$/u.test(String(shown)) && !at.startsWith('/data/'));
  const madeUp = one.headers['x-mock-made-up']?.replaceAll('*', '[]').split(' ') ?? [];
  const isMadeUp = ({ at, mock: made, deployment: came }: Difference): boolean =>
    madeUp.includes(at) && typeof made === typeof came;
  const told = found.filter(
    (difference) => !isMadeUp(difference) && !(mayCount(difference) && isOtherCount(difference)),
  );
  return [...new Map(told.map((difference) => [difference.at, difference])).values()].slice(0, most);
}

/** Whether an answer shows records that no step has made. */
export function isOfOthers({ answer: { request }, body }: SeenAnswer): boolean {
  const id = memberOf(body, 'data.basic_details.id');
  const isOfFact = typeof id === 'number' || String(id).startsWith('<fact ');
  return ['listVoices', 'listAudience'].includes(String(request.operation)) || isOfFact;
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

/** What is the records' own: their values, also which fields items of the deployment's lists lack, or which fields are there at all. */
type Open = 'nothing' | 'values' | 'lacking' | 'fields';

/** A value with the rules applied, and as it came. */
type Come = readonly [value: unknown, came: unknown];

function compare(mock: Come, deployment: Come, at: string, open: Open, found: Difference[]): void {
  const [[one, own], [other, came]] = [mock, deployment];
  // What both sides have holds by chance what one of them calls something of its own.
  if (isDeepStrictEqual(one, other) || (own !== undefined && own === came)) return;
  if (isSameInOtherOrder(one, other) || areNamesInHex(own, came)) return;
  const names = fieldsToCompare(one, other, at, open);
  if (names === undefined) found.push({ at: at === '' ? '/' : at, mock: one, deployment: other });
  for (const name of names ?? []) {
    const below = `${at}/${Array.isArray(one) ? '[]' : name}`;
    compare(comeOf(mock, name), comeOf(deployment, name), below, open, found);
  }
}

/** Whether both name their request, one of them by digits alone. */
function areNamesInHex(...names: readonly unknown[]): boolean {
  const [one, other] = names.map((name) => (/^[\da-f]{12,}$/i.test(String(name)) ? String(name).length : 0));
  return one === other && one !== 0 && names.some((name) => normalised(name) === '<token>');
}

/** The fields, or the places of a list, that are compared one by one; none of what is equal; undefined of what differs. */
function fieldsToCompare(one: unknown, other: unknown, at: string, open: Open): Iterable<string> | undefined {
  if (Array.isArray(one) && Array.isArray(other)) {
    const shared = one.length < other.length ? one : other;
    return one.length === other.length || open !== 'nothing' ? Object.keys(shared) : undefined;
  }
  if (isObject(one) && isObject(other)) {
    return open === 'nothing' ? namesIn(one, other) : namesOfOthers(one, other, at);
  }
  return isOfRecord(one, other, at, open) ? [] : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function namesIn(one: Fields, other: Fields): Iterable<string> {
  return new Set([...Object.keys(one), ...Object.keys(other)]);
}

/** What a campaign's records hold is the campaign's own, in a simplified list beside the id and the number. */
function namesOfOthers(one: Fields, other: Fields, at: string): Iterable<string> {
  if (at.endsWith('/input_data')) return [];
  const isSimple = at === '/datalist/[]' && 'mobile_no' in one && !('total_attempt' in one);
  return isSimple ? ['id', 'mobile_no'] : namesIn(one, other);
}

/** Whether it is a value of other records, and of the same kind. */
function isOfRecord(one: unknown, other: unknown, at: string, open: Open): boolean {
  const isLacking = open === 'lacking' && other === undefined && at.includes('/[]/');
  // An id may be a number or a word, and what stands for one is a text.
  const isNamed = [one, other].some((id) => /^<fact \d+>$/.test(String(id)));
  const areIds = /[/_]id$/.test(at) && (isNamed || [one, other].every((id) => typeof id === 'string'));
  return isLacking || (areIds && open !== 'nothing') || (open !== 'nothing' && isSameKind(one, other, open));
}

/** Whether an answer of the mock has 0 in the place of a number that counts. */
function isOtherCount({ at, mock, deployment }: Difference): boolean {
  if (typeof mock !== 'string' || typeof deployment !== 'string') return false;
  const uncounted = deployment.replaceAll(/\d+|<fact \d+>/g, '0');
  return at !== '/message' && /\p{L}/u.test(mock) && mock.includes('0') && uncounted === mock;
}

function comeOf([value, came]: Come, name: string): Come {
  return [valueAt(value, [name]), valueAt(came, [name])];
}

function isSameInOtherOrder(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
  const sorted = (list: readonly unknown[]) => list.map((item) => JSON.stringify(item)).sort();
  return isDeepStrictEqual(sorted(one), sorted(other));
}

/** Of values of other data: a record may lack what another one has. */
function isSameKind(one: unknown, other: unknown, open: Open): boolean {
  if (one === undefined || other === undefined) return open === 'fields';
  return [one, other].some(isWithoutWords) || kindOf(one) === kindOf(other);
}

/** Signs alone, a dash for example, say too that there is nothing. */
function isWithoutWords(value: unknown): boolean {
  return value === null || (typeof value === 'string' && !/[\p{L}\p{N}]/u.test(value));
}

/** What is the same of values of other data: the type, and of what is written in digits and signs how. */
function kindOf(value: unknown): string {
  if (typeof value !== 'string') return typeof value;
  if (/^#[\da-f]{3,8}$/i.test(value)) return 'colour';
  // A number may be called by its name.
  const plain = value.replaceAll(/<fact \d+>/g, '9');
  return /\d/.test(plain) && !/\p{L}/u.test(plain) ? plain.replaceAll(/\d+(?:\.\d+)?/g, '9') : 'text';
}

/** What is compared, for rules that are assumed. */
interface Compared {
  readonly clauses: readonly [ClauseId, ...ClauseId[]];
  readonly shows?: readonly string[];
}

/** What a deployment answers otherwise than the mock, as violations of the rule by which the mock decided, or of those compared. */
export function asFindings(
  [own, other]: readonly [mock: SeenAnswer, deployment: SeenAnswer],
  hasSameData: boolean,
  compared: Compared,
): readonly Finding[] {
  const { clauses } = compared;
  const mock = own.answer;
  const broken = clauses.filter((clause) => clause === mockRule(mock));
  return [...disparities(own, other, hasSameData), ...headerDifferences(mock, other.answer, compared)]
    .filter((difference) => isTelling(difference, mock, compared))
    .map((difference) => ({
      clauses: broken.length > 0 ? broken : clauses,
      expected: `${difference.at} as the mock has it: ${printed(difference.mock)}`,
      came: printed(difference.deployment),
      ...(difference.at.startsWith('/') && { path: difference.at.replaceAll('[]', '0') }),
    }));
}

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
