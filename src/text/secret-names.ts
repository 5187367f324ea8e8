/**
 * The one table of names whose values are secrets: of JSON members and form fields, query parameters and headers.
 * Names are compared in any case and spelling: `X-Api-Key`, `api_key`, `apiKey`.
 */
const anywhere =
  /token|secret|passw|passphrase|passcode|credential|cookie|authoriz|jwt|signature|(?:api|access|private|signing|encryption|subscription|license|shared|master|service|account|client)keys?(?![a-z])/;

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

export type NamePlace = keyof typeof furtherWords;

/** Whether what bears the name is a secret whatever it looks like. */
export function isSecretName(name: string, place: NamePlace): boolean {
  const spaced = name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
  if (place === 'header' && openHeaders.has(spaced)) return false;
  const parts = spaced.split(/[^a-z\d]+/).filter((part) => part !== '');
  const joined = parts.join('');
  if (open.test(joined)) return false;
  const further = furtherWords[place];
  const isFurther = place === 'header' ? parts.some((part) => further.has(part)) : endsWith(parts, further);
  return isFurther || parts.some((part) => words.has(part)) || anywhere.test(joined);
}

/** `session`, `user_session` and `session_id`; of a query also `key` alone. */
function endsWith(parts: readonly string[], names: ReadonlySet<string>): boolean {
  const [last = ''] = parts.slice(parts.at(-1) === 'id' ? -2 : -1);
  return names.has(last) && (last !== 'key' || parts.length === 1);
}
