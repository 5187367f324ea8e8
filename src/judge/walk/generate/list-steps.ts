import * as fc from 'fast-check';
import type { Settings } from '../../../deployment/configuration/settings.ts';
import {
  betweens,
  filterNames,
  type AudienceStep,
  type Filter,
  type FilterName,
  type PageSize,
  type VoicesStep,
} from '../../steps.ts';
import type { Wanted } from './wanted.ts';

/** Page sizes, and those that divide what there is. */
const ofWhole: readonly PageSize[] = ['whole', 'half', 'divisor', 'short', 'beyond'];

/** Pages of voices, in sizes that change from page to page. */
export function voicesStep(settings: Settings, { fresh }: Wanted): fc.Arbitrary<VoicesStep> {
  const sizes: readonly PageSize[] = [1, 2, 3, 4, 5, 7, 10, 11, 12, 20, 25, 33, 49, 50, 51, 99, 100];
  const size = fc.oneof(
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 6, arbitrary: fc.constantFrom(...fresh('voices limit', [...sizes, ...ofWhole])) },
    { weight: 2, arbitrary: fc.constantFrom(1, 2, 3, 10) },
  );
  const pages = fc.record({
    do: fc.constant('voices' as const),
    provider: fc.nat(Math.max(0, (settings.providers?.listed ?? []).length - 1)),
    limits: fc.oneof(
      size.map((each) => [each]),
      fc.array(size, { minLength: 1, maxLength: 3 }),
    ),
    isTwice: fc.boolean(),
    isAccess: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    isBack: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  });
  const interrupted = fc.tuple(pages, fc.constantFrom(...betweens)).map(([step, between]) => ({ ...step, between }));
  const beside = fc.constantFrom<NonNullable<VoicesStep['beside']>[]>(
    ['language', 'zz'],
    ['gender', 'female'],
    ['gender', 'male'],
    ['age', 'old'],
    ['language', 'en'],
  );
  return fc.oneof(
    { weight: 7, arbitrary: pages },
    { weight: 2, arbitrary: interrupted },
    { weight: 1, arbitrary: fc.tuple(pages, beside).map(([step, each]) => ({ ...step, beside: each })) },
  );
}

/** An audience, whole, by one filter, by a pair (those that are missing first) or by more. */
export function audienceStep(settings: Settings, { filterPairs, fresh }: Wanted): fc.Arbitrary<AudienceStep> {
  const filter = (name: FilterName): fc.Arbitrary<Filter> =>
    fc.record({
      name: fc.constant(name),
      picks: fc.oneof(
        fc.nat(40).map((pick) => [pick]),
        fc.array(fc.nat(40), { minLength: 1, maxLength: 4 }),
      ),
      ...(name === 'mobile_no' && { cut: fc.tuple(fc.nat(12), fc.integer({ min: 1, max: 16 })) }),
    });
  const pairs = filterPairs.map((pair) => fc.tuple(...(pair as [FilterName, FilterName]).map(filter)));
  const sizes: readonly PageSize[] = [1, 2, 3, 4, 5, 7, 9, 10, 11, 20, 25, 49, 50, 51, 99, 100];
  const step = fc.record({
    do: fc.constant('audience' as const),
    campaign: fc.nat(Math.max(0, (settings.campaigns?.read ?? []).length - 1)),
    filters: fc.oneof(
      { weight: 4, arbitrary: fc.constant([]) },
      { weight: 5, arbitrary: fc.tuple(fc.constantFrom(...filterNames).chain(filter)) },
      ...(pairs.length === 0 ? [] : [{ weight: 8, arbitrary: fc.oneof(...pairs) }]),
      {
        weight: 2,
        arbitrary: fc.uniqueArray(fc.constantFrom(...filterNames).chain(filter), {
          maxLength: 4,
          selector: ({ name }) => name,
        }),
      },
    ),
    limit: fc.oneof(
      { weight: 2, arbitrary: fc.constant(null) },
      { weight: 7, arbitrary: fc.constantFrom(...fresh('audience limit', [...sizes, ...ofWhole])) },
      { weight: 2, arbitrary: fc.constantFrom(3, 7, 10) },
    ),
    page: fc.oneof(
      { weight: 3, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 4 }) },
    ),
    isNew: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  });
  return fc.oneof(
    { weight: 6, arbitrary: step },
    {
      weight: 1,
      arbitrary: fc.tuple(step, fc.constantFrom(...betweens)).map(([each, between]) => ({ ...each, between })),
    },
  );
}
