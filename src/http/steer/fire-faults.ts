import type { Operation } from '../../document/operation.ts';
import type { FaultedRequest } from '../../worlds/faults.ts';
import { firstToken } from '../request/authentication.ts';
import type { Exchange } from '../exchange.ts';
import { answeringFault, type AnsweringFault } from './fault-answer.ts';
import { queryValues } from '../request/query-values.ts';

/** Fires the faults that come before the operation; they are noted in the exchange. */
export async function fireBefore(exchange: Exchange, operation: Operation): Promise<void> {
  const request = facts(exchange, operation);
  exchange.faults = await exchange.world.turn(({ faults }) => faults.fire(request, 'before'));
}

/** Fires the faults that come once the operation has taken effect. @returns the one that answers, if any */
export async function fireAfter(exchange: Exchange, operation: Operation): Promise<AnsweringFault | undefined> {
  const request = facts(exchange, operation);
  const fired = await exchange.world.turn(({ faults }) => faults.fire(request, 'after'));
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
