import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { loadContractDocument } from '../document/read/load.ts';

const { operations, clauses } = loadContractDocument();
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

it('knows the messages of the document', () => expect(messages.length).toBeGreaterThan(30));

/** But what tests alone import, where a text is one that a deployment answers. */
const sources = ['src', 'contract-tests'].flatMap(sourcesIn).filter((name) => !name.startsWith('src/testing/'));

it.each(sources)('%s repeats no message of the document', (file) => {
  const text = readFileSync(file, 'utf8');
  expect(messages.filter((message) => text.includes(message))).toEqual([]);
});

it.each(sourcesIn('src/judge/stated'))('%s finds only what a sentence of the specification states', (file) => {
  const quoted = [...readFileSync(file, 'utf8').matchAll(/'([a-z][\w-]*(?:\.[\w-]+)+)'/g)].map(([, id]) => id);
  const found = [...clauses.values()].filter(({ id }) => quoted.includes(id));
  expect(found.filter(({ kind, sentence }) => kind !== 'stated' || sentence === undefined)).toEqual([]);
});

it('expects every stated rule that an answer can show, by itself or by the document', () => {
  const told = [
    ...sourcesIn('src/judge/stated').map((file) => readFileSync(file, 'utf8')),
    readFileSync('openapi/openapi.yaml', 'utf8'),
  ].join();
  const stated = [...clauses.values()].filter(
    ({ kind, unobservable }) => kind === 'stated' && unobservable === undefined,
  );
  expect(stated.filter(({ id }) => !told.includes(id)).map(({ id }) => id)).toEqual([]);
});
