import { expect, it } from 'vitest';
import { createProgress } from './plan/seed-batch.ts';

const none = { workspaces: 0, users: 0, phone_numbers: 0, agents: 0, campaigns: 0, leads: 0 };

function run(isTerminal: boolean): string[] {
  const written: string[] = [];
  let now = 0;
  const output = { progress: { isTerminal, write: (text: string) => written.push(text) }, now: () => now };
  const progress = createProgress({ ...none, agents: 10, leads: 90 }, output);
  progress.add({ ...none, agents: 10 });
  now = 6000;
  progress.add({ ...none, leads: 20 });
  now = 6050;
  progress.add({ ...none, leads: 1 });
  now = 20_000;
  progress.end();
  return written;
}

it('tells counts and time left in a line every few seconds', () => {
  expect(run(false)).toEqual(['agents 10/10, records 20/90: 14 s left\n', 'agents 10/10, records 21/90: 20.0 s\n']);
});

it('writes over its line on a terminal, and ends it', () => {
  expect(run(true)).toEqual([
    '\ragents 10/10, records 0/90: 0 s left',
    '\ragents 10/10, records 20/90: 14 s left',
    '\ragents 10/10, records 21/90: 20.0 s   \n',
  ]);
});
