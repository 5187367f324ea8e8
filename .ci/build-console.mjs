/** Builds the console's page into dist/console/, where a source is newer than what is built. */
import { readdir, stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

const page = 'src/console/page';
const built = 'dist/console/index.html';
/** What the page is made of beside its own folder. */
const others = [
  '.ci/build-console.mjs',
  'package-lock.json',
  'src/document/control-types.gen.ts',
  'src/domain/agents/agent-status.ts',
  'src/domain/campaigns/campaign-status.ts',
];

/** Gives whether it had to build. */
export async function buildConsole() {
  if (!(await isStale())) return false;
  const { build } = await import('vite');
  // A test that builds has its own; with that, the page's JSX would be of the kind for development.
  process.env.NODE_ENV = 'production';
  await build({
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
  return true;
}

async function isStale() {
  const builtAt = await changedAt(built);
  const names = await readdir(page, { recursive: true });
  const sources = names.filter((name) => !name.endsWith('.test.ts')).map((name) => `${page}/${name}`);
  const times = await Promise.all([...others, page, ...sources].map(changedAt));
  return times.some((time) => time >= builtAt);
}

/** In milliseconds; 0 where there is no such file. */
async function changedAt(path) {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildConsole();
