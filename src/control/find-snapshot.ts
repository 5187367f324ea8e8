import type { NamedSnapshot, Snapshots } from '../worlds/snapshots.ts';
import { ControlError } from './control-error.ts';

/**
 * The snapshot of a name.
 * @throws ControlError where there is none
 */
export function findSnapshot(name: string, field: string, snapshots: Snapshots): NamedSnapshot {
  const snapshot = snapshots.find(name);
  if (snapshot === undefined) throw new ControlError(404, `There is no snapshot ${name}.`, field);
  return snapshot;
}
