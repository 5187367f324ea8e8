import type { Operation } from '../../document/operation.ts';
import type { FaultedRequest } from '../../worlds/faults.ts';
import { firstToken } from '../request/authentication.ts';
import type { Exchange } from '../exchange.ts';
import { answeringFault, type AnsweringFault } from './fault-answer.ts';
import { queryValues } from '../request/query-values.ts';

/** Fires the faults that come before the operation; they are noted in the exchange. */
export function fireBefore(exchange: Exchange, operation: Operation): void {
  exchange.faults = exchange.world.faults.fire(facts(exchange, operation), 'before');
}

/** Fires the faults that come once the operation has taken effect. @returns the one that answers, if any */
export function fireAfter(exchange: Exchange, operation: Operation): AnsweringFault | undefined {
  const fired = exchange.world.faults.fire(facts(exchange, operation), 'after');
  exchange.faults = [...exchange.faults, ...fired];
  return answeringFault(exchange.faults);
}

function facts({ request, query, body }: Exchange, operation: Operation): FaultedRequest {
  return {
    operation: operation.id,
    token: firstToken(operation.tokenSources, request.headers)?.token,
    query: queryValues(query),
    body,
  };
}
