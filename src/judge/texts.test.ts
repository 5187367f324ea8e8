import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { loadContractDocument } from '../document/read/load.ts';

const { operations } = loadContractDocument();
/** A short word may stand for anything. */
const messages = [...operations.values()]
  .flatMap(({ refusals, successMessages }) => [
    ...[...refusals.values()].map(({ body }) => body.message),
    ...Object.values(successMessages),
  ])
  .filter((message): message is string => typeof message === 'string' && message.length > 6 && !message.includes('{'));

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('.gen.ts'))
    .map((name) => `${folder}/${name}`);
}

const scripts = sourcesIn('contract-tests').filter((name) => name.endsWith('.scripts.ts'));

it.each([...['judge', 'domain', 'operations', 'http'].flatMap((part) => sourcesIn(`src/${part}`)), ...scripts])(
  '%s repeats no message of the document',
  (file) => {
    const text = readFileSync(file, 'utf8');
    expect(messages.filter((message) => text.includes(message))).toEqual([]);
  },
);
