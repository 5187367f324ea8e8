import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../package-root.ts';

/** The patterns of a document that no words stand for, by their place. */
function* bare(value: unknown, place: string, hasWords: boolean): Generator<string> {
  if (!(value instanceof Object)) return;
  const isInWords = 'x-expected' in value || 'expected' in value || hasWords;
  if ('pattern' in value && typeof value.pattern === 'string' && !isInWords) yield place;
  for (const [name, child] of Object.entries(value)) {
    // Of an object with words, its parts alone say the same.
    yield* bare(child, `${place}/${name}`, isInWords && (hasWords || ['x-assumed', 'allOf'].includes(name)));
  }
}

it.each(['openapi/openapi.yaml', 'openapi/control.yaml', 'src/store/state/records.schema.gen.json'])(
  'every pattern of %s has words with an example, for a message to show',
  (file) => {
    const document: unknown = parse(readFileSync(join(packageRoot(), file), 'utf8'));
    expect([...bare(document, '', false)]).toEqual([]);
  },
);
