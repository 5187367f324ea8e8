import { maskText } from './mask-secrets.ts';

/** Members whose value is a secret whatever it looks like; a page token opens nothing but a page. */
const secretMember = /(^|_)(token|password|secret|credentials?|api_?key)$/i;
const openMember = /^(next_)?page_token$/i;
const mask = '[masked]';

/** The JSON value with every secret in it replaced: members named like one, whatever looks like a token, known tokens. */
export function maskJson(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return maskText(value, secrets);
  if (Array.isArray(value)) return value.map((item) => maskJson(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]: [string, unknown]) => {
      const isSecret = typeof child === 'string' && child !== '' && secretMember.test(name) && !openMember.test(name);
      return [maskText(name, secrets), isSecret ? mask : maskJson(child, secrets)];
    }),
  );
}

const secretHeader =
  /^(token|api_access_token|authorization|proxy-authorization|cookie|set-cookie|x-mock-control-token)$/i;

/** Whether a header's value is a secret. */
export function isSecretHeader(name: string): boolean {
  return secretHeader.test(name);
}

/** Names and values in turn, as pairs, the secret values masked. */
export function maskHeaders(
  headers: readonly string[],
  secrets: readonly string[],
): readonly { readonly name: string; readonly value: string }[] {
  const pairs = [];
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = headers.slice(at, at + 2);
    pairs.push({ name, value: isSecretHeader(name) ? mask : maskText(value, secrets) });
  }
  return pairs;
}
