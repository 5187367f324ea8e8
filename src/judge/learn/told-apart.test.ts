import { expect, it } from 'vitest';
import { SeenAnswer, type StepAnswers } from '../as-mock/twin.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { agreed, isStillTold, toldApart } from './told-apart.ts';

it.each([
  ['what all of them leave', ['ab', 'b', 'bc'], 'b'],
  ['nothing of few that contradict each other', ['a', 'a', 'b'], ''],
  ['what the others tell, beside one misfit', ['a', 'ab', '', 'a'], 'a'],
  ['nothing where it depends on which is left out', ['a', 'ab', 'ab', 'b'], ''],
  ['nothing where two misfit', ['a', '', 'a', '', 'a'], ''],
])('scripts that tell of a choice agree on %s', (_, told, left) => {
  expect(agreed(told.map((fitting) => ({ fitting: Array.from(fitting) }))).join('')).toBe(left);
});

/** A write that is answered with this status, and what is read after it. */
function answersOf(status: number, read?: object): StepAnswers {
  const answers = [
    { status, body: {}, operation: 'updateAgent' },
    ...(read === undefined ? [] : [{ status: 200, body: read, operation: 'getAgent' }]),
  ].map(({ operation, ...each }) => {
    const request = { operation, query: [], headers: {}, body: { kind: 'none' } };
    return { ...each, headers: {}, text: JSON.stringify(each.body), request } as unknown as CheckedAnswer;
  });
  return { steps: [answers.map((answer) => new SeenAnswer({ answer, roots: [] }, new Map()))] };
}

const deployment = answersOf(200, { name: '.', count: 1 });
const mocks = new Map([
  ['refused', answersOf(422)],
  ['absent', answersOf(200, { name: 'before', count: 0 })],
  ['taken', answersOf(200, { name: '.', count: 0 })],
]);

it('tells two alternatives apart by what a third one, which has refused, has nothing to show of', () => {
  expect(toldApart(mocks, deployment, true, undefined)?.fitting).toEqual(['taken']);
});

it.each([
  [{ name: '.', count: 2 }, true],
  [{ name: 'before', count: 1 }, false],
])('a mock that answers %j still shows what was told: %s', (read, isTold) => {
  const told = toldApart(mocks, deployment, true, undefined);
  expect(told && isStillTold(told, answersOf(200, read), deployment, true)).toBe(isTold);
});

it('tells whether there is an item though the deployment shows it with other fields', () => {
  const pages = new Map([
    ['nowhere', answersOf(200, { pages: [] })],
    ['pages', answersOf(200, { pages: [{ name: 'Hours' }] })],
    ['numbered', answersOf(200, { pages: [{ id: 1, name: 'Hours' }] })],
  ]);
  const seen = answersOf(200, { pages: [{ title: 'Hours' }] });
  expect(toldApart(pages, seen, true, undefined)?.fitting).toEqual(['pages', 'numbered']);
});

it('tells nothing by what follows a change that the deployment alone has refused', () => {
  const both = new Map([
    ['updates', answersOf(200, { description: 'new' })],
    ['ignored', answersOf(200, { description: 'old' })],
  ]);
  expect(toldApart(both, answersOf(422, { description: 'old' }), true, undefined)).toBeUndefined();
  expect(toldApart(both, answersOf(200, { description: 'old' }), true, undefined)?.fitting).toEqual(['ignored']);
});
