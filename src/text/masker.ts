import { changeParts, parameterOf } from './forms.ts';
import { createKnownSecrets, mostLearned } from './known-secrets.ts';
import { isSecretName, mask, maskAssignments, maskLooks } from './secret-looks.ts';

/** Replaces secrets in what is shown: by their names, by their looks, and those that are known. */
export interface Masker {
  /** A text of any kind. */
  readonly text: (text: string) => string;
  /** A text in which names stand before values that are not secrets, in a command line for example. */
  readonly line: (text: string) => string;
  /** Without the known secrets alone. */
  readonly known: (text: string) => string;
  /** A request's path and query. */
  readonly url: (url: string) => string;
  /** A JSON value; its shape stays. @param open names of fields that are shown whatever they look like: digests */
  readonly json: (value: unknown, open?: ReadonlySet<string>) => unknown;
  /** A text as JSON if it is JSON, else as text. */
  readonly body: (text: string) => string;
  /** A header's value. */
  readonly header: (name: string, value: string) => string;
  /** Masks this too from now on. */
  readonly learn: (secret: string) => void;
  /** Learns the values of a JSON value's fields that are named like secrets. */
  readonly learnFrom: (value: unknown) => void;
}

/** A shorter text is not a secret, and replacing it would damage other texts. In characters. */
const shortestSecret = 4;
/** The same, of a secret that only its name tells. */
const shortestLearned = 8;
/** In characters: no text that is kept is longer, and the end of one that is is not shown. */
const longestText = 2 ** 22;
/** So many names are remembered, and no longer ones; in characters. */
const mostNames = 1000;
const longestName = 100;
/** Far beyond what is read from outside: only a value of our own making could be deeper. */
const deepest = 1000;

/** @param secrets those that are known, whatever they look like */
export function createMasker(secrets: Iterable<string> = []): Masker {
  const known = createKnownSecrets();
  // What looks like a secret is masked without being known.
  const plain = createKnownSecrets();
  const learn = (secret: string, isKept: boolean): void => {
    if (secret.length < shortestSecret) return;
    known.add(secret, isKept);
    if (maskLooks(secret) !== mask) plain.add(secret, isKept);
  };
  for (const secret of secrets) learn(secret, true);
  // Answers have the same names again and again.
  const told = new Map<string, boolean>();
  const isSecretNamed = (name: string): boolean => {
    const isSecret = told.get(name) ?? isSecretName(name, 'member');
    if (told.size < mostNames && name.length <= longestName) told.set(name, isSecret);
    return isSecret;
  };
  const line = guarded((text) => maskLooks(plain.mask(text)));
  const text = guarded((given) => {
    if (given.length <= longestText) return maskAssignments(line(given));
    // The beginning of a token does not look like one.
    const beginning = given.slice(0, longestText).replace(/(?<![\w.-])[\w.-]+$/, '');
    return `${maskAssignments(line(beginning))}… and ${given.length - beginning.length} characters more`;
  });
  const json: Masker['json'] = (value, open = new Set()) =>
    maskJson(value, { text, open, isSecretNamed }, false, deepest);
  return {
    text,
    line,
    known: guarded(known.mask),
    url: guarded((url) => maskUrl(url, text)),
    json,
    body: guarded((given) => maskBody(given, json, text)),
    header: (name, value) => (isSecretName(name, 'header') ? maskValue(value) : maskEncoded(text(value), text)),
    learn: (secret) => learn(secret, true),
    learnFrom: (value) => {
      let count = 0;
      for (const secret of secretsIn(value, isSecretNamed)) {
        if (secret.length < shortestLearned) continue;
        learn(secret, false);
        if ((count += 1) >= mostLearned) return;
      }
    },
  };
}

/** An error of masking may quote what was to be masked: neither it nor the text is shown. */
function guarded(show: (text: string) => string): (text: string) => string {
  return (text) => {
    try {
      return show(text);
    } catch {
      return mask;
    }
  };
}

function maskValue(value: string): string {
  return value.trim() === '' ? value : mask;
}

interface JsonMasking {
  readonly text: Masker['text'];
  readonly isSecretNamed: (name: string) => boolean;
  readonly open: ReadonlySet<string>;
}

function maskJson(value: unknown, by: JsonMasking, isSecret: boolean, depth: number): unknown {
  if (typeof value === 'string') return isSecret ? maskValue(value) : by.text(value);
  if (typeof value === 'number') return isSecret ? mask : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return mask;
  if (Array.isArray(value)) return value.map((item) => maskJson(item, by, isSecret, depth - 1));
  const fields: [string, unknown][] = Object.entries(value);
  const isNamed = namesSecret(value);
  return Object.fromEntries(
    fields.map(([name, child]) => {
      if (by.open.has(name)) return [name, child];
      // A count of tokens is not a secret: `max_tokens`.
      const isCount = typeof child === 'number' && /s$/i.test(name);
      const isHere = isSecret || (by.isSecretNamed(name) && !isCount) || (isNamed && name.toLowerCase() === 'value');
      return [by.text(name), maskJson(child, by, isHere, depth - 1)];
    }),
  );
}

/** Whether an object names a secret whose value stands beside the name: `{ "name": "X-Api-Key", "value": "…" }`. */
function namesSecret(object: object): boolean {
  const { name, key } = object as { readonly name?: unknown; readonly key?: unknown };
  return [name, key].some((text) => typeof text === 'string' && text.length <= 200 && isSecretName(text, 'header'));
}

function maskBody(text: string, json: Masker['json'], maskText: Masker['text']): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
    const masked = JSON.stringify(json(value));
    // Written anew only where something was masked: else the bytes stay as they are.
    return masked === JSON.stringify(value) ? text : masked;
  } catch {
    // Not JSON, or nested too deep for JSON.stringify.
    return maskText(text);
  }
}

function* secretsIn(root: unknown, isSecretNamed: (name: string) => boolean): Generator<string, undefined> {
  const waiting: { readonly value: unknown; readonly isSecret: boolean }[] = [{ value: root, isSecret: false }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, isSecret } = next;
    if (typeof value === 'string' && isSecret) yield value;
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, child] of Object.entries(value) as [string, unknown][]) {
      const isHere = isSecret || (!Array.isArray(value) && isSecretNamed(name));
      if (isHere || typeof child === 'object') waiting.push({ value: child, isSecret: isHere });
    }
  }
}

/** Values of parameters named like a secret, and whatever looks like one; percent-encoded ones too. */
function maskUrl(url: string, text: Masker['text']): string {
  const queryAt = url.indexOf('?');
  if (queryAt < 0) return maskEncoded(url, text);
  const query = url
    .slice(queryAt + 1)
    .split('&')
    .map((pair) => maskPair(pair, text));
  return `${maskEncoded(url.slice(0, queryAt), text)}?${query.join('&')}`;
}

function maskPair(pair: string, text: Masker['text']): string {
  const [name = ''] = pair.split('=', 1);
  const isSecret = isSecretName(decoded(name), 'query') && pair.length > name.length + 1;
  return isSecret ? `${maskEncoded(name, text)}=${mask}` : maskEncoded(pair, text);
}

/** Any character may be percent-encoded: where the decoded text holds a secret, the decoded text is shown masked. */
function maskEncoded(encoded: string, text: Masker['text']): string {
  const plain = decoded(encoded);
  const masked = text(plain);
  return masked === plain ? encoded : masked;
}

/** What cannot be decoded as a whole is decoded character by character, so that nothing hides behind one wrong place. */
function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced.replaceAll(/%([2-7][\da-f])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  }
}

/** These name the caller, and nothing else: even a short value is a token. */
const tokenHeader = /^(?:token|api_access_token|authorization)$/i;
/** In characters: `x-session: true` is not to mask every true. */
const shortestOfOthers = 8;

/** The secrets among headers, given as names and values in turn: each value, and what follows its scheme. */
export function secretsOfHeaders(headers: readonly string[]): readonly string[] {
  return headerPairs(headers).flatMap(([name, value]) => {
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
  return headerPairs(headers).map(([name, value]) => ({ name: masker.text(name), value: masker.header(name, value) }));
}

/** Names and values in turn, as pairs. */
export function headerPairs(headers: readonly string[]): readonly (readonly [name: string, value: string])[] {
  return headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? ''] as const] : []));
}

/**
 * The bytes of a form without secrets: values of fields that are named like secrets are masked, texts are masked as texts.
 * The contents of files stay.
 * @returns undefined if the content type names no boundary, so that the parts cannot be told apart
 */
export function maskMultipart(bytes: Buffer, contentType: string, masker: Masker): Buffer | undefined {
  return changeParts(bytes, contentType, {
    part: ({ head, content }) => ({ head: maskHead(head, masker), content: maskContent(head, content, masker) }),
    other: (text) => utf8(text, masker.text),
  });
}

function maskContent(head: string, content: string, masker: Masker): string {
  if (parameterOf(head, 'filename') !== undefined) return content;
  const field = parameterOf(head, 'name') ?? '';
  // Of `basic_details[api_key]` every step is a name.
  const isSecret = field.split(/[[\]]+/).some((name) => isSecretName(name, 'member'));
  return isSecret && content !== '' ? mask : utf8(content, masker.text);
}

/** Names in a head are not assignments: `name="api_key"` names a field. */
function maskHead(head: string, masker: Masker): string {
  return head
    .split('\r\n')
    .map((line) => {
      const colon = line.indexOf(':');
      if (colon < 0 || /^content-(?:disposition|type)$/i.test(line.slice(0, colon))) {
        return withExtension(line, utf8(line, masker.line));
      }
      return `${line.slice(0, colon)}: ${utf8(line.slice(colon + 1).trim(), (value) => masker.header(line.slice(0, colon), value))}`;
    })
    .join('\r\n');
}

/** Masks bytes held as Latin-1 as the UTF-8 that they are; if nothing is masked they stay as they are. */
function utf8(bytes: string, change: (text: string) => string): string {
  const text = Buffer.from(bytes, 'latin1').toString();
  const changed = change(text);
  return changed === text ? bytes : Buffer.from(changed).toString('latin1');
}

/** The end of a file's name tells its type, which is not a secret. */
function withExtension(line: string, masked: string): string {
  const [, extension] = /filename="[^"]{0,1000}(\.[a-z]{3,4})"/i.exec(line) ?? [];
  if (extension === undefined || masked.includes(`${extension}"`)) return masked;
  return masked.replace(/filename="[^"]*/, (name) => name + extension);
}
