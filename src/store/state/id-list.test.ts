import { expect, test } from 'vitest';
import { createSeededRandom } from '../../worlds/random.ts';
import { IdList } from './persistent-map.ts';

test.each([
  ['anywhere', (random: number) => Math.floor(random * 100_000)],
  ['at the end', (_: number, count: number) => count],
])('a list agrees with a sorted array while ids come %s and go, and the lists before it stay', (_, draw) => {
  const random = createSeededRandom('ids');
  const model = new Set<number>();
  let list = IdList.empty;
  for (let round = 0; round < 3000; round++) {
    const before = list;
    const idsBefore = round % 100 === 0 ? [...before.ids()] : undefined;
    const id = draw(random.next(), round);
    if (!model.has(id)) list = list.add(id);
    model.add(id);
    const [gone] = round % 3 === 0 ? [...model].slice(Math.floor(random.next() * model.size)) : [];
    if (gone !== undefined) {
      list = list.delete(gone);
      model.delete(gone);
    }
    if (idsBefore === undefined) continue;
    expect(before.ids()).toEqual(idsBefore);
    expect(list.ids()).toEqual([...model].sort((a, b) => a - b));
    expect(list.size).toBe(model.size);
  }
});

test('a list made at once goes on like any other', () => {
  const ids = Array.from({ length: 1000 }, (_, i) => 2 * i);
  const list = IdList.from(ids).add(501).add(2000).delete(0);
  expect(list.ids()).toEqual([...ids.slice(1, 251), 501, ...ids.slice(251), 2000].sort((a, b) => a - b));
});
