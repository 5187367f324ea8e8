import * as fc from 'fast-check';
import type { Histogram } from '../histogram.ts';
import type { SentRequest } from '../../steps.ts';
import { type Cell, type ValueClass, requestOf, savedField, valuesOfClass } from '../cells.ts';
import { besides, drawnFrom } from './drawing.ts';

/** Requests of the cells that were answered least often: one field, or two, has a value of the cell's class. */
export function cellRequests(possible: readonly Cell[], wanted: Histogram): fc.Arbitrary<SentRequest> {
  return fc.oneof(...wanted.cells(possible).map((cell) => cellRequest(cell, wanted)));
}

function cellRequest(cell: Cell, wanted: Histogram): fc.Arbitrary<SentRequest> {
  const [operation, , , value] = cell;
  const fields = wanted.fields(cell);
  if (fields.length === 0) return fc.constant(requestOf(cell));
  const drawn = fc.constantFrom(...fields).chain((field) => {
    const all = valuesOfClass(value as ValueClass, valuesOf(field));
    return fc.record({ [field]: fc.constantFrom(...wanted.fresh(`${operation} ${field}`, all)) });
  });
  return drawnFrom<object>([3, drawn], [1, besides(drawn, drawn)]).map((changed) =>
    requestOf(cell, changed as Readonly<Record<string, unknown>>),
  );
}

/** The values that are a field's own, right or wrong. */
function valuesOf(field: string): readonly unknown[] {
  const { values = [], wrong = [] } = savedField(field) ?? {};
  return [...values, ...wrong, ...(ofField[field] ?? [])];
}

/** Beyond 32 and 53 bits, and what is no id at all. */
const ids = [
  ...['2147483647', '2147483648', '4294967295', '4294967296', '4294968300', '9007199254740993', '99999999999999999999'],
  ...['0', '-1', '-1004', '1.5', 'abc', '', '1e3', '0x10', 'null', 'undefined', 'NaN', '1004abc', '1004.5', '1,2'],
];

/** Of pages and their sizes. */
const sizes = ['0', '-1', 'abc', '1.5', '', '100000', '2147483648'];

/** Statuses of campaigns that there are not. */
export const spellings = ['HOLD', 'Pause', 'DRAFT', ' hold', 'pause ', 'hold\n', 'paused', 'held'];
export const unlisted = [
  ...spellings,
  ...['finished', 'completed', 'force_complete', 'force-completed', 'running', 'active', '', ' ', 'null'],
  ...['FORCE', 'in_progress', 'delete', 'stop', 'done', 'hold,pause', 'completed_by_force'],
  ...[5, 0, -1, 3, true, null, ['hold'], { status: 'hold' }, undefined],
];

/** Statuses of agents that there are not. */
export const invalidStatuses = [
  ...[4, 0, -1, 99, -3, 5, 10, 11, 12, 13, 21, 1.5, 2.5, 3.2, 2_147_483_647, 4_294_967_297, 1e21],
];

export const languages = ['en', 'de', 'hi', 'en-US', 'pt-BR', 'fr', 'zh-CN'];

/** Odd values of fields that save nothing. */
const ofField: Readonly<Record<string, readonly unknown[]>> = {
  agent_id: ids,
  campaign_id: ids,
  limit: sizes,
  page: sizes,
  page_token: ['no-such-token', 'null', '0', '1', '-1', '999999', "' or 1=1", 'x'.repeat(500), '%', 'e30='],
  provider_id: [
    ...['provider_zz', 'nobody-speaks', 'Größe', '供应商', 'Привет', '😀', 'two words', `it's "quoted"`, '<b>'],
    ...['provider_a,provider_b', 'x'.repeat(300), '0', 'PROVIDER_A', 'Provider_B', 'provider_A', 'provider-a'],
    ...['provider_', 'provider', 'provider_aa', 'null', 'a&b=c', 'a%20b', 'provider_a\n', ' provider_a', 'back\\slash'],
  ],
  campaign_status: unlisted,
  status: invalidStatuses,
  language: languages,
};
