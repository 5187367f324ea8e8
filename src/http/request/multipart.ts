import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Busboy } from 'busboy';
import busboy from 'busboy';
import { errorOf, abortedRequest, hasBody, listenToBody, refuseContentEncoding, refuseGone } from './body.ts';
import { listName } from '../../document/validate/check-form.ts';
import type { SentText } from '../../document/validate/check-request.ts';
import type { FileField, FileProblem, Operation } from '../../document/operation.ts';
import { readMediaType } from '../../text/forms.ts';
import { FileGauge, type UploadedFile } from './uploaded-files.ts';
import { UnreadableRequest } from '../answer/error-answer.ts';
import { isError } from '../../files/file-system.ts';

interface MultipartOptions {
  /** By field name, without the ending that spells a list. */
  readonly fileFields: Operation['fileFields'];
  /** Given the bytes as they pass by. */
  readonly onBytes?: (bytes: Buffer) => void;
  /** Given each text that is kept; what it throws refuses the form. */
  readonly onField?: (name: string, value: string) => void;
}

/** In bytes: of one text, and of the whole form. */
const largestField = 2 ** 20;
const largestForm = 2 ** 26;
/** Texts and files together. */
const mostParts = 5000;

export interface Multipart {
  readonly fields: readonly SentText[];
  /** Every file of a field that takes files, in the order sent; those to be refused have a `problem`. */
  readonly files: readonly UploadedFile[];
  readonly ignored: readonly IgnoredPart[];
}

/** A part that was read and left out; `field` and `file` are '' where it has no such name. */
interface IgnoredPart {
  readonly field: string;
  readonly file: string;
  readonly reason: 'unknown-file-field' | 'no-field-name';
}

/**
 * Reads a multipart/form-data body; undefined if absent. Files are hashed and their types detected as their
 * bytes arrive; their content is not kept (`createagentorupdate.files.refusal`). Text and names are UTF-8; bytes that are
 * not become U+FFFD. A file name may come as RFC 5987's `filename*`, and loses its folders.
 *
 * A part without a file name is text, also where it declares application/octet-stream, unless its field takes files;
 * there, without bytes, it is not a file (`createagentorupdate.files.empty`).
 *
 * @throws UnreadableRequest 'not-multipart', 'missing-boundary', 'unsupported-encoding', 'unsupported-charset',
 * 'malformed', 'truncated' (the final boundary is missing), 'too-large', 'too-many-fields', 'aborted'. Any of them may leave a part of the body unread (see `discardBody`).
 */
export async function readMultipart(
  request: IncomingMessage,
  options: MultipartOptions,
): Promise<Multipart | undefined> {
  if (!(await hasBody(request))) return undefined;
  const boundary = readBoundary(request.headers['content-type']);
  refuseContentEncoding(request);
  refuseGone(request);
  const parser = busboy({
    // Quoted, so that busboy takes a boundary with characters that should have been quoted and were not.
    headers: { 'content-type': `multipart/form-data; boundary="${boundary.replaceAll(/["\\]/g, '\\$&')}"` },
    defParamCharset: 'utf8',
    // One more than allowed: busboy calls a value truncated that is exactly as long as its limit.
    limits: { fieldSize: largestField + 1 },
  });
  return new FormReading(options).run(request, parser);
}

function readBoundary(header: string | undefined): string {
  const type = readMediaType(header);
  if (type === undefined || type === 'malformed' || type.essence !== 'multipart/form-data') {
    const how = header === undefined ? 'without a Content-Type' : `as ${header}`;
    throw new UnreadableRequest('not-multipart', `The body is sent ${how}; the operation takes multipart/form-data.`);
  }
  const boundary = type.params.get('boundary') ?? '';
  if (boundary === '') {
    throw new UnreadableRequest('missing-boundary', 'The Content-Type multipart/form-data names no boundary.');
  }
  return boundary;
}

class FormReading {
  readonly #options: MultipartOptions;
  readonly #fields: SentText[] = [];
  readonly #files: UploadedFile[] = [];
  readonly #ignored: IgnoredPart[] = [];
  readonly #filesOf = new Map<string, number>();
  #parts = 0;
  /** The file whose bytes are passing by, for a message that names it. */
  #current = '';
  #fail: (error: Error) => void = () => undefined;

  constructor(options: MultipartOptions) {
    this.#options = options;
  }

  async run(request: IncomingMessage, parser: Busboy): Promise<Multipart> {
    let size = 0;
    let stop = (): void => undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        this.#fail = reject;
        stop = listenToBody(request, {
          data: (chunk) => {
            size += chunk.length;
            if (size > largestForm) this.#fail(this.#tooLargeForm());
            else this.#attempt(() => this.#options.onBytes?.(chunk));
          },
          gone: () => reject(abortedRequest()),
        });
        parser
          .on('field', (name: string | undefined, value: string | undefined, info) => {
            this.#takeField(name, value, info.valueTruncated);
          })
          .on('file', (name: string | undefined, stream, info) => {
            this.#takeFile(name ?? '', stream, info.filename, info.mimeType);
          })
          .on('error', (error) => reject(brokenForm(error, this.#parts)))
          .on('close', resolve);
        request.pipe(parser);
      });
    } finally {
      stop();
      request.unpipe(parser);
      parser.destroy();
    }
    return { fields: this.#fields, files: this.#files, ignored: this.#ignored };
  }

  #takeField(name: string | undefined, value: string | undefined, isTooLarge: boolean): void {
    this.#countPart();
    if (name === undefined) {
      this.#ignored.push({ field: '', file: '', reason: 'no-field-name' });
    } else if (value === undefined) {
      // What busboy gives for a charset that it does not know.
      const message = `The form field ${name} is in a charset that is not supported; send UTF-8.`;
      this.#fail(new UnreadableRequest('unsupported-charset', message));
    } else if (isTooLarge) {
      this.#fail(tooLargeField(name));
    } else if (value !== '' || this.#fileField(name)?.takesText !== false) {
      this.#keepField(name, value);
    }
  }

  #keepField(name: string, value: string): void {
    this.#attempt(() => {
      this.#options.onField?.(name, value);
      this.#fields.push({ name, value });
    });
  }

  #attempt(listener: () => void): void {
    const refusal = errorOf(listener);
    if (refusal !== undefined) this.#fail(refusal);
  }

  #takeFile(field: string, stream: Readable, fileName: string | undefined, declaredType: string): void {
    this.#countPart();
    const name = fileName ?? '';
    const rule = this.#fileField(field);
    // Its end before the time is told by the parser's own error.
    stream.on('error', () => undefined);
    if (field !== '' && rule !== undefined) {
      this.#gauge(field, rule, stream, name, declaredType);
    } else if (field !== '' && fileName === undefined) {
      this.#collectText(field, stream);
    } else {
      this.#ignored.push({ field, file: name, reason: field === '' ? 'no-field-name' : 'unknown-file-field' });
      stream.resume();
    }
  }

  #gauge(field: string, rule: FileField, stream: Readable, name: string, declaredType: string): void {
    const gauge = new FileGauge();
    this.#current = name;
    stream.on('data', (chunk: Buffer) => gauge.take(chunk));
    stream.on('end', () => {
      this.#current = '';
      if (name === '' && gauge.size === 0) return;
      const key = listName(field);
      const count = (this.#filesOf.get(key) ?? 0) + 1;
      this.#filesOf.set(key, count);
      const detectedType = gauge.detect(rule, name);
      const problem = count > rule.maximumFiles ? 'too-many' : problemOf(gauge, detectedType, rule);
      const { size } = gauge;
      this.#files.push({ field, name, size, declaredType, detectedType, sha256: gauge.sha256(), problem });
    });
  }

  #collectText(field: string, stream: Readable): void {
    const chunks: Buffer[] = [];
    let size = 0;
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > largestField) this.#fail(tooLargeField(field));
      else chunks.push(chunk);
    });
    stream.on('end', () => this.#keepField(field, Buffer.concat(chunks, size).toString('utf8')));
  }

  #fileField(field: string): FileField | undefined {
    const { fileFields } = this.#options;
    return fileFields.get(field) ?? fileFields.get(listName(field));
  }

  #countPart(): void {
    this.#parts += 1;
    if (this.#parts > mostParts) {
      this.#fail(new UnreadableRequest('too-many-fields', `The form has more than ${mostParts} parts.`));
    }
  }

  #tooLargeForm(): UnreadableRequest {
    const file = this.#files.find(({ problem }) => problem === 'too-large')?.name ?? this.#current;
    const message = `The form is larger than ${largestForm} bytes${file === '' ? '' : `, with the file ${file}`}.`;
    return new UnreadableRequest('too-large', message);
  }
}

function tooLargeField(field: string): UnreadableRequest {
  return new UnreadableRequest('too-large', `The form field ${field} is larger than ${largestField} bytes.`);
}

function problemOf(gauge: FileGauge, detectedType: string | undefined, rule: FileField): FileProblem | undefined {
  if (gauge.size > rule.maximumSize) return 'too-large';
  if (gauge.size === 0) return detectedType === undefined && !rule.reading.takesEmpty ? 'empty' : undefined;
  return detectedType === undefined ? 'wrong-type' : undefined;
}

function brokenForm(error: unknown, parts: number): UnreadableRequest {
  if (isError(error) && error.message === 'Malformed part header') {
    return new UnreadableRequest('malformed', `Part ${parts + 1} of the form has a malformed header.`);
  }
  const message =
    parts === 0
      ? 'The form ends before the boundary that its Content-Type names was found.'
      : 'The form ends before its final boundary.';
  return new UnreadableRequest('truncated', message);
}
