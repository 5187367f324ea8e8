import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RecordWriter } from './write-scenario.ts';

const folder = () => mkdtemp(join(tmpdir(), 'records-'));

it('writes one record per line, and the file once it is whole', async () => {
  const dir = await folder();
  const writer = new RecordWriter(join(dir, 'a.json'));
  await writer.add([{ id: 1 }, { id: 2 }]);
  expect(await readdir(dir)).not.toContain('a.json');
  await writer.close();
  expect(await readFile(join(dir, 'a.json'), 'utf8')).toBe('[\n{"id":1},\n{"id":2}\n]\n');
});

it('writes an empty list as one', async () => {
  const file = join(await folder(), 'a.json');
  await new RecordWriter(file).close();
  expect(await readFile(file, 'utf8')).toBe('[]\n');
});

it('leaves nothing of a file that is abandoned', async () => {
  const dir = await folder();
  const writer = new RecordWriter(join(dir, 'a.json'));
  await writer.add(Array.from({ length: 20 }, () => ({ text: 'x'.repeat(100_000) })));
  await writer.abandon();
  expect(await readdir(dir)).toEqual([]);
});
