import type { components } from '../../document/types.gen.ts';
import type { VoiceRecord } from '../records.ts';

export interface VoicePage {
  readonly voices: components['schemas']['Voice'][];
  /** Where the next page starts; null on the last page. */
  readonly next: number | null;
}

/**
 * Cuts one page out of a provider's voices (section 4.5).
 * @param voices all of the provider's, in any order
 * @param start the place of the first voice of the page, from 0; past the end gives an empty last page
 */
export function voicePage(voices: readonly VoiceRecord[], start: number, limit: number): VoicePage {
  const end = start + limit;
  const inOrder = voices.toSorted((one, other) => one.position - other.position);
  return {
    voices: inOrder.slice(start, end).map(({ provider_id: _provider, position: _position, ...voice }) => voice),
    next: end < voices.length ? end : null,
  };
}
