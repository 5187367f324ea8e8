import * as fc from 'fast-check';
import type { OperationId } from '../../../document/names.gen.ts';
import type { Caller, SentRequest } from '../../steps.ts';
import { requestWith } from '../cells.ts';
import type { Histogram } from '../histogram.ts';
import { endings, everyText, excessiveLengths, nameLengths, oddTexts, plainEndings } from './values.ts';

/** An arbitrary, and how often it is drawn beside the others. */
export type Weighted<T> = readonly [weight: number, arbitrary: fc.Arbitrary<T>];
export type Requests = readonly Weighted<SentRequest>[];

/** The fields of a request by their names, and what each is drawn from. */
export type Fields = fc.Arbitrary<Readonly<Record<string, unknown>>>;
export type Members = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** One of several, each as often as its weight says. */
export function drawnFrom<T>(...choices: readonly Weighted<T>[]): fc.Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** Mostly the first ones that a walk has made, so that one agent sees a history. */
export const agentIndex: fc.Arbitrary<number> = drawnFrom([6, fc.constant(0)], [2, fc.constant(1)], [3, fc.nat(5)]);

export const own: fc.Arbitrary<Caller> = fc.constant('own');

/** The caller, in each way to say so. */
export const caller: fc.Arbitrary<Caller> = drawnFrom<Caller>(
  [18, own],
  [2, fc.constant('access')],
  [1, fc.constant('both')],
);

/** Callers who may not. */
export const intruders = fc.constantFrom<Caller[]>(
  ...(['none', 'unknown', 'empty', 'longer', 'prefixed', 'shorter', 'half'] as const),
  ...(['second', 'second', 'second', 'second', 'expired', 'expired', 'expired'] as const),
);

/** Without the callers of another workspace: they may read what is theirs. */
export const intrudersAlone = intruders.map((as) => (as === 'second' ? 'none' : as));

export const isSeldom = drawnFrom([3, fc.constant(false)], [1, fc.constant(true)]);

/** A request to an operation, whose fields and caller are drawn. */
export function requestTo(operation: OperationId, fields: Fields, as = own): fc.Arbitrary<SentRequest> {
  return fc.tuple(fields, as).map(([sent, by]) => requestWith(operation, by, sent));
}

/** A request with this agent in the place of whichever it names: those that are sent at once are about one. */
export function aboutOne(value: unknown, index: number): unknown {
  if (Array.isArray(value)) return value.map((each) => aboutOne(each, index));
  if (typeof value !== 'object' || value === null) return value;
  if ('$agent' in value || '$in' in value) return { $agent: index };
  if ('$uuid' in value || '$uuidIn' in value) return { $uuid: index };
  if ('$nameOf' in value) return { $nameOf: index };
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, aboutOne(each, index)]));
}

/** Several drawn objects as one: of a field that several have, the last one counts. */
export function besides(...objects: readonly fc.Arbitrary<object>[]): Fields {
  return fc.tuple(...objects).map((all) => Object.assign({}, ...all) as Record<string, unknown>);
}

/** Fields alone, in pairs (those that are missing first) and all together; beside others few are odd. */
export function someFields(odd: Members, plain: Members, pairs: readonly (readonly [string, string])[] = []): Fields {
  const alone = aloneOf(odd);
  const paired = pairs.flatMap((pair) => [plain, odd].map((members) => fc.record(picked(members, pair))));
  const rest = plainOf(plain);
  return drawnFrom<Readonly<Record<string, unknown>>>(
    [7, alone],
    ...(paired.length === 0 ? [] : [[6, fc.oneof(...paired)] as const]),
    [4, rest],
    [3, fc.tuple(alone, rest).map(([one, others]) => ({ ...one, ...others, ...one }))],
    [3, besides(rest, alone)],
    [2, fc.record(plain)],
    [1, fc.record(odd, { requiredKeys: [] })],
  );
}

/** One of several fields, and nothing else. */
export function aloneOf(members: Members): Fields {
  return fc.oneof(...Object.keys(members).map((name) => fc.record(picked(members, [name]))));
}

/** A few plain fields, or about half of them; few are such as surely must be taken: a refusal of these is a fault. */
function plainOf(plain: Members): Fields {
  const sure = Object.keys(plain).filter((name) => !openFields.test(name));
  const few = fc
    .uniqueArray(fc.constantFrom(...sure), { minLength: 1, maxLength: 3 })
    .chain((names) => fc.record(picked(plain, names)));
  return fc.oneof(few, fc.record(plain, { requiredKeys: [] }));
}

/** Which values these fields take is not shown, so that any may be refused. */
const openFields = /^llm$|speech_to_text|voice|transcriber|\[category\]|\[purpose\]|guardrails|metadata_output/;

export function picked(members: Members, wanted: readonly string[]): Record<string, fc.Arbitrary<unknown>> {
  return Object.fromEntries(wanted.flatMap((name) => (members[name] === undefined ? [] : [[name, members[name]]])));
}

/** One of a field's values that were drawn least often. They are looked for once one is drawn: of most fields none is. */
export function freshFrom<T>(wanted: Histogram, field: string, values: readonly T[]): fc.Arbitrary<T> {
  let offered: fc.Arbitrary<T> | undefined;
  return fc
    .constant(field)
    .chain(() => (offered ??= fc.constantFrom(...wanted.fresh(field, values))))
    .map((value) => wanted.drew(field, value));
}

export interface Choose {
  readonly isPlain: boolean;
  /** Of a field's values; the first ones are the plain ones. */
  readonly of: (field: string, values: readonly unknown[], plain?: number) => fc.Arbitrary<unknown>;
  readonly text: (field: string) => fc.Arbitrary<unknown>;
  readonly name: (field: string) => fc.Arbitrary<unknown>;
}

/** Several odd texts in one, as people write: each way in which texts go wrong is tried often. */
const edge = fc.constantFrom('', '', '', ' ', '\n');
const mixed = fc
  .tuple(edge, fc.array(fc.constantFrom(...oddTexts), { minLength: 2, maxLength: 8 }), edge)
  .map(([before, parts, behind]) => `${before}${parts.join(' ')}${behind}`);

/** As long as any text may be (a longer one may be refused): whatever is cut shows. */
const long = fc.constantFrom('x', 'Ab ', 'ü').map((text) => ({ $times: [text, 1000] }));

/**
 * Any values, what was sent least often first; or `plain` ones, which nobody has a reason to refuse: a request that may be
 * refused for one value alone shows what is made of it, and of everything beside it. Texts are odd all the same, because
 * any is taken.
 */
export function valuesBy(wanted: Histogram, isPlain: boolean): Choose {
  const odd = isPlain ? 0 : 1;
  return {
    isPlain,
    of: (member, values, plain = 2) =>
      isPlain ? fc.constantFrom(...values.slice(0, plain)) : freshFrom(wanted, member, values),
    text: (member) =>
      drawnFrom<unknown>(
        [11, freshFrom(wanted, member, everyText)],
        [6, mixed],
        // Few of them, again and again: a value that was there before, or is there already.
        [3, isPlain ? fc.nat(999).map((number) => `Text ${number}`) : fc.constantFrom('x', 'y', 'Two words')],
        [2, fc.constant('')],
        [2, long],
        [odd, fc.record({ $times: fc.tuple(fc.constant('x'), fc.constantFrom(...excessiveLengths)) })],
        [2 * odd, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })],
      ),
    // Names that no agent has, that one has or had, and that differ from one by their case.
    name: (member) =>
      drawnFrom<unknown>(
        [12, fc.record({ $name: freshFrom(wanted, `${member}.$name`, isPlain ? plainEndings : endings) })],
        [3, fc.record({ $longName: freshFrom(wanted, `${member}.$longName`, nameLengths) })],
        [2, fc.record({ $formerName: fc.constantFrom(0, 0, 0, 1, 1, 2, 3, 4, 5) })],
        ...['$nameOf', '$upperNameOf', '$nameOfDeleted'].map(
          (placeholder) => [odd, fc.record({ [placeholder]: fc.nat(5) })] as const,
        ),
      ),
  };
}
