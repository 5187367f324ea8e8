/**
 * Writes what editors read: the types of each entry, which import nothing but each other and what the user has, and the
 * JSON Schemas of the files that users write. A type that several entries have stands in one file that they share: where
 * each declared it for itself, a world of one would not be a world of the other.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { build } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { entries, isPeer } from './package-contents.mjs';
import { editorSchemas } from './schemas.mjs';

/** Packages whose types are written out; of others none may be left. */
const inlined = ['openapi-fetch', 'openapi-typescript-helpers'];

const { output } = await build({
  input: Object.fromEntries(entries.map(({ name, source }) => [name, source])),
  // Not read: what of it is left below is used by a type.
  external: (id) => /^[^./]/.test(id) && !inlined.includes(id),
  plugins: [dts({ emitDtsOnly: true, resolve: inlined, tsconfig: 'tsconfig.json' })],
  // Nearly all of its time is TypeScript's.
  checks: { pluginTimings: false },
  output: { dir: 'dist', chunkFileNames: 'types-[hash].d.ts' },
});

/** Entries that are not for `require`. */
const esmOnly = entries.filter(({ isRequired }) => !isRequired).map(({ name }) => `${name}.d.ts`);

for (const { fileName, code } of output) {
  const outside = [...code.matchAll(/\bfrom "([^"]+)|\bimport\("([^"]+)/g)].map(([, from, called]) => from ?? called);
  const unknown = outside.filter((id) => !id.startsWith('.') && !id.startsWith('node:') && !isPeer(id));
  if (unknown.length > 0) throw new Error(`dist/${fileName} imports ${unknown.join(', ')}: inline it, or do without.`);
  if (esmOnly.includes(fileName)) continue;
  // The same types, with files that `require` resolves.
  const required = code.replaceAll(/(\bfrom "\.[^"]+)\.js"/g, '$1.cjs"');
  await writeFile(`dist/${fileName.replace(/\.ts$/, '.cts')}`, required);
}

await mkdir('openapi/scenario', { recursive: true });
for (const [name, schema] of Object.entries(await editorSchemas())) {
  await writeFile(`openapi/${name}`, `${JSON.stringify(schema, null, 2)}\n`);
}
