import { createHash } from 'node:crypto';
import type { Clause, Operation } from '../../document/operation.ts';
import type { OperationId } from '../../document/names.gen.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { filterNames, type SentRequest, type Step } from '../steps.ts';
import { type Cell, everyCell, fieldsFor, memberNames, ownCaller } from './cells.ts';
import type { Seen } from './perform/walk-state.ts';
import { isContainer } from '../../json/json-value.ts';

/** What is counted: of `values` what came, of the others what there is beforehand. */
type Counted = 'values' | Paired | 'cells' | 'fields' | 'rules';
/** Fields of create-agent, filters of an audience, and operations under way, two of them together. */
type Paired = 'members' | 'filters' | 'races';

/** What the walks of a run have covered; it steers the next walk to what is missing. */
export class Histogram {
  steps = 0;
  readonly #tallies: Readonly<Record<Counted, Tally>>;
  readonly #operations: ReadonlyMap<OperationId, Operation>;
  /** The request of the step before. */
  #before: SentRequest | undefined;

  /** @param seed what is covered least comes first; what is covered equally, in an order of the seed's own */
  constructor({ operations, clauses }: Pick<ContractDocument, 'operations' | 'clauses'>, seed: number) {
    const ids = [...operations.keys()];
    const tally = (known?: readonly string[]): Tally => new Tally(known, seed);
    const cells = everyCell(operations);
    this.#operations = operations;
    this.#tallies = {
      values: tally(),
      members: tally(everyPair(memberNames(operations, 'createAgent'))),
      filters: tally(everyPair(filterNames)),
      races: tally([...everyPair(ids), ...ids.map((id) => combined([id, id]))]),
      cells: tally(cells.map(combined)),
      fields: tally(cells.flatMap((cell) => fieldsFor(cell, operations).map((field) => fieldName(cell, field)))),
      rules: tally([...clauses.values()].filter(isObservable).map(({ id }) => id)),
    };
  }

  /** How many stated rules an answer was compared with. */
  get clauses(): number {
    return this.#tallies.rules.covered;
  }

  /** Counts what a walk tells. */
  watch(seen: Seen): void {
    if ('step' in seen) {
      this.steps += 1;
      const request = seen.step.do === 'send' ? seen.step.request : undefined;
      this.#tallies.values.add(valueName('row', [this.#before, request]));
      this.#before = request;
    }
    for (const [counted, name] of countedIn(seen)) this.#tallies[counted].add(name);
  }

  /** Of a field's values those that were sent least often, in an order of the run's own. */
  readonly fresh = <T>(field: string, all: readonly T[]): readonly T[] =>
    this.#tallies.values.least(all, (value) => valueName(field, value), Math.ceil(all.length / 3));

  /** Pairs that were sent together least often. */
  pairs(of: Paired): readonly (readonly [string, string])[] {
    const tally = this.#tallies[of];
    return tally.least(tally.known, (name) => name).map(pairOf);
  }

  /** Of requests by caller, subject and class of value those that were answered least often. */
  cells(possible: readonly Cell[]): readonly Cell[] {
    // What the own caller may do is tried in each state before every other caller is.
    const own = possible.filter(([operation, as]) => as === ownCaller(operation));
    return [own, possible].flatMap((cells) => this.#tallies.cells.least(cells, combined));
  }

  /** The fields that were sent least often with a value of the cell's class. */
  fields(cell: Cell): readonly string[] {
    return this.#tallies.fields.least(fieldsFor(cell, this.#operations), (field) => fieldName(cell, field), 3);
  }

  /** All of it, line by line, for a person. */
  lines(): readonly string[] {
    const { members, filters, races, cells, fields, rules } = this.#tallies;
    return [
      `Pairs of fields: ${members.share}. Pairs of filters: ${filters.share}. Operations at once: ${races.share} pairs.`,
      `Requests by caller, subject and class of value: ${cells.share}. Never: ${asGroups(cells.missing)}.`,
      `Fields by class of value: ${fields.share}. Never: ${asGroups(fields.missing)}.`,
      `Stated rules reached: ${rules.share}.${rules.missing.length === 0 ? '' : ` Not reached: ${rules.missing.join(', ')}.`}`,
    ];
  }
}

function isObservable({ kind, unobservable }: Clause): boolean {
  return kind === 'stated' && unobservable === undefined;
}

/** What of an event is counted, and under which name. */
function* countedIn(seen: Seen): Generator<readonly [Counted, string]> {
  if ('rules' in seen) for (const id of new Set(seen.rules)) yield ['rules', id];
  else if ('cell' in seen) {
    yield ['cells', combined(seen.cell)];
    for (const [field, value] of seen.fields) yield ['fields', combined([seen.cell[0], field, value])];
  } else yield* countedInStep(seen.step);
}

function* countedInStep(step: Step): Generator<readonly [Counted, string]> {
  const requests = step.do === 'send' ? [step.request] : step.do === 'race' ? step.requests : [];
  for (const request of requests) yield* countedInRequest(request);
  for (const pair of everyPair(requests.map(({ operation }) => operation))) yield ['races', pair];
  const limits = step.do === 'voices' ? step.limits : step.do === 'audience' ? [step.limit] : [];
  for (const limit of limits) yield ['values', valueName(`${step.do} limit`, limit)];
  const filters = step.do === 'audience' ? step.filters : [];
  for (const pair of everyPair(filters.map(({ name }) => name))) yield ['filters', pair];
}

function* countedInRequest(request: SentRequest): Generator<readonly [Counted, string]> {
  yield ['values', valueName('probe', request)];
  for (const [name, value] of sentValues(request)) yield ['values', valueName(name, value)];
  if (request.operation !== 'createAgent' || !isContainer(request.json)) return;
  for (const pair of everyPair(Object.keys(request.json))) yield ['members', pair];
}

/** The values of a request by the name of their field, and what they are made of. */
function* sentValues({ json, form = [], query }: SentRequest): Generator<readonly [string, unknown]> {
  yield* innerOf('', json);
  yield* innerOf('', query);
  for (const { name, value, file } of form) {
    const head = name.replace(/\[\d*\].*$/, '');
    yield [head, file?.name ?? value];
    yield* innerOf(`${head}.`, value);
  }
}

function* innerOf(prefix: string, value: unknown): Generator<readonly [string, unknown]> {
  if (!isContainer(value) || Array.isArray(value)) return;
  for (const [name, each] of Object.entries(value)) {
    yield [`${prefix}${name}`, each];
    yield* innerOf(`${prefix}${name}.`, each);
  }
}

/** How often what was seen; of what is known beforehand also what was not. */
class Tally {
  readonly #counts = new Map<string, number>();
  readonly #ranks = new Map<string, string>();
  readonly #isOpen: boolean;
  readonly #seed: number;

  /** @param known what there is; absent: whatever comes */
  constructor(known: readonly string[] | undefined, seed: number) {
    this.#isOpen = known === undefined;
    this.#seed = seed;
    for (const key of known ?? []) this.#counts.set(key, 0);
  }

  add(key: string): void {
    if (!this.#isOpen && !this.#counts.has(key)) return;
    this.#counts.set(key, this.count(key) + 1);
  }

  count(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  /** Of things with a name the least counted, as many as the generator is offered. */
  least<T>(things: readonly T[], nameOf: (thing: T) => string, most = mostOffered): T[] {
    const ranked = things.map((thing) => {
      const name = nameOf(thing);
      return { thing, count: this.count(name), rank: this.#rank(name) };
    });
    const sorted = ranked.sort((one, other) => one.count - other.count || (one.rank < other.rank ? -1 : 1));
    return sorted.slice(0, Math.min(most, mostOffered)).map(({ thing }) => thing);
  }

  get known(): readonly string[] {
    return [...this.#counts.keys()];
  }

  get missing(): readonly string[] {
    return this.known.filter((key) => this.count(key) === 0);
  }

  get covered(): number {
    return this.#counts.size - this.missing.length;
  }

  get share(): string {
    return `${this.covered} of ${this.#counts.size}`;
  }

  #rank(key: string): string {
    const known = this.#ranks.get(key) ?? createHash('sha1').update(`${this.#seed} ${key}`).digest('hex');
    this.#ranks.set(key, known);
    return known;
  }
}

const mostOffered = 10;
const between = ' + ';

function combined(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join(between);
}

/** A field of a cell's operation with its class of value; whatever the request is about. */
function fieldName([operation, , , value]: Cell, field: string): string {
  return combined([operation, field, value]);
}

/** Names that differ in their last part alone as one. */
function asGroups(names: readonly string[]): string {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const at = name.lastIndexOf(between);
    const head = name.slice(0, at);
    groups.set(head, [...(groups.get(head) ?? []), name.slice(at + between.length)]);
  }
  return [...groups].map(([head, lasts]) => `${head} (${lasts.join(', ')})`).join('; ') || 'none';
}

function valueName(field: string, value: unknown): string {
  return `${field} ${JSON.stringify(value)}`;
}

/** The names of all pairs of a list, whatever its order. */
function everyPair(list: readonly string[]): string[] {
  const sorted = list.toSorted();
  return sorted.flatMap((one, index) => sorted.slice(index + 1).map((other) => combined([one, other])));
}

function pairOf(name: string): readonly [string, string] {
  const [one = '', other = ''] = name.split(between);
  return [one, other];
}
