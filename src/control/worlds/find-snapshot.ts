import { inMegabytes } from '../../worlds/memory-size.ts';
import type { NamedSnapshot, SnapshotRegistry } from '../../worlds/snapshots.ts';
import { Problem } from '../../http/answer/problem.ts';

/**
 * The snapshot of a name.
 * @throws Problem if there is none; 410 if it was dropped
 */
export function findSnapshot(name: string, field: string, snapshots: SnapshotRegistry): NamedSnapshot {
  const snapshot = snapshots.find(name);
  if (snapshot !== undefined) return snapshot;
  if (!snapshots.wasDropped(name)) throw new Problem(404, `There is no snapshot ${name}.`, field);
  const limit = inMegabytes(snapshots.memory.limit);
  throw new Problem(
    410,
    `The snapshot ${name} was dropped, because the mock keeps at most ${limit}: take it again, or give --memory for more.`,
    field,
  );
}
