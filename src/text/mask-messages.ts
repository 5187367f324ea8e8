import { changeParts, parameterOf } from './forms.ts';
import type { Masker } from './masker.ts';
import { isSecretName, mask } from './secret-looks.ts';

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

/** What is put in place of a file's content. */
export type FileFiller = (content: Buffer) => Buffer;

/**
 * The bytes of a form without secrets and without contents of files: values of fields that are named like secrets are
 * masked, texts are masked as texts.
 * @returns undefined if the content type names no boundary, so that the parts cannot be told apart
 */
export function maskMultipart(
  bytes: Buffer,
  contentType: string,
  masker: Masker,
  fill: FileFiller,
): Buffer | undefined {
  return changeParts(bytes, contentType, {
    part: ({ head, content }) => ({ head: maskHead(head, masker), content: maskContent(head, content, masker, fill) }),
    other: (text) => utf8(text, masker.text),
  });
}

function maskContent(head: string, content: string, masker: Masker, fill: FileFiller): string {
  const isFile = parameterOf(head, 'filename') !== undefined;
  if (isFile) return fill(Buffer.from(content, 'latin1')).toString('latin1');
  return maskField(parameterOf(head, 'name') ?? '', content, masker);
}

function maskField(field: string, content: string, masker: Masker): string {
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
