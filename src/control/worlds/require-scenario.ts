import { Problem } from '../../http/answer/problem.ts';

/**
 * Refuses what is not the name of a scenario of the mock: a request never names a folder.
 * @throws Problem with this status
 */
export function requireScenario(scenario: string, field: string, status: 400 | 404, known: readonly string[]): void {
  if (known.includes(scenario)) return;
  throw new Problem(status, `There is no scenario ${scenario}: take ${known.join(' or ')}.`, field);
}
