import { createHmac } from 'node:crypto';

const signingKey = 'voice-agent-mock page tokens';

/**
 * A token for the page of a provider's voices that starts at a place; opaque, and good for that provider alone
 * (`voice-list.page-token.invalid`).
 */
export function pageToken(providerId: string, start: number): string {
  return Buffer.from(`${start}.${signature(providerId, start)}`).toString('base64url');
}

/** The place that a page token stands for; undefined for anything that is not a token of the provider. */
export function startOfPage(providerId: string, token: string): number | undefined {
  const start = Number.parseInt(Buffer.from(token, 'base64url').toString(), 10);
  return Number.isSafeInteger(start) && pageToken(providerId, start) === token ? start : undefined;
}

function signature(providerId: string, start: number): string {
  return createHmac('sha256', signingKey).update(`${providerId}:${start}`).digest('base64url').slice(0, 16);
}
