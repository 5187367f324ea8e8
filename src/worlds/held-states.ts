import { StateWeigher } from '../store/state/state-weigher.ts';
import type { HeldState, Weighing } from './memory-budget.ts';
import type { NamedSnapshot, Snapshots } from './snapshots.ts';
import type { World } from './world.ts';
import type { Worlds } from './worlds.ts';

/** In bytes: what a world costs before anything happens in it, and a snapshot beside its records. */
export const worldOverhead = 16_384;
export const snapshotOverhead = 1024;

/** Weighs the named worlds and the snapshots of a mock by what they hold beside the scenarios and the default world. */
export function weighStates(worlds: Worlds, snapshots: Snapshots): Weighing {
  const weigher = new StateWeigher(worlds.bases());
  const weighWorld = ({ name, store }: World): HeldState => {
    const bytes = worldOverhead + weigher.weigh(store.snapshot());
    return { kind: 'world', name, bytes, drop: () => worlds.delete(name) };
  };
  const weighSnapshot = ({ name, state }: NamedSnapshot): HeldState => {
    const bytes = snapshotOverhead + weigher.weigh(state.store.snapshot());
    return { kind: 'snapshot', name, bytes, drop: () => snapshots.drop(name) };
  };
  const [lastWorld, ...otherWorlds] = worlds.byUse();
  const [lastSnapshot, ...otherSnapshots] = snapshots.byUse();
  // What is to stay longest is weighed first: what it shares with others is then not free without them.
  const kept = lastWorld === undefined ? 0 : weighWorld(lastWorld).bytes;
  const droppable = [
    ...(lastSnapshot === undefined ? [] : [weighSnapshot(lastSnapshot)]),
    ...otherWorlds.map(weighWorld),
    ...otherSnapshots.map(weighSnapshot),
  ].reverse();
  return { bytes: droppable.reduce((sum, { bytes }) => sum + bytes, kept), droppable };
}
