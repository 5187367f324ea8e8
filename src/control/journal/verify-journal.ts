import { queryValues } from '../../http/request/query-values.ts';
import type { JournalEntry } from '../../worlds/journal.ts';
import { pairsOf, secretsOfHeaders } from '../../text/header-secrets.ts';
import { createMasker } from '../../text/masker.ts';
import { mask } from '../../text/secret-looks.ts';
import { isSecretName } from '../../text/secret-names.ts';
import { mismatches, type Mismatch } from '../../worlds/matching.ts';

/** What a request must be like to be counted: a subset of `requestFacts`. */
export type RequestMatcher = Readonly<Record<string, unknown>>;

export interface CountExpectation {
  readonly atLeast?: number | undefined;
  readonly atMost?: number | undefined;
  readonly exactly?: number | undefined;
}

export interface NearMiss {
  /** The entry of the journal. */
  readonly id: number;
  readonly method: string;
  readonly path: string;
  readonly differences: readonly Mismatch[];
}

export interface Verification {
  readonly satisfied: boolean;
  /** Requests that matched; of a sequence, how many of its steps were found in their order. */
  readonly count: number;
  readonly message: string;
  /** The entries that came nearest, the nearest first; empty where satisfied. */
  readonly nearest: readonly NearMiss[];
}

const shownMisses = 3;

/** Counts the requests that match. Without an expectation at least one is expected. */
export function verifyCount(
  entries: readonly JournalEntry[],
  matcher: RequestMatcher,
  expectation: CountExpectation,
): Verification {
  const { exactly } = expectation;
  const atLeast = exactly ?? expectation.atLeast ?? (expectation.atMost === undefined ? 1 : 0);
  const atMost = exactly ?? expectation.atMost ?? Infinity;
  const misses: NearMiss[] = [];
  let count = 0;
  for (const entry of entries) {
    const differences = mismatches(matcher, requestFacts(entry));
    if (differences.length === 0) count += 1;
    else misses.push(nearMiss(entry, differences));
  }
  const satisfied = count >= atLeast && count <= atMost;
  const message = `${count} of ${entries.length} requests match, expected ${expected(atLeast, atMost)}.`;
  return { satisfied, count, message, nearest: satisfied || count > atMost ? [] : nearestOf(misses) };
}

/** Looks for requests that match one after another; others may come between them. */
export function verifyOrder(entries: readonly JournalEntry[], matchers: readonly RequestMatcher[]): Verification {
  let found = 0;
  let from = 0;
  for (const matcher of matchers) {
    const at = entries.findIndex(
      (entry, index) => index >= from && mismatches(matcher, requestFacts(entry)).length === 0,
    );
    if (at < 0) break;
    found += 1;
    from = at + 1;
  }
  if (found === matchers.length) {
    return { satisfied: true, count: found, message: `All ${found} requests came in this order.`, nearest: [] };
  }
  const matcher = matchers[found] ?? {};
  const misses = entries.slice(from).map((entry) => nearMiss(entry, mismatches(matcher, requestFacts(entry))));
  const message = `${found} of ${matchers.length} requests came in this order: the next one, ${found + 1}, did not come after them.`;
  return { satisfied: false, count: found, message, nearest: nearestOf(misses) };
}

function expected(atLeast: number, atMost: number): string {
  if (atLeast === atMost) return `exactly ${atLeast}`;
  if (atMost === Infinity) return `at least ${atLeast}`;
  return atLeast === 0 ? `at most ${atMost}` : `${atLeast} to ${atMost}`;
}

/** What a matcher can look at. */
function requestFacts(entry: JournalEntry): Readonly<Record<string, unknown>> {
  const [path = '', query = ''] = entry.url.split(/\?(.*)/s);
  return {
    operation: entry.operation,
    method: entry.method,
    path,
    query: queryValues(query),
    headers: headersOf(entry),
    body: entry.parsedBody,
    status: entry.status,
    workspace: entry.workspace,
    rule: entry.rule,
    delivery: entry.delivery,
    token: secretsOfHeaders(entry.requestHeaders),
  };
}

function headersOf({ requestHeaders }: JournalEntry): Readonly<Record<string, string>> {
  const headers = new Map<string, string>();
  for (const [name, value] of pairsOf(requestHeaders)) {
    const key = name.toLowerCase();
    const before = headers.get(key);
    headers.set(key, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(headers);
}

function nearMiss(entry: JournalEntry, differences: readonly Mismatch[]): NearMiss {
  const masker = createMasker(secretsOfHeaders(entry.requestHeaders));
  return {
    id: entry.id,
    method: entry.method,
    path: masker.url(entry.url.split('?', 1)[0] ?? ''),
    differences: differences.map(({ path, expected: wanted, actual }) => ({
      path,
      expected: wanted,
      actual: isSecretPath(path) && actual !== undefined ? mask : masker.json(actual),
    })),
  };
}

/** Whether any step of a JSON pointer into a request's facts names a secret. */
function isSecretPath(path: string): boolean {
  const [, part, ...names] = path.split('/');
  const place = part === 'headers' ? 'header' : part === 'query' ? 'query' : 'member';
  return part === 'token' || names.some((name) => isSecretName(name, place));
}

/** One difference is nearer than two; a difference in which operation it is weighs most. */
function nearestOf(misses: readonly NearMiss[]): readonly NearMiss[] {
  const distance = ({ differences }: NearMiss) =>
    differences.reduce((sum, { path }) => sum + (/^\/(operation|method|path)$/.test(path) ? 10 : 1), 0);
  return misses.toSorted((one, other) => distance(one) - distance(other) || other.id - one.id).slice(0, shownMisses);
}
