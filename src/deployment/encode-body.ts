import type { FormPart, RequestBody } from './transport.ts';

export interface EncodedBody {
  readonly contentType: string | null;
  readonly bytes: Uint8Array | null;
}

/** The body as it goes over the wire. The boundary is fixed: no value of the suite holds it. */
export function encodeBody(body: RequestBody): EncodedBody {
  switch (body.kind) {
    case 'none':
      return { contentType: null, bytes: null };
    case 'json':
      return { contentType: 'application/json', bytes: Buffer.from(JSON.stringify(body.value)) };
    case 'raw':
      return { contentType: body.contentType, bytes: Buffer.from(body.text) };
    case 'form':
      return { contentType: `multipart/form-data; boundary=${boundary}`, bytes: encodeParts(body.parts) };
  }
}

const boundary = 'contract-suite-3b1e6f0c';

function encodeParts(parts: readonly FormPart[]): Uint8Array {
  const chunks = parts.flatMap((part) => [Buffer.from(head(part)), Buffer.from(part.value), Buffer.from('\r\n')]);
  return Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
}

function head({ name, file }: FormPart): string {
  const place = `form-data; name="${name}"${file === undefined ? '' : `; filename="${file.name}"`}`;
  const type = file === undefined ? '' : `Content-Type: ${file.type}\r\n`;
  return `--${boundary}\r\nContent-Disposition: ${place}\r\n${type}\r\n`;
}
