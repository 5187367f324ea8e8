import { createHash } from 'node:crypto';
import type { Choice } from '../src/clauses/clauses.ts';
import type { OverlayAction } from '../src/document/overlay.ts';
import type { ContractDocument } from '../src/document/read/load.ts';
import { operationTarget } from '../src/judge/learn/refusals-seen.ts';
import { oddTexts } from '../src/judge/walk/generate/values.ts';

/** Every alternative but the default. */
export function otherAlternatives(choices: Iterable<Choice>): readonly (Choice & { readonly name: string })[] {
  return [...choices].flatMap((choice) =>
    [...choice.alternatives.keys()].slice(1).map((name) => ({ ...choice, name })),
  );
}

/** An alternative of each choice, by chance; the same for the same seed. */
export function someAlternatives(choices: Iterable<Choice>, seed: number): Readonly<Record<string, string>> {
  const chosen = [...choices].flatMap(({ id, alternatives }) => {
    const names = [...alternatives.keys()];
    const name = names[chance(`${seed} ${id}`) % names.length];
    return name === undefined ? [] : [[id, name] as const];
  });
  return Object.fromEntries(chosen);
}

const oddCodes = ['E_OWN', '', 0, -7, 40_901, 'not found', '400', 'VALIDATION_ERROR'];

/** Other texts and codes of about half of the refusals that may have them, and an added word, by chance. */
export function someRefusals(document: ContractDocument, seed: number): readonly OverlayAction[] {
  const { operations, clauses } = document;
  // The last two are a long one, and that of another refusal.
  const texts = [
    ...oddTexts,
    'x'.repeat(1000),
    operations.get('getAgent')?.refusals.get('get-by-id.not-found')?.body.message,
  ];
  return [...operations.values()].flatMap(({ id, refusals }) =>
    [...refusals].flatMap(([clause, { status, body, isEmpty }]): readonly OverlayAction[] => {
      const drawn = chance(`${seed} ${id} ${clause}`);
      const open = clauses.get(clause)?.open ?? [];
      // Of failures and of what is too large the answers stand elsewhere; codes in words are listed.
      if (isEmpty || drawn % 2 === 0 || status >= 500 || status === 413) return [];
      const isOther = { message: open.includes('message') && status !== 401, code: typeof body['code'] === 'number' };
      const value = {
        ...body,
        ...(isOther.message && { message: texts[drawn % texts.length] ?? '' }),
        ...(isOther.code && open.includes('code') && { code: oddCodes[drawn % oddCodes.length] }),
        hint: 'see there',
      };
      const examples = `${operationTarget(document, id)}.responses['${status}'].content['application/json'].examples`;
      return [
        { target: `${examples}['${clause}']`, remove: true },
        { target: examples, update: { [clause]: { value } } },
      ];
    }),
  );
}

/** A number that a text always gives. */
export function chance(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE();
}
