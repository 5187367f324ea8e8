import { IdsExhaustedError } from '../../store/state/id-counters.ts';
import { InvalidRecordError } from '../../store/state/apply-changes.ts';
import { Problem } from '../../http/answer/problem.ts';

/** What a store has thrown over the data of a request, as a refusal of that request; any other error as it is. */
export function asProblem(error: unknown): unknown {
  if (error instanceof InvalidRecordError) return new Problem(400, error.message);
  if (error instanceof IdsExhaustedError) return new Problem(409, error.message);
  return error;
}
