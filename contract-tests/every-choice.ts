import { createHash } from 'node:crypto';
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
  if (id.endsWith('.members')) return { '/request_id': 'r-1', '/data/links': {}, '/datalist/*/tags': [], '/id': 7 };
  if (schema['type'] === 'integer') return 73;
  if (id.endsWith('.template')) return 'Pick one of {supported}, not {id}';
  return 'updated in a way of our own';
}

/** Texts that a provider may say. */
const oddTexts = [
  'Não foi possível: “{field}” inválido',
  'ERR-42 | nothing here\nsecond line',
  '<b>Denied</b> & gone {detail?}',
  '{"nested":"json"}',
  'null',
  'x'.repeat(1000),
  ' surrounded by blanks ',
  '请求无效 🚫',
  '$1 $& \\u0000 %s',
  'Agent not found',
];
const oddStatuses = [400, 402, 403, 404, 405, 406, 409, 410, 412, 418, 422, 428, 451, 499];
const oddCodes = ['E_OWN', '', 0, -7, 40_901, 'not found', '400', 'VALIDATION_ERROR'];
const oddMembers = [{ '/request_id': 'r-1' }, { '/links': {}, '/page': [1, null] }, { '/version': 1.5, '/ok': true }];
const oddTemplates = ['Choose {supported}, not {id}', '{id}? No: {supported}!', '{supported} ({id})'];

/** A value by chance for about half of the choices that have an open one; the same for the same seed. */
export function someValues(choices: Iterable<Choice>, seed: number): Readonly<Record<string, unknown>> {
  const entries = [...choices].flatMap(({ id, value }) => {
    const digest = createHash('sha256').update(`${seed} value ${id}`).digest();
    if (value === undefined || (digest[0] ?? 0) % 2 === 0) return [];
    return [[id, someValue(id, value, digest.readUInt32BE(4))] as const];
  });
  return Object.fromEntries<unknown>(entries);
}

/** A profile that a seed draws: an alternative of every choice, and some open values. */
export function drawnProfile(choices: Iterable<Choice>, seed: number): object {
  const all = [...choices];
  const alternatives = all.flatMap(({ id, alternatives: names }) => {
    const chance = createHash('sha256').update(`${seed} alternative ${id}`).digest().readUInt32BE(0);
    const name = [...(names?.keys() ?? [])][chance % (names?.size ?? 1)];
    return name === undefined ? [] : [[id, name] as const];
  });
  return profileOf(`drawn-${seed}`, Object.fromEntries<string>(alternatives), someValues(all, seed));
}

function someValue(id: string, schema: NonNullable<Choice['value']>, chance: number): unknown {
  const oneOf = (list: readonly unknown[]): unknown => list[chance % list.length];
  if (id.endsWith('.status')) return oneOf(oddStatuses);
  if (id.endsWith('.code')) return oneOf(oddCodes);
  if (id.endsWith('.members')) return oneOf(oddMembers);
  if (id.endsWith('.template')) return oneOf(oddTemplates);
  if (schema['type'] === 'integer') return oneOf(id.includes('default-limit') ? [3, 7, 15, 29] : [51, 64, 73, 99]);
  const text = String(oneOf(oddTexts));
  return (schema['pattern'] === undefined ? text : `Updated: ${text}`).slice(0, Number(schema['maxLength']));
}
