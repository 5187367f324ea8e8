import { isDeepStrictEqual } from 'node:util';
import { profileJson } from '../../clauses/profile.ts';
import type { WorldParts } from '../../domain/world-parts.ts';
import type { Cleared, WorldWriting } from '../../store/postgres/world-records.ts';
import type { Commit, RecordStore } from '../../store/state/record-store.ts';
import type { FollowedProfile, World, WorldState } from '../world.ts';
import { type Clock, createControllableClock } from '../clock.ts';
import { Diallers } from '../diallers.ts';
import { Faults, type FaultsState } from '../faults.ts';
import { createSeededRandom } from '../random.ts';

/** A world that can be changed unseen. */
export interface Draft {
  readonly world: World;
  readonly isChanged: () => boolean;
  /** What is to be written. */
  readonly change: () => WorldWriting;
  readonly cleared: readonly Cleared[];
}

/** @param beneath the clock that the world's own goes by */
export function openDraft(world: World, records: RecordStore, beneath: Clock): Draft {
  const commits: Commit[] = [];
  const cleared: Cleared[] = [];
  const store = records.draft((commit) => commits.push(commit));
  const [before, idsBefore] = [partsOfWorld(world), store.snapshot().ids.highest()];
  const clock = createControllableClock(beneath);
  const random = createSeededRandom(world.seed);
  const faults = new Faults(world.seed, world.faults.initial);
  const diallers = new Diallers({ store, clock, random, ended: world.ended, catchUp: null });
  const draft = {
    ...world,
    ...{ store, clock, random, faults, diallers },
    clearJournal: () => cleared.push('journal'),
    clearCoverage: () => cleared.push('coverage'),
  };
  restoreParts(draft, before);
  const isChanged = () =>
    commits.length + cleared.length > 0 ||
    !isDeepStrictEqual(partsOfWorld(draft), before) ||
    !isDeepStrictEqual(store.snapshot().ids.highest(), idsBefore);
  const change = () => {
    const isWhole = commits.some(({ replacement }) => replacement !== undefined);
    return { commits, isWhole, parts: partsOfWorld(draft), ...store.snapshot() };
  };
  return { world: draft, isChanged, change, cleared };
}

/** What a world is besides its records, its journal and its coverage. */
export function partsOfWorld({ clock, random, faults, diallers, profile }: World): WorldParts {
  return partsJson({ clock: clock.state(), random: random.state(), profile }, faults.state(), diallers.state());
}

/** What a snapshot is besides its records. */
export function snapshotParts(world: string | null, state: WorldState): WorldParts {
  return { ...partsJson(state), world };
}

function partsJson(
  { clock, random, profile }: Pick<WorldState, 'clock' | 'random' | 'profile'>,
  faults: FaultsState = { lastId: 0, standing: [] },
  dialling: WorldParts['dialling'] = [],
): WorldParts {
  const kept = profile === undefined ? null : profileJson(profile.profile);
  // Sound because definitions and profiles are plain JSON, of which the schema says no more.
  return { clock, random, faults, dialling, profile: kept } as unknown as WorldParts;
}

/** Puts parts in the place of a world's own. */
export function putParts(world: World, parts: WorldParts, follow: (profile: unknown) => FollowedProfile): void {
  restoreParts(world, parts);
  const known = world.profile === undefined ? null : profileJson(world.profile.profile);
  // To follow one takes long, and most changes are of another part.
  if (isDeepStrictEqual(known, parts.profile)) return;
  world.profile = parts.profile === null ? undefined : follow(parts.profile);
}

function restoreParts(world: World, { clock, random, faults, dialling }: WorldParts): void {
  world.clock.restore(clock);
  world.random.restart(random);
  // Sound because definitions were validated when they were written.
  world.faults.restore(faults as unknown as FaultsState);
  world.diallers.restore(dialling);
}
