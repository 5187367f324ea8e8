import { de, en, es, fr, it, pt_BR, sv } from '@faker-js/faker';
import type {
  CodeKind,
  PhoneNumberRecord,
  ProviderRecord,
  Timestamp,
  TokenRecord,
  UserRecord,
  VoiceRecord,
  WorkspaceRecord,
} from '../../domain/records.ts';
import { voicePortraitPath, voiceSamplePath } from '../../domain/voices/voices.ts';
import {
  type Factory,
  type SeededValues,
  createRandomSource,
  createSequence,
  dayInMs,
  defineFactory,
  defineWithIds,
  momentBetween,
  shift,
} from './factory.ts';
import { voiceLanguages, voiceProviders, voiceTraits, workspaceNames } from './prose.gen.ts';

import codes from '../../../fixtures/empty/codes.json' with { type: 'json' };

/** Workspaces, each of a company of its own. */
export function createWorkspaceFactory(random: SeededValues, firstId: number): Factory<WorkspaceRecord> {
  const faker = random.faker(en);

  return defineWithIds<WorkspaceRecord>(createSequence(firstId), (id) => ({
    name: `${faker.person.lastName()} ${random.pick(workspaceNames)}`,
    company_id: 9000 + id,
    voice_analysis: random.chance(0.5),
  }));
}

/** Users with names from several languages, and an address under a domain that can never receive mail. */
export function createUserFactory(random: SeededValues, firstId: number): Factory<UserRecord> {
  const fakers = [de, en, es, fr, it, pt_BR, sv].map((locale) => random.faker(locale));

  return defineWithIds<UserRecord>(createSequence(firstId), (id) => {
    const faker = random.pick(fakers);
    return {
      workspace_id: 1,
      first_name: faker.person.firstName(),
      last_name: faker.person.lastName(),
      email: `user-${id}@mail.example`,
    };
  });
}

/** Tokens, which do not expire unless overridden. */
export function createTokenFactory(
  random: SeededValues,
  now: Timestamp,
  drawId: (random: SeededValues) => string,
): Factory<TokenRecord> {
  return defineFactory<TokenRecord>(({ expires_on }) => ({
    id: drawId(random),
    user_id: 1,
    workspace_id: 1,
    created_on: momentBetween(random, shift(expires_on ?? now, -180 * dayInMs), shift(expires_on ?? now, -dayInMs)),
    expires_on: null,
  }));
}

/** An API token: 64 hexadecimal digits (section 2.4). */
export function drawApiToken(random: SeededValues): string {
  return random.hex(64);
}

/** A login token, which opens get-token and nothing else (`auth.every-token-valid`). */
export function drawLoginToken(random: SeededValues): string {
  return `login-${random.hex(32)}`;
}

/**
 * Calling numbers that a workspace owns, active and attached to no agent unless overridden. They count up in area code
 * 555, which is not in use: seeded data must never call a real person.
 */
export function createPhoneNumberFactory(firstNumber: number): Factory<PhoneNumberRecord> {
  const nextNumber = createSequence(firstNumber);
  const nextId = (): string => `+1555${String(nextNumber()).padStart(7, '0')}`;
  return defineWithIds<PhoneNumberRecord>(nextId, () => {
    return { workspace_id: 1, is_active: true, agent_id: null, position: 0 };
  });
}

/** The supported voice providers in turn, set up in no workspace unless overridden. */
export function createProviderFactory(): Factory<ProviderRecord> {
  const nextTurn = createSequence(0);
  return defineFactory<ProviderRecord>((overrides) => {
    const named = voiceProviders.find((provider) => provider.id === overrides.id);
    const { id, name, default_page_size } = named ?? atTurn(voiceProviders, nextTurn());
    return { id, name, default_page_size, workspace_ids: [] };
  });
}

/** The voices of the default scenario, by provider: 37 of provider_a, 45 of provider_b, none of the others. */
export function buildVoiceCatalogue(): readonly VoiceRecord[] {
  return Object.entries({ provider_a: 37, provider_b: 45 }).flatMap(([provider_id, count]) => {
    const random = createRandomSource(37_450, `voice-catalogue:${provider_id}`);
    return createVoiceFactory(random).buildList(count, { provider_id });
  });
}

const { ages, genders, categories: voiceCategories, characters, paces, uses, ageWords, genderWords } = voiceTraits;

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
    const speaker = `${language.name} voice, ${ageWords[age]} and ${genderWords[gender]}`;
    const id = overrides.id ?? `${brand}-${toAscii(title)}-${String(position + 1).padStart(3, '0')}`;
    return {
      id,
      provider_id: provider.id,
      position,
      title,
      category: random.pick(voiceCategories),
      description: `${random.pick(characters)}, ${random.pick(paces)} ${speaker}. Good for ${random.pick(uses)}.`,
      url: voiceSamplePath(id),
      language: language.code,
      age,
      gender,
      image: random.chance(0.7) ? voicePortraitPath(id) : null,
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

/** The code of a name within its kind, 0 for one that the table does not hold (`create-agent.read-back.codes`). */
export function codeOf(kind: CodeKind, name: string): number {
  return codes.find((code) => code.kind === kind && code.name === name)?.code ?? 0;
}
