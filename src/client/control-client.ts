import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from '../document/control-types.gen.ts';

/**
 * A type without `readonly`, all the way down. openapi-fetch takes the generated types apart, and what it makes of a
 * readonly list has none of a list's methods.
 */
export type Mutable<T> = T extends readonly (infer Item)[]
  ? Mutable<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Mutable<T[Key]> }
    : T;

/** The paths of the control API, as openapi-fetch takes them. */
export type ControlPaths = Mutable<paths>;

/** The whole control API, typed by `control.yaml`. */
export type ControlClient = Client<ControlPaths>;

/** The mock refused; `status` and `field` say what, `message` says why. */
export class ControlRefused extends Error {
  override readonly name = 'ControlRefused';

  constructor(
    readonly status: number,
    message: string,
    /** The part of the request that is at fault, if it is one. */
    readonly field: string | undefined,
  ) {
    super(message);
  }
}

export function createControlClient(mockFetch: (request: Request) => Promise<Response>): ControlClient {
  // A mock takes requests for whatever host; one that is this machine's may steer.
  return createClient<ControlPaths>({ baseUrl: 'http://127.0.0.1', fetch: mockFetch });
}

/** What openapi-fetch gives of an answer. */
export interface Answered<T> {
  readonly data?: T | undefined;
  readonly error?: unknown;
  readonly response: Response;
}

/** What an answer holds. @throws ControlRefused if it is an error */
export function dataOf<T>({ data, error, response }: Answered<T>): T {
  if (response.ok) return data as T;
  const refusal = isErrorBody(error) ? error : undefined;
  throw new ControlRefused(
    response.status,
    refusal?.message ?? `The mock answered ${response.status}.`,
    refusal?.data.field,
  );
}

function isErrorBody(body: unknown): body is components['schemas']['Error'] {
  return typeof body === 'object' && body !== null && 'message' in body && 'data' in body;
}
