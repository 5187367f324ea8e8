import type { TokenRecord, CodeKind, CodeRecord } from '../records.ts';

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

/** The code table of a world, asked by `KIND:KEY`. */
export type CodeTable = (id: string) => CodeRecord | undefined;

/** The integer behind a provider's or model's name; 0 for a name that the table does not have. */
export function codeOfName(codes: CodeTable, kind: CodeKind, name: string): number {
  return codes(`${kind}:${name}`)?.code ?? 0;
}

/** The words for a code of a category, purpose or agent type; `Unknown` where the table has none. */
export function labelOfCode(codes: CodeTable, kind: CodeKind, code: number): { id: number; label: string } {
  return { id: code, label: codes(`${kind}:${code}`)?.label ?? 'Unknown' };
}

/** The words and the colours for a category's code; grey where the table has none. */
export function badgeOfCode(
  codes: CodeTable,
  kind: CodeKind,
  code: number,
): { id: number; label: string; textColor: string; backgroundColor: string } {
  const entry = codes(`${kind}:${code}`);
  return {
    ...labelOfCode(codes, kind, code),
    textColor: entry?.text_color ?? '#4B5563',
    backgroundColor: entry?.background_color ?? '#F3F4F6',
  };
}
