import type { CsvLayout } from '../../domain/records.ts';
import { isError } from '../../files/is-error.ts';

/** A CSV file cannot be read. `message` says what is wrong and what to do. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
}

/** How a file is laid out, as far as its beginning tells. */
export type TextLayout = Pick<CsvLayout, 'delimiter' | 'newline' | 'has_bom'>;

const bom = '\uFEFF';
const delimiters = [',', ';', '\t'];

/** The text in bytes, which must be UTF-8, a byte order mark at its beginning included. @throws CsvError */
export async function* decodeUtf8(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    for await (const piece of bytes) yield decoder.decode(piece, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(isError(error) && error.name === 'TypeError')) throw error;
    throw new CsvError('the file is not UTF-8: save it again, as "CSV UTF-8" where a spreadsheet asks', {
      cause: error,
    });
  }
}

/**
 * The layout that the beginning of a file shows: the delimiter is the one of comma, semicolon and tab that the header
 * row has most of, outside quotes.
 */
export function detectLayout(beginning: string, delimiter?: string): TextLayout {
  const has_bom = beginning.startsWith(bom);
  const header = headerOf(has_bom ? beginning.slice(1) : beginning);
  const counts = delimiters.map((candidate) => ({ candidate, count: header.text.split(candidate).length }));
  const most = counts.reduce((best, next) => (next.count > best.count ? next : best), { candidate: ',', count: 1 });
  return { delimiter: delimiter ?? most.candidate, newline: header.newline, has_bom };
}

/** A header row is not longer; in characters. */
const longestHeader = 2 ** 20;

/** Whether the header row is there as a whole. @throws CsvError if it is too long to be one */
export function hasHeader(beginning: string): boolean {
  if (headerOf(beginning).isWhole) return true;
  if (beginning.length <= longestHeader) return false;
  throw new CsvError('its first row is longer than 1 MB: expected the rows of a CSV file, a header first');
}

/** The first row without what is in quotes. */
function headerOf(text: string): { readonly text: string; readonly newline: string; readonly isWhole: boolean } {
  let isQuoted = false;
  let header = '';
  for (let i = 0; i < text.length; i++) {
    const character = text[i] ?? '';
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '\n') return { text: header, newline: '\n', isWhole: true };
    else if (character === '\r') {
      // A file may be cut between the two: what follows decides.
      if (i + 1 >= text.length) break;
      return { text: header, newline: text[i + 1] === '\n' ? '\r\n' : '\r', isWhole: true };
    } else header += character;
  }
  return { text: header, newline: '\n', isWhole: false };
}
