import { de, en, es, fr, it, pt_BR, sv } from '@faker-js/faker';
import type {
  PhoneNumberRecord,
  ProviderRecord,
  Timestamp,
  TokenRecord,
  UserRecord,
  WorkspaceRecord,
} from '../../domain/records.ts';
import {
  createSequence,
  dayInMs,
  defineFactory,
  type Factory,
  momentBetween,
  type SeededValues,
  shift,
} from './factory.ts';
import { voiceProviders } from './codes.ts';

/** Workspaces, each of a company of its own. */
export function createWorkspaceFactory(random: SeededValues, firstId: number): Factory<WorkspaceRecord> {
  const nextId = createSequence(firstId);
  const faker = random.faker(en);

  return defineFactory<WorkspaceRecord>((overrides) => {
    const id = overrides.id ?? nextId();
    return {
      id,
      name: `${faker.person.lastName()} ${random.pick(['Outreach', 'Support', 'Contact', 'Care', 'Voice', 'Direct'])}`,
      company_id: 9000 + id,
      voice_analysis: random.chance(0.5),
      ...overrides,
    };
  });
}

/** Users with names from several languages, and an address under a domain that can never receive mail. */
export function createUserFactory(random: SeededValues, firstId: number): Factory<UserRecord> {
  const nextId = createSequence(firstId);
  const fakers = [de, en, es, fr, it, pt_BR, sv].map((locale) => random.faker(locale));

  return defineFactory<UserRecord>((overrides) => {
    const id = overrides.id ?? nextId();
    const faker = random.pick(fakers);
    return {
      id,
      workspace_id: 1,
      first_name: faker.person.firstName(),
      last_name: faker.person.lastName(),
      email: `user-${id}@mail.example`,
      ...overrides,
    };
  });
}

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

/**
 * Calling numbers that a workspace owns, active and attached to no agent unless overridden. They count up in area code
 * 555, which is not in use: seeded data must never call a real person.
 */
export function createPhoneNumberFactory(firstNumber: number): Factory<PhoneNumberRecord> {
  const nextNumber = createSequence(firstNumber);

  return defineFactory<PhoneNumberRecord>((overrides) => ({
    id: overrides.id ?? `+1555${String(nextNumber()).padStart(7, '0')}`,
    workspace_id: 1,
    is_active: true,
    agent_id: null,
    position: 0,
    ...overrides,
  }));
}

/** The supported voice providers in turn, set up in no workspace unless overridden. */
export function createProviderFactory(): Factory<ProviderRecord> {
  const nextTurn = createSequence(0);

  return defineFactory<ProviderRecord>((overrides) => {
    const known =
      voiceProviders.find(({ id }) => id === overrides.id) ?? voiceProviders[nextTurn() % voiceProviders.length];
    if (!known) throw new RangeError('There is no voice provider to build.');
    return {
      id: known.id,
      name: known.name,
      default_page_size: known.default_page_size,
      workspace_ids: [],
      ...overrides,
    };
  });
}
