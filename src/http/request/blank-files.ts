import { changeParts } from '../../text/forms.ts';

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
 * sent again in place of the form; undefined if it is not whole, or its parts cannot be told apart.
 */
export function blankFiles(form: Buffer, contentType: string | undefined): Buffer | undefined {
  let last = '';
  const blank = changeParts(form, contentType ?? '', {
    part: ({ head, content }) => ({ head, content: isFile(head) ? overwritten(content) : content }),
    other: (text) => (last = text),
  });
  // After its last boundary a whole form has two hyphens.
  return last.startsWith('--') ? blank : undefined;
}

function isFile(head: string): boolean {
  return /;\s*filename\*?\s*=|FILE_KNOWLEDGE_BASES/i.test(head);
}

function overwritten(content: string): string {
  const start = content.slice(0, 4096);
  const beginning = beginnings.find((each) => start.startsWith(each)) ?? '';
  const isWebp = start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP';
  // eslint-disable-next-line no-control-regex -- control characters tell text from other content
  const isText = !/[\x00-\x08\x0B\x0E-\x1A\x1C-\x1F\x7F]/.test(start);
  const kept = isWebp ? 'RIFF    WEBP' : beginning;
  return kept.padEnd(content.length, isText || kept !== '' ? ' ' : '\0');
}
