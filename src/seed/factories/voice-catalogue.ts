import type { VoiceRecord } from '../../domain/records.ts';
import { createRandomSource } from './random-source.ts';
import { createVoiceFactory } from './voice-factory.ts';

const seed = 37_450;

/** The voices of the default scenario, by provider: 37 of provider_a, 45 of provider_b, none of the others. */
export function buildVoiceCatalogue(): readonly VoiceRecord[] {
  return [...voicesOf('provider_a', 37), ...voicesOf('provider_b', 45)];
}

function voicesOf(provider_id: string, count: number): VoiceRecord[] {
  return createVoiceFactory(createRandomSource(seed, `voice-catalogue:${provider_id}`)).buildList(count, {
    provider_id,
  });
}
