import { placeOf, type OperationPlaces } from '../deployment/addresses.ts';
import type { ApiRequest, Transport } from '../deployment/transport.ts';
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
export function createReadOnlyTransport(transport: Transport, places: OperationPlaces): Transport {
  return async (request) => {
    if (!isReading(request, places)) {
      throw new NotVerified('the run only reads, and this needs a request that could write', 'without --read-only');
    }
    return transport(request);
  };
}

function isReading(request: ApiRequest, places: OperationPlaces): boolean {
  if (request.operation === 'verifyToken') return request.place === undefined;
  return placeOf(places, request).method === 'GET';
}
