import { StateWeigher } from '../store/state/state-weigher.ts';
import type { HeldState, Weighing } from './memory-budget.ts';
import { snapshotOverhead, type NamedSnapshot, type Snapshots } from './snapshots.ts';
import type { World } from './world.ts';
import { worldOverhead, type Worlds } from './worlds.ts';

/** Weighs the named worlds and the snapshots of a mock, without what the scenarios and the default world hold anyway. */
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
  // What is kept longest is weighed first: dropping another one does not free what the two share.
  const kept = lastWorld === undefined ? 0 : weighWorld(lastWorld).bytes;
  const droppable = [
    ...(lastSnapshot === undefined ? [] : [weighSnapshot(lastSnapshot)]),
    ...otherWorlds.map(weighWorld),
    ...otherSnapshots.map(weighSnapshot),
  ].reverse();
  return { bytes: droppable.reduce((sum, { bytes }) => sum + bytes, kept), droppable };
}
