import type { ContractDocument } from '../../src/document/read/load.ts';
import { updateProfile } from '../../src/judge/learn/update-profile.ts';
import { compareWithMock, type ParityResult } from '../../src/judge/parity/parity.ts';
import { learnProvider } from '../experiments/learn-provider.ts';
import { openProviders } from './providers.ts';
import { thirdProvider } from './third-provider.ts';

/** Learns a profile from the third provider, then walks it and the mock that follows the profile. */
async function learnThird(document: ContractDocument, seed: number): Promise<Pick<ParityResult, 'equal' | 'compared'>> {
  const learned = await learnProvider(document, undefined, thirdProvider(document, seed));
  const profile = updateProfile(null, learned, 'third', document.choices).profile.overlay;
  const providers = await openProviders(document);
  try {
    return await providers.use(thirdProvider(document, seed), false, ({ plan, transport }) =>
      compareWithMock({
        ...{ document, plan, transport, profile, isOver: () => false, onProgress: () => undefined },
        ...{ walks: 6, steps: 25, seed: 11, explains: false },
      }),
    );
  } finally {
    await providers.close();
  }
}

/** Prints the share of every seed, the median and the worst. */
export async function measureLearning(document: ContractDocument, seeds: readonly number[]): Promise<void> {
  const shares: number[] = [];
  for (const seed of seeds) {
    const { equal, compared } = await learnThird(document, seed);
    shares.push(equal / compared);
    console.log(`seed ${seed}: ${percentOf(equal / compared)} of ${compared} held-out answers`);
  }
  const sorted = shares.toSorted((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  console.log(`median ${percentOf(median)}, worst ${percentOf(sorted[0] ?? 0)}`);
}

function percentOf(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
