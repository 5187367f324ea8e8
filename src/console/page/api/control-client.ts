import createClient, { type Client } from 'openapi-fetch';
import type { Mutable } from '../../../client/mutable.ts';
import type { components, paths } from '../../../document/control-types.gen.ts';

export type Schemas = components['schemas'];
export type ControlClient = Client<Mutable<paths>>;

/** What the control API, or the way to it, refused. */
export class ControlFailure extends Error {
  /** 0 if there was no answer at all. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

interface ControlClientOptions {
  readonly origin: string;
  /** The headers that name the world and carry the control token. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** Told of every answer's status. */
  readonly onAnswer: (status: number) => void;
}

/** The control API, typed by `control.yaml`. */
export function openControlClient({ origin, headers, onAnswer }: ControlClientOptions): ControlClient {
  const client = createClient<Mutable<paths>>({ baseUrl: origin });
  client.use({
    onRequest: ({ request }) => {
      for (const [name, value] of Object.entries(headers())) {
        // A request that names its world itself is for that one.
        if (!request.headers.has(name)) request.headers.set(name, value);
      }
      return request;
    },
    onResponse: ({ response }) => onAnswer(response.status),
    onError: () => new ControlFailure(0, 'The mock does not answer. Is it still running?'),
  });
  return client;
}

/** A request of the client that is under way. */
export type Asked<T> = Promise<{ readonly data?: T; readonly error?: unknown; readonly response: Response }>;

/**
 * What was answered.
 * @throws ControlFailure if it was a refusal, with the refusal's own words
 */
export async function dataOf<T>(asked: Asked<T>): Promise<T> {
  const { data, error, response } = await asked;
  if (response.ok) return data as T;
  throw new ControlFailure(response.status, messageIn(error) ?? `The mock answered ${response.status}.`);
}

/** What to tell of an error, whatever it is. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function messageIn(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('message' in error)) return undefined;
  return typeof error.message === 'string' ? error.message : undefined;
}

/** The address in front of every path of a world, for clients that set no headers. */
export function addressOfWorld(origin: string, world: string): string {
  return world === 'default' ? origin : `${origin}/__mock/worlds/${world}`;
}
