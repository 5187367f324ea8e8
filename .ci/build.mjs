/**
 * Bundles the sources into dist/, with the packages that they import. With `--if-stale` it builds only where a source is
 * newer than what is built. How an entry is added says CONTRIBUTING.md. A package that is seldom needed is loaded by
 * `createRequire(import.meta.url)('package')`, and is then a file of its own in `dist/vendor/`.
 */
import { chmod, readdir, rm, writeFile } from 'node:fs/promises';
import { builtinModules, createRequire } from 'node:module';
import { join } from 'node:path';
import { entries, isPeer, isStale, thirdPartyText } from './package-contents.mjs';

const command = 'dist/cli.js';
/** Of a package: not of a path, nor of one of Node's modules. */
const requireCall = /(\brequire|createRequire\(import\.meta\.url\))\('([^'.:][^':]*)'\)/g;
const require = createRequire(import.meta.url);
/** The packages of the console's page, which has a build of its own. */
const ofConsole = ['preact', '@preact/signals', '@preact/signals-core', 'eventsource-parser', 'openapi-fetch'].map(
  (name) => `/node_modules/${name}/`,
);
/** What every command needs, and what `serve` needs for its first answer, is one file each: each more costs a start. */
const startChunks = [
  { name: 'command', test: /\/src\/(package-root|cli\/(run-command-line|command))\.ts$/, priority: 2 },
  { name: 'serve', test: /\/src\/(app|cli\/serve\/serve|http\/answer\/request-log)\.ts$/, priority: 1 },
];
const sources = [
  ...['.ci/build.mjs', '.ci/package-contents.mjs', 'package.json', 'package-lock.json', 'src', 'contract-tests'],
  ...['openapi.yaml', 'clauses.yaml', 'control.yaml'].map((name) => `openapi/${name}`),
];
const page = 'src/console/page';
/** What the page is made of. */
const pageSources = [
  page,
  '.ci/build.mjs',
  'package-lock.json',
  'src/client/control-client.ts',
  'src/document/control-types.gen.ts',
  'src/domain/agents/agent-status.ts',
  'src/domain/campaigns/campaign-status.ts',
  'src/json/json-value.ts',
];

/** The files that the bundles are made of. */
const bundled = new Set();
/** One character above Latin-1 would double what a file takes in memory; it can stand in texts and expressions alone. */
const inAscii = {
  name: 'in-ascii',
  generateBundle: (_, bundle) => {
    for (const file of Object.values(bundle))
      file.code = file.code?.replaceAll(
        /[^\n\r\t -~]/g,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
  },
};
const tools = await loadTools();

if (tools !== undefined && (!process.argv.includes('--if-stale') || (await isStale(command, sources)))) {
  await removeBuilt();
  const own = Object.fromEntries(entries.map(({ name, source }) => [name, source]));
  const required = Object.fromEntries(
    entries.flatMap(({ name, source, isRequired }) => (isRequired ? [[name, source]] : [])),
  );
  const requiredLater = new Set();
  const input = { cli: './src/cli/main.ts', ...own, prepare: './src/prepare.ts' };
  // Flat: package-root.ts counts on every built file of the sources to stand in dist/ itself.
  const ofSources = { external: isPeer, plugins: [lazyPackages(requiredLater)] };
  await bundle(input, ofSources, { format: 'esm', codeSplitting: { groups: startChunks } });
  await bundle(required, ofSources, { format: 'cjs' });
  await bundleVendor([...requiredLater]);
  await bundlePrismGenerator();
  await chmod(command, 0o755);
  await import('../dist/prepare.js');
  await bundleValidators();
  await writeFile('dist/THIRD-PARTY.md', await thirdPartyText([...bundled, ...ofConsole]));
}
// After the others, which clear dist/ before.
if (tools !== undefined) await buildConsole(tools);

async function bundle(input, options, output) {
  const extension = output.format === 'cjs' ? 'cjs' : 'js';
  const names = { entryFileNames: `[name].${extension}`, chunkFileNames: `[name]-[hash].${extension}` };
  const built = await tools.build({
    input,
    platform: 'node',
    ...options,
    plugins: [...(options.plugins ?? []), inAscii],
    output: { dir: 'dist', comments: false, ...names, ...output },
  });
  noteBundled(built.output);
}

/** Has packages that are required when they are needed come from dist/vendor/, and notes which they are. */
function lazyPackages(found) {
  return {
    name: 'lazy-packages',
    transform: {
      filter: { id: /\/src\/.+\.ts$/ },
      handler: (code) => {
        const changed = code.replaceAll(requireCall, (_, call, id) => {
          found.add(id);
          return `${call}('./vendor/${vendorName(id)}.cjs')`;
        });
        return changed === code ? undefined : { code: changed, map: null };
      },
    },
  };
}

async function bundleVendor(packages) {
  // Of the media types those of files that the mock sends: reading 2,500 of them took every start 5 ms.
  const sent = /^(css|html|ico|js|json|md|mp3|png|svg|txt|wav|ya?ml)$/;
  const usedMediaTypes = {
    name: 'used-media-types',
    transform: {
      filter: { id: /\/mime-db\/db\.json$/ },
      handler: (text) => {
        const used = Object.entries(JSON.parse(text)).filter(([, type]) =>
          type.extensions?.some((name) => sent.test(name)),
        );
        return { code: JSON.stringify(Object.fromEntries(used)), moduleType: 'json' };
      },
    },
  };
  // Express's own readers of bodies, with the tables of every charset: the mock reads bodies itself.
  const noBodyParser = {
    name: 'no-body-parser',
    load: { filter: { id: /\/node_modules\/body-parser\/index\.js$/ }, handler: () => 'module.exports = {};' },
  };
  const input = Object.fromEntries(packages.map((id) => [vendorName(id), id]));
  const options = { plugins: [usedMediaTypes, noBodyParser] };
  await bundle(input, options, { dir: 'dist/vendor', format: 'cjs', minify: true });
}

function vendorName(id) {
  return id.replace(/\.js$/, '').replaceAll(/[@/]+/g, '-').replace(/^-/, '');
}

/** Compiled validators name files of ajv's. */
async function bundleValidators() {
  const names = (await readdir('dist')).filter((name) => name.endsWith('-validators.cjs'));
  const input = Object.fromEntries(names.map((name) => [name.replace(/\.cjs$/, ''), `./dist/${name}`]));
  await bundle(input, {}, { format: 'cjs', minify: true });
}

/** Prism's generator of samples in a file of its own, with faker's English alone: see src/http/steer/steered-answer.ts. */
async function bundlePrismGenerator() {
  const prism = createRequire(require.resolve('@stoplight/prism-http/package.json'));
  const input = { 'prism-generator': require.resolve('@stoplight/prism-http/dist/mocker/generator/JSONSchema.js') };
  const alias = { '@faker-js/faker': prism.resolve('@faker-js/faker/locale/en') };
  await bundle(input, { resolve: { alias } }, { format: 'cjs', minify: true });
}

/** Notes of which files a bundle is made. The package has no dependencies, so what stays outside must be Node's or the user's own. */
function noteBundled(output) {
  for (const { fileName, moduleIds = [], imports = [], dynamicImports = [] } of output) {
    for (const id of moduleIds) bundled.add(id);
    const files = new Set(output.map((file) => file.fileName));
    const outside = [...imports, ...dynamicImports].filter(
      (id) => !files.has(id) && !id.startsWith('node:') && !builtinModules.includes(id) && !isPeer(id),
    );
    if (outside.length > 0) throw new Error(`dist/${fileName} imports ${outside.join(', ')}, which is not bundled.`);
  }
}

/** All but the console, which has a build of its own. */
async function removeBuilt() {
  const names = await readdir('dist').catch(() => []);
  const others = names.filter((name) => name !== 'console');
  await Promise.all(others.map((name) => rm(join('dist', name), { recursive: true })));
}

/** What builds; undefined after an installation without development dependencies, which must not fail for that. */
async function loadTools() {
  try {
    const [{ build }, { build: buildPage }] = await Promise.all([import('rolldown'), import('vite')]);
    return { build, buildPage };
  } catch (error) {
    if (!process.argv.includes('--if-stale') || error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    console.error('Not built, because the development dependencies are not there: npm ci installs them.');
    return undefined;
  }
}

/** Builds the console's page into dist/console/, where a source is newer than what is built. */
async function buildConsole({ buildPage }) {
  if (!(await isStale('dist/console/index.html', pageSources))) return;
  // A test that builds has its own; with that, the page's JSX would be of the kind for development.
  process.env.NODE_ENV = 'production';
  await buildPage({
    configFile: false,
    logLevel: 'warn',
    root: page,
    // The address that console-page.ts serves the files at.
    base: '/__mock/console/',
    publicDir: false,
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: '../../../dist/console',
      emptyOutDir: true,
      assetsDir: '.',
      // A small file as a data address would be one more thing to allow.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      target: 'es2022',
      reportCompressedSize: false,
    },
  });
}
