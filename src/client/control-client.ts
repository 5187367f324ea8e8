import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from '../document/control-types.gen.ts';
import type { Mutable } from './mutable.ts';

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

/** Where a mock is, found out when it is first needed: one in the process listens only then. */
export type MockUrl = () => Promise<string>;

/** Makes a client whose requests all carry these headers. */
export function createControlClient(url: MockUrl, headers: Readonly<Record<string, string>>): ControlClient {
  return createClient<ControlPaths>({
    // The place is not known yet; the path alone is taken over.
    baseUrl: 'http://mock.invalid',
    headers: { ...headers },
    fetch: async (request: Request) => {
      const { pathname, search } = new URL(request.url);
      const body = request.body === null ? null : await request.arrayBuffer();
      return fetch(`${await url()}${pathname}${search}`, { method: request.method, headers: request.headers, body });
    },
  });
}

type ErrorBody = components['schemas']['Error'];

/**
 * What an answer holds.
 * @throws ControlRefused if it is an error
 */
export function dataOf<T>(answer: {
  readonly data?: T | undefined;
  readonly error?: unknown;
  readonly response: Response;
}): T {
  const { data, error, response } = answer;
  if (response.ok) return data as T;
  const refusal = isErrorBody(error) ? error : undefined;
  throw new ControlRefused(
    response.status,
    refusal?.message ?? `The mock answered ${response.status}.`,
    refusal?.data.field,
  );
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'message' in body && 'data' in body;
}
