import { ContractDocumentError, below, objectAt, textAt } from '../document/read/document-error.ts';
import type { SchemaCheck } from '../document/validate/schema-compiler.ts';
import type { ClauseId } from '../document/names.gen.ts';
import type { JsonObject } from '../json/json-value.ts';
import type { ChoiceId } from './choices.gen.ts';

/** Something that the specification leaves open, so that a deployment may do it in another way than this mock. */
export interface Choice {
  readonly id: ChoiceId;
  /** The rule that it completes. */
  readonly clause: ClauseId;
  readonly question: string;
  /** By name, each in one sentence, today's first; undefined if the choice has an open value. */
  readonly alternatives: ReadonlyMap<string, string> | undefined;
  /** The JSON Schema of the open value; undefined if the choice has alternatives. */
  readonly value: JsonObject | undefined;
  /** Says what is wrong with a value, by that schema; a loaded document gives it, compiled before. */
  readonly check?: SchemaCheck;
}

/** The statuses that a refusal may have where none is given: a token is refused with 401, and nothing else. */
const refusalStatus = {
  description: 'a status from 400 to 499 but 401, which refuses tokens alone',
  type: 'integer',
  minimum: 400,
  maximum: 499,
  not: { const: 401 },
};

/** What of a refusal may be an open value. */
export const openParts: Readonly<Record<string, { readonly question: string; readonly value: JsonObject }>> = {
  status: { question: 'Which status is it refused with?', value: refusalStatus },
  message: { question: 'Which message is it refused with?', value: { type: 'string', minLength: 1, maxLength: 1000 } },
  code: { question: 'Which code is it refused with?', value: { type: ['integer', 'string'] } },
};

/**
 * The choices that a rule leaves, from its entry in the catalogue.
 * @throws ContractDocumentError for an entry of the wrong form, and for an assumed rule that neither leaves a choice nor
 * says why
 */
export function readChoices(
  clause: ClauseId,
  kind: 'stated' | 'assumed',
  { choices, open, fixed }: { readonly choices?: unknown; readonly open?: unknown; readonly fixed?: unknown },
  place: string,
): readonly Choice[] {
  const own = Object.entries(objectAt(choices, below(place, 'choices'))).map(([id, entry]) =>
    readChoice(id, clause, objectAt(entry, below(place, 'choices', id)), below(place, 'choices', id)),
  );
  const all = [...own, ...readOpenParts(clause, open, below(place, 'open'))];
  if (fixed !== undefined) {
    textAt(fixed, below(place, 'fixed'));
    if (all.length > 0 || kind === 'stated') {
      throw new ContractDocumentError(below(place, 'fixed'), 'only an assumed rule without a choice is fixed.');
    }
  } else if (all.length === 0 && kind === 'assumed') {
    throw new ContractDocumentError(place, 'is assumed: it has choices or open parts, or says why it is fixed.');
  }
  return all;
}

function readChoice(id: string, clause: ClauseId, entry: JsonObject, place: string): Choice {
  const { question, alternatives, value, ...others } = entry;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new ContractDocumentError(below(place, unknown), 'is no part of a choice.');
  if ((alternatives === undefined) === (value === undefined)) {
    throw new ContractDocumentError(place, 'has either alternatives or a value.');
  }
  return {
    // The ids of the catalogue are what ChoiceId is generated from.
    id: id as ChoiceId,
    clause,
    question: textAt(question, below(place, 'question')),
    alternatives: alternatives === undefined ? undefined : readAlternatives(alternatives, below(place, 'alternatives')),
    value: value === undefined ? undefined : objectAt(value, below(place, 'value')),
  };
}

function readAlternatives(value: unknown, place: string): ReadonlyMap<string, string> {
  const entries = Object.entries(objectAt(value, place));
  if (entries.length < 2) throw new ContractDocumentError(place, 'a choice is between two or more.');
  return new Map(
    entries.map(([name, sentence]) => {
      if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
        throw new ContractDocumentError(below(place, name), 'is not the name of an alternative: take kebab-case.');
      }
      return [name, textAt(sentence, below(place, name))];
    }),
  );
}

function readOpenParts(clause: ClauseId, open: unknown, place: string): readonly Choice[] {
  if (open === undefined) return [];
  if (!Array.isArray(open) || open.length === 0) throw new ContractDocumentError(place, 'names no part of a refusal.');
  return open.map((part: unknown, index): Choice => {
    const known = typeof part === 'string' && Object.hasOwn(openParts, part) ? openParts[part] : undefined;
    if (known === undefined) {
      throw new ContractDocumentError(below(place, index), `is none of ${Object.keys(openParts).join(', ')}.`);
    }
    return { id: `${clause}.${String(part)}` as ChoiceId, clause, alternatives: undefined, ...known };
  });
}
