import { MIMEType } from 'node:util';

/** One part of a form, its bytes as Latin-1, which keeps every byte. */
interface BytesOfPart {
  readonly head: string;
  readonly content: string;
}

/** What is put in place of a form's pieces. */
interface PartChanges {
  /** The part that is put in place of one. */
  readonly part: (part: BytesOfPart) => BytesOfPart;
  /** What is put in place of bytes that are not a part: before the first boundary, after the last, without a head. */
  readonly other: (bytes: string) => string;
}

/** RFC 2046 (5.1.1) allows 70 characters. Finding a boundary takes time by its length and the form's. */
const longestBoundary = 200;

/**
 * The bytes of a form with each of its parts changed; what is between them stays as it is.
 * @returns undefined if the content type names no boundary, or one of more than 200 characters, so that the parts cannot be told apart
 */
export function changeParts(form: Buffer, contentType: string, { part, other }: PartChanges): Buffer | undefined {
  const type = readMediaType(contentType);
  const boundary = (type === 'malformed' ? undefined : type?.params.get('boundary')) ?? '';
  if (boundary === '' || boundary.length > longestBoundary) return undefined;
  // A boundary begins a line; that of the first part may begin the form.
  const delimiter = `\r\n--${boundary}`;
  const [preamble = '', ...pieces] = `\r\n${form.toString('latin1')}`.split(delimiter);
  const before = preamble === '' ? '' : `\r\n${other(preamble.slice(2))}`;
  const changed = pieces.map((piece) => {
    const end = piece.indexOf('\r\n\r\n');
    if (end < 0 || piece.startsWith('--')) return other(piece);
    const { head, content } = part({ head: piece.slice(0, end), content: piece.slice(end + 4) });
    return `${head}\r\n\r\n${content}`;
  });
  return Buffer.from([before, ...changed].join(delimiter).slice(2), 'latin1');
}

/** A part as a server reads it. */
export interface SentPart {
  readonly name: string;
  /** As UTF-8. */
  readonly content: string;
  /** Of a file, whose content may be no text. */
  readonly file?: { readonly about: { readonly name: string; readonly type: string }; readonly bytes: Buffer };
}

/** The parts of a form; undefined as of `changeParts`. */
export function readParts(form: Buffer, contentType: string): readonly SentPart[] | undefined {
  const parts: SentPart[] = [];
  const unchanged = changeParts(form, contentType, {
    part: (part) => {
      const [name, file] = (['name', 'filename'] as const).map((each) => parameterOf(part.head, each));
      const type = /^content-type:\s*(\S+)/im.exec(part.head)?.[1] ?? 'application/octet-stream';
      const bytes = Buffer.from(part.content, 'latin1');
      const read = { name: utf8Of(name ?? ''), content: bytes.toString() };
      parts.push(file === undefined ? read : { ...read, file: { about: { name: utf8Of(file), type }, bytes } });
      return part;
    },
    other: (bytes) => bytes,
  });
  return unchanged && parts;
}

function utf8Of(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString();
}

/** A parameter in the head of a part, as it stands there. */
export function parameterOf(head: string, name: 'name' | 'filename'): string | undefined {
  const found = new RegExp(`[;\\s]${name}\\*?=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;]*))`, 'i').exec(head);
  return found?.[1] ?? found?.[2];
}

/** The time that Node's MIMEType takes grows with the square of the blanks within a value. */
const longestHeader = 1000;

/** Reads a Content-Type header; undefined if empty, 'malformed' if it is no media type or has over 1,000 characters. */
export function readMediaType(header: string | undefined): MIMEType | 'malformed' | undefined {
  if (header === undefined || header.trim() === '') return undefined;
  if (header.length > longestHeader) return 'malformed';
  try {
    return new MIMEType(header);
  } catch {
    return 'malformed';
  }
}
