import type { Operation } from '../document/operation.ts';
import { nearestOperation } from '../document/nearest-operation.ts';
import { Refusal } from '../domain/refusal.ts';

/** The address takes other methods. */
export class MethodNotAllowed extends Refusal {
  readonly allow: readonly string[];

  constructor(method: string, path: string, allow: readonly string[]) {
    super('addresses.method', `${path} takes ${allow.join(' or ')}, not ${method}.`);
    this.allow = allow;
  }
}

/** Refuses an address that the document does not know, naming the nearest that it does. */
export function unknownAddress(method: string, path: string, operations: Iterable<Operation>): Refusal {
  const nearest = nearestOperation([...operations], `${method} ${path}`);
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest.method} ${nearest.path}?`;
  return new Refusal('addresses.unknown', `There is no ${path}.${hint}`);
}
