import { checkResponse } from '../../document/validate/check-response.ts';
import type { DocumentedResponse, Operation } from '../../document/operation.ts';
import type { Answer } from '../exchange.ts';
import { PreferenceError, preferencesApplied, type Preferences } from './prefer.ts';
import type { Samples } from './generated-samples.ts';

/** Seeds tried before a generated answer is given up. */
const attempts = 3;

/**
 * The documented response that a request prefers. A generated one that breaks the document is not sent: another is
 * tried, and in the end the response's first example goes instead, with the header `x-mock-fallback: example`.
 * @param seed what a generated answer starts from, where the request does not say
 * @returns undefined where no response is preferred, but a delay at most
 * @throws PreferenceError for a status or example that the operation does not document, naming those it does
 */
export async function preferredAnswer(
  operation: Operation,
  preferences: Preferences,
  samples: Samples,
  seed: string,
): Promise<Answer | undefined> {
  const { code, example, dynamic } = preferences;
  if (code === undefined && example === undefined && !dynamic) return undefined;
  const response = responseFor(operation, code, example);
  const [first] = response.examples.values();
  const wanted = example === undefined ? first : response.examples.get(example);
  if (wanted !== undefined && (!dynamic || example !== undefined)) {
    return answer(response.status, wanted, { ...preferences, dynamic: false });
  }
  const start = preferences.seed ?? seed;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const body = await samples(response, attempt === 0 ? start : `${start} ${attempt}`);
    const faults = checkResponse(operation, response.status, 'application/json', body, { assumptions: true });
    if (faults.length === 0) return answer(response.status, body, { ...preferences, seed: start });
  }
  return answer(response.status, first, { ...preferences, dynamic: false }, { 'x-mock-fallback': 'example' });
}

function responseFor(operation: Operation, code: number | undefined, example: string | undefined): DocumentedResponse {
  const responses = [...operation.responses.values()];
  const candidates = responses.filter(({ status }) => code === undefined || status === code);
  if (candidates.length === 0) {
    const documented = list(responses.map(({ status }) => String(status)));
    throw new PreferenceError(`${operation.id} documents no ${code ?? ''}: it documents ${documented}.`);
  }
  const found = example === undefined ? candidates[0] : candidates.find(({ examples }) => examples.has(example));
  if (found !== undefined) return found;
  const names = candidates.flatMap(({ status, examples }) => [...examples.keys()].map((name) => `${name} (${status})`));
  const there = names.length === 0 ? 'it has none' : `it has ${list(names)}`;
  throw new PreferenceError(`${operation.id} has no example ${example ?? ''}${ofCode(code)}: ${there}.`);
}

function ofCode(code: number | undefined): string {
  return code === undefined ? '' : ` of ${code}`;
}

function list(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}

function answer(
  status: number,
  body: unknown,
  applied: Preferences,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const marks = { 'x-mock-source': 'prefer', 'preference-applied': preferencesApplied(applied) };
  return { status, headers: { ...marks, ...headers }, body, clause: undefined };
}
