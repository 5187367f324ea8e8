import type { ProviderRecord } from '../../domain/records.ts';
import { voiceProviders } from './codes.ts';
import { createSequence, defineFactory, type Factory } from './factory.ts';

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
