import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationPlaces } from './addresses.ts';
import type { Exchange } from './exchange.ts';
import { createHttpExchange } from './http-exchange.ts';
import { createPoliteness } from './politeness.ts';
import type { Addresses, Settings } from './configuration/settings.ts';

export interface ExchangeOptions extends Pick<Settings, 'headers' | 'timeout' | 'rate_limit'> {
  readonly addresses: Addresses;
  readonly places: OperationPlaces;
  /** When it ends, in milliseconds since 1970; absent: it does not. */
  readonly until?: number;
}

/** A polite exchange over HTTP. */
export function openExchange(options: ExchangeOptions): { readonly exchange: Exchange; readonly close: () => void } {
  const { places, rate_limit: rateLimit, until } = options;
  const http = createHttpExchange(options);
  const wait = async (milliseconds: number): Promise<void> => {
    await sleep(milliseconds);
  };
  const politeness = createPoliteness({ places, rateLimit, sleep: wait, now: Date.now });
  return { exchange: politeness(http, until), close: () => http.close() };
}
