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
