import type { ApiRequest } from '../../deployment/transport.ts';
import type { TransportOptions } from '../../deployment/open-transport.ts';

/** A running mock, or one world of it. */
export interface RunningMock {
  /** Without a slash at the end. */
  readonly url: string;
  /** Null: the world that the mock serves if none is named. */
  readonly world: string | null;
  /** For a mock that asks for one; null: none. */
  readonly controlToken: string | null;
}

/** How a ledger names a mock. */
export function nameOfPlace({ url, world }: RunningMock): string {
  return world === null ? url : `${url} world ${world}`;
}

/** A request to a mock's control API. Those that seeding sends are idempotent. */
export function controlRequest(
  place: RunningMock,
  method: 'GET' | 'POST',
  path: string,
  { query = {}, json }: { readonly query?: Readonly<Record<string, number>>; readonly json?: object } = {},
): ApiRequest {
  return {
    operation: null,
    place: { prefix: 'api_url', path: `/__mock${path}`, method },
    query: Object.entries(query).map(([name, value]) => [name, String(value)] as const),
    headers: headersOf(place),
    body: json === undefined ? { kind: 'none' } : { kind: 'json', value: json },
    isRepeatable: true,
  };
}

/** What a transport needs to reach a mock. */
export function transportOptionsOf({ url }: RunningMock): Pick<TransportOptions, 'addresses' | 'places' | 'headers'> {
  return { addresses: { base_url: url, api_url: url, alt_url: url }, places: new Map(), headers: {} };
}

function headersOf({ world, controlToken }: RunningMock): Record<string, string> {
  return {
    ...(world === null ? {} : { 'x-mock-world': world }),
    ...(controlToken === null ? {} : { 'x-mock-control-token': controlToken }),
  };
}
