/** Writes the types of each entry into one file that imports nothing but what the user has: Node's types and peers. */
import { writeFile } from 'node:fs/promises';
import { generateDtsBundle } from 'dts-bundle-generator';
import { entries, isPeer } from './entries.mjs';

const texts = generateDtsBundle(
  entries.map(({ source }) => ({
    filePath: source,
    libraries: { inlinedLibraries: ['openapi-fetch', 'openapi-typescript-helpers'], allowedTypesLibraries: [] },
    output: { noBanner: true, exportReferencedTypes: false },
  })),
  { preferredConfigPath: 'tsconfig.json' },
);

for (const [at, { name, isRequired }] of entries.entries()) {
  const text = texts[at];
  const outside = [...text.matchAll(/\bfrom '([^']+)'|\bimport\('([^']+)'\)/g)].map(
    ([, from, called]) => from ?? called,
  );
  const unknown = outside.filter((id) => !id.startsWith('node:') && !isPeer(id));
  if (unknown.length > 0) throw new Error(`dist/${name}.d.ts imports ${unknown.join(', ')}: inline it, or do without.`);
  await writeFile(`dist/${name}.d.ts`, text);
  if (isRequired) await writeFile(`dist/${name}.d.cts`, text);
}
