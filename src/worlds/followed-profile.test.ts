import { describe, expect, it } from 'vitest';
import type { Alternatives, RefusalChoice, ValueChoice } from '../clauses/choices.gen.ts';
import { documentEdits } from '../clauses/profile/amend-document.ts';
import { placeOfValue } from '../clauses/edits/value-edits.ts';
import { DocumentDraft } from '../clauses/edits/document-draft.ts';
import { checkProfile } from '../clauses/profile/check-profile.ts';
import { loadContractDocument } from '../document/read/load.ts';
import { ruleAlternatives } from '../domain/choices/rules.ts';
import { followProfile } from './world.ts';

const document = loadContractDocument();
const choices = [...document.choices.values()];
const tables: Readonly<Record<string, object>> = { ...documentEdits, ...ruleAlternatives };
type Decided = keyof typeof documentEdits | keyof typeof ruleAlternatives;

describe('every choice of the catalogue', () => {
  it('is decided by what implements it, and does not compile otherwise', () => {
    const isWhole: [Exclude<keyof Alternatives, Decided>] extends [never] ? true : false = true;
    expect(isWhole).toBe(true);
    const between = choices.filter(({ alternatives }) => alternatives !== undefined);
    expect(Object.keys(tables).sort()).toEqual(between.map(({ id }) => id).sort());
    for (const { id, alternatives } of between) {
      const names = [...(alternatives?.keys() ?? [])];
      const [edits, rules] = [documentEdits, ruleAlternatives].map(
        (table: Readonly<Record<string, object>>) => table[id],
      );
      if (edits !== undefined) expect(Object.keys(edits).sort(), id).toEqual(names.sort());
      // The first one holds without a profile.
      if (rules !== undefined) expect(Object.keys(rules), id).toEqual([...(alternatives?.keys() ?? [])]);
    }
  });

  it('has alternatives for at least 80 of the assumed rules, and a reason where there is none', () => {
    const assumed = [...document.clauses.values()].filter(({ kind }) => kind === 'assumed');
    const open = assumed.filter(({ id }) => choices.some((choice) => choice.clause === id && choice.alternatives));
    expect(open.length).toBeGreaterThanOrEqual(80);
  });

  it('leaves a document that holds together, whichever alternative is taken', { timeout: 120_000 }, () => {
    // An alternative that is a rule of behaviour leaves the document as it is: one text is verified once.
    const verified = new Set<string>();
    for (const { id, alternatives } of choices) {
      for (const name of alternatives?.keys() ?? []) {
        const profile = {
          profile: 'voice-agent-mock/profile/1',
          name: 'one',
          choices: { [id]: { alternative: name, by: 'hand' } },
        };
        const verify = () => {
          const followed = followProfile(document, checkProfile(profile, document.choices)).document;
          const text = JSON.stringify(followed.openapi);
          if (!verified.has(text)) followed.verify();
          verified.add(text);
        };
        expect(verify, `${id}: ${name}`).not.toThrow();
      }
    }
  });

  it('is read from the document where the document holds its value', () => {
    const draft = new DocumentDraft(document);
    const values = choices.filter(({ value }) => value !== undefined);
    const unread = values.filter(({ id }) => placeOfValue(id as RefusalChoice | ValueChoice).read(draft) === undefined);
    const sizes = ['a', 'b', 'c', 'd'].map((name) => `voice-list.default-limit.provider_${name}`);
    expect(unread.map(({ id }) => id)).toEqual(sizes);
  });
});
