import { amendDocument } from '../clauses/profile/amend-document.ts';
import { alternativesIn, valuesIn, type Profile } from '../clauses/profile/profile.ts';
import type { ClauseId } from '../document/names.gen.ts';
import type { ContractDocument } from '../document/read/load.ts';
import { chooseRules, todaysRules, type Rules } from '../domain/choices/rules.ts';

/** A profile, and what a world that follows it goes by. */
export interface FollowedProfile {
  readonly profile: Profile;
  /** The document with what the profile makes of it. */
  readonly document: ContractDocument;
  readonly rules: Rules;
  /** The rules of which the profile decides a choice. */
  readonly clauses: ReadonlySet<ClauseId>;
}

/** What is done in a world where the specification is silent. */
export function rulesOf({ profile }: { readonly profile: FollowedProfile | undefined }): Rules {
  return profile?.rules ?? todaysRules;
}

/** The document that a world answers by. */
export function documentOf(
  { profile }: { readonly profile: FollowedProfile | undefined },
  document: ContractDocument,
): ContractDocument {
  return profile?.document ?? document;
}

/** Works out once what a world does that follows the profile. Throws `ContractDocumentError`. */
export function followProfile(document: ContractDocument, profile: Profile): FollowedProfile {
  const decided = [...profile.choices].filter(([, decision]) => !('not_observed' in decision));
  return {
    profile,
    document: amendDocument(document, profile),
    rules: chooseRules(alternativesIn(profile), valuesIn(profile)),
    clauses: new Set(decided.flatMap(([id]) => document.choices.get(id)?.clause ?? [])),
  };
}
