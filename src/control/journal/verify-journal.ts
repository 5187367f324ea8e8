import { nothingLeft } from '../../json/json-value.ts';
import { Problem } from '../../http/answer/error-answer.ts';
import { queryValues } from '../../http/steer/steered-answer.ts';
import { createMasker, headerPairs, secretsOfHeaders } from '../../text/masker.ts';
import { isSecretName, mask } from '../../text/secret-looks.ts';
import type { JournalEntry } from '../../worlds/journal.ts';
import { matches, mismatches, type Mismatch } from '../../worlds/matching.ts';
import type { ControlHandler, ControlRequest } from '../control-handler.ts';
import { inSlices, isListedInJournal } from './journal-view.ts';

type Asked = ControlRequest<'verifyJournal'>['body'];

/** What a request must be like to be counted: a part of `requestFacts`. */
type RequestMatcher = NonNullable<Asked['request']>;

interface Miss {
  readonly entry: JournalEntry;
  readonly differences: readonly Mismatch[];
}

interface Verdict {
  readonly isSatisfied: boolean;
  /** Requests that matched; of a sequence, how many of its steps were found in their order. */
  readonly count: number;
  readonly message: string;
  /** The entries that came nearest, the nearest first; empty if satisfied. */
  readonly nearest: readonly Miss[];
}

/** Fields and items that all matchers of a request may hold together: a person writes a few, and all entries are compared with each. */
const mostValues = 10_000;
/** An entry that differs in more places is not near. */
const mostDifferences = 100;
const shownMisses = 3;

/** Counts the requests that match, or looks for requests that match one after another. */
export const verifyJournal: ControlHandler<'verifyJournal'> = async ({ body }, { world }) => {
  if (countValues(body, mostValues + 1) > mostValues) {
    throw new Problem(400, `Of matchers at most ${mostValues} fields and items are compared: ask for less at once.`);
  }
  const entries = world.journal.after(0).filter((entry) => isListedInJournal(entry));
  const { isSatisfied, count, message, nearest } = await verdictOn(body, entries);
  if (isSatisfied) return { status: 200, body: { satisfied: true, count } };
  const shown = nearest.map(missView);
  return { status: 422, body: { error: true, code: 422, message, data: { satisfied: false, count, nearest: shown } } };
};

/** How many values there are below one, counted up to a bound. */
function countValues(value: unknown, bound: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  for (const child of Object.values(value) as unknown[]) {
    if (count >= bound) break;
    count += 1 + countValues(child, bound - count);
  }
  return count;
}

function verdictOn(body: Asked, entries: readonly JournalEntry[]): Promise<Verdict> {
  const { request, in_order: inOrder, ...counts } = body;
  if (inOrder !== undefined) return verifyOrder(entries, inOrder);
  if (request === undefined) throw new Problem(400, 'request is required, or in_order.', 'request');
  return verifyCount(entries, request, ...countsAsked(counts));
}

/** How many requests must have come at least, and at most. */
function countsAsked(counts: Omit<Asked, 'request' | 'in_order'>): [number, number] {
  const { at_least: atLeast, at_most: atMost, exactly, ...rest } = counts;
  nothingLeft(rest);
  if (exactly !== undefined) return [exactly, exactly];
  const least = atLeast ?? (atMost === undefined ? 1 : 0);
  if (atMost !== undefined && atMost < least) throw new Problem(400, 'at_most is below at_least.', 'at_most');
  return [least, atMost ?? Infinity];
}

async function verifyCount(
  entries: readonly JournalEntry[],
  matcher: RequestMatcher,
  atLeast: number,
  atMost: number,
): Promise<Verdict> {
  let count = 0;
  for await (const entry of inSlices(entries)) if (matches(matcher, requestFacts(entry))) count += 1;
  const isSatisfied = count >= atLeast && count <= atMost;
  const message = `${count} of ${entries.length} requests match, expected ${expected(atLeast, atMost)}.`;
  const nearest = isSatisfied || count > atMost ? [] : await nearestOf(entries, matcher);
  return { isSatisfied, count, message, nearest };
}

/** Others may come between those that match. */
async function verifyOrder(entries: readonly JournalEntry[], matchers: readonly RequestMatcher[]): Promise<Verdict> {
  let found = 0;
  let from = 0;
  for await (const entry of inSlices(entries)) {
    if (found === matchers.length) break;
    if (!matches(matchers[found], requestFacts(entry))) continue;
    found += 1;
    from = entries.indexOf(entry) + 1;
  }
  if (found === matchers.length) {
    return { isSatisfied: true, count: found, message: `All ${found} requests came in this order.`, nearest: [] };
  }
  const message = `${found} of ${matchers.length} requests came in this order: the next one, ${found + 1}, did not come after them.`;
  const nearest = await nearestOf(entries.slice(from), matchers[found] ?? {});
  return { isSatisfied: false, count: found, message, nearest };
}

function expected(atLeast: number, atMost: number): string {
  if (atLeast === atMost) return `exactly ${atLeast}`;
  if (atMost === Infinity) return `at least ${atLeast}`;
  return atLeast === 0 ? `at most ${atMost}` : `${atLeast} to ${atMost}`;
}

/** What a matcher can look at. What must be parsed is parsed when it is looked at. */
function requestFacts(entry: JournalEntry): Readonly<Record<keyof RequestMatcher, unknown>> {
  const { operation, method, status, workspace, rule, delivery } = entry;
  const [path = '', query = ''] = entry.url.split(/\?(.*)/s);
  return {
    operation,
    method,
    path,
    status,
    workspace,
    rule,
    delivery,
    get query() {
      return queryValues(query);
    },
    get headers() {
      return Object.fromEntries(new Headers(headerPairs(entry.requestHeaders).map(([name, value]) => [name, value])));
    },
    get body() {
      return entry.parsedBody;
    },
  };
}

/** One difference is nearer than two; a difference in which operation it is weighs most. None of these matches. */
async function nearestOf(entries: readonly JournalEntry[], matcher: RequestMatcher): Promise<readonly Miss[]> {
  const distance = ({ differences }: Miss) =>
    differences.reduce((sum, { path }) => sum + (/^\/(operation|method|path)$/.test(path) ? 10 : 1), 0);
  let nearest: readonly Miss[] = [];
  for await (const entry of inSlices(entries.toReversed())) {
    const differences: Mismatch[] = [];
    for (const found of mismatches(matcher, requestFacts(entry))) {
      if (differences.push(found) === mostDifferences) break;
    }
    if (differences.length === 0) continue;
    const misses = [...nearest, { entry, differences }];
    nearest = misses.sort((one, other) => distance(one) - distance(other)).slice(0, shownMisses);
  }
  return nearest;
}

function missView({ entry, differences }: Miss) {
  const masker = createMasker(secretsOfHeaders(entry.requestHeaders));
  return {
    id: entry.id,
    method: entry.method,
    path: masker.url(entry.url.split('?', 1)[0] ?? ''),
    differences: differences.map(({ path, expected: wanted, actual }) => ({
      path,
      expected: wanted as never,
      actual: (isSecretPath(path) && actual !== undefined ? mask : (masker.json(actual) ?? null)) as never,
    })),
  };
}

/** Whether any step of a JSON pointer into a request's facts names a secret. */
function isSecretPath(path: string): boolean {
  const [, part, ...names] = path.split('/');
  const place = part === 'headers' ? 'header' : part === 'query' ? 'query' : 'member';
  return names.some((name) => isSecretName(name, place));
}
