import { ContractDocumentError, below, listAt, objectAt, textAt } from '../document/read/document-error.ts';
import type { OverlayAction } from '../document/overlay.ts';
import type { ClauseId } from '../document/names.gen.ts';
import type { JsonObject } from '../json/json-value.ts';
import type { ChoiceId } from './choices.gen.ts';

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

export type Choices = ReadonlyMap<ChoiceId, Choice>;

/** What of a refusal that is stated may be open all the same. */
const openParts = ['status', 'message', 'code'] as const;
export type OpenPart = (typeof openParts)[number];

/**
 * The behaviours that a rule leaves open, and the parts of its refusal, from its entry in the catalogue.
 * @throws ContractDocumentError for an entry of the wrong form, and for an assumed rule that neither leaves a choice nor
 * is learned by example nor says why it is fixed
 */
export function readChoices(
  clause: ClauseId,
  kind: 'stated' | 'assumed',
  { choices, open, fixed }: { readonly choices?: unknown; readonly open?: unknown; readonly fixed?: unknown },
  place: string,
): { readonly choices: readonly Choice[]; readonly open: readonly OpenPart[] } {
  const own = Object.entries(objectAt(choices, below(place, 'choices'))).map(([id, entry]) =>
    readChoice(id, clause, objectAt(entry, below(place, 'choices', id)), below(place, 'choices', id)),
  );
  if (fixed !== undefined) {
    textAt(fixed, below(place, 'fixed'));
    if (own.length > 0 || open !== undefined || kind === 'stated') {
      throw new ContractDocumentError(below(place, 'fixed'), 'only an assumed rule without a choice is fixed.');
    }
  }
  if (kind === 'stated') return { choices: own, open: readOpenParts(open, below(place, 'open')) };
  if (open !== undefined && open !== 'example') {
    throw new ContractDocumentError(
      below(place, 'open'),
      'of an assumed rule is `example`: what it answers is learned by example.',
    );
  }
  if (own.length === 0 && open === undefined && fixed === undefined) {
    throw new ContractDocumentError(place, 'is assumed: it has choices, is open by example, or says why it is fixed.');
  }
  return { choices: own, open: openParts };
}

function readChoice(id: string, clause: ClauseId, entry: JsonObject, place: string): Choice {
  const { question, alternatives, ...others } = entry;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new ContractDocumentError(below(place, unknown), 'is no part of a choice.');
  return {
    // The ids of the catalogue are what ChoiceId is generated from.
    id: id as ChoiceId,
    clause,
    question: textAt(question, below(place, 'question')),
    alternatives: readAlternatives(alternatives, below(place, 'alternatives')),
  };
}

function readAlternatives(value: unknown, place: string): ReadonlyMap<string, Alternative> {
  const entries = Object.entries(objectAt(value, place));
  if (entries.length < 2) throw new ContractDocumentError(place, 'a choice is between two or more.');
  return new Map(
    entries.map(([name, entry]) => {
      const at = below(place, name);
      if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
        throw new ContractDocumentError(at, 'is not the name of an alternative: take kebab-case.');
      }
      if (typeof entry === 'string') return [name, { is: entry, overlay: [] }];
      const { is, overlay } = objectAt(entry, at);
      const actions = listAt(overlay, below(at, 'overlay')) as unknown as readonly OverlayAction[];
      return [name, { is: textAt(is, below(at, 'is')), overlay: actions }];
    }),
  );
}

function readOpenParts(open: unknown, place: string): readonly OpenPart[] {
  return listAt(open, place).map((part, index) => {
    const known = openParts.find((each) => each === part);
    if (known === undefined) {
      throw new ContractDocumentError(below(place, index), `is none of ${openParts.join(', ')}.`);
    }
    return known;
  });
}
