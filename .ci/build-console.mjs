/** Builds the console's page into dist/console/, where a source is newer than what is built. */
import { pathToFileURL } from 'node:url';
import { isStale } from './package-contents.mjs';

const page = 'src/console/page';
/** What the page is made of. */
const sources = [
  page,
  '.ci/build-console.mjs',
  'package-lock.json',
  'src/client/control-client.ts',
  'src/document/control-types.gen.ts',
  'src/domain/agents/agent-status.ts',
  'src/domain/campaigns/campaign-status.ts',
  'src/json/json-value.ts',
];

export async function buildConsole() {
  if (!(await isStale('dist/console/index.html', sources))) return;
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
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildConsole();
