import { nothingLeft } from '../../domain/every-member.ts';
import { Problem } from '../../http/answer/problem.ts';
import type { ControlHandler } from '../control-handler.ts';
import { isShown } from './journal-filter.ts';
import { makeReproFile } from './repro-file.ts';

export const makeRepro: ControlHandler<'makeRepro'> = async ({ body }, { world, isStrict, clock }) => {
  const { since = 1, console: withConsole, ...rest } = body;
  nothingLeft(rest);
  const entries = world.journal.after(since - 1).filter((entry) => isShown(entry, withConsole));
  const file = await makeReproFile(world, entries, isStrict, clock.now());
  if (file === undefined) {
    throw new Problem(409, 'The journal holds no request that can be played again: make some, then ask again.');
  }
  return { status: 200, body: file as unknown as Record<string, never> };
};
