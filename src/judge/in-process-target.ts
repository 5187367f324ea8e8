import type { Addresses } from '../deployment/configuration/settings.ts';

export interface InProcessTarget {
  readonly addresses: Addresses;
  close(): Promise<void>;
}

/**
 * Starts the mock with the default scenario in memory, on a free port of this machine.
 * @param profile what it does where the specification is silent; today's if absent
 * @param store the address of a store to keep its state in, in the place of memory
 */
export async function startInProcessTarget(profile?: object, store?: string): Promise<InProcessTarget> {
  // Only loaded where it is asked for: against a deployment the mock is not needed.
  const { createMock } = await import('../app.ts');
  const place = store === undefined ? { dataDir: null } : { store };
  const mock = await createMock({ scenario: 'default', ...place, ...(profile !== undefined && { profile }) });
  const { url } = await mock.listen(0);
  return {
    addresses: { base_url: `${url}/api/v1/global`, api_url: url, alt_url: url },
    close: () => mock.close(),
  };
}
