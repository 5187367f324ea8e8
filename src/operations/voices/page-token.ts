import { createHmac } from 'node:crypto';
import type { Rules } from '../../domain/choices/rules.ts';

const signingKey = 'voice-agent-mock page tokens';

/**
 * A token for the page of a provider's voices that starts at a place; opaque, and good for that provider alone
 * (`voice-list.page-token.invalid`).
 */
export function pageToken(providerId: string, start: number, form: PageTokenForm = 'signed'): string {
  return forms[form](providerId, start);
}

/** The place that a page token stands for; undefined for anything that is not a token of the provider. */
export function startOfPage(providerId: string, token: string, form: PageTokenForm = 'signed'): number | undefined {
  const text = form === 'offset' ? token : Buffer.from(token, 'base64url').toString();
  const start = Number.parseInt(text, 10);
  return Number.isSafeInteger(start) && pageToken(providerId, start, form) === token ? start : undefined;
}

type PageTokenForm = Rules['voice-list.page-token.form'];

const forms: Readonly<Record<PageTokenForm, (providerId: string, start: number) => string>> = {
  signed,
  offset: (_, start) => String(start),
  'encoded-offset': (_, start) => Buffer.from(String(start)).toString('base64url'),
};

function signed(providerId: string, start: number): string {
  return Buffer.from(`${start}.${signature(providerId, start)}`).toString('base64url');
}

function signature(providerId: string, start: number): string {
  return createHmac('sha256', signingKey).update(`${providerId}:${start}`).digest('base64url').slice(0, 16);
}
