import * as fc from 'fast-check';
import type { OperationId } from '../../../document/names.gen.ts';
import type { Caller, SentRequest, Step } from '../../steps.ts';
import { type Cell, ownCaller, requestOf } from '../cells.ts';
import type { Histogram } from '../histogram.ts';
import { aboutOne, agentIndex, drawnFrom, type Requests, type Weighted } from './drawing.ts';

/** Operations that are sent at once, beside the pairs that were under way together least often. */
const groups: readonly (readonly [weight: number, operations: readonly OperationId[]])[] = [
  [4, ['createAgent', 'createAgent']],
  [3, ['createAgent', 'createAgent', 'createAgent']],
  [4, ['createAgent', 'createAgentOrUpdate']],
  [3, ['createAgentOrUpdate', 'createAgentOrUpdate']],
  [2, ['createAgent', 'getAgent']],
  [2, ['getAgent', 'createAgent']],
  [1, ['updateAgent', 'createAgent']],
  [1, ['listVoices', 'listVoices']],
  [1, ['listAudience', 'listAudience']],
  [1, ['verifyToken', 'verifyToken']],
  [1, ['getToken', 'getToken']],
];

/** Whose answers differ for what they are sent; of the others the own caller alone is let in. */
const callers: Partial<Readonly<Record<OperationId, readonly Caller[]>>> = {
  verifyToken: ['own', 'unknown', 'none', 'expired'],
  getToken: ['login', 'unknown', 'tokenless'],
};

/**
 * Requests at once, two or three: about one agent, for one number, creations, the same twice, and each operation beside each.
 * @param cells what the run may send
 * @param racing requests of operations that are sent more than the plain ones of their cells
 * @param any requests of every kind, to be sent beside each other
 */
export function raceStep(
  cells: readonly Cell[],
  racing: Partial<Readonly<Record<OperationId, Requests>>>,
  any: fc.Arbitrary<SentRequest>,
  wanted: Histogram,
): fc.Arbitrary<Step> {
  const plain = cells.flatMap((cell): SentRequest[] => {
    const [operation, as, about, value] = cell;
    const isRaced = (callers[operation] ?? [ownCaller(operation)]).includes(as);
    // What comes to be while the others are under way, and what nobody has, tells nothing.
    return isRaced && value === 'plain' && !['deleted', 'nobody'].includes(about) ? [requestOf(cell)] : [];
  });
  const racers = (operation: OperationId): Requests => {
    const own = plain.filter((request) => request.operation === operation);
    return racing[operation] ?? (own.length === 0 ? [] : [[1, fc.constantFrom(...own)]]);
  };
  const together = (operations: readonly OperationId[], weight: number): Weighted<readonly SentRequest[]>[] => {
    const all = operations.map(racers);
    if (all.some(({ length }) => length === 0)) return [];
    const drawn = agentIndex.chain((index) =>
      fc.tuple(...all.map((each) => drawnFrom(...each).map((request) => aboutOne(request, index) as SentRequest))),
    );
    return [[weight, drawn]];
  };
  return drawnFrom<readonly SentRequest[]>(
    ...groups.flatMap(([weight, operations]) => together(operations, weight)),
    ...wanted.pairs('races').flatMap((pair) => together(pair as readonly OperationId[], 1)),
    [2, fc.array(any, { minLength: 2, maxLength: 3 })],
    [2, any.map((each) => [each, each])],
  ).map((requests) => ({ do: 'race', requests }));
}

/** Two requests about one agent, one right after the other: what the first one leaves behind shows in the second. */
export type Row = readonly [SentRequest, SentRequest];

/** Each plain write of the own caller and each change of status, before each of them and those of another workspace. */
export function rowsAboutOne(cells: readonly Cell[]): readonly Row[] {
  const inRows = cells.filter(
    ([, as, about, value]) =>
      ['own', 'second'].includes(as) && about in after && (value === 'plain' || value.startsWith('status')),
  );
  const first = inRows.filter(([id, as, , value]) => as === 'own' && id !== 'getAgent' && value !== 'status 2');
  const second = inRows.filter(([, , , value]) => value !== 'status 2' && value !== 'status 4');
  return first.flatMap((one) => {
    const [, , about, value] = one;
    const state = after[about]?.[value] ?? about;
    return second.filter((other) => other[2] === state).map((other): Row => [requestOf(one), requestOf(other)]);
  });
}

/** The state of an agent after a status that changes it. */
const after: Partial<Record<Cell[2], Partial<Record<Cell[3], Cell[2]>>>> = {
  draft: {},
  ready: { 'status 1': 'active' },
  active: { 'status 3': 'ready' },
};
