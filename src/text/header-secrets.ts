import type { Masker } from './masker.ts';
import { isSecretName } from './secret-names.ts';

/** These name the caller, and nothing else: even a short value is a token. */
const tokenHeader = /^(?:token|api_access_token|authorization)$/i;
/** In characters: `x-session: true` is not to mask every true. */
const shortestOfOthers = 8;

/** The secrets among headers, given as names and values in turn: each value, and what follows its scheme. */
export function secretsOfHeaders(headers: readonly string[]): readonly string[] {
  return pairsOf(headers).flatMap(([name, value]) => {
    if (!isSecretName(name, 'header')) return [];
    const bare = value.replace(/^\s*(?:bearer|basic|digest|token)\s+(?=\S)/i, '');
    // Node reads headers as Latin-1; what was sent as UTF-8 may stand elsewhere as such.
    const spellings = [value, bare, Buffer.from(bare, 'latin1').toString()];
    return spellings.filter((secret) => tokenHeader.test(name) || secret.length >= shortestOfOthers);
  });
}

/** Names and values in turn, as pairs without secrets. */
export function maskHeaders(
  headers: readonly string[],
  masker: Masker,
): { readonly name: string; readonly value: string }[] {
  return pairsOf(headers).map(([name, value]) => ({ name: masker.text(name), value: masker.header(name, value) }));
}

/** Names and values in turn, as pairs. */
export function pairsOf(headers: readonly string[]): readonly (readonly [name: string, value: string])[] {
  return headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? ''] as const] : []));
}
