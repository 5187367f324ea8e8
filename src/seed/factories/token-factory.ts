import type { Timestamp, TokenRecord } from '../../domain/records.ts';
import { defineFactory, type Factory } from './factory.ts';
import type { SeededValues } from './random-source.ts';
import { dayInMs, momentBetween, shift } from '../plan/seed-time.ts';

/** API tokens: 64 hexadecimal digits (section 2.4), which do not expire unless overridden. */
export function createApiTokenFactory(random: SeededValues, now: Timestamp): Factory<TokenRecord> {
  return createTokenFactory(random, now, () => random.hex(64));
}

/** Login tokens, which open get-token and nothing else (`auth.every-token-valid`). */
export function createLoginTokenFactory(random: SeededValues, now: Timestamp): Factory<TokenRecord> {
  return createTokenFactory(random, now, () => `login-${random.hex(32)}`);
}

function createTokenFactory(random: SeededValues, now: Timestamp, drawId: () => string): Factory<TokenRecord> {
  return defineFactory<TokenRecord>((overrides) => ({
    id: drawId(),
    user_id: 1,
    workspace_id: 1,
    created_on: momentBetween(
      random,
      shift(overrides.expires_on ?? now, -180 * dayInMs),
      shift(overrides.expires_on ?? now, -dayInMs),
    ),
    expires_on: null,
    ...overrides,
  }));
}
