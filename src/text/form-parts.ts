import { readMediaType } from './media-type.ts';

/** One part of a form, its bytes as Latin-1, which keeps every byte. */
export interface BytesOfPart {
  readonly head: string;
  readonly content: string;
}

/** What is put in place of a form's pieces. */
export interface PartChanges {
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
  const boundary = type === undefined || type === 'malformed' ? undefined : type.parameter('boundary');
  if (boundary === undefined || boundary === '' || boundary.length > longestBoundary) return undefined;
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
