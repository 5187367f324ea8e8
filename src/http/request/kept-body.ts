import { weightOf } from '../../store/state/weight.ts';
import type { KeptBody, KeptForm } from '../../worlds/journal.ts';
import type { DocumentedOperation } from '../../document/operation.ts';
import type { Exchange } from '../exchange.ts';
import type { Multipart } from './multipart.ts';
import { changeParts } from '../../text/forms.ts';

/** In bytes: more than this of a body is not kept. Every JSON body that is taken fits. */
const keptBytes = 2 ** 20;

/** Form fields as they nest. */
type Fields = string | readonly Fields[] | { readonly [name: string]: Fields };

/** What a piece of a body costs beside its bytes. */
const pieceOverhead = 256;

/**
 * Keeps a request's body in its exchange as its bytes pass by, up to a limit.
 * @throws MemoryFullError, from the function that it gives, where too much is under way; then nothing is kept
 */
export function keepBody(exchange: Exchange<DocumentedOperation>): (bytes: Buffer) => void {
  const chunks: Buffer[] = [];
  let size = 0;
  let kept = 0;
  return (chunk) => {
    size += chunk.length;
    if (kept < keptBytes) {
      const part = chunk.subarray(0, keptBytes - kept);
      try {
        exchange.inFlight.hold(part.length + pieceOverhead);
      } catch (error) {
        delete exchange.requestBody;
        throw error;
      }
      chunks.push(part);
      kept += part.length;
    }
    exchange.requestBody = { size, chunks };
  };
}

/** Keeps what was read of a form in its exchange: the fields, and of each file what it was. */
export function keepForm(exchange: Exchange<DocumentedOperation>, form: Multipart | undefined, fields: Fields): void {
  const { requestBody } = exchange;
  if (requestBody === undefined || form === undefined) return;
  const files = form.files.map(({ field, name, size, declaredType, sha256 }) => {
    return { field, name, size, type: declaredType, sha256 };
  });
  const hasFiles = files.length > 0 || form.ignored.some(({ reason }) => reason === 'unknown-file-field');
  const { size, chunks } = requestBody;
  exchange.requestBody = {
    size,
    chunks: hasFiles ? withoutContent(exchange, requestBody) : chunks,
    form: { ...keptFields(fields), files },
  };
}

function withoutContent({ request }: Exchange<DocumentedOperation>, { size, chunks }: KeptBody): readonly Buffer[] {
  const bytes = Buffer.concat(chunks);
  const blank = bytes.length < size ? undefined : blankFiles(bytes, request.headers['content-type']);
  return blank === undefined ? [] : [blank];
}

/** The request's body as the journal keeps it. Of a form that could not be read nothing is kept: it may be a file. */
export function journalBody({ requestBody, operation, world }: Exchange): KeptBody | undefined {
  if (requestBody === undefined) return undefined;
  const isUnreadForm = operation?.body === 'multipart' && requestBody.form === undefined;
  const { chunks } = requestBody;
  return { ...requestBody, chunks: isUnreadForm || chunks.length === 0 ? [] : [world.journal.copy(chunks)] };
}

/** The fields, or as much of them as is kept. */
function keptFields(fields: Fields): Omit<KeptForm, 'files'> {
  if (weightOf(fields) <= keptBytes) return { fields, isCut: false };
  let left = keptBytes;
  const shortened = (value: Fields): Fields => {
    if (typeof value === 'string') {
      const kept = value.slice(0, Math.max(0, left));
      left -= 24 + 2 * value.length;
      // A copy: a part of a text holds on to all of it.
      return Buffer.from(kept).toString();
    }
    left -= 32;
    if (isList(value)) return value.filter(() => (left -= 8) > 0).map(shortened);
    const entries = Object.entries(value).filter(([name]) => (left -= 8 + 2 * name.length) > 0);
    return Object.fromEntries(entries.map(([name, item]) => [name, shortened(item)]));
  };
  return { fields: shortened(fields), isCut: true };
}

function isList(value: Fields): value is readonly Fields[] {
  return Array.isArray(value);
}

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
