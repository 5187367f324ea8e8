/** Writes the types of each entry into one file that imports nothing but what the user has: the types of `.` and peers. */
import { writeFile } from 'node:fs/promises';
import { generateDtsBundle } from 'dts-bundle-generator';
import { entries, isPeer } from './entries.mjs';
import { shareTypes } from './shared-types.mjs';

const texts = generateDtsBundle(
  entries.map(({ source }) => ({
    filePath: source,
    libraries: { inlinedLibraries: ['openapi-fetch', 'openapi-typescript-helpers'], allowedTypesLibraries: [] },
    output: { noBanner: true, exportReferencedTypes: false },
  })),
  { preferredConfigPath: 'tsconfig.json' },
);

const main = texts[entries.findIndex(({ name }) => name === 'index')];

for (const [at, { name, isRequired }] of entries.entries()) {
  const text = texts[at];
  const outside = [...text.matchAll(/\bfrom '([^']+)'|\bimport\('([^']+)'\)/g)].map(
    ([, from, called]) => from ?? called,
  );
  const unknown = outside.filter((id) => !id.startsWith('node:') && !isPeer(id));
  if (unknown.length > 0) throw new Error(`dist/${name}.d.ts imports ${unknown.join(', ')}: inline it, or do without.`);
  const written = (from) => (text === main ? text : shareTypes(text, main, from));
  await writeFile(`dist/${name}.d.ts`, written('./index.js'));
  if (isRequired) await writeFile(`dist/${name}.d.cts`, written('./index.cjs'));
}
