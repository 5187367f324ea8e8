import { describe, expect, it } from 'vitest';
import {
  agentMoves,
  agentTransitions,
  decideStatus,
  numbersCondition,
  requestedStatus,
  statusOfNewAgent,
  type NumbersCondition,
} from './agent-status.ts';
import type { ClauseId, RefusalId } from '../../document/names.gen.ts';
import { defaultRules } from '../choices/rules.ts';
import type { AgentStatus, PhoneNumberRecord } from '../records.ts';
import { Refusal } from '../refusal.ts';

const owned = number({ workspace_id: 101 });
const inactive = number({ workspace_id: 101, is_active: false });
const shared = number({ workspace_id: null });
const sharedInactive = number({ workspace_id: null, is_active: false });

describe('the numbers of an agent', () => {
  it.each<{ of: string; numbers: PhoneNumberRecord[]; condition: NumbersCondition }>([
    { of: 'none', numbers: [], condition: 'no-active-number' },
    { of: 'an inactive one', numbers: [inactive], condition: 'no-active-number' },
    { of: 'inactive ones of both kinds', numbers: [inactive, sharedInactive], condition: 'no-active-number' },
    { of: 'a shared one', numbers: [shared], condition: 'only-shared-numbers' },
    { of: 'a shared one and an inactive one', numbers: [inactive, shared], condition: 'only-shared-numbers' },
    { of: 'an owned one', numbers: [owned], condition: 'workspace-number' },
    { of: 'one of each', numbers: [sharedInactive, shared, inactive, owned], condition: 'workspace-number' },
  ])('mean $condition where they are $of', ({ numbers, condition }) => {
    expect(numbersCondition(numbers, 101)).toBe(condition);
  });
});

it.each<{ asked: AgentStatus; numbers: PhoneNumberRecord[]; refusal: RefusalId }>([
  { asked: 1, numbers: [], refusal: 'create-agent.publish.no-number' },
  { asked: 1, numbers: [inactive], refusal: 'create-agent.publish.no-number' },
  { asked: 1, numbers: [shared], refusal: 'create-agent.publish.global-provider' },
])('$refusal refuses the status $asked', ({ asked, numbers, refusal }) => {
  expect(() => decideStatus(asked, agentIn(3), numbers)).toThrow(new Refusal(refusal));
});

it('asks for a number where a choice says that agents of this type need one', () => {
  const telephony = { ...defaultRules, 'create-agent.publish.types': (type: number) => type === 3 };
  expect(decideStatus(1, { ...agentIn(3), agent_type: 2 }, [], telephony).clause).toBe('create-agent.publish');
  expect(() => decideStatus(1, agentIn(3), [], telephony)).toThrow(new Refusal('create-agent.publish.no-number'));
});

it('does not decide for what is not a status', () => {
  const decide = () => decideStatus(9 as AgentStatus, agentIn(3), [owned]);
  expect(decide).toThrow('what the status 9 does');
});

it('has a row for every status that can be asked for and every meaning of the numbers', () => {
  for (const requested of [1, 2, 3] as const) {
    for (const condition of ['workspace-number', 'no-active-number', 'only-shared-numbers'] as const) {
      const rows = agentTransitions.filter(
        (row) =>
          row.from === 'any' &&
          row.requested === requested &&
          (row.condition === 'none' || row.condition === condition),
      );
      expect(rows).toHaveLength(1);
    }
  }
});

it('releases numbers for nothing but deleting', () => {
  const releasing = agentTransitions.filter(({ outcome }) => 'to' in outcome && outcome.releasesNumbers);
  expect(releasing.map(({ requested }) => requested)).toEqual([2]);
});

it.each<{ asked: AgentStatus; before: AgentStatus; numbers: PhoneNumberRecord[]; clause: ClauseId }>([
  { asked: 1, before: 3, numbers: [owned], clause: 'create-agent.publish' },
  { asked: 1, before: 2, numbers: [owned, owned], clause: 'create-agent.publish' },
  { asked: 1, before: 3, numbers: [shared, owned], clause: 'create-agent.publish.mixed' },
  { asked: 1, before: 3, numbers: [owned, inactive], clause: 'create-agent.publish.mixed' },
  { asked: 1, before: 1, numbers: [owned, inactive], clause: 'create-agent.publish.again' },
  { asked: 3, before: 1, numbers: [owned], clause: 'create-agent.unpublish' },
  { asked: 3, before: 3, numbers: [], clause: 'create-agent.unpublish' },
  { asked: 3, before: 2, numbers: [], clause: 'create-agent.restore' },
  { asked: 2, before: 1, numbers: [], clause: 'create-agent.delete' },
  { asked: 2, before: 2, numbers: [], clause: 'create-agent.delete' },
  { asked: 2, before: 1, numbers: [inactive], clause: 'create-agent.delete.releases-numbers' },
])('$clause decides for status $asked of an agent in state $before', ({ asked, before, numbers, clause }) => {
  const decision = { status: asked, releasesNumbers: asked === 2, clause };
  expect(decideStatus(asked, agentIn(before), numbers)).toEqual(decision);
});

it('leads from each state to every other, and from nothing to draft', () => {
  const moves = agentMoves().map(({ from, to }) => `${from} ${to}`);
  expect(moves.sort()).toEqual(['1 2', '1 3', '2 1', '2 3', '3 1', '3 2', 'new 3']);
});

it('makes a new agent a draft', () => {
  expect(statusOfNewAgent()).toBe(3);
});

describe('a requested status', () => {
  it.each([1, 2, 3] as const)('%i is taken for an agent, and refused for none', (status) => {
    expect(requestedStatus(status, true)).toBe(status);
    expect(() => requestedStatus(status, false)).toThrow(new Refusal('create-agent.agent-id.required'));
  });

  it.each([0, 4, -1, 1.5, NaN, '1', '', 'none', 'other', null, true, [1], { valueOf: () => 1 }])(
    '%j is none',
    (status) => {
      expect(() => requestedStatus(status, true)).toThrow(new Refusal('create-agent.status.invalid'));
      expect(() => requestedStatus(status, false)).toThrow(new Refusal('create-agent.status.invalid'));
    },
  );

  it('may be left out', () => {
    expect(requestedStatus(undefined, true)).toBeUndefined();
    expect(requestedStatus(undefined, false)).toBeUndefined();
  });
});

function agentIn(status: AgentStatus): Parameters<typeof decideStatus>[1] {
  return { workspace_id: 101, status, agent_type: 3 };
}

function number(facts: Partial<PhoneNumberRecord>): PhoneNumberRecord {
  return { id: '+15550009001', workspace_id: 101, is_active: true, agent_id: 1, position: 0, ...facts };
}
