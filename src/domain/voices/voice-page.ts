import type { components } from '../../document/types.gen.ts';
import type { VoiceRecord } from '../records.ts';
import { loadableAddress } from './voice-media.ts';

export interface VoicePage {
  readonly voices: components['schemas']['Voice'][];
  /** Where the next page starts; null on the last page. */
  readonly next: number | null;
}

/**
 * Cuts one page out of a provider's voices (section 4.5).
 * @param voices all of the provider's, in any order
 * @param mockAddress where the caller reaches the mock, which serves what a voice sounds and looks like
 * @param start the place of the first voice of the page, from 0; past the end gives an empty last page
 */
export function voicePage(
  voices: readonly VoiceRecord[],
  { start, limit, mockAddress }: { readonly start: number; readonly limit: number; readonly mockAddress: string },
): VoicePage {
  const end = start + limit;
  const inOrder = voices.toSorted((one, other) => one.position - other.position);
  return {
    voices: inOrder.slice(start, end).map(({ provider_id: _provider, position: _position, ...voice }) => ({
      ...voice,
      url: loadableAddress(voice.url, mockAddress),
      image: voice.image === null ? null : loadableAddress(voice.image, mockAddress),
    })),
    next: end < voices.length ? end : null,
  };
}
