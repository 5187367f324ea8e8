import { afterAll, expect, it } from 'vitest';
import { loadContractDocument } from '../document/read/load.ts';
import { throwAwaySettings } from '../deployment/configuration/settings.ts';
import type { Check, RunPlan } from './run-plan.ts';
import { startInProcessTarget } from './as-mock/mock-worlds.ts';
import { runChecks } from './run-checks.ts';

const document = loadContractDocument();
const target = await startInProcessTarget();
afterAll(() => target.close());

const plan: RunPlan = {
  settings: { ...throwAwaySettings(target.addresses), addresses: null, concurrency: 2 },
  addresses: target.addresses,
  withAssumptions: true,
  effects: ['none', 'reversible', 'irreversible'],
  run: 'run',
};

/** A check that notes when it begins and ends, and lets the others go on between. */
function noting(notes: string[], title: string, effect: Check['effect'] = 'none', wait = 5): Check {
  return {
    ...{ title, clauses: ['errors.shape'], needs: [], effect },
    run: async () => {
      notes.push(`${title} begins`);
      await new Promise((resolve) => setTimeout(resolve, wait));
      notes.push(`${title} ends`);
    },
  };
}

const never = new AbortController().signal;

it('runs two lists at a time, the checks of one in their order, and what cannot be undone alone at the end', async () => {
  const notes: string[] = [];
  const lists = {
    final: [noting(notes, 'final', 'irreversible')],
    long: [noting(notes, 'long 1', 'none', 50), noting(notes, 'long 2')],
    short: [noting(notes, 'short 1')],
    third: [noting(notes, 'third 1')],
  };
  const { outcomes, problems } = await runChecks(lists, plan, document, never);
  expect(problems).toEqual([]);
  expect(outcomes.map(({ list, title, result }) => `${list}: ${title} ${result}`).toSorted()).toEqual([
    'final: final passed',
    'long: long 1 passed',
    'long: long 2 passed',
    'short: short 1 passed',
    'third: third 1 passed',
  ]);
  expect(notes.slice(0, 2)).toEqual(['long 1 begins', 'short 1 begins']);
  expect(notes.indexOf('long 2 begins')).toBeGreaterThan(notes.indexOf('long 1 ends'));
  expect(notes.indexOf('third 1 begins')).toBeGreaterThan(notes.indexOf('short 1 ends'));
  expect(notes.slice(-2)).toEqual(['final begins', 'final ends']);
});

it('begins no check after it was interrupted', async () => {
  const notes: string[] = [];
  const interruption = new AbortController();
  const stopping: Check = {
    ...noting(notes, 'first'),
    run: () => {
      interruption.abort();
      return Promise.resolve();
    },
  };
  const { outcomes } = await runChecks(
    { one: [stopping, noting(notes, 'second')] },
    plan,
    document,
    interruption.signal,
  );
  expect(outcomes.map(({ title }) => title)).toEqual(['first']);
  expect(notes).toEqual([]);
});
