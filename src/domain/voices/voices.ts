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

/** Below it the mock serves what belongs to a voice: a sample to be played and a portrait. */
export const voiceMediaPath = '/__mock/voices';

/** Where the mock serves the sample of a voice, without the address of the mock: so it is kept in a record. */
export function voiceSamplePath(voiceId: string): string {
  return `${voiceMediaPath}/${encodeURIComponent(voiceId)}/sample.wav`;
}

/** The same of its portrait. */
export function voicePortraitPath(voiceId: string): string {
  return `${voiceMediaPath}/${encodeURIComponent(voiceId)}/portrait.svg`;
}

/** An address as a caller can load it: a path of the mock gets the address of the mock, any other is left as it is. */
export function loadableAddress(address: string, mockAddress: string): string {
  return address.startsWith(`${voiceMediaPath}/`) ? mockAddress + address : address;
}
