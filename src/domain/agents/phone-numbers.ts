import { todaysRules, type Rules } from '../choices/rules.ts';
import type { PhoneNumberRecord } from '../records.ts';
import { Refusal } from '../refusal.ts';

/**
 * Decides which records change when an agent's numbers are replaced (`createagentorupdate.phone-numbers.replace`).
 * @param wanted the numbers in their new order; one named twice counts once
 * @param attached the numbers that the agent has now
 * @param find looks a number up in the whole inventory
 * @returns the complete next records of the numbers that change
 * @throws Refusal for a number that is not the workspace's nor shared, or that another agent has
 */
export function replaceNumbers(
  agent: { readonly id: number; readonly workspace_id: number },
  wanted: readonly string[],
  attached: readonly PhoneNumberRecord[],
  find: (number: string) => PhoneNumberRecord | undefined,
  rules: Rules = todaysRules,
): readonly PhoneNumberRecord[] {
  const asked = rules['createagentorupdate.phone-numbers.effect'](wanted, attached);
  const mayMove = rules['createagentorupdate.phone-numbers.attached'] === 'moved';
  const chosen = [...new Set(asked)].map((number, position) => {
    const record = find(number);
    if (record === undefined || (record.workspace_id !== null && record.workspace_id !== agent.workspace_id)) {
      throw unavailable(`The phone number ${number} is not in the workspace's inventory.`);
    }
    if (record.agent_id !== null && record.agent_id !== agent.id && !mayMove) {
      throw unavailable(`The phone number ${number} is attached to another agent.`);
    }
    return { ...record, agent_id: agent.id, position };
  });
  const kept = new Set(chosen.map((record) => record.id));
  const before = new Map(attached.map((record) => [record.id, record]));
  const changed = chosen.filter(({ id, position }) => before.get(id)?.position !== position);
  return [...releaseNumbers(attached.filter((record) => !kept.has(record.id))), ...changed];
}

/** The records of numbers that are attached to no agent any more. */
export function releaseNumbers(numbers: readonly PhoneNumberRecord[]): readonly PhoneNumberRecord[] {
  return numbers.map((number) => ({ ...number, agent_id: null, position: 0 }));
}

function unavailable(detail: string): Refusal {
  return new Refusal('createagentorupdate.phone-numbers.available', detail);
}
