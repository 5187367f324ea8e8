import { de, en, es, fr, it, pt_BR, sv } from '@faker-js/faker';
import type { UserRecord } from '../../domain/records.ts';
import { createSequence, defineFactory, type Factory } from './factory.ts';
import type { SeededValues } from './random-source.ts';

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
