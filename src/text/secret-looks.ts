import { isSecretName } from './secret-names.ts';

/** What is shown in place of a secret. */
export const mask = '[masked]';

/*
 * Texts come from outside and may be megabytes long: none of these patterns scans a stretch of text more than a fixed
 * number of times.
 */

/** 64 hexadecimal characters or more: an API token. */
const hexadecimal = /(?<![\da-f])[\da-f]{64,}/gi;
const loginToken = /login-[\w-]+/gi;
/** Name and password of an address. */
const userInfo = /(?<=:\/\/)[^\s/?#@]{1,300}@/g;
/** What may hold a JWT. */
const dottedWord = /(?<![\w.-])[\w.-]+/g;
const bearer = /(bearer\s+)([^\s'"\\]*)/gi;

/** The text without what looks like a secret: API and login tokens, JWTs, what follows `Bearer`, passwords of addresses. */
export function maskLooks(text: string): string {
  const plain = text.replaceAll(hexadecimal, mask).replaceAll(loginToken, mask).replaceAll(userInfo, `${mask}@`);
  const withoutJwt = plain.includes('eyJ') ? plain.replaceAll(dottedWord, maskJwt) : plain;
  return withoutJwt.replaceAll(bearer, (whole, scheme: string, token: string) =>
    isPlaceholder(token) ? whole : scheme + mask,
  );
}

/** A JWT begins with the base64 of `{"`, and has dots in it. */
function maskJwt(word: string): string {
  const start = word.indexOf('eyJ');
  return start < 0 || !word.includes('.', start) ? word : word.slice(0, start) + mask;
}

/** `"name": "value"`, `name=value`, `name: value`; also where the quotes are escaped, as in JSON within JSON. */
const assignment =
  /(?<![\w.-])([\w.-]{1,100})(["'\\\]]{0,4}\s{0,4}[:=]\s{0,4})((?:bearer|basic|digest|token)\s{1,4})?("(?:[^"\\]|\\.)*|'(?:[^'\\]|\\.)*|\\"(?:[^"\\]|\\[^"])*|[^\s"'\\,;&{}()[\]]+)/gis;

/** The text without the values that stand beside the name of a secret in it. */
export function maskAssignments(text: string): string {
  return text.replaceAll(assignment, (whole, name: string, sign: string, scheme: string | undefined, value: string) => {
    if (!isSecretName(name, 'query')) return whole;
    const [quote = ''] = /^\\?["']?/.exec(value) ?? [];
    const secret = value.slice(quote.length);
    return secret === '' || isPlaceholder(secret) ? whole : name + sign + (scheme ?? '') + quote + mask;
  });
}

/** A secret that is masked already, or the variable of a shell that stands for it. */
function isPlaceholder(text: string): boolean {
  return text === '' || text.startsWith(mask) || text.startsWith('$');
}
