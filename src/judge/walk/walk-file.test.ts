import { describe, expect, it } from 'vitest';
import { readWalkFile, walkFileOf, type FoundViolation } from './explore.ts';

const found: FoundViolation = {
  key: 'x',
  report: {
    operation: 'listVoices',
    cause: 'a',
    clauses: ['voice-list.limit'],
    expected: 'a',
    came: 'b',
    path: '',
    curl: '',
    steps: [],
    check: 'walk 1',
  },
  steps: [
    { do: 'send', request: { operation: 'createAgent', as: 'own', json: { agent_name: { $name: '' } } } },
    { do: 'race', requests: [] },
    { do: 'voices', provider: 0, limits: [null, 3, 'half'], isTwice: false, isBack: true },
    {
      do: 'audience',
      campaign: 0,
      filters: [{ name: 'mobile_no', picks: [1], cut: [0, 4] }],
      limit: null,
      page: 2,
      isNew: true,
    },
    { do: 'complete', campaign: 'disposable' },
    { do: 'look' },
    { do: 'wait', milliseconds: 10 },
  ],
  count: 1,
  repeated: { failed: 2, of: 2 },
};

describe('a kept walk', () => {
  it('is read as it was written', () => {
    expect(readWalkFile(walkFileOf(found))?.steps).toEqual(found.steps);
  });

  it.each([
    ['no JSON', '{'],
    ['another file', '{"format":"voice-agent-mock/repro/1"}'],
    ['an unknown step', walkFileOf(found).replace('"look"', '"delete"')],
    ['an unknown operation', walkFileOf(found).replace('"createAgent"', '"dropAgents"')],
    ['another caller', walkFileOf(found).replace('"as": "own"', '"as": "root"')],
    ['an endless wait', walkFileOf(found).replace('"milliseconds": 10', '"milliseconds": 1e9')],
  ])('is refused if it is %s', (_, text) => {
    expect(readWalkFile(text)).toBeUndefined();
  });
});
