import { expect, it } from 'vitest';
import { MemoryLeadSource } from '../open-records.ts';
import { IdCounters, IdsExhaustedError } from './id-counters.ts';

it('gives no id above the highest that a record may have', () => {
  const none = { workspaces: 1, users: 1, campaigns: 1, leads: 0 };
  const ids = new IdCounters({ ...none, agents: 1 }, new MemoryLeadSource(new Map()));
  ids.share({ ...none, agents: 999_999_999_997 });
  expect([ids.next('agents'), ids.next('agents')]).toEqual([999_999_999_998, 999_999_999_999]);
  expect(() => ids.next('agents')).toThrow(IdsExhaustedError);
});
