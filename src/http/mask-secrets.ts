const MASK = '[masked]';

/** Query parameters whose value is a secret whatever it looks like. */
const secretName = /token|auth|secret|passw|credential|session|api_?-?key|^key$/i;

/** What looks like a token of the platform: 64 hexadecimal characters, a JWT, a login token. */
const secretText = /\b[0-9a-f]{64}\b|\beyJ[\w-]+\.[\w-]+\.[\w-]*|\blogin-[\w-]+/gi;

/**
 * A request's path and query without secrets: values of parameters named like one, whatever looks like a token, and
 * the tokens that came in the request's headers.
 */
export function maskUrl(url: string, secrets: readonly string[]): string {
  const queryAt = url.indexOf('?');
  if (queryAt < 0) return maskEncoded(url, secrets);
  const query = url
    .slice(queryAt + 1)
    .split('&')
    .map((pair) => maskPair(pair, secrets));
  return `${maskEncoded(url.slice(0, queryAt), secrets)}?${query.join('&')}`;
}

/** The text with every secret in it replaced; percent-encoded ones too. */
export function maskText(text: string, secrets: readonly string[]): string {
  const known = secrets.flatMap((secret) => [secret, encodeURIComponent(secret)]).filter(isLongEnough);
  return known.reduce((masked, secret) => masked.replaceAll(secret, MASK), text).replace(secretText, MASK);
}

function maskPair(pair: string, secrets: readonly string[]): string {
  const [name = ''] = pair.split('=', 1);
  const isSecret = secretName.test(decoded(name)) && pair.length > name.length + 1;
  return isSecret ? `${maskText(name, secrets)}=${MASK}` : maskEncoded(pair, secrets);
}

/** A shorter text is no secret, and to replace it would tear the line apart. */
function isLongEnough(secret: string): boolean {
  return secret.length >= 4;
}

/** Any character may be percent-encoded: where the decoded pair holds a secret, the decoded pair is shown masked. */
function maskEncoded(pair: string, secrets: readonly string[]): string {
  const plain = decoded(pair);
  const masked = maskText(plain, secrets);
  return masked === plain ? pair : masked;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
