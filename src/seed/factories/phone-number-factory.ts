import type { PhoneNumberRecord } from '../../domain/records.ts';
import { createSequence, defineFactory, type Factory } from './factory.ts';

/**
 * Calling numbers that a workspace owns, active and attached to no agent unless overridden. They count up in area code
 * 555, which is not in use: seeded data must never call a real person.
 */
export function createPhoneNumberFactory(firstNumber: number): Factory<PhoneNumberRecord> {
  const nextNumber = createSequence(firstNumber);

  return defineFactory<PhoneNumberRecord>((overrides) => ({
    id: overrides.id ?? `+1555${String(nextNumber()).padStart(7, '0')}`,
    workspace_id: 1,
    is_active: true,
    agent_id: null,
    position: 0,
    ...overrides,
  }));
}
