import type { AudienceRecord } from '../../domain/records.ts';
import { createSequence, defineFactory, type Factory } from './factory.ts';
import { inputColumns } from '../csv/input-columns.ts';
import type { SeededValues } from './random-source.ts';

const columnSets = [
  ['name', 'city', 'plan'],
  ['name', 'city', 'appointment'],
  ['name', 'order_no', 'delivery_date'],
  ['name', 'amount_due', 'due_date'],
  ['name', 'course', 'city'],
  ['name', 'company', 'email', 'language'],
];

/** What holds for a campaign's audience; ids follow those of the campaigns. */
export function createAudienceFactory(random: SeededValues, firstId: number): Factory<AudienceRecord> {
  const nextId = createSequence(firstId);

  return defineFactory<AudienceRecord>((overrides) => ({
    id: overrides.id ?? nextId(),
    columns: inputColumns(random.pick(columnSets)),
    attempts_allowed: random.int(2, 5),
    halted: null,
    ...overrides,
  }));
}
