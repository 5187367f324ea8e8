import type { Choice } from '../src/clauses/choices.ts';

/** A profile that decides some choices by hand: alternatives by name, and values. */
export function profileOf(
  name: string,
  alternatives: Readonly<Record<string, string>>,
  values: Readonly<Record<string, unknown>> = {},
): object {
  const choices: readonly (readonly [string, object])[] = [
    ...Object.entries(alternatives).map(([id, alternative]) => [id, { alternative, by: 'hand' }] as const),
    ...Object.entries(values).map(([id, value]) => [id, { value, by: 'hand' }] as const),
  ];
  return { profile: 'voice-agent-mock/profile/1', name, choices: Object.fromEntries<object>(choices) };
}

/** Every alternative but today's. */
export function otherAlternatives(
  choices: Iterable<Choice>,
): readonly { readonly id: string; readonly name: string }[] {
  return [...choices].flatMap(({ id, alternatives }) =>
    [...(alternatives?.keys() ?? [])].slice(1).map((name) => ({ id, name })),
  );
}

/** A value for every choice that has an open one, as its schema asks. */
export function ownValues(choices: Iterable<Choice>): Readonly<Record<string, unknown>> {
  const entries = [...choices].flatMap(({ id, value }) => (value === undefined ? [] : [[id, ownValue(id, value)]]));
  return Object.fromEntries(entries) as Readonly<Record<string, unknown>>;
}

function ownValue(id: string, schema: NonNullable<Choice['value']>): unknown {
  if (id.endsWith('.status')) return 409;
  if (id.endsWith('.code')) return 'E_OWN';
  if (schema['type'] === 'integer') return 73;
  if (id.endsWith('.template')) return 'Pick one of {supported}, not {id}';
  return 'updated in a way of our own';
}
