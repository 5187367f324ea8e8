import type { IncomingMessage } from 'node:http';
import { defaultWorldName } from '../worlds/world-name.ts';
import type { RequestLocals } from './exchange.ts';

/** A name, an IPv4 address, or an IPv6 address in brackets, each with or without a port: what may stand in an address. */
const plainHost = /^(?:[\w.-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Where the caller of a request reaches the mock, and in it the world of the request: what an address that the mock gives
 * begins with. Without a slash at the end.
 * @param publicUrl where the mock is reached by what was said when it was started; by the request's Host if absent
 */
export function mockAddress(
  request: Pick<IncomingMessage, 'headers' | 'socket'> & { readonly baseUrl?: string },
  { worldName = defaultWorldName, prefix = request.baseUrl ?? '' }: RequestLocals,
  publicUrl: string | undefined,
): string {
  const address = publicUrl ?? (requestOrigin(request) ?? socketOrigin(request)) + prefix;
  return worldName === defaultWorldName ? address : `${address}/__mock/worlds/${worldName}`;
}

/** The origin that a client has sent a request to, `http://localhost:4010`; undefined if its Host is not one. */
export function requestOrigin({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string | undefined {
  const { host } = headers;
  if (host === undefined || !plainHost.test(host)) return undefined;
  const isEncrypted = headers['x-forwarded-proto'] === 'https' || 'encrypted' in socket;
  return `${isEncrypted ? 'https' : 'http'}://${host}`;
}

function socketOrigin({ socket }: Pick<IncomingMessage, 'socket'>): string {
  const { localAddress: address = '127.0.0.1', localPort: port = 80 } = socket;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}
