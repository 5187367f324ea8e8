/** Bundles the sources into dist/. With `--if-stale` it builds only where a source is newer than what is built. */
import { chmod, readdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isAbsolute } from 'node:path';

const command = 'dist/cli.js';
const tools = await loadTools();

if (tools !== undefined && (!process.argv.includes('--if-stale') || (await isStale()))) {
  await tools.build({
    input: {
      cli: './src/cli/main.ts',
      index: './src/index.ts',
      seed: './src/seed.ts',
      prepare: './src/document/read/prepare.ts',
      'prepare-control': './src/control/prepare.ts',
      'suite.contract': './contract-tests/suite.contract.ts',
      'prepare-records': './src/store/prepare.ts',
    },
    platform: 'node',
    // Packages stay outside; the project's own files go in.
    external: (id) => !id.startsWith('.') && !isAbsolute(id),
    output: {
      dir: 'dist',
      cleanDir: true,
      // Flat: package-root.ts counts on every built file to stand in dist/ itself.
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      sourcemap: true,
    },
  });
  await buildPrismGenerator(tools.build);
  await chmod(command, 0o755);
  // What is read and compiled of the documents and the record types now need not be at every start.
  await import('../dist/prepare.js');
  await import('../dist/prepare-control.js');
  await import('../dist/prepare-records.js');
}
// After the others, which clear dist/ before.
await tools?.buildConsole();

/** Prism's generator of samples in a file of its own, with faker's English alone: see src/http/steer/generated-samples.ts. */
async function buildPrismGenerator(build) {
  const require = createRequire(import.meta.url);
  const prism = createRequire(require.resolve('@stoplight/prism-http/package.json'));
  await build({
    input: { 'prism-generator': require.resolve('@stoplight/prism-http/dist/mocker/generator/JSONSchema.js') },
    platform: 'node',
    resolve: { alias: { '@faker-js/faker': prism.resolve('@faker-js/faker/locale/en') } },
    output: { dir: 'dist', entryFileNames: '[name].cjs', format: 'cjs', minify: true },
  });
}

/** What builds; undefined after an installation without development dependencies, which must not fail for that. */
async function loadTools() {
  try {
    const [{ build }, { buildConsole }] = await Promise.all([import('rolldown'), import('./build-console.mjs')]);
    return { build, buildConsole };
  } catch (error) {
    if (!process.argv.includes('--if-stale') || error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    console.error('Not built, because the development dependencies are not there: npm ci installs them.');
    return undefined;
  }
}

async function isStale() {
  const built = await changedAt(command);
  const sources = await readdir('src', { recursive: true });
  const documents = ['openapi/openapi.yaml', 'openapi/clauses.yaml', 'openapi/control.yaml'];
  const checks = (await readdir('contract-tests', { recursive: true })).map((name) => `contract-tests/${name}`);
  const paths = [
    '.ci/build.mjs',
    'package-lock.json',
    ...documents,
    ...checks,
    'src',
    ...sources.map((name) => `src/${name}`),
  ];
  const times = await Promise.all(paths.map(changedAt));
  return times.some((time) => time >= built);
}

/** In milliseconds; 0 where there is no such file. */
async function changedAt(path) {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}
