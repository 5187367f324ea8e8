import { readMediaType } from './body/media-type.ts';

/** Beginnings by which the type of a file is told; what comes after them is content. */
const beginnings = [
  '%PDF-',
  '\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1',
  'PK\x03\x04',
  '\x89PNG\r\n\x1A\n',
  '\xFF\xD8\xFF',
  'GIF87a',
  'GIF89a',
  'Rar!',
  'BZh',
  'PK',
  'MZ',
  '#!',
];

/**
 * A whole form with the content of its files overwritten: as long as it was, and of the same type, so that it can be
 * sent again in place of the form; undefined where its parts cannot be told apart.
 */
export function blankFiles(form: Buffer, contentType: string | undefined): Buffer | undefined {
  const type = readMediaType(contentType);
  const boundary = type === undefined || type === 'malformed' ? undefined : type.parameter('boundary');
  if (boundary === undefined || boundary === '') return undefined;
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const blank = Buffer.from(form);
  let at = form.indexOf(delimiter.subarray(2)) + delimiter.length - 2;
  while (at >= delimiter.length - 2 && form.toString('latin1', at, at + 2) !== '--') {
    const head = form.indexOf('\r\n\r\n', at);
    const end = head < 0 ? -1 : form.indexOf(delimiter, head + 2);
    if (end < 0) return undefined;
    const isFile = /;\s*filename\*?\s*=|FILE_KNOWLEDGE_BASES/i.test(form.toString('latin1', at, head));
    if (isFile && head + 4 < end) overwrite(blank.subarray(head + 4, end));
    at = end + delimiter.length;
  }
  return blank;
}

function overwrite(content: Buffer): void {
  const start = content.toString('latin1', 0, 4096);
  const beginning = beginnings.find((each) => start.startsWith(each)) ?? '';
  const isWebp = start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP';
  // eslint-disable-next-line no-control-regex -- control characters tell text from other content
  const isText = !/[\x00-\x08\x0B\x0E-\x1A\x1C-\x1F\x7F]/.test(start);
  content.fill(isText || beginning !== '' || isWebp ? ' ' : '\0', beginning.length);
  if (isWebp) content.write('RIFF    WEBP', 'latin1');
}
