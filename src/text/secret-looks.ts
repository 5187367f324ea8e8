/** What is shown in place of a secret. */
export const mask = '[masked]';

/*
 * Texts come from outside and may be megabytes long: none of these patterns scans a stretch of text more than a fixed
 * number of times.
 */

/** 64 hexadecimal characters or more: an API token. */
const hexadecimal = /(?<![\da-f])[\da-f]{64,}/gi;
const loginToken = /login-[\w-]+/gi;
/** Name and password of an address, but not what stands for them in a message. */
const userInfo = /(?<=:\/\/)(?!USER:PASSWORD@)[^\s/?#@]{1,300}@/g;
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

/** A JWT begins with the base64 of `{"`, and has dots in it; one at its end ends a sentence. */
function maskJwt(word: string): string {
  const start = word.indexOf('eyJ');
  const end = word.endsWith('.') ? word.length - 1 : word.length;
  const dot = start < 0 ? -1 : word.indexOf('.', start);
  return dot < 0 || dot >= end ? word : word.slice(0, start) + mask + word.slice(end);
}

/** `"name": `, `name=`, `name: `; also where the quotes are escaped, as in JSON within JSON. */
const name = /(?<![\w.-])([\w.-]{1,100})["'\\\]]{0,4}\s{0,4}[:=]\s{0,4}/g;
const value =
  /((?:bearer|basic|digest|token)\s{1,4})?("(?:[^"\\]|\\.)*|'(?:[^'\\]|\\.)*|\\"(?:[^"\\]|\\[^"])*|[^\s"'\\,;&{}()[\]]+)/isy;

/** The text without the values that stand beside the name of a secret in it. */
export function maskAssignments(text: string): string {
  let masked = '';
  let end = 0;
  for (const { 0: found, 1: secretName = '', index } of text.matchAll(name)) {
    // A name inside a value that is masked already is no name.
    const isJson = /^\\{0,2}"\s*:/.test(found.slice(secretName.length));
    if (index < end || !isSecretName(secretName, isJson ? 'member' : 'query')) continue;
    const start = index + found.length;
    const assigned = assignedValue(text, start);
    if (assigned === undefined) continue;
    masked += text.slice(end, start) + assigned.kept + mask;
    end = start + assigned.length;
  }
  return end === 0 ? text : masked + text.slice(end);
}

/** The value at a place and what of it is shown, a scheme and a quote; undefined if there is none to mask. */
function assignedValue(text: string, start: number): { readonly length: number; readonly kept: string } | undefined {
  value.lastIndex = start;
  const [whole = '', scheme = '', given = ''] = value.exec(text) ?? [];
  const [quote = ''] = /^\\?["']?/.exec(given) ?? [];
  return isPlaceholder(given.slice(quote.length)) ? undefined : { length: whole.length, kept: scheme + quote };
}

/** A secret that is masked already, or the variable of a shell that stands for it. */
function isPlaceholder(text: string): boolean {
  return text === '' || text.startsWith(mask) || text.startsWith('$');
}

/**
 * The one table of names whose values are secrets: of JSON fields and form fields, query parameters and headers.
 * Names are compared in any case and spelling: `X-Api-Key`, `api_key`, `apiKey`.
 */
const anywhere =
  /token|secret|passw|passphrase|passcode|credential|cookie|authoriz|jwt|signature|(?:api|access|private|signing|encryption|subscription|license|shared|master|service|account|client)keys?(?![a-z])/;

/** What a name holds that is one of the words below. */
const likely = /auth|bearer|otp|pwd|sid|sig|session|key/;

/** As a word of its own: `author` holds no secret. */
const words = new Set(['auth', 'bearer', 'otp', 'pwd', 'sid', 'sig']);

/** A page token opens nothing but a page, and these headers say what a browser may do. */
const open = /^(?:next)?pagetoken$|^accesscontrol/;

/** What is a secret only where it stands: the webhook address in `session_data_webhook` is not one. */
const furtherWords = {
  member: new Set(['session']),
  query: new Set(['session', 'key']),
  header: new Set(['session', 'key']),
};

/** These carry a key that opens nothing. */
const openHeaders = new Set(['idempotency-key', 'sec-websocket-key']);

type NamePlace = keyof typeof furtherWords;

/** Whether what bears the name is a secret whatever it looks like. */
export function isSecretName(name: string, place: NamePlace): boolean {
  const joined = name.toLowerCase().replaceAll(/[^a-z\d]+/g, '');
  // Most names are told at once, and every header and field is asked for.
  const isTold = anywhere.test(joined);
  if (!isTold && !likely.test(joined)) return false;
  const spaced = name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
  if (place === 'header' && openHeaders.has(spaced)) return false;
  const parts = spaced.split(/[^a-z\d]+/).filter((part) => part !== '');
  if (open.test(joined)) return false;
  const further = furtherWords[place];
  const isFurther = place === 'header' ? parts.some((part) => further.has(part)) : endsWith(parts, further);
  return isFurther || parts.some((part) => words.has(part)) || isTold;
}

/** `session`, `user_session` and `session_id`; of a query also `key` alone. */
function endsWith(parts: readonly string[], names: ReadonlySet<string>): boolean {
  const [last = ''] = parts.slice(parts.at(-1) === 'id' ? -2 : -1);
  return names.has(last) && (last !== 'key' || parts.length === 1);
}
