import * as fc from 'fast-check';
import type { Histogram } from '../histogram.ts';
import type { Settings } from '../../../deployment/configuration/settings.ts';
import {
  type AudienceStep,
  type Filter,
  type FilterName,
  type PageSize,
  type VoicesStep,
  betweens,
  filterNames,
} from '../../steps.ts';
import { type Requests, besides, drawnFrom, freshFrom, intruders, isSeldom, own, requestTo } from './drawing.ts';

/** None, one or two of the filters, and either format. */
const filters = fc.record(
  {
    status: fc.nat(3),
    attempt: fc.nat(3),
    mobile_no: fc.constantFrom('+1', '555', '0'),
    is_new: fc.boolean(),
    limit: fc.constantFrom(1, 5, 10),
    page: fc.constantFrom(1, 2),
  },
  { requiredKeys: [] },
);

/** Single lists of audiences of others, through filters too, and by ids that are like one that is there. */
export const audienceReads: Requests = (
  [
    [fc.constant({ $campaign: 'foreign' }), own],
    [fc.record({ $near: fc.constantFrom('next', 'previous', 'longer', 'shorter', 'other sign') }), own],
    [fc.constant({ $campaign: 'read' }), intruders],
  ] as const
).map(([campaign_id, as]) => [3, requestTo('listAudience', besides(fc.record({ campaign_id }), filters), as)]);

/** The place of the last one of what the settings list; of nothing, the first. */
export function lastOf(listed: readonly unknown[] = []): number {
  return Math.max(0, listed.length - 1);
}

/** Page sizes, and those that divide what there is. */
const ofWhole: readonly PageSize[] = ['whole', 'half', 'divisor', 'short', 'beyond'];

/** Pages of voices, in sizes that change from page to page. */
export function voicesStep(settings: Settings, wanted: Histogram): fc.Arbitrary<VoicesStep> {
  const sizes: readonly PageSize[] = [1, 2, 3, 4, 5, 7, 10, 11, 12, 20, 25, 33, 49, 50, 51, 99, 100];
  const size = drawnFrom<PageSize | null>(
    [2, fc.constant(null)],
    [6, freshFrom(wanted, 'voices limit', [...sizes, ...ofWhole])],
    [3, fc.constantFrom(1, 1, 2, 3, 10)],
  );
  const pages = fc.record({
    do: fc.constant('voices' as const),
    provider: fc.nat(lastOf(settings.providers?.listed)),
    limits: fc.oneof(fc.tuple(size), fc.array(size, { minLength: 1, maxLength: 3 })),
    isTwice: fc.boolean(),
    isAccess: isSeldom,
    isBack: isSeldom,
  });
  const parameters = Object.entries({ language: ['zz', 'en'], gender: ['female', 'male'], age: ['old'] });
  const beside = fc.constantFrom(
    ...parameters.flatMap(([name, values]) => values.map((value) => [name, value] as const)),
  );
  return drawnFrom<VoicesStep>(
    [7, pages],
    [2, fc.tuple(pages, fc.constantFrom(...betweens)).map(([step, between]) => ({ ...step, between }))],
    [1, fc.tuple(pages, beside).map(([step, each]) => ({ ...step, beside: each }))],
  );
}

/** An audience, whole, by one filter, by a pair (those that are missing first) or by more. */
export function audienceStep(settings: Settings, wanted: Histogram): fc.Arbitrary<AudienceStep> {
  const filter = (name: FilterName): fc.Arbitrary<Filter> =>
    fc.record({
      name: fc.constant(name),
      picks: fc.oneof(fc.tuple(fc.nat(40)), fc.array(fc.nat(40), { minLength: 1, maxLength: 4 })),
      ...(name === 'mobile_no' && { cut: fc.tuple(fc.nat(12), fc.integer({ min: 1, max: 16 })) }),
    });
  const any = fc.constantFrom(...filterNames).chain(filter);
  const pairs = wanted.pairs('filters').map((pair) => fc.tuple(...(pair as [FilterName, FilterName]).map(filter)));
  const sizes: readonly PageSize[] = [1, 2, 3, 4, 5, 7, 9, 10, 11, 20, 25, 49, 50, 51, 99, 100];
  const step = fc.record({
    do: fc.constant('audience' as const),
    campaign: fc.nat(lastOf(settings.campaigns?.read)),
    filters: drawnFrom<readonly Filter[]>(
      [4, fc.constant([])],
      [5, fc.tuple(any)],
      ...(pairs.length === 0 ? [] : [[8, fc.oneof(...pairs)] as const]),
      [2, fc.uniqueArray(any, { maxLength: 4, selector: ({ name }) => name })],
    ),
    limit: drawnFrom<PageSize | null>(
      [2, fc.constant(null)],
      [7, freshFrom(wanted, 'audience limit', [...sizes, ...ofWhole])],
      [2, fc.constantFrom(3, 7, 10)],
    ),
    page: drawnFrom<number | null>([3, fc.constant(null)], [1, fc.integer({ min: 1, max: 4 })]),
    isNew: isSeldom,
  });
  const interrupted = fc.tuple(step, fc.constantFrom(...betweens)).map(([each, between]) => ({ ...each, between }));
  return drawnFrom<AudienceStep>([6, step], [1, interrupted]);
}
