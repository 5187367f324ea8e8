import { afterEach, expect, it } from 'vitest';
import { throwAwaySettings } from '../../deployment/configuration/settings.ts';
import type { Overlay } from '../../document/overlay.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import { type InProcessTarget, overlayOf, startInProcessTarget } from '../as-mock/mock-worlds.ts';
import type { ParityCause } from './causes.ts';
import { explain } from './explain.ts';
import { compareWithMock, type ParityResult } from './parity.ts';
import { toldParity } from './parity-report.ts';

const document = loadContractDocument();
const targets: InProcessTarget[] = [];

afterEach(async () => {
  for (const target of targets.splice(0)) await target.close();
});

const following = (behaviours: Readonly<Record<string, string>>): Overlay => {
  return overlayOf('other', { behaviours, actions: [] });
};

/** Compares a deployment that chooses like this, with a mock that follows a profile. */
async function compared(
  choices: Readonly<Record<string, string>>,
  profile?: Overlay,
  isEnded: (line: string) => boolean = () => false,
): Promise<ParityResult> {
  const lines: string[] = [];
  const target = await startInProcessTarget(following(choices));
  targets.push(target);
  const settings = throwAwaySettings(target.addresses);
  const effects = ['none', 'reversible'] as const;
  const plan = { settings, addresses: target.addresses, withAssumptions: false, effects, run: 'parity' };
  return compareWithMock({
    ...{ document, plan, profile, walks: 2, steps: 15, seed: 11 },
    isOver: () => lines.some(isEnded),
    onProgress: (line) => void lines.push(line),
  });
}

const linesOf = (result: ParityResult) =>
  toldParity(result, { document, target: 'staging', show: (text) => text }).causes.map(({ line }) => line);

it('finds no difference between the mock and itself', async () => {
  const { compared: count, equal, causes, left } = await compared({});
  expect({ isEqual: equal === count, causes, left }).toEqual({ isEqual: true, causes: [], left: [] });
  expect(count).toBeGreaterThan(50);
});

// It tries choice after choice.
it('names the choices that a deployment makes otherwise, and is content with a mock that follows them', async () => {
  const choices = { 'agent.last-modified.before': 'age' };
  const result = await compared(choices);
  expect(result.equal).toBeLessThan(result.compared);
  expect(linesOf(result)).toContain('- { target: "$[\'x-behaviours\']", update: { agent.last-modified.before: age } }');
  expect(result.causes.map(({ explanation }) => explanation.kind)).not.toContain('stated');
  const followed = await compared(choices, following(choices));
  expect(followed.causes).toEqual([]);
});

it('ends without an explanation where it is to end while it explains', async () => {
  const choices = { 'agent.last-modified.before': 'age' };
  const result = await compared(choices, undefined, (line) => line === 'learning from walk 1');
  const { causes, lessons } = result;
  expect(causes.length).toBeGreaterThan(0);
  expect(lessons.size).toBe(0);
  const told = toldParity(result, { document, target: 'staging', show: (text) => text });
  expect(new Set(told.causes.map(({ kind }) => kind))).toEqual(new Set(['not explained']));
  expect(told.summary.join(' ')).toContain(`${told.causes.length} not explained.`);
});

it('names what a profile says and the deployment does not do', async () => {
  const { causes } = await compared({}, following({ 'agent.last-modified.before': 'age' }));
  expect(new Set(causes.map(({ explanation }) => explanation.kind))).toEqual(new Set(['learned wrongly']));
  expect(causes[0]?.explanation).toMatchObject({ lessons: ['agent.last-modified.before'] });
});

it.each<[string, Partial<ParityCause>, object]>([
  ['other records', { difference: { at: '/data/workspace_id', mock: 101, deployment: 7 } }, { kind: 'data' }],
  [
    'something of its own',
    { difference: { at: '/data/workspace_id', mock: 101, deployment: '7' } },
    { kind: 'not learned' },
  ],
])('tells a difference of %s', (_, about, kind) => {
  const answer = { status: 200, headers: {}, request: { operation: 'getAgent' } };
  const seen = { answer, broken: [] } as unknown as ParityCause['mock'];
  const cause = { operation: 'getAgent', mock: seen, deployment: seen, key: 'one', ...about } as ParityCause;
  const options = {
    document,
    profile: undefined,
    lessons: new Map(),
    left: new Map([['one', cause]]),
    hasSameData: false,
  };
  expect(explain(cause, options)).toMatchObject(kind);
});
