import type { DocumentedOperation } from '../contract-document/operation.ts';
import type { Answer, Exchange } from './exchange.ts';
import { preferencesApplied } from './prefer.ts';

/** Says what steered the answer: faults by their ids, and the preference to wait. */
export function markAnswer(answer: Answer, { faults, preferences }: Exchange<DocumentedOperation>): Answer {
  if (faults.length === 0 && preferences === undefined) return answer;
  const headers: Record<string, string> = { ...answer.headers };
  if (faults.length > 0) headers['x-mock-fault'] = faults.map(({ id }) => id).join(', ');
  if (preferences !== undefined && preferences.delay > 0) {
    const delay = { ...preferences, code: undefined, example: undefined, dynamic: false };
    headers['preference-applied'] ??= preferencesApplied(delay);
  }
  return { ...answer, headers };
}
