import type { TokenRecord } from '../records.ts';

/** Whether a token is good at this moment; one without an expiry always is (section 2.4). */
export function isValidToken(token: TokenRecord, now: Date): boolean {
  return token.expires_on === null || Date.parse(token.expires_on) > now.getTime();
}

/** The most recently created of the tokens that are good at this moment (section 4.9). */
export function newestValidToken(tokens: readonly TokenRecord[], now: Date): TokenRecord | undefined {
  return tokens
    .filter((token) => isValidToken(token, now))
    .reduce<TokenRecord | undefined>(
      (newest, token) => (newest === undefined || token.created_on >= newest.created_on ? token : newest),
      undefined,
    );
}
