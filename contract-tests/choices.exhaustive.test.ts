import { expect, it } from 'vitest';
import { loadContractDocument } from '../src/document/read/load.ts';
import { runChecksOn } from './self-test/providers.ts';
import { allChecks } from './all-checks.ts';
import { overlayOf } from '../src/judge/as-mock/mock-worlds.ts';
import { otherAlternatives } from './every-choice.ts';

const document = loadContractDocument();
const checks = Object.values(allChecks).flat();

it.each(otherAlternatives(document.choices.values()))(
  'no stated rule is broken where $id is $name',
  { timeout: 300_000 },
  async ({ id, name }) => {
    const outcomes = await runChecksOn({ profile: overlayOf('one', { behaviours: { [id]: name } }) }, checks, document);
    expect(outcomes.flatMap(({ violations }) => violations)).toEqual([]);
  },
);
