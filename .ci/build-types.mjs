/**
 * Writes what editors read: the types of each entry, in one file that imports nothing but what the user has (the types of
 * `.` and peers), and the JSON Schemas of the files that users write.
 */
import { writeFile } from 'node:fs/promises';
import { generateDtsBundle } from 'dts-bundle-generator';
import ts from 'typescript';
import { entries, isPeer } from './package-contents.mjs';
import { writeEditorSchemas } from './schemas.mjs';

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
await writeEditorSchemas();

/**
 * The types of an entry without the declarations that `other`, the types of another entry, exports in the same words:
 * these are imported from there. A type that two entries declare each for itself is two types to TypeScript, so a world of
 * one would not be a world of the other.
 */
function shareTypes(text, other, from) {
  const offered = new Map(
    declarationsOf(other).flatMap((found) => (found.isExported ? [[found.name, found.words]] : [])),
  );
  const declared = declarationsOf(text);
  const shared = declared.filter(({ name, words }) => offered.get(name) === words);
  const rest = usedOf(declared.filter((found) => !shared.includes(found)));
  const mentioned = new Set(rest.flatMap(({ mentions }) => [...mentions]));
  const imported = shared.filter(({ name }) => mentioned.has(name)).map(({ name }) => name);
  const exported = shared.filter(({ isExported }) => isExported).map(({ name }) => name);
  const list = (names) => [...new Set(names)].sort().join(', ');
  return [
    ...(imported.length > 0 ? [`import type { ${list(imported)} } from '${from}';`] : []),
    ...(exported.length > 0 ? [`export type { ${list(exported)} } from '${from}';`] : []),
    ...rest.map(({ whole }) => whole),
    '',
  ].join('\n');
}

/** What is exported, and what that mentions, and so on. */
function usedOf(found) {
  const used = new Set(found.filter(({ isExported, name }) => isExported || name === undefined));
  for (const one of used) {
    for (const other of found) if (one.mentions.has(other.name)) used.add(other);
  }
  return found.filter((one) => used.has(one));
}

/** The statements of a file of types: `words` as they are without `export`, and all names that they mention. */
function declarationsOf(text) {
  const file = ts.createSourceFile('entry.d.ts', text, ts.ScriptTarget.Latest, true);
  return file.statements.map((statement) => {
    const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
    const isImport = ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement);
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
    const name = isImport ? undefined : (statement.name ?? statement.declarationList?.declarations[0].name)?.text;
    const mentions = new Set();
    const visit = (node) => {
      if (ts.isIdentifier(node)) mentions.add(node.text);
      ts.forEachChild(node, visit);
    };
    if (!ts.isImportDeclaration(statement)) visit(statement);
    const words = isType ? statement.getText(file).replace(/^export /, '') : {};
    return { name, isExported, mentions, words, whole: statement.getFullText(file).trim() };
  });
}
