import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from './package-root.ts';

it('is the folder that holds the package file', () => {
  const packageFile: unknown = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
  expect(packageFile).toMatchObject({ name: 'voice-agent-mock' });
});
