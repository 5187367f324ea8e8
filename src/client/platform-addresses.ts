import type { paths } from '../document/types.gen.ts';

/** The addresses that are answered; of those left out, the documented paths on any host. */
export interface PlatformAddresses {
  /** The base address, which ends in `/api/v1/global`. */
  readonly base_url?: string;
  /** The address of createagentorupdate. */
  readonly api_url?: string;
  /** The address of agent/update. */
  readonly alt_url?: string;
}

/** What a base address ends in. */
export const basePath = '/api/v1/global';

/** The paths that stand below no base address: compared with the document by their type. */
export const ownPaths = {
  api_url: '/api/agent/createagentorupdate',
  alt_url: '/v1/agent/update',
} as const satisfies Readonly<Record<string, keyof paths>>;

export function withoutLastSlash(address: string): string {
  return address.endsWith('/') ? address.slice(0, -1) : address;
}
