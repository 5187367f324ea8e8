import type { VoiceRecord } from '../../domain/records.ts';
import { VOICE_PROVIDERS } from './codes.ts';
import { createSequence, defineFactory } from './factory.ts';
import type { Factory } from './factory.ts';
import type { RandomSource } from './random-source.ts';
import { VOICE_LANGUAGES } from './voice-languages.ts';

const AGES = ['young', 'middle_aged', 'old'] as const;
const GENDERS = ['female', 'male', 'female', 'male', 'neutral'] as const;
const CATEGORIES = ['professional', 'professional', 'premade', 'premade', 'generated'];

const CHARACTERS = [
  'Warm',
  'Clear',
  'Soft',
  'Bright',
  'Velvety',
  'Sonorous',
  'Gentle',
  'Confident',
  'Friendly',
  'Crisp',
];
const PACES = ['unhurried', 'steady', 'lively', 'measured', 'natural'];
const USES = [
  'appointment reminders',
  'customer support',
  'renewal calls',
  'surveys',
  'booking lines',
  'delivery updates',
  'payment reminders',
  'admissions calls',
];
const AGE_WORDS = { young: 'young', middle_aged: 'middle-aged', old: 'mature' };
const GENDER_WORDS = { female: 'female', male: 'male', neutral: 'gender-neutral' };

/** Voices of provider_a unless overridden; languages and genders take turns, so that a short list has them all. */
export function createVoiceFactory(random: RandomSource): Factory<VoiceRecord> {
  const positions = new Map(VOICE_PROVIDERS.map(({ id }) => [id, createSequence(0)]));

  return defineFactory<VoiceRecord>((overrides) => {
    const provider = VOICE_PROVIDERS.find(({ id }) => id === overrides.provider_id) ?? atTurn(VOICE_PROVIDERS, 0);
    const position = overrides.position ?? positions.get(provider.id)?.() ?? 0;
    const language =
      VOICE_LANGUAGES.find(({ code }) => code === overrides.language) ?? atTurn(VOICE_LANGUAGES, position);
    const gender = overrides.gender ?? atTurn(GENDERS, position);
    const age = overrides.age ?? random.pick(AGES);
    const name = overrides.title ?? random.pick(language[gender]);
    const brand = provider.name.split(' ')[0]?.toLowerCase() ?? provider.id;
    const id = overrides.id ?? `${brand}-${toAscii(name)}-${String(position + 1).padStart(3, '0')}`;
    const category = random.pick(CATEGORIES);
    const character = random.pick(CHARACTERS);

    return {
      id,
      provider_id: provider.id,
      position,
      title: name,
      category,
      description:
        `${character}, ${random.pick(PACES)} ${language.name} voice, ${AGE_WORDS[age]} and ${GENDER_WORDS[gender]}. ` +
        `Good for ${random.pick(USES)}.`,
      url: `https://samples.${brand}.example/${id}.mp3`,
      language: language.code,
      age,
      gender,
      image: random.chance(0.7) ? `https://images.${brand}.example/${id}.png` : null,
      ...overrides,
    };
  });
}

function atTurn<T>(items: readonly T[], turn: number): T {
  const item = items[turn % items.length];
  if (item === undefined) throw new RangeError('nothing to choose from');
  return item;
}

/** `Jördis` as `jordis`: ids travel in addresses. */
function toAscii(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^A-Za-z0-9 -]/g, '')
    .replace(/[ -]+/g, '-')
    .toLowerCase();
}
