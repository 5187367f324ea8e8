export type KnowledgeFileType = 'pdf' | 'doc' | 'docx' | 'xlsx' | 'csv';
export type ImageType = 'png' | 'jpeg' | 'gif' | 'webp';
export type FileType = KnowledgeFileType | ImageType;

/** How many leading bytes of a file the functions below want to see; fewer where the file is shorter. */
export const LEADING_BYTES = 4096;

/**
 * The type of a knowledge-base file, where its name (any case) and its leading bytes agree on one that is accepted
 * (`createagentorupdate.files.refusal`); else undefined. The bytes of an empty file agree with no type but CSV (`createagentorupdate.files.empty`).
 */
export function knowledgeFileType(name: string, leading: Buffer): KnowledgeFileType | undefined {
  const [, extension] = /\.(pdf|docx?|xlsx|csv)$/.exec(name.toLowerCase()) ?? [];
  switch (extension) {
    case 'pdf':
      return startsWith(leading, '%PDF-') ? extension : undefined;
    case 'doc':
      return startsWith(leading, OLE2) ? extension : undefined;
    case 'docx':
    case 'xlsx':
      return isOfficePackage(leading) ? extension : undefined;
    case 'csv':
      return isText(leading) ? extension : undefined;
    default:
      return undefined;
  }
}

/** The type of an image that `basic_details[chatbot_image]` takes (`createagentorupdate.files.empty`), by its leading bytes; else undefined. */
export function imageType(leading: Buffer): ImageType | undefined {
  if (startsWith(leading, '\x89PNG\r\n\x1A\n')) {
    return 'png';
  }
  if (startsWith(leading, '\xFF\xD8\xFF')) {
    return 'jpeg';
  }
  if (startsWith(leading, 'GIF87a') || startsWith(leading, 'GIF89a')) {
    return 'gif';
  }
  return startsWith(leading, 'RIFF') && leading.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : undefined;
}

const OLE2 = '\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1';
const ZIP_ENTRY = 'PK\x03\x04';

/**
 * Formats that may pass for text because no control byte need stand among their leading bytes: Windows programs,
 * scripts, PDF, images, archives.
 */
const NOT_TEXT = ['MZ', '#!', '%PDF-', 'GIF87a', 'GIF89a', '\xFF\xD8\xFF', 'Rar!', 'BZh', 'PK', OLE2];

/** First entries of the archives that are no DOCX and no XLSX: JAR, OpenDocument and EPUB, Android packages. */
const OTHER_ARCHIVES = /^(META-INF\/|mimetype$|AndroidManifest\.xml$|classes\.dex$)/;

/**
 * A ZIP archive that does not say to be something else. Office programs disagree on which entry comes first
 * (`[Content_Types].xml`, `_rels/`, `docProps/`, `word/`, `xl/`), so that only known others are refused.
 */
function isOfficePackage(leading: Buffer): boolean {
  if (!startsWith(leading, ZIP_ENTRY)) {
    return false;
  }
  const nameLength = leading.length >= 30 ? leading.readUInt16LE(26) : 0;
  return !OTHER_ARCHIVES.test(leading.toString('latin1', 30, 30 + nameLength));
}

/** Text in UTF-8, in UTF-16 with a byte order mark or in any other encoding that leaves the control bytes alone. */
function isText(leading: Buffer): boolean {
  if (startsWith(leading, '\xFF\xFE')) {
    return !hasControls(new TextDecoder('utf-16le').decode(leading));
  }
  if (startsWith(leading, '\xFE\xFF')) {
    return !hasControls(
      Buffer.from(leading.subarray(0, leading.length & ~1))
        .swap16()
        .toString('utf16le'),
    );
  }
  return !NOT_TEXT.some((magic) => startsWith(leading, magic)) && !hasControls(leading.toString('latin1'));
}

/** Tab, line feed, form feed, carriage return and escape (ISO-2022) belong to text; other controls do not. */
function hasControls(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  return /[\x00-\x08\x0B\x0E-\x1A\x1C-\x1F\x7F]/.test(text);
}

function startsWith(bytes: Buffer, magic: string): boolean {
  return bytes.toString('latin1', 0, magic.length) === magic;
}
