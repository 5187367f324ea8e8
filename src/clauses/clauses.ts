import { ContractDocumentError, below, listAt, objectAt, textAt } from '../document/read/document-error.ts';
import type { ClauseId, OperationId } from '../document/names.gen.ts';
import type { Clause, OpenPart } from '../document/operation.ts';
import type { OverlayAction } from '../document/overlay.ts';
import type { JsonObject } from '../json/json-value.ts';
import type { ChoiceId } from './choices.gen.ts';

/** What the catalogue holds: every rule, and every choice that a rule leaves. */
export interface Catalogue {
  readonly clauses: ReadonlyMap<ClauseId, Clause>;
  readonly choices: Choices;
}

export type Choices = ReadonlyMap<ChoiceId, Choice>;

/** A behaviour that the specification leaves open, so that a deployment may have another one than this mock. */
export interface Choice {
  readonly id: ChoiceId;
  /** The rule that it completes. */
  readonly clause: ClauseId;
  readonly question: string;
  /** By name, the default first. */
  readonly alternatives: ReadonlyMap<string, Alternative>;
}

export interface Alternative {
  /** What it is, in one sentence. */
  readonly is: string;
  /** What it changes of the document; nothing if `domain/choices` decides it. */
  readonly overlay: readonly OverlayAction[];
}

const openParts: readonly OpenPart[] = ['status', 'message', 'code'];

type IsOperationId = (id: unknown) => id is OperationId;

/**
 * Reads the clause catalogue.
 * @throws ContractDocumentError for an entry of the wrong form, for one that governs an operation that the document does
 *   not have, and for an assumed rule that neither leaves a choice nor is learned by example nor says why it is fixed
 */
export function readClauses(catalogue: unknown, isOperationId: IsOperationId): Catalogue {
  const clauses = new Map<ClauseId, Clause>();
  const choices = new Map<ChoiceId, Choice>();
  for (const [name, entry] of Object.entries(objectAt(catalogue, 'clauses.yaml'))) {
    // The keys of the catalogue are what ClauseId and ChoiceId are generated from.
    const id = name as ClauseId;
    const place = below('clauses.yaml', name);
    const { choices: open, ...parts } = objectAt(entry, place);
    const own = Object.entries(objectAt(open, below(place, 'choices')));
    clauses.set(id, readClause(id, parts, own.length > 0, place, isOperationId));
    for (const [choice, value] of own) {
      requireAt(!choices.has(choice as ChoiceId), place, `the choice ${choice} is there twice.`);
      const at = below(place, 'choices', choice);
      choices.set(choice as ChoiceId, readChoice(choice as ChoiceId, id, objectAt(value, at), at));
    }
  }
  return { clauses, choices };
}

function requireAt(isRight: boolean, place: string, problem: string): void {
  if (!isRight) throw new ContractDocumentError(place, problem);
}

function requireKnown(others: JsonObject, place: string): void {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new ContractDocumentError(below(place, unknown), 'is no part of a clause.');
}

function readClause(
  id: ClauseId,
  entry: JsonObject,
  hasChoices: boolean,
  place: string,
  isOperationId: IsOperationId,
): Clause {
  const { section, kind, operations, rule, sentence, unobservable, open, fixed, ...others } = entry;
  const at = (name: string): string => below(place, name);
  requireKnown(others, place);
  if (kind !== 'stated' && kind !== 'assumed') {
    throw new ContractDocumentError(at('kind'), 'is neither stated nor assumed.');
  }
  const isStated = kind === 'stated';
  const following = 'is there of a stated rule, which follows it, and of no assumed one.';
  requireAt(isStated === (sentence !== undefined), at('sentence'), following);
  const isFree = fixed === undefined || ![isStated, hasChoices, open !== undefined].includes(true);
  requireAt(isFree, at('fixed'), 'only an assumed rule without a choice is fixed.');
  const byExample = 'of an assumed rule is `example`: what it answers is learned by example.';
  requireAt(isStated || open === undefined || open === 'example', at('open'), byExample);
  const isExplained = isStated || hasChoices || [open, fixed].some((each) => each !== undefined);
  requireAt(isExplained, place, 'is assumed: it has choices, is open by example, or says why it is fixed.');
  textAt(fixed ?? '', at('fixed'));
  return {
    id,
    kind,
    section: textAt(section, at('section')),
    rule: textAt(rule, at('rule')),
    operations: operations === 'all' ? 'all' : readOperationIds(operations, at('operations'), isOperationId),
    ...givenTexts({ sentence, unobservable }, place),
    open: isStated ? readOpenParts(open, at('open')) : openParts,
  };
}

/** Those of texts that are there. */
function givenTexts(texts: Readonly<Record<string, unknown>>, place: string): Readonly<Record<string, string>> {
  const given = Object.entries(texts).filter(([, text]) => text !== undefined);
  return Object.fromEntries(given.map(([name, text]) => [name, textAt(text, below(place, name))]));
}

function readOperationIds(value: unknown, place: string, isOperationId: IsOperationId): readonly OperationId[] {
  const ids = listAt(value, place);
  requireAt(ids.length > 0, place, 'names no operation.');
  return ids.map((id, index) => {
    if (isOperationId(id)) return id;
    throw new ContractDocumentError(below(place, index), `${String(id)} is not an operation of the document.`);
  });
}

function readOpenParts(open: unknown, place: string): readonly OpenPart[] {
  return listAt(open, place).map((part, index) => {
    const known = openParts.find((each) => each === part);
    if (known !== undefined) return known;
    throw new ContractDocumentError(below(place, index), `is none of ${openParts.join(', ')}.`);
  });
}

function readChoice(id: ChoiceId, clause: ClauseId, entry: JsonObject, place: string): Choice {
  const { question, alternatives, ...others } = entry;
  requireKnown(others, place);
  const named = Object.entries(objectAt(alternatives, below(place, 'alternatives')));
  requireAt(named.length >= 2, below(place, 'alternatives'), 'a choice is between two or more.');
  const read = named.map(([name, value]): [string, Alternative] => {
    const at = below(place, 'alternatives', name);
    const isName = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name);
    requireAt(isName, at, 'is not the name of an alternative: take kebab-case.');
    if (typeof value === 'string') return [name, { is: value, overlay: [] }];
    const { is, overlay } = objectAt(value, at);
    const actions = listAt(overlay, below(at, 'overlay')) as readonly OverlayAction[];
    return [name, { is: textAt(is, below(at, 'is')), overlay: actions }];
  });
  return { id, clause, question: textAt(question, below(place, 'question')), alternatives: new Map(read) };
}
