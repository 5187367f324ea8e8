import type { FollowedProfile } from './followed-profile.ts';
import type { HeldState, Weighing } from './memory-budget.ts';
import { snapshotOverhead, type NamedSnapshot, type Snapshots } from './snapshots.ts';
import type { World } from './world.ts';
import { worldOverhead, type Worlds } from './worlds.ts';

/** What the named worlds and the snapshots of a mock have changed of the scenarios that they began as, each on its own. */
export function weighStates(worlds: Worlds, snapshots: Snapshots): Weighing {
  // A profile that several follow is held once; the default world's nothing frees.
  const profiles = new Set([undefined, worlds.default.profile]);
  const weighProfile = (profile: FollowedProfile | undefined): number => {
    const bytes = profiles.has(profile) ? 0 : (profile?.bytes ?? 0);
    profiles.add(profile);
    return bytes;
  };
  const weighWorld = ({ name, store, profile }: World): HeldState => {
    const bytes = worldOverhead + store.snapshot().root.own + weighProfile(profile);
    return { kind: 'world', name, bytes, drop: () => worlds.delete(name) };
  };
  const weighSnapshot = ({ name, state }: NamedSnapshot): HeldState => {
    const bytes = snapshotOverhead + state.store.snapshot().root.own + weighProfile(state.profile);
    return { kind: 'snapshot', name, bytes, drop: () => snapshots.drop(name) };
  };
  const [lastWorld, ...otherWorlds] = worlds.byUse();
  const [lastSnapshot, ...otherSnapshots] = snapshots.byUse();
  // What is kept longest is weighed first: dropping another one does not free a profile that both follow.
  const kept = lastWorld === undefined ? 0 : weighWorld(lastWorld).bytes;
  const droppable = [
    ...(lastSnapshot === undefined ? [] : [weighSnapshot(lastSnapshot)]),
    ...otherWorlds.map(weighWorld),
    ...otherSnapshots.map(weighSnapshot),
  ].reverse();
  return { bytes: droppable.reduce((sum, { bytes }) => sum + bytes, kept), droppable };
}
