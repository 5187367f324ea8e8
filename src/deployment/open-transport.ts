import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationPlaces } from './addresses.ts';
import type { Transport } from './transport.ts';
import { createHttpTransport } from './http-transport.ts';
import { createPoliteness } from './politeness.ts';
import type { Addresses, Settings } from './configuration/settings.ts';

export interface TransportOptions extends Pick<Settings, 'headers' | 'timeout' | 'rate_limit' | 'largest_answer'> {
  readonly addresses: Addresses;
  readonly places: OperationPlaces;
  /** When it ends, in milliseconds since 1970; absent: it does not. */
  readonly until?: number;
}

/** A polite transport over HTTP. */
export function openTransport(options: TransportOptions): {
  readonly transport: Transport;
  readonly close: () => void;
} {
  const { places, rate_limit: rateLimit, until } = options;
  const http = createHttpTransport(options);
  const wait = async (milliseconds: number): Promise<void> => {
    await sleep(milliseconds);
  };
  const politeness = createPoliteness({ places, rateLimit, sleep: wait, now: Date.now });
  return { transport: politeness(http, until), close: () => http.close() };
}
