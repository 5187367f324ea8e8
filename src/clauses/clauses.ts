import { ContractDocumentError, below, listAt, objectAt, textAt } from '../document/read/document-error.ts';
import { isJsonObject } from '../json/json-value.ts';
import type { ClauseId, OperationId } from '../document/names.gen.ts';
import type { Clause } from '../document/operation.ts';
import { readChoices, type Choice } from './choices.ts';
import type { ChoiceId } from './choices.gen.ts';

/** What the catalogue holds: every rule, and every choice that a rule leaves. */
export interface Catalogue {
  readonly clauses: ReadonlyMap<ClauseId, Clause>;
  readonly choices: ReadonlyMap<ChoiceId, Choice>;
}

/**
 * Reads the clause catalogue.
 * @throws ContractDocumentError for an entry of the wrong form or one that governs an operation that the document does
 *   not have
 */
export function readClauses(catalogue: unknown, isOperationId: (id: unknown) => id is OperationId): Catalogue {
  const clauses = new Map<ClauseId, Clause>();
  const choices = new Map<ChoiceId, Choice>();
  for (const [name, value] of Object.entries(objectAt(catalogue, 'clauses.yaml'))) {
    // The keys of the catalogue are what ClauseId is generated from.
    const id = name as ClauseId;
    const place = below('clauses.yaml', name);
    if (!isJsonObject(value)) {
      throw new ContractDocumentError(place, 'is not an object.');
    }
    const { choices: own, open, fixed, ...entry } = value;
    const clause = readClause(id, entry, place, isOperationId);
    const left = readChoices(id, clause.kind, { choices: own, open, fixed }, place);
    clauses.set(id, { ...clause, open: left.open });
    for (const choice of left.choices) {
      if (choices.has(choice.id)) throw new ContractDocumentError(place, `the choice ${choice.id} is there twice.`);
      choices.set(choice.id, choice);
    }
  }
  return { clauses, choices };
}

function readClause(
  id: ClauseId,
  entry: Readonly<Record<string, unknown>>,
  place: string,
  isOperationId: (id: unknown) => id is OperationId,
): Omit<Clause, 'open'> {
  const { section, kind, operations, rule, sentence, unobservable, ...others } = entry;
  if (kind !== 'stated' && kind !== 'assumed') {
    throw new ContractDocumentError(below(place, 'kind'), 'is neither stated nor assumed.');
  }
  if ((kind === 'stated') !== (sentence !== undefined)) {
    const problem = 'is there of a stated rule, which follows it, and of no assumed one.';
    throw new ContractDocumentError(below(place, 'sentence'), problem);
  }
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw new ContractDocumentError(below(place, unknown), 'is no part of a clause.');
  }
  return {
    id,
    section: textAt(section, below(place, 'section')),
    kind,
    operations: operations === 'all' ? 'all' : readOperationIds(operations, below(place, 'operations'), isOperationId),
    rule: textAt(rule, below(place, 'rule')),
    ...(sentence !== undefined && { sentence: textAt(sentence, below(place, 'sentence')) }),
    ...(unobservable !== undefined && { unobservable: textAt(unobservable, below(place, 'unobservable')) }),
  };
}

function readOperationIds(
  value: unknown,
  place: string,
  isOperationId: (id: unknown) => id is OperationId,
): readonly OperationId[] {
  const ids = listAt(value, place);
  if (ids.length === 0) {
    throw new ContractDocumentError(place, 'names no operation.');
  }
  return ids.map((id, index) => {
    if (!isOperationId(id)) {
      throw new ContractDocumentError(below(place, index), `${String(id)} is not an operation of the document.`);
    }
    return id;
  });
}
