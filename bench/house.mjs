/**
 * The size and the shape of the hand-written code: `node bench/house.mjs` prints them, `--check` fails where a figure
 * is worse than in `house.json` or the median below 100, `--write` puts better figures there. Tests and generated files do not count.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { root } from '../.ci/packed-package.mjs';
import { median } from './load-client.mjs';

const ratchet = join(root, 'house.json');
const { values: flags } = parseArgs({
  options: { check: { type: 'boolean', default: false }, write: { type: 'boolean', default: false } },
});

const sources = sourceFiles().map(readSource);
const files = sources.filter(({ path }) => !path.includes('.gen.'));
const long = files.filter(({ lines }) => lines > 350);
/** What figures count, one by one. */
const lists = {
  filesOver350Lines: ['Over 350 lines', long.map(({ path, lines }) => `${path} ${lines}`)],
  importCircles: ['Import circles', importCircles(sources)],
  helpersDefinedTwice: ['Helpers defined in more than one file', definedTwice(files)],
};
const figures = {
  lines: files.reduce((sum, { lines }) => sum + lines, 0),
  files: files.length,
  medianLines: median(files.map(({ lines }) => lines)),
  filesOf40LinesOrLess: files.filter(({ lines }) => lines <= 40).length,
  ...Object.fromEntries(Object.entries(lists).map(([name, [, items]]) => [name, items.length])),
};

if (flags.check) failIfWorse(JSON.parse(readFileSync(ratchet, 'utf8')));
else printFigures();
if (flags.write) writeFileSync(ratchet, `${JSON.stringify(figures, null, 2)}\n`);

/** The files that count, and the generated ones, through which they may import each other. */
function sourceFiles() {
  const args = ['ls-files', '-co', '--exclude-standard', 'src', 'contract-tests', 'bench', '.ci'];
  const paths = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n');
  return paths.filter(
    (path) => /\.(ts|tsx|mjs|css)$/.test(path) && !path.includes('.test.') && existsSync(join(root, path)),
  );
}

function readSource(path) {
  const text = readFileSync(join(root, path), 'utf8');
  const lines = text.split('\n').length - 1;
  if (path.endsWith('.css')) return { path, lines, imports: [], functions: [] };
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  // Those of types and import() among them.
  const imports = ts
    .preProcessFile(text, true, true)
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => normalize(join(dirname(path), fileName)));
  return { path, lines, imports, functions: source.statements.flatMap(functionsOf) };
}

/** The functions of a module that others of the same name could stand for: methods and callbacks have an owner. */
function functionsOf(statement) {
  if (ts.isFunctionDeclaration(statement)) return statement.body === undefined ? [] : [statement.name.text];
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations
    .filter(
      ({ initializer }) => initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)),
    )
    .map(({ name }) => name.text);
}

/** The files of circles, types included, and what lies between two circles: all others end an import, or begin one. */
function importCircles(all) {
  let left = new Map(all.map(({ path, imports }) => [path, imports]));
  for (let before = Infinity; left.size < before;) {
    before = left.size;
    const imported = new Set([...left.values()].flat());
    left = new Map([...left].filter(([path, imports]) => imported.has(path) && imports.some((next) => left.has(next))));
  }
  return [...left.keys()];
}

function definedTwice(all) {
  const homes = new Map();
  for (const { path, functions } of all) {
    for (const name of functions) homes.set(name, [...(homes.get(name) ?? []), path]);
  }
  const doubled = [...homes].filter(([, paths]) => paths.length > 1);
  return doubled.map(([name, paths]) => `${name}: ${paths.join(' ')}`).sort();
}

function failIfWorse(before) {
  const isWorse = ([name, figure]) => (name === 'medianLines' ? figure < 100 : figure > before[name]);
  const worse = Object.entries(figures).filter(isWorse);
  for (const [name, figure] of worse) console.log(`${name}: ${figure}, house.json has ${before[name]}`);
  for (const [name] of worse) if (name in lists) printLines(...lists[name]);
  if (worse.length > 0) console.log('`node bench/house.mjs` shows where. Make room before you add.');
  process.exitCode = worse.length > 0 ? 1 : 0;
}

function printFigures() {
  const folders = new Map();
  for (const { path, lines } of files) {
    const folder = /^(src\/[^/]+|[^/]+)\//.exec(path)[1];
    const sum = folders.get(folder) ?? { lines: 0, files: 0 };
    folders.set(folder, { lines: sum.lines + lines, files: sum.files + 1 });
  }
  console.log('  lines  files');
  for (const [folder, sum] of [...folders].sort(([a], [b]) => a.localeCompare(b))) {
    console.log(`${String(sum.lines).padStart(7)}${String(sum.files).padStart(7)}  ${folder}`);
  }
  for (const list of Object.values(lists)) printLines(...list);
  console.log(`\n${JSON.stringify(figures, null, 2)}`);
}

function printLines(title, lines) {
  console.log(`\n${title}:\n${lines.map((line) => `  ${line}`).join('\n') || '  none'}`);
}
