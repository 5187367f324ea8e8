import { expect, it } from 'vitest';
import { loadableAddress, voiceMediaPath, voicePortraitPath, voiceSamplePath } from './voices.ts';

it('gives a voice its sample and its portrait, whatever its id', () => {
  expect(voiceMediaPath).toBe('/__mock/voices');
  expect(voiceSamplePath('a/b')).toBe('/__mock/voices/a%2Fb/sample.wav');
  expect(voicePortraitPath('a/b')).toBe('/__mock/voices/a%2Fb/portrait.svg');
});

it('makes an address of the mock one that loads, and leaves any other', () => {
  const mock = 'http://127.0.0.1:4010';
  expect(loadableAddress('/__mock/voices/v/sample.wav', mock)).toBe(`${mock}/__mock/voices/v/sample.wav`);
  for (const other of ['https://voices.example/v.wav', '/__mock/voicesv.wav']) {
    expect(loadableAddress(other, mock)).toBe(other);
  }
});
