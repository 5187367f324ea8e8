import { isDeepStrictEqual } from 'node:util';
import { fieldOf } from '../../json/json-value.ts';
import { profileJson } from '../../clauses/profile/check-profile.ts';
import { damaged } from '../../store/postgres/rows.ts';
import type { WorldState } from '../begin-world.ts';
import type { ClockState } from '../clock.ts';
import type { Dialler } from '../diallers.ts';
import type { FaultsState } from '../faults.ts';
import type { FollowedProfile } from '../followed-profile.ts';
import type { RandomState } from '../random.ts';
import type { World } from '../world.ts';

/** What a world is besides its records, its journal and its coverage. */
export interface PartsJson {
  readonly clock: ClockState;
  readonly random: RandomState;
  readonly faults: FaultsState;
  readonly dialling: readonly (readonly [number, Dialler])[];
  /** As its file; null: none. */
  readonly profile: object | null;
}

/** What a snapshot is besides the records of its state. */
export interface SnapshotPartsJson extends Pick<PartsJson, 'clock' | 'random' | 'profile'> {
  readonly world: string | null;
}

export function partsJson({ clock, random, faults, diallers, profile }: World): PartsJson {
  return {
    clock: clock.state(),
    random: random.state(),
    faults: faults.state(),
    dialling: diallers.state(),
    profile: profile === undefined ? null : profileJson(profile.profile),
  };
}

export function snapshotPartsJson(world: string | null, { clock, random, profile }: WorldState): SnapshotPartsJson {
  return { world, clock, random, profile: profile === undefined ? null : profileJson(profile.profile) };
}

/** Puts parts in the place of a world's own. */
export function putParts(
  world: World,
  { clock, random, faults, dialling, profile }: PartsJson,
  follow: (profile: unknown) => FollowedProfile,
): void {
  world.clock.restore(clock);
  world.random.restart(random);
  world.faults.restore(faults);
  world.diallers.restore(dialling);
  const known = world.profile && profileJson(world.profile.profile);
  // To follow one takes long, and most changes are of another part.
  if (!isDeepStrictEqual(known ?? null, profile)) world.profile = profile === null ? undefined : follow(profile);
}

/** @throws StoreContentError for a row that was damaged */
export function readWorldParts(parts: unknown, place: string): PartsJson {
  requireShared(parts, place);
  const [faults, dialling] = [fieldOf(parts, 'faults'), fieldOf(parts, 'dialling')];
  const areFaults = Number.isSafeInteger(fieldOf(faults, 'lastId')) && isListOf(fieldOf(faults, 'standing'), isFault);
  if (!areFaults) throw damaged(place, 'parts/faults', faults, 'expected faults');
  if (!isListOf(dialling, isDialler)) throw damaged(place, 'parts/dialling', dialling, 'expected diallers');
  // Sound because each part has been looked at, and the definitions were when they were written.
  return parts as PartsJson;
}

/** @throws StoreContentError for a row that was damaged */
export function readSnapshotParts(parts: unknown, place: string): SnapshotPartsJson {
  requireShared(parts, place);
  const world = fieldOf(parts, 'world');
  if (world !== null && typeof world !== 'string') throw damaged(place, 'parts/world', world, 'expected a name');
  return parts as SnapshotPartsJson;
}

function requireShared(parts: unknown, place: string): void {
  const [clock, random, profile] = ['clock', 'random', 'profile'].map((name) => fieldOf(parts, name));
  const time = fieldOf(clock, 'frozenAt') ?? fieldOf(clock, 'offset');
  if (!Number.isFinite(time)) throw damaged(place, 'parts/clock', clock, 'expected a clock');
  const isRandom = isListOf(random, (each) => Number.isSafeInteger(each)) && random.length === 4;
  if (!isRandom) throw damaged(place, 'parts/random', random, 'expected four whole numbers');
  if (typeof profile !== 'object') throw damaged(place, 'parts/profile', profile, 'expected a profile or null');
}

function isListOf(value: unknown, isOne: (item: unknown) => boolean): value is readonly unknown[] {
  return Array.isArray(value) && value.every(isOne);
}

function isFault(value: unknown): boolean {
  const counts = ['id', 'matched', 'fired'].map((name) => fieldOf(value, name));
  return counts.every(Number.isSafeInteger) && fieldOf(value, 'definition') instanceof Object;
}

function isDialler(value: unknown): boolean {
  const [campaign, dialler] = Array.isArray(value) ? (value as unknown[]) : [];
  const numbers = ['rate', 'since', 'made'].map((name) => fieldOf(dialler, name));
  return Number.isSafeInteger(campaign) && numbers.every(Number.isFinite);
}
