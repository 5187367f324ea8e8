import type { CampaignRecord, CampaignStatus, Timestamp } from '../../domain/records.ts';
import { createSequence, defineFactory, type Factory } from './factory.ts';
import type { SeededValues } from './random-source.ts';
import { dayInMs, momentBetween, shift } from '../plan/seed-time.ts';

const statuses: readonly CampaignStatus[] = ['draft', 'inprogress', 'hold', 'pause', 'force_completed', 'deleted'];
const subjects = [
  'Renewals',
  'Reminders',
  'Welcome calls',
  'Win-back',
  'Follow-up',
  'Invitations',
  'Survey',
  'Confirmations',
];
const groups = [
  'north region',
  'south region',
  'new customers',
  'long-standing customers',
  'city branches',
  'web sign-ups',
];

/** Campaigns that were made before `now`, with `updated_on` no earlier than `created_on`. */
export function createCampaignFactory(random: SeededValues, now: Timestamp, firstId: number): Factory<CampaignRecord> {
  const nextId = createSequence(firstId);

  return defineFactory<CampaignRecord>((overrides) => {
    const status = overrides.status ?? random.pick(statuses);
    const latest = overrides.updated_on ?? shift(now, -14 * dayInMs);
    const isUntouched = status === 'draft';
    const created_on =
      overrides.created_on ??
      momentBetween(random, isUntouched && overrides.updated_on ? latest : shift(latest, -76 * dayInMs), latest);
    return {
      id: overrides.id ?? nextId(),
      workspace_id: 1,
      agent_id: 1,
      name: `${random.pick(subjects)}, ${random.pick(groups)}, week ${random.int(1, 52)}`,
      status,
      created_on,
      updated_on: isUntouched ? created_on : momentBetween(random, created_on, now),
      ...overrides,
    };
  });
}
