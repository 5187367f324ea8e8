import { createHash } from 'node:crypto';
import { alternatives } from '../../text/schema-errors.ts';
import { listName } from '../../document/validate/check-form.ts';
import type { FileField, FileProblem, DocumentedOperation } from '../../document/operation.ts';
import type { FormFile } from '../../domain/agents/agent-form.ts';
import { Refusal } from '../../domain/refusal.ts';
import { changeParts } from '../../text/forms.ts';

/**
 * What is kept of the files of a request, by the field that takes them; of a field that no file came in, nothing. A file's
 * type is the media type that its name and leading bytes tell.
 */
export function keptFiles(
  files: readonly UploadedFile[],
  { fileFields }: Pick<DocumentedOperation, 'fileFields'>,
): Readonly<Record<string, readonly FormFile[]>> {
  const keptIn = (field: string) =>
    files
      .filter((file) => listName(file.field) === field)
      .map(({ name, size, detectedType, sha256 }) => ({ name, size, type: detectedType ?? '', sha256 }));
  return Object.fromEntries([...fileFields.keys()].map((field) => [field, keptIn(field)]));
}

/** Refuses the first file sent that is not as the document says of its field. @throws Refusal that names the file */
export function refuseFiles(files: readonly UploadedFile[], fileFields: DocumentedOperation['fileFields']): void {
  for (const { field: spelling, name, problem } of files) {
    const field = fileFields.get(listName(spelling));
    if (problem !== undefined && field !== undefined) {
      const about = { name: field.name, kind: `file-${problem}`, value: name };
      throw new Refusal(field.refusals[problem], messages[problem](name, field), about);
    }
  }
}

/** Refuses an operation that takes files of a type that no content tells. @throws Error naming field and media type */
export function requireFileTypes({ id, fileFields }: Pick<DocumentedOperation, 'id' | 'fileFields'>): void {
  for (const { name, mediaTypes } of fileFields.values()) {
    const unknown = mediaTypes.find((type) => !formats.has(type));
    if (unknown !== undefined) {
      throw new Error(
        `${name} of ${id} takes ${unknown}, which src/http/request/uploaded-files.ts cannot tell by its bytes.`,
      );
    }
  }
}

const messages: Readonly<Record<FileProblem, (file: string, field: FileField) => string>> = {
  'too-many': (file, { name, maximumFiles }) =>
    `At most ${maximumFiles} ${maximumFiles === 1 ? 'file is' : 'files are'} accepted in ${name}; ${file} is one too many.`,
  'too-large': (file, { maximumSize }) => `The file ${file} is larger than ${maximumSize / 2 ** 20} MB.`,
  empty: (file) => `The file ${file} is empty.`,
  'wrong-type': (file, { mediaTypes }) => {
    const noun = mediaTypes.every((type) => type.startsWith('image/')) ? 'image' : 'file';
    return `The file ${file} is not a ${alternatives(mediaTypes.map((type) => formats.get(type)?.label ?? type))} ${noun}.`;
  },
};

/** What is known of an uploaded file; its content is gone (`createagentorupdate.files.refusal`). */
export interface UploadedFile {
  /** The form field as sent, `FILE_KNOWLEDGE_BASES` or `FILE_KNOWLEDGE_BASES[0]`. */
  readonly field: string;
  readonly name: string;
  /** In bytes, counted to the end even where it is too large. */
  readonly size: number;
  readonly declaredType: string;
  /** The media type that its content is; undefined for one that the field does not take. */
  readonly detectedType: string | undefined;
  /** In lower-case hexadecimal digits; '' for a file over the limit. */
  readonly sha256: string;
  /** Why the file is to be refused, undefined where nothing is wrong with it. */
  readonly problem: FileProblem | undefined;
}

/** Hashes, counts and sniffs a file while its bytes pass by; holds no more than the leading ones. */
export class FileGauge {
  readonly #hash = createHash('sha256');
  #leading = Buffer.alloc(0);
  size = 0;

  take(chunk: Buffer): void {
    this.size += chunk.length;
    if (this.#leading.length < leadingBytes) {
      this.#leading = Buffer.concat([this.#leading, chunk.subarray(0, leadingBytes - this.#leading.length)]);
    }
    this.#hash.update(chunk);
  }

  /** The digest as hexadecimal digits; ask once, at the end. */
  sha256(): string {
    return this.#hash.digest('hex');
  }

  detect({ mediaTypes, reading }: FileField, name: string): string | undefined {
    return detectFileType(mediaTypes, name, this.#leading, reading.looksInside);
  }
}

/** How many leading bytes of a file `detectFileType` needs; fewer if the file is shorter. */
const leadingBytes = 4096;

interface FileFormat {
  /** As a message names it. */
  readonly label: string;
  /** What the name ends in, in any case; undefined if the content alone decides. */
  readonly extension?: string;
  /** By the leading bytes as Latin-1. */
  readonly matches: (leading: string) => boolean;
}

/**
 * The media type of a file, one of those that its field takes. Name and leading bytes must agree on it
 * (`createagentorupdate.files.refusal`); for an image the bytes alone decide. An empty file can only be CSV
 * (`createagentorupdate.files.empty`).
 */
export function detectFileType(
  mediaTypes: readonly string[],
  name: string,
  leading: Buffer,
  looksInside = true,
): string | undefined {
  const bytes = leading.toString('latin1');
  return mediaTypes.find((type) => {
    const format = formats.get(type);
    if (format === undefined) return false;
    const { extension, matches } = format;
    if (extension === undefined) return matches(bytes);
    const isTrusted = !looksInside && bytes !== '';
    return name.toLowerCase().endsWith(`.${extension}`) && (isTrusted || matches(bytes));
  });
}

const ole2 = '\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1';
const zipEntry = 'PK\x03\x04';
const png = '\x89PNG\r\n\x1A\n';
const webp = /^RIFF.{4}WEBP/s;

/** Programs, scripts, PDF, images, archives: without a control byte at their beginning they may pass for text. */
const notText = ['MZ', '#!', '%PDF-', 'GIF87a', 'GIF89a', '\xFF\xD8\xFF', 'Rar!', 'BZh', 'PK', ole2];

/** By one of these the type of a file is told; what comes after it is content. */
const beginnings = [zipEntry, png, ...notText];

/** First entries of archives that are neither DOCX nor XLSX: JAR, OpenDocument and EPUB, Android packages. */
const otherArchives = /^(META-INF\/|mimetype$|AndroidManifest\.xml$|classes\.dex$)/;

const office = 'application/vnd.openxmlformats-officedocument';

const formats: ReadonlyMap<string, FileFormat> = new Map<string, FileFormat>([
  ['application/pdf', { label: 'PDF', extension: 'pdf', matches: (leading) => leading.startsWith('%PDF-') }],
  ['application/msword', { label: 'DOC', extension: 'doc', matches: (leading) => leading.startsWith(ole2) }],
  [`${office}.wordprocessingml.document`, { label: 'DOCX', extension: 'docx', matches: isOfficePackage }],
  [`${office}.spreadsheetml.sheet`, { label: 'XLSX', extension: 'xlsx', matches: isOfficePackage }],
  ['text/csv', { label: 'CSV', extension: 'csv', matches: isTextFile }],
  ['image/png', { label: 'PNG', matches: (leading) => leading.startsWith(png) }],
  ['image/jpeg', { label: 'JPEG', matches: (leading) => leading.startsWith('\xFF\xD8\xFF') }],
  ['image/gif', { label: 'GIF', matches: (leading) => /^GIF8[79]a/.test(leading) }],
  ['image/webp', { label: 'WebP', matches: (leading) => webp.test(leading) }],
]);

/**
 * Whether a ZIP archive may be an Office file: its first entry does not say otherwise. Office programs disagree on which entry comes first
 * (`[Content_Types].xml`, `_rels/`, `docProps/`, `word/`, `xl/`), so that only known others are refused.
 */
function isOfficePackage(leading: string): boolean {
  const nameLength = leading.charCodeAt(26) + 256 * leading.charCodeAt(27);
  return leading.startsWith(zipEntry) && !otherArchives.test(leading.slice(30, 30 + nameLength));
}

/** Text in UTF-8, in UTF-16 with a byte order mark or in any other encoding that leaves the control bytes alone. */
function isTextFile(leading: string): boolean {
  const mark = /^(?:\xFF\xFE|\xFE\xFF)/.exec(leading)?.[0];
  if (mark === undefined) return !notText.some((magic) => leading.startsWith(magic)) && !hasControls(leading);
  const encoding = mark === '\xFF\xFE' ? 'utf-16le' : 'utf-16be';
  return !hasControls(new TextDecoder(encoding).decode(Buffer.from(leading, 'latin1')));
}

/** Tab, line feed, form feed, carriage return and escape (ISO-2022) belong to text; other controls do not. */
function hasControls(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return /[\x00-\x08\x0B\x0E-\x1A\x1C-\x1F\x7F]/.test(text);
}

/**
 * A whole form with the content of its files overwritten: as long as it was, and of the same type, so that it can be
 * sent again in place of the form; undefined if it is not whole, or its parts cannot be told apart.
 */
export function blankFiles(
  form: Buffer,
  contentType: string | undefined,
  fileFields: Iterable<string>,
): Buffer | undefined {
  const names = [...fileFields].map((name) => name.toLowerCase());
  const isFile = (head: string) =>
    /;\s*filename\*?\s*=/i.test(head) || names.some((name) => head.toLowerCase().includes(name));
  let last = '';
  const blank = changeParts(form, contentType ?? '', {
    part: ({ head, content }) => ({ head, content: isFile(head) ? overwritten(content) : content }),
    other: (text) => (last = text),
  });
  // After its last boundary a whole form has two hyphens.
  return last.startsWith('--') ? blank : undefined;
}

function overwritten(content: string): string {
  const start = content.slice(0, leadingBytes);
  const kept = webp.test(start) ? 'RIFF    WEBP' : (beginnings.find((each) => start.startsWith(each)) ?? '');
  return kept.padEnd(content.length, !hasControls(start) || kept !== '' ? ' ' : '\0');
}
