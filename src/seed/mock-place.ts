/** A running mock, or one world of it. */
export interface MockPlace {
  /** Without a slash at the end. */
  readonly url: string;
  /** Null: the world that the mock serves where none is named. */
  readonly world: string | null;
  /** For a mock that asks for one; null: none. */
  readonly controlToken: string | null;
}

/** How a ledger names a mock. */
export function nameOfPlace({ url, world }: MockPlace): string {
  return world === null ? url : `${url} world ${world}`;
}

/** The headers of a request to a mock's control API. */
export function headersOf({ world, controlToken }: MockPlace): Record<string, string> {
  return {
    ...(world === null ? {} : { 'x-mock-world': world }),
    ...(controlToken === null ? {} : { 'x-mock-control-token': controlToken }),
  };
}
