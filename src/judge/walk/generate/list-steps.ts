import * as fc from 'fast-check';
import type { Settings } from '../../../deployment/configuration/settings.ts';
import { betweens, filterNames } from '../../steps.ts';
import type { AudienceStep, Filter, FilterName, PageSize, VoicesStep } from '../../steps.ts';
import { type Wanted, drawnFrom } from './drawing.ts';

/** Page sizes, and those that divide what there is. */
const ofWhole: readonly PageSize[] = ['whole', 'half', 'divisor', 'short', 'beyond'];

/** Now and then. */
const isSeldom = drawnFrom([3, fc.constant(false)], [1, fc.constant(true)]);

/** Pages of voices, in sizes that change from page to page. */
export function voicesStep(settings: Settings, { fresh }: Wanted): fc.Arbitrary<VoicesStep> {
  const sizes: readonly PageSize[] = [1, 2, 3, 4, 5, 7, 10, 11, 12, 20, 25, 33, 49, 50, 51, 99, 100];
  const size = drawnFrom<PageSize | null>(
    [2, fc.constant(null)],
    [6, fc.constantFrom(...fresh('voices limit', [...sizes, ...ofWhole]))],
    [2, fc.constantFrom(1, 2, 3, 10)],
  );
  const pages = fc.record({
    do: fc.constant('voices' as const),
    provider: fc.nat(Math.max(0, (settings.providers?.listed ?? []).length - 1)),
    limits: fc.oneof(fc.tuple(size), fc.array(size, { minLength: 1, maxLength: 3 })),
    isTwice: fc.boolean(),
    isAccess: isSeldom,
    isBack: isSeldom,
  });
  const beside = fc.constantFrom<NonNullable<VoicesStep['beside']>[]>(
    ...([
      ['language', 'zz'],
      ['gender', 'female'],
      ['gender', 'male'],
      ['age', 'old'],
      ['language', 'en'],
    ] as const),
  );
  return drawnFrom<VoicesStep>(
    [7, pages],
    [2, fc.tuple(pages, fc.constantFrom(...betweens)).map(([step, between]) => ({ ...step, between }))],
    [1, fc.tuple(pages, beside).map(([step, each]) => ({ ...step, beside: each }))],
  );
}

/** An audience, whole, by one filter, by a pair (those that are missing first) or by more. */
export function audienceStep(settings: Settings, { filterPairs, fresh }: Wanted): fc.Arbitrary<AudienceStep> {
  const filter = (name: FilterName): fc.Arbitrary<Filter> =>
    fc.record({
      name: fc.constant(name),
      picks: fc.oneof(fc.tuple(fc.nat(40)), fc.array(fc.nat(40), { minLength: 1, maxLength: 4 })),
      ...(name === 'mobile_no' && { cut: fc.tuple(fc.nat(12), fc.integer({ min: 1, max: 16 })) }),
    });
  const any = fc.constantFrom(...filterNames).chain(filter);
  const pairs = filterPairs.map((pair) => fc.tuple(...(pair as [FilterName, FilterName]).map(filter)));
  const sizes: readonly PageSize[] = [1, 2, 3, 4, 5, 7, 9, 10, 11, 20, 25, 49, 50, 51, 99, 100];
  const step = fc.record({
    do: fc.constant('audience' as const),
    campaign: fc.nat(Math.max(0, (settings.campaigns?.read ?? []).length - 1)),
    filters: drawnFrom<readonly Filter[]>(
      [4, fc.constant([])],
      [5, fc.tuple(any)],
      ...(pairs.length === 0 ? [] : [[8, fc.oneof(...pairs)] as const]),
      [2, fc.uniqueArray(any, { maxLength: 4, selector: ({ name }) => name })],
    ),
    limit: drawnFrom<PageSize | null>(
      [2, fc.constant(null)],
      [7, fc.constantFrom(...fresh('audience limit', [...sizes, ...ofWhole]))],
      [2, fc.constantFrom(3, 7, 10)],
    ),
    page: drawnFrom<number | null>([3, fc.constant(null)], [1, fc.integer({ min: 1, max: 4 })]),
    isNew: isSeldom,
  });
  const interrupted = fc.tuple(step, fc.constantFrom(...betweens)).map(([each, between]) => ({ ...each, between }));
  return drawnFrom<AudienceStep>([6, step], [1, interrupted]);
}
