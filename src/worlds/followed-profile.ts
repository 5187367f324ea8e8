import { amendDocument } from '../clauses/profile/amend-document.ts';
import { alternativesIn, valuesIn, type Profile } from '../clauses/profile/profile.ts';
import type { ClauseId } from '../document/names.gen.ts';
import type { ContractDocument } from '../document/read/load.ts';
import { chooseRules, todaysRules, type Rules } from '../domain/choices/rules.ts';
import { weightOf } from '../store/state/weight.ts';

/** A profile, and what a world that follows it goes by. */
export interface FollowedProfile {
  readonly profile: Profile;
  /** The document with what the profile makes of it. */
  readonly document: ContractDocument;
  readonly rules: Rules;
  /** The rules of which the profile decides a choice. */
  readonly clauses: ReadonlySet<ClauseId>;
  /** What it holds, about: a document of its own, and what is compiled of that as requests need it. */
  readonly bytes: number;
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

/** How many times its document's weight a profile holds, once every operation has been called (measured). */
const shareOfDocument = 6;

/** Works out once what a world does that follows the profile. @throws ContractDocumentError */
export function followProfile(document: ContractDocument, profile: Profile): FollowedProfile {
  const decided = [...profile.choices].filter(([, decision]) => !('not_observed' in decision));
  const amended = amendDocument(document, profile);
  return {
    profile,
    document: amended,
    rules: chooseRules(alternativesIn(profile), valuesIn(profile)),
    clauses: new Set(decided.flatMap(([id]) => document.choices.get(id)?.clause ?? [])),
    bytes: shareOfDocument * weightOf(amended.openapi),
  };
}
