import { expect, it } from 'vitest';
import type { VoiceRecord } from '../records.ts';
import { voicePage } from './voices.ts';

const voices = [4, 0, 3, 1, 2].map(voice);

it.each([
  { start: 0, limit: 2, ids: ['v0', 'v1'], next: 2 },
  { start: 2, limit: 2, ids: ['v2', 'v3'], next: 4 },
  { start: 4, limit: 2, ids: ['v4'], next: null },
  { start: 0, limit: 5, ids: ['v0', 'v1', 'v2', 'v3', 'v4'], next: null },
  { start: 3, limit: 2, ids: ['v3', 'v4'], next: null },
  { start: 5, limit: 2, ids: [], next: null },
  { start: 99, limit: 2, ids: [], next: null },
])('the page of $limit from $start holds $ids', ({ start, limit, ids, next }) => {
  const page = voicePage(voices, { start, limit, mockAddress: 'http://mock' });
  expect({ ids: page.voices.map(({ id }) => id), next: page.next }).toEqual({ ids, next });
});

it('shows nothing that is stored for the list alone', () => {
  expect(Object.keys(voicePage(voices, { start: 0, limit: 1, mockAddress: 'http://mock' }).voices[0] ?? {})).toEqual([
    'id',
    'title',
    'category',
    'description',
    'url',
    'language',
    'age',
    'gender',
    'image',
  ]);
});

function voice(position: number): VoiceRecord {
  return {
    id: `v${position}`,
    provider_id: 'provider_a',
    position,
    title: '',
    category: '',
    description: '',
    url: '',
    language: '',
    age: 'young',
    gender: 'neutral',
    image: null,
  };
}
