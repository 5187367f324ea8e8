/** Bundles the sources into dist/. With `--if-stale` it builds only where a source is newer than what is built. */
import { chmod, readdir, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { build } from 'rolldown';
import { buildConsole } from './build-console.mjs';

const command = 'dist/cli.js';

if (!process.argv.includes('--if-stale') || (await isStale())) {
  await build({
    input: {
      cli: './src/cli/main.ts',
      index: './src/index.ts',
      seed: './src/seed.ts',
      prepare: './src/document/read/prepare.ts',
      'prepare-control': './src/control/prepare.ts',
      ...(await contractTests()),
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
  await chmod(command, 0o755);
  // What is read and compiled of the documents and the record types now need not be at every start.
  await import('../dist/prepare.js');
  await import('../dist/prepare-control.js');
  await import('../dist/prepare-records.js');
}
// After the others, which clear dist/ before.
await buildConsole();

/** The files of the contract suite, each of which vitest runs by itself. */
async function contractTests() {
  const names = (await readdir('contract-tests')).filter((name) => name.endsWith('.contract.ts'));
  return Object.fromEntries(names.map((name) => [name.replace(/\.ts$/, ''), `./contract-tests/${name}`]));
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
