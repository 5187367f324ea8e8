import { describe, expect, it } from 'vitest';
import { ownNumber, releaseNumbers, replaceNumbers } from './agent-form.ts';
import type { PhoneNumberRecord } from '../records.ts';

const inventory: readonly PhoneNumberRecord[] = [
  number('+1', { agent_id: 1, position: 0 }),
  number('+2', { agent_id: 1, position: 1 }),
  number('+3', {}),
  number('+4', { workspace_id: null }),
  number('+5', { workspace_id: 102 }),
  number('+6', { agent_id: 2 }),
  number('+7', { is_active: false }),
];
const agent = { id: 1, workspace_id: 101 };
const attached = inventory.filter(({ agent_id }) => agent_id === 1);

function replace(wanted: readonly string[]) {
  const changed = replaceNumbers(agent, wanted, attached, (id) => inventory.find((record) => record.id === id));
  return changed.map(({ id, agent_id, position }) => [id, agent_id, position]);
}

describe('replacing the numbers +1 and +2', () => {
  it.each<{ wanted: string[]; changed: (string | number | null)[][] }>([
    { wanted: ['+1', '+2'], changed: [] },
    { wanted: ['+1', '+2', '+1'], changed: [] },
    { wanted: [], changed: [['+1', null, 0], ['+2', null, 0]] }, // oxfmt-ignore
    { wanted: ['+1'], changed: [['+2', null, 0]] },
    { wanted: ['+2', '+1'], changed: [['+2', 1, 0], ['+1', 1, 1]] }, // oxfmt-ignore
    { wanted: ['+1', '+2', '+3'], changed: [['+3', 1, 2]] },
    { wanted: ['+4', '+7'], changed: [['+1', null, 0], ['+2', null, 0], ['+4', 1, 0], ['+7', 1, 1]] }, // oxfmt-ignore
  ])('by $wanted changes $changed', ({ wanted, changed }) => {
    expect(replace(wanted)).toEqual(changed);
  });

  it.each([
    { wanted: '+9', kind: 'unknown', message: "The phone number +9 is not in the workspace's inventory." },
    { wanted: '+5', kind: 'foreign', message: "The phone number +5 is not in the workspace's inventory." },
    { wanted: '+6', kind: 'attached', message: 'The phone number +6 is attached to another agent.' },
  ])('by $wanted is refused', ({ wanted, kind, message }) => {
    const about = { name: 'phone_numbers[0]', kind, value: wanted };
    const refusal = expect.objectContaining({
      ...{ clause: 'createagentorupdate.phone-numbers.available', message, case: about },
    });
    expect(() => replace(['+1', wanted])).toThrow(refusal);
  });
});

it('releases numbers and leaves what else they are', () => {
  expect(releaseNumbers(attached)).toEqual([number('+1', {}), number('+2', {})]);
});

it('makes a number of a text in E.164 form alone', () => {
  const texts = ['+15550009999', '+1', '+0155', 'x+1555', '+1555x', '+1234567890123456', '+1a'];
  expect(texts.map((text) => ownNumber(text, 101))).toEqual([
    number('+15550009999', {}),
    ...texts.slice(1).map(() => undefined),
  ]);
});

function number(id: string, facts: Partial<PhoneNumberRecord>): PhoneNumberRecord {
  return { id, workspace_id: 101, is_active: true, agent_id: null, position: 0, ...facts };
}
