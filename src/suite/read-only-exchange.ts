import { placeOf, type OperationPlaces } from '../deployment/addresses.ts';
import type { ApiRequest, Exchange } from '../deployment/exchange.ts';
import type { RunPlan } from './run-plan.ts';
import { NotVerified } from './report/violation.ts';

/** Whether a run changes nothing. */
export function isReadOnly({ effects }: Pick<RunPlan, 'effects'>): boolean {
  return effects.every((effect) => effect === 'none');
}

/**
 * Sends GETs and verify alone, as the document has them.
 * @throws NotVerified for any other request, unsent
 */
export function createReadOnlyExchange(exchange: Exchange, places: OperationPlaces): Exchange {
  return async (request) => {
    if (!isReading(request, places)) {
      throw new NotVerified('the run only reads, and this needs a request that could write', 'without --read-only');
    }
    return exchange(request);
  };
}

function isReading(request: ApiRequest, places: OperationPlaces): boolean {
  if (request.operation === 'verifyToken') return request.place === undefined;
  return placeOf(places, request).method === 'GET';
}
