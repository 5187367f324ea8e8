import { readFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import { architecturePage } from './state-diagram.mjs';

const banner = (source) =>
  `/** Generated from ${source} by \`npm run generate\`: change the source, not this file. */\n\n`;

/**
 * The files that are made of others and committed. `source` is what they are made of; `make` gives the text. A file
 * whose source is not there is left out.
 */
export const generators = [
  {
    output: 'src/contract-document/types.gen.ts',
    source: 'openapi/openapi.yaml',
    make: (source) => typesOf(source),
  },
  {
    output: 'src/contract-document/control-types.gen.ts',
    source: 'openapi/control.yaml',
    make: (source) => typesOf(source),
  },
  {
    output: 'docs/architecture.md',
    source: 'src/domain/state-diagram.ts',
    make: (source) => architecturePage(source, 'docs/architecture.md'),
  },
];

async function typesOf(source) {
  const document = await readFile(source, 'utf8');
  const nodes = await openapiTS(document, { cwd: new URL('../openapi/', import.meta.url), immutable: true });
  return banner(source) + astToString(nodes);
}
