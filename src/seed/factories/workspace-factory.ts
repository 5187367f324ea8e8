import { en } from '@faker-js/faker';
import type { WorkspaceRecord } from '../../domain/records.ts';
import { createSequence, defineFactory, type Factory } from './factory.ts';
import type { SeededValues } from './random-source.ts';

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
