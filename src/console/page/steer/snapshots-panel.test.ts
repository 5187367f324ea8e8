import { expect, it } from 'vitest';
import { type SnapshotFile, compareSnapshots } from './snapshots-panel.tsx';

function state(agents: Record<string, unknown>[], leads: Record<string, Record<string, unknown>[]> = {}): SnapshotFile {
  return {
    format: 'voice-agent-mock/snapshot/1',
    scenario: 'default',
    seed: 'x',
    clock: { offset_ms: 0 },
    random: [1, 2, 3, 4],
    ids: {},
    records: { workspaces: [], users: [], agents },
    leads,
  };
}

it('tells which records are new, gone and changed, and where', () => {
  const before = state([{ id: 1, status: 3 }, { id: 2 }, { id: 3 }], { 5001: [{ id: 9, status: 0 }] });
  const after = state([{ id: 1, status: 1 }, { id: 3 }, { id: 4 }], { 5001: [{ id: 9, status: 2 }] });
  expect(compareSnapshots(before, after)).toEqual([
    {
      collection: 'agents',
      records: [
        { id: '1', kind: 'changed', differences: [{ path: 'status', before: 3, after: 1 }] },
        { id: '2', kind: 'removed', differences: [] },
        { id: '4', kind: 'added', differences: [] },
      ],
    },
    {
      collection: 'leads of 5001',
      records: [{ id: '9', kind: 'changed', differences: [{ path: 'status', before: 0, after: 2 }] }],
    },
  ]);
});

it('finds no difference between a state and itself', () => {
  expect(compareSnapshots(state([{ id: 1 }]), state([{ id: 1 }]))).toEqual([]);
});
