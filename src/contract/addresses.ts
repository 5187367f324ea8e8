import type { ContractDocument } from '../contract-document/load.ts';
import type { ApiRequest } from './exchange.ts';
import type { Addresses } from './settings.ts';

/** Where an operation lies: below which of the three addresses, and there at which path. */
export interface OperationPlace {
  readonly prefix: keyof Addresses;
  readonly path: string;
  readonly method: string;
}

export type OperationPlaces = ReadonlyMap<ApiRequest['operation'], OperationPlace>;

/**
 * The operations' places as the document has them: the main ones below the base address, the others below the API
 * address, but for the alternative update (addresses.prefixes).
 */
export function operationPlaces(document: ContractDocument): OperationPlaces {
  return new Map(
    [...document.operations.values()].map(({ id, path, method }): [ApiRequest['operation'], OperationPlace] => {
      if (path.startsWith(BASE_PREFIX)) {
        return [id, { prefix: 'base_url', path: path.slice(BASE_PREFIX.length), method }];
      }
      return [id, { prefix: id === 'updateAgent' ? 'alt_url' : 'api_url', path, method }];
    }),
  );
}

/** The prefix that carries the version of the main operations (versioning.prefix). */
export const BASE_PREFIX = '/api/v1/global';

/** The complete address of a request, its query encoded. */
export function urlOf(addresses: Addresses, places: OperationPlaces, request: ApiRequest): string {
  const place = places.get(request.operation);
  if (place === undefined) throw new Error(`The document has no operation ${request.operation}.`);
  const query = request.query
    .map(
      ([name, value]) =>
        `${encodeURIComponent(name).replaceAll('%5B', '[').replaceAll('%5D', ']')}=${encodeURIComponent(value)}`,
    )
    .join('&');
  return `${addresses[place.prefix].replace(/\/+$/, '')}${place.path}${query === '' ? '' : `?${query}`}`;
}
