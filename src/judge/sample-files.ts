import { deflateRawSync } from 'node:zlib';
import type { FormPart } from '../deployment/transport.ts';

/** The smallest files of each kind that knowledge bases take, by their extension. */
export const documents: Readonly<Record<string, { readonly type: string; readonly content: Uint8Array }>> = {
  pdf: { type: 'application/pdf', content: Buffer.from(pdfText()) },
  doc: { type: 'application/msword', content: compoundFile() },
  docx: {
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    content: zip({
      '[Content_Types].xml': contentTypes('/word/document.xml', 'wordprocessingml.document.main'),
      '_rels/.rels': relationships('word/document.xml'),
      'word/document.xml':
        '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Contract</w:t></w:r></w:p></w:body></w:document>',
    }),
  },
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    content: zip({
      '[Content_Types].xml': contentTypes('/xl/workbook.xml', 'spreadsheetml.sheet.main'),
      '_rels/.rels': relationships('xl/workbook.xml'),
      'xl/workbook.xml':
        '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheets/></workbook>',
    }),
  },
  csv: { type: 'text/csv', content: Buffer.from('name,city\nAda,Leeds\n') },
};

/** A file for a form; of a kind above, or with its own content and type. */
export function knowledgeFile(name: string, content?: Uint8Array, type?: string): FormPart {
  const known = documents[name.split('.').at(-1) ?? ''];
  return {
    name: 'FILE_KNOWLEDGE_BASES',
    value: content ?? known?.content ?? new Uint8Array(),
    file: { name, type: type ?? known?.type ?? 'application/octet-stream' },
  };
}

/** A PDF of this many bytes; of too few for one, nothing but zeros. */
export function pdfOfSize(bytes: number): Uint8Array {
  if (bytes < pdfText().length) return new Uint8Array(bytes);
  return Buffer.concat([Buffer.from(pdfText()), Buffer.alloc(bytes - pdfText().length, 0x20)]);
}

/** One transparent pixel. */
export const png: Uint8Array = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

function pdfText(): string {
  return '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';
}

/** The header of a compound file, as Word 97 writes it, and one empty sector. */
function compoundFile(): Uint8Array {
  const bytes = Buffer.alloc(1536, 0xff);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes);
  bytes.fill(0, 8, 24);
  bytes.writeUInt16LE(0x003e, 24);
  bytes.writeUInt16LE(0x0003, 26);
  bytes.writeUInt16LE(0xfffe, 28);
  bytes.writeUInt16LE(9, 30);
  return bytes;
}

function contentTypes(part: string, kind: string): string {
  return `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.${kind}+xml"/></Types>`;
}

function relationships(target: string): string {
  return `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="${target}"/></Relationships>`;
}

function zip(files: Readonly<Record<string, string>>): Uint8Array {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), common, place, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(central.length, 8);
  end.writeUInt16LE(central.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
