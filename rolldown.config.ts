import { chmodSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { defineConfig } from 'rolldown';

export default defineConfig({
  input: { cli: './src/cli/main.ts', index: './src/index.ts' },
  platform: 'node',
  // Every package stays outside; relative and absolute files go in.
  external: (id) => !id.startsWith('.') && !isAbsolute(id),
  output: {
    dir: 'dist',
    cleanDir: true,
    // Flat: package-root.ts counts on every built file to stand in dist/ itself.
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    sourcemap: true,
  },
  plugins: [{ name: 'executable-cli', writeBundle: () => chmodSync('dist/cli.js', 0o755) }],
});
