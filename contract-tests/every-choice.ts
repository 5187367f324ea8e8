import type { Choice } from '../src/clauses/choices.ts';

/** A profile that decides some choices by hand. */
export function profileOf(name: string, alternatives: Readonly<Record<string, string>>): object {
  const choices = Object.entries(alternatives).map(([id, alternative]) => [id, { alternative, by: 'hand' }]);
  return { profile: 'voice-agent-mock/profile/1', name, choices: Object.fromEntries(choices) as object };
}

/** Every alternative but today's. */
export function otherAlternatives(choices: Iterable<Choice>): readonly { readonly id: string; readonly name: string }[] {
  return [...choices].flatMap(({ id, alternatives }) => [...(alternatives?.keys() ?? [])].slice(1).map((name) => ({ id, name })));
}
