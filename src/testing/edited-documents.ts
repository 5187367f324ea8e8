import { parse } from 'yaml';

type DocumentName = 'openapi' | 'clauses' | 'control';
type Texts = Readonly<Record<DocumentName, string>>;

interface Paths {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

/** What is put into a copy of a document: a value at a place. */
export interface Edit {
  readonly document?: DocumentName;
  readonly at: readonly (string | number)[];
  /** Undefined takes out what is there. */
  readonly value: unknown;
}

const generator = (name: string): Promise<unknown> => import(new URL(`../../.ci/${name}.mjs`, import.meta.url).href);

/** The JSON Schemas that the package brings for editors, by their file in `openapi/`. */
export const { editorSchemas } = (await generator('schemas')) as {
  readonly editorSchemas: () => Promise<Readonly<Record<string, object>>>;
};
/** The generated types by file, of texts of the documents. */
export const { documentTypes, readDocuments } = (await generator('document-types')) as {
  readonly documentTypes: Readonly<Record<string, (texts: Texts) => string | Promise<string>>>;
  readonly readDocuments: () => Promise<Texts>;
};
/** As the documents stand. */
const texts = await readDocuments();

/** The texts of copies of the documents with these edits. */
export function edited(edits: readonly Edit[]): Texts {
  const copies: Record<DocumentName, string> = { ...texts };
  for (const { document = 'openapi', at, value } of edits) {
    const copy = JSON.parse(JSON.stringify(parse(copies[document]))) as object;
    put(copy, at, value);
    copies[document] = JSON.stringify(copy);
  }
  return copies;
}

function put(holder: object, [step = '', ...steps]: Edit['at'], value: unknown): void {
  if (steps.length === 0) {
    if (value === undefined) Reflect.deleteProperty(holder, step);
    else Reflect.set(holder, step, value);
    return;
  }
  if (!Reflect.has(holder, step)) Reflect.set(holder, step, {});
  put(Reflect.get(holder, step) as object, steps, value);
}

/** The operation that verifies tokens, with another path and id. */
export function newOperation(operationId: string): Edit {
  return { at: ['paths', '/new', 'post'], value: { ...operationAtPath('/verify', 'post'), operationId } };
}

/** Where the document says how a field of the form is sent. */
export function encodingOf(field: string): readonly string[] {
  const form = ['paths', '/api/agent/createagentorupdate', 'post', 'requestBody', 'content', 'multipart/form-data'];
  return [...form, 'encoding', field];
}

/** An operation as the document has it. */
export function operationAtPath(path: string, method: string): object {
  return { ...(parse(texts.openapi) as Paths).paths[path]?.[method] };
}
