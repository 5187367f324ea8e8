import { randomUUID } from 'node:crypto';
import type { FormPart, RequestBody } from './transport.ts';

export interface EncodedBody {
  readonly contentType: string | null;
  readonly bytes: Uint8Array | null;
}

/** The body as it goes over the wire. The boundary of a form cannot be guessed by whoever wrote one of its values. */
export function encodeBody(body: RequestBody): EncodedBody {
  switch (body.kind) {
    case 'none':
      return { contentType: null, bytes: null };
    case 'json':
      return { contentType: 'application/json', bytes: Buffer.from(JSON.stringify(body.value)) };
    case 'raw':
      return { contentType: body.contentType, bytes: Buffer.from(body.text) };
    case 'form': {
      const boundary = `contract-suite-${randomUUID()}`;
      return {
        contentType: `multipart/form-data; boundary=${boundary}`,
        bytes: encodeParts(body.parts, boundary),
      };
    }
  }
}

function encodeParts(parts: readonly FormPart[], boundary: string): Uint8Array {
  const chunks = parts.flatMap((part) => [
    Buffer.from(`--${boundary}\r\n${head(part)}`),
    Buffer.from(part.value),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
}

function head({ name, file }: FormPart): string {
  const place = `form-data; name="${escapedForHeader(name)}"${file === undefined ? '' : `; filename="${escapedForHeader(file.name)}"`}`;
  const type = file === undefined ? '' : `Content-Type: ${escapedForHeader(file.type)}\r\n`;
  return `Content-Disposition: ${place}\r\n${type}\r\n`;
}

/**
 * As the HTML standard says of names and file names (4.10.21.8): a quote or an end of a line does not end them. Some
 * servers take a backslash for the beginning of an escape, and a control character for the end of the head.
 */
function escapedForHeader(text: string): string {
  return text.replaceAll(/[\p{Cc}"\\]/gu, encodeURIComponent);
}
