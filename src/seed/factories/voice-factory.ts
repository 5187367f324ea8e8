import type { VoiceRecord } from '../../domain/records.ts';
import { createRandomSource, createSequence, defineFactory, type Factory, type SeededValues } from './factory.ts';
import { voiceProviders } from './codes.ts';
import { voicePortraitPath, voiceSamplePath } from '../../domain/voices/voices.ts';
import { voiceLanguages } from './prose.gen.ts';

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

const ages = ['young', 'middle_aged', 'old'] as const;
const genders = ['female', 'male', 'female', 'male', 'neutral'] as const;
const categories = ['professional', 'professional', 'premade', 'premade', 'generated'];

const characters = 'Warm Clear Soft Bright Velvety Sonorous Gentle Confident Friendly Crisp'.split(' ');
const paces = ['unhurried', 'steady', 'lively', 'measured', 'natural'];
const uses = [
  'appointment reminders',
  'customer support',
  'renewal calls',
  'surveys',
  'booking lines',
  'delivery updates',
  'payment reminders',
  'admissions calls',
];
const ageWords = { young: 'young', middle_aged: 'middle-aged', old: 'mature' };
const genderWords = { female: 'female', male: 'male', neutral: 'gender-neutral' };

/** Voices of provider_a unless overridden; languages and genders take turns, so that a short list has them all. */
export function createVoiceFactory(random: SeededValues): Factory<VoiceRecord> {
  const positions = new Map(voiceProviders.map(({ id }) => [id, createSequence(0)]));

  return defineFactory<VoiceRecord>((overrides) => {
    const provider = voiceProviders.find(({ id }) => id === overrides.provider_id) ?? atTurn(voiceProviders, 0);
    const position = overrides.position ?? positions.get(provider.id)?.() ?? 0;
    const language = voiceLanguages.find(({ code }) => code === overrides.language) ?? atTurn(voiceLanguages, position);
    const gender = overrides.gender ?? atTurn(genders, position);
    const age = overrides.age ?? random.pick(ages);
    const title = overrides.title ?? random.pick(language[gender]);
    const brand = (provider.name.split(' ')[0] ?? provider.id).toLowerCase();
    const id = overrides.id ?? `${brand}-${toAscii(title)}-${String(position + 1).padStart(3, '0')}`;
    return {
      id,
      provider_id: provider.id,
      position,
      title,
      category: random.pick(categories),
      description: drawDescription(random, `${language.name} voice, ${ageWords[age]} and ${genderWords[gender]}`),
      url: voiceSamplePath(id),
      language: language.code,
      age,
      gender,
      image: random.chance(0.7) ? voicePortraitPath(id) : null,
      ...overrides,
    };
  });
}

function drawDescription(random: SeededValues, voice: string): string {
  return `${random.pick(characters)}, ${random.pick(paces)} ${voice}. Good for ${random.pick(uses)}.`;
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
