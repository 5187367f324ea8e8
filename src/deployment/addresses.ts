import type { ContractDocument } from '../document/read/load.ts';
import type { OperationId } from '../document/names.gen.ts';
import type { Operation } from '../document/operation.ts';
import type { ApiRequest, Method, Place } from './transport.ts';
import type { Addresses } from './configuration/settings.ts';

/** Where each operation lies, and the recommended way to send it a token. */
export type OperationPlaces = ReadonlyMap<OperationId, Place & { readonly token: Operation['tokenAtFirst'] }>;

/**
 * The operations' places as the document has them: the main ones below the base address, the others below the API
 * address, except the alternative update (addresses.prefixes).
 */
export function operationPlaces(document: ContractDocument): OperationPlaces {
  const places = [...document.operations.values()].map(({ id, path, method, tokenAtFirst: token }) => {
    const beside = { prefix: id === 'updateAgent' ? 'alt_url' : 'api_url', path } as const;
    const below = { prefix: 'base_url', path: path.slice(basePrefix.length) } as const;
    return [id, { ...(path.startsWith(basePrefix) ? below : beside), method: method as Method, token }] as const;
  });
  return new Map(places);
}

/** The headers that may carry a token. */
export const callerHeaders = ['token', 'api_access_token', 'authorization'];

/** The headers that carry the token, in the way that the document lists first. */
export function tokenHeaders(places: OperationPlaces, operation: OperationId, token: string): Record<string, string> {
  const place = places.get(operation);
  if (place === undefined) throw new Error(`The document has no operation ${operation}.`);
  const { header, form } = place.token;
  return { [header]: form === 'bearer' ? `Bearer ${token}` : token };
}

/** The prefix that carries the version of the main operations (versioning.prefix). */
export const basePrefix = '/api/v1/global';

/** The complete address of a request, its query encoded. */
export function urlOf(addresses: Addresses, places: OperationPlaces, request: ApiRequest): string {
  const place = placeOf(places, request);
  const nameOf = (name: string): string => encodeURIComponent(name).replaceAll('%5B', '[').replaceAll('%5D', ']');
  const query = request.query.map(([name, value]) => `${nameOf(name)}=${encodeURIComponent(value)}`).join('&');
  return `${withoutSlash(addresses[place.prefix])}${place.path}${query === '' ? '' : `?${query}`}`;
}

/** Where a request goes. @throws Error for one that names neither a place nor an operation of the document */
export function placeOf(places: OperationPlaces, { operation, place }: ApiRequest): Place {
  const found = place ?? (operation === null ? undefined : places.get(operation));
  if (found === undefined) throw new Error(`The document has no operation ${String(operation)}.`);
  return found;
}

export function withoutSlash(url: string): string {
  return url.replace(/(?<!\/)\/+$/, '');
}
