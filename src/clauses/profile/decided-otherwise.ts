import { isDeepStrictEqual } from 'node:util';
import type { ClauseId } from '../../document/names.gen.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import type { RefusalChoice, ValueChoice } from '../choices.gen.ts';
import type { Choice } from '../choices.ts';
import { DocumentDraft } from '../edits/document-draft.ts';
import { placeOfValue } from '../edits/value-edits.ts';
import type { Decision, Profile } from './profile.ts';

/** The rules of which a profile decides a choice in another way than the mock does by itself. */
export function clausesDecidedOtherwise(profile: Profile, document: ContractDocument): ReadonlySet<ClauseId> {
  const draft = new DocumentDraft(document);
  const isOtherwise = (choice: Choice, decision: Decision): boolean => {
    if ('alternative' in decision) return decision.alternative !== [...(choice.alternatives?.keys() ?? [])][0];
    if (!('value' in decision)) return false;
    // The profile was checked against the catalogue: only these have values.
    const place = placeOfValue(choice.id as RefusalChoice | ValueChoice);
    // What the document does not hold counts as another value: its check is then left to the profile's.
    return !isDeepStrictEqual(place.read(draft), decision.value);
  };
  const others = [...profile.choices].flatMap(([id, decision]) => {
    const choice = document.choices.get(id);
    return choice !== undefined && isOtherwise(choice, decision) ? [choice.clause] : [];
  });
  return new Set(others);
}
