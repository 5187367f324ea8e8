import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the document and the catalogue lie, by default in `openapi/` of the package. */
export interface DocumentFiles {
  readonly openapiFile?: string;
  readonly clausesFile?: string;
  /** Where a build has left what it read of them; by default beside the running code. */
  readonly preparedFolder?: string;
}

export interface DocumentTexts {
  readonly openapi: string;
  readonly clauses: string;
}

export function readDocumentFiles(files: DocumentFiles): DocumentTexts {
  const { openapiFile = packageFile('openapi.yaml'), clausesFile = packageFile('clauses.yaml') } = files;
  return { openapi: readFileSync(openapiFile, 'utf8'), clauses: readFileSync(clausesFile, 'utf8') };
}

/** Searched upward, because sources and built files lie at different depths below the package's folder. */
function packageFile(name: string): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const file = join(folder, 'openapi', name);
    if (existsSync(file)) {
      return file;
    }
    if (folder === dirname(folder)) {
      throw new Error(`There is no openapi/${name} above ${fileURLToPath(import.meta.url)}.`);
    }
  }
}
