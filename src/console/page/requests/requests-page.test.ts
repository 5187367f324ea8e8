import { expect, it } from 'vitest';
import type { JournalEntry } from '../live/live-journal.ts';
import { everyRequest, filterRequests } from './requests-page.tsx';

function entry(id: number, parts: Partial<JournalEntry>): JournalEntry {
  return {
    id,
    at: '2026-10-01T09:00:00.000Z',
    duration: 1,
    world: 'default',
    workspace: 101,
    operation: 'getAgent',
    status: 200,
    rule: 'get-agent.success',
    is_of_console: false,
    warning: null,
    delivery: 'sent',
    faults: [],
    request: { method: 'GET', url: '/api/v1/global/agents/get-by-id?agent_id=1004', headers: [], body: null },
    answer: { headers: [], body: { size: 0, is_cut: false } },
    changes: [],
    ...parts,
  };
}

const entries = [
  entry(4, { status: null, operation: null, faults: [{ id: 1, effect: { type: 'cut', at: 'before' }, delay: 0 }] }),
  entry(3, { operation: 'createAgent', status: 400, warning: 'unknown field agent_nmae' }),
  entry(2, { operation: 'createAgent', answer: { headers: [], body: { size: 9, is_cut: false, json: 'Ada' } } }),
  entry(1, {}),
];

it.each([
  { asked: {}, ids: [4, 3, 2, 1] },
  { asked: { operation: 'createAgent' }, ids: [3, 2] },
  { asked: { status: '2' }, ids: [2, 1] },
  { asked: { status: 'none' }, ids: [4] },
  { asked: { isMarked: true }, ids: [4, 3] },
  { asked: { text: ' ADA ' }, ids: [2] },
  { asked: { text: 'agent_id=1004', status: '4' }, ids: [3] },
  { asked: { text: 'nowhere' }, ids: [] },
])('finds $ids for $asked', ({ asked, ids }) => {
  const found = filterRequests(entries, { ...everyRequest, ...asked }, new WeakMap());
  expect(found.map(({ id }) => id)).toEqual(ids);
});
