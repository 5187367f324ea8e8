import { ExplainedError } from '../../files/file-system.ts';
import type { Json } from '../../json/json-value.ts';
import type { ChoiceId } from '../choices.gen.ts';

/** How a choice was found out: the exchange with a deployment that decided it, secrets masked. */
export interface Evidence {
  /** The day or the moment, in ISO 8601. */
  readonly on: string;
  readonly request: string;
  readonly answer: string;
}

/** Where a decision comes from. */
export type Origin = { readonly by: 'hand' } | { readonly learned: Evidence };

/** A choice as a profile decides it: by the name of an alternative, or with a value; or why it could not be decided. */
export type Decision =
  ({ readonly alternative: string } & Origin) | ({ readonly value: Json } & Origin) | { readonly not_observed: string };

/** Which of the choices that the specification leaves a deployment has made: a reader decides it by the catalogue. */
export interface Profile {
  readonly name: string;
  readonly choices: ReadonlyMap<ChoiceId, Decision>;
}

/** A profile cannot be followed: a line for each place. */
export class ProfileError extends ExplainedError {
  override readonly name = 'ProfileError';
}

/** The format of profiles, as their first line names it. */
export const profileFormat = 'voice-agent-mock/profile/1';

/** The alternatives that a profile names, by their choices. */
export function alternativesIn({ choices }: Profile): ReadonlyMap<ChoiceId, string> {
  const decided = [...choices].flatMap(([id, decision]) =>
    'alternative' in decision ? [[id, decision.alternative] as const] : [],
  );
  return new Map(decided);
}

/** The values that a profile gives, by their choices. */
export function valuesIn({ choices }: Profile): ReadonlyMap<ChoiceId, Json> {
  const decided = [...choices].flatMap(([id, decision]) =>
    'value' in decision ? [[id, decision.value] as const] : [],
  );
  return new Map(decided);
}

/** How many choices a profile decides. */
export function decidedChoices({ choices }: Profile): number {
  return [...choices.values()].filter((decision) => !('not_observed' in decision)).length;
}
