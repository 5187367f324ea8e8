import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const documents = ['docs/architecture.md', 'docs/contract-testing.md', 'docs/testing.md', 'CONTRIBUTING.md'];

it.each(documents.filter((file) => existsSync(file)))('%s names files that are there', (file) => {
  const named = [...readFileSync(file, 'utf8').matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|mjs|yaml))`/g)];
  const missing = named
    .map(([, path = '']) => path)
    .filter((path) => !['', 'src/'].some((folder) => existsSync(`${folder}${path}`)));
  expect(missing).toEqual([]);
});
