import { expect, it } from 'vitest';
import { stateDiagram } from './agent-status.ts';

it('draws every row from every state that it holds for', () => {
  expect(stateDiagram().split('\n').slice(0, 6)).toEqual([
    'stateDiagram-v2',
    '  [*] --> Draft: created',
    '  Active --> Active: status 1, an active workspace number attached',
    '  Deleted --> Active: status 1, an active workspace number attached',
    '  Draft --> Active: status 1, an active workspace number attached',
    '  Active --> Active: status 1, no active number attached (refused)',
  ]);
  expect(stateDiagram().split('\n')).toHaveLength(2 + 6 * 3);
});

it('draws no arrow for a new agent that is refused', () => {
  const refused = {
    from: 'new',
    requested: 'other',
    condition: 'none',
    outcome: { refusal: 'create-agent.status.invalid' },
  } as const;
  expect(stateDiagram([refused])).toBe('stateDiagram-v2');
});
