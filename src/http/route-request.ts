import type { ContractDocument } from '../contract-document/load.ts';
import type { Operation } from '../contract-document/operation.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Exchange } from './exchange.ts';

/** The address takes other methods. */
export class MethodNotAllowed extends Refusal {
  readonly allow: readonly string[];

  constructor(allow: readonly string[], detail: string) {
    super('addresses.method', detail);
    this.allow = allow;
  }
}

/**
 * The operation that a request is for.
 * @throws Refusal for an address that the document does not know, or with another method
 */
export function routeRequest({ request, path }: Exchange, document: ContractDocument): Operation {
  const method = request.method ?? 'GET';
  const found = document.routes.find(method, path);
  switch (found.kind) {
    case 'operation':
      return found.operation;
    case 'method-not-allowed':
      throw new MethodNotAllowed(found.allow, `${path} takes ${found.allow.join(' or ')}, not ${method}.`);
    case 'unknown':
      throw new Refusal(
        'addresses.unknown',
        `There is no ${path}. Did you mean ${found.nearest.method} ${found.nearest.path}?`,
      );
  }
}
