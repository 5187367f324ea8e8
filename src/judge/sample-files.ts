import { crc32, deflateRawSync } from 'node:zlib';

/** The smallest files of each kind that knowledge bases take, by their extension. */
export const documents = {
  pdf: { type: 'application/pdf', content: Buffer.from(pdfText()) },
  doc: { type: 'application/msword', content: compoundFile() },
  docx: {
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    content: zipOf({
      '[Content_Types].xml': contentTypes('/word/document.xml', 'wordprocessingml.document.main'),
      '_rels/.rels': relationships('word/document.xml'),
      'word/document.xml':
        '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Contract</w:t></w:r></w:p></w:body></w:document>',
    }),
  },
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    content: zipOf({
      '[Content_Types].xml': contentTypes('/xl/workbook.xml', 'spreadsheetml.sheet.main'),
      '_rels/.rels': relationships('xl/workbook.xml'),
      'xl/workbook.xml':
        '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheets/></workbook>',
    }),
  },
  csv: { type: 'text/csv', content: Buffer.from('name,city\nAda,Leeds\n') },
} as const satisfies Readonly<Record<string, { readonly type: string; readonly content: Uint8Array }>>;

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

/** A ZIP archive of these texts. */
function zipOf(entries: Readonly<Record<string, string>>): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(entries)) {
    const data = deflateRawSync(text);
    const sizes = Buffer.alloc(16);
    sizes.writeUInt32LE(crc32(text), 0);
    sizes.writeUInt32LE(data.length, 4);
    sizes.writeUInt32LE(Buffer.byteLength(text), 8);
    sizes.writeUInt16LE(name.length, 12);
    const local = Buffer.concat([Buffer.from('504b03041400000008000000', 'hex'), Buffer.alloc(2), sizes]);
    locals.push(local, Buffer.from(name), data);
    const place = Buffer.alloc(16);
    place.writeUInt32LE(offset, 12);
    centrals.push(Buffer.from('504b010214001400', 'hex'), local.subarray(6), place.subarray(2), Buffer.from(name));
    offset += local.length + name.length + data.length;
  }
  const central = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Object.keys(entries).length, 8);
  end.writeUInt16LE(Object.keys(entries).length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
}
