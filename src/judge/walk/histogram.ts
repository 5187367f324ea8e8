import { createHash } from 'node:crypto';
import type { Operation } from '../../document/operation.ts';
import type { OperationId } from '../../document/names.gen.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { filterNames, requestsOf, type Step } from '../steps.ts';
import { type Cell, everyCell, fieldsFor, memberNames, ownCaller } from './cells.ts';
import type { Seen } from './perform/walk-state.ts';
import { isContainer, grouped } from '../../json/json-value.ts';

type Counted = 'values' | Known;
/** What there is of it beforehand, so that what never came can be told. */
type Known = Paired | 'cells' | 'fields' | 'rules';
/** Fields of create-agent, filters of an audience, and operations under way, two of them together. */
type Paired = 'members' | 'filters' | 'races';

/** What the walks of a run have covered; it steers the next walk to what is missing. */
export class Histogram {
  steps = 0;
  readonly #counts = new Map<string, number>();
  readonly #ranks = new Map<string, string>();
  readonly #known: Readonly<Record<Known, readonly string[]>>;
  readonly #operations: ReadonlyMap<OperationId, Operation>;
  readonly #seed: number;

  /** @param seed what is covered least comes first; what is covered equally, in an order of the seed's own */
  constructor({ operations, clauses }: Pick<ContractDocument, 'operations' | 'clauses'>, seed: number) {
    const ids = [...operations.keys()];
    const cells = everyCell(operations);
    const fields = cells.flatMap((cell) => fieldsFor(cell, operations).map((field) => fieldName(cell, field)));
    this.#operations = operations;
    this.#seed = seed;
    this.#known = {
      members: everyPair(memberNames(operations, 'createAgent')),
      filters: everyPair(filterNames),
      races: [...everyPair(ids), ...ids.map((id) => combined([id, id]))],
      cells: [...new Set(cells.map(combined))],
      fields: [...new Set(fields)],
      rules: [...clauses.values()].flatMap(({ id, kind, unobservable }) =>
        kind === 'stated' && unobservable === undefined ? id : [],
      ),
    };
  }

  /** How many stated rules an answer was compared with. */
  get clauses(): number {
    return this.#known.rules.length - this.#missing('rules').length;
  }

  watch(seen: Seen): void {
    if ('step' in seen) this.steps += 1;
    for (const [counted, name] of countedIn(seen)) this.#add(counted, name);
  }

  /** Of a field's values those that were drawn least often, in an order of the run's own. */
  fresh<T>(field: string, all: readonly T[]): readonly T[] {
    return this.#least('values', all, (value) => valueName(field, value), Math.ceil(all.length / 3));
  }

  /** Counts a value of a field that is drawn: it comes behind the others from now on. */
  drew<T>(field: string, value: T): T {
    this.#add('values', valueName(field, value));
    return value;
  }

  /** Pairs that were sent together least often. */
  pairs(of: Paired): readonly (readonly [string, string])[] {
    return this.#least(of, this.#known[of], (name) => name).map((name) => name.split(between) as [string, string]);
  }

  /** Of requests by caller, subject and class of value those that were answered least often. */
  cells(possible: readonly Cell[]): readonly Cell[] {
    // What the own caller may do is tried in each state before every other caller is.
    const own = possible.filter(([operation, as]) => as === ownCaller(operation));
    return [own, possible].flatMap((cells) => this.#least('cells', cells, combined));
  }

  /** The fields that were sent least often with a value of the cell's class. */
  fields(cell: Cell): readonly string[] {
    return this.#least('fields', fieldsFor(cell, this.#operations), (field) => fieldName(cell, field), 3);
  }

  /** All of it, line by line, for a person. */
  lines(): readonly string[] {
    const [members, filters, races] = (['members', 'filters', 'races'] as const).map((of) => this.#share(of));
    const missing = this.#missing('rules');
    return [
      `Pairs of fields: ${members}. Pairs of filters: ${filters}. Operations at once: ${races} pairs.`,
      `Requests by caller, subject and class of value: ${this.#share('cells')}. Never: ${asGroups(this.#missing('cells'))}.`,
      `Fields by class of value: ${this.#share('fields')}. Never: ${asGroups(this.#missing('fields'))}.`,
      `Stated rules reached: ${this.#share('rules')}.${missing.length === 0 ? '' : ` Not reached: ${missing.join(', ')}.`}`,
    ];
  }

  #count(of: Counted, name: string): number {
    return this.#counts.get(`${of} ${name}`) ?? 0;
  }

  #add(of: Counted, name: string): void {
    this.#counts.set(`${of} ${name}`, this.#count(of, name) + 1);
  }

  /** Of things with a name the least counted, as many as the generator is offered. */
  #least<T>(of: Counted, things: readonly T[], nameOf: (thing: T) => string, most = mostOffered): T[] {
    const ranked = things.map((thing) => {
      const name = nameOf(thing);
      return { thing, count: this.#count(of, name), rank: this.#rank(name) };
    });
    const sorted = ranked.sort((one, other) => one.count - other.count || (one.rank < other.rank ? -1 : 1));
    return sorted.slice(0, Math.min(most, mostOffered)).map(({ thing }) => thing);
  }

  #rank(name: string): string {
    const known = this.#ranks.get(name) ?? createHash('sha1').update(`${this.#seed} ${name}`).digest('hex');
    this.#ranks.set(name, known);
    return known;
  }

  #missing(of: Known): readonly string[] {
    return this.#known[of].filter((name) => this.#count(of, name) === 0);
  }

  #share(of: Known): string {
    const { length } = this.#known[of];
    return `${length - this.#missing(of).length} of ${length}`;
  }
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
  const requests = requestsOf(step);
  for (const { operation, json } of requests) {
    const names = operation === 'createAgent' && isContainer(json) ? Object.keys(json) : [];
    for (const pair of everyPair(names)) yield ['members', pair];
  }
  for (const pair of everyPair(requests.map(({ operation }) => operation))) yield ['races', pair];
  const filters = step.do === 'audience' ? step.filters : [];
  for (const pair of everyPair(filters.map(({ name }) => name))) yield ['filters', pair];
}

const mostOffered = 10;
const between = ' + ';

function combined(parts: readonly string[]): string {
  return parts.join(between);
}

/** A field of a cell's operation with its class of value; whatever the request is about. */
function fieldName([operation, , , value]: Cell, field: string): string {
  return combined([operation, field, value]);
}

/** Names that differ in their last part alone as one. */
function asGroups(names: readonly string[]): string {
  const groups = [...grouped(names, (name) => name.slice(0, name.lastIndexOf(between)))];
  const lastOf = (name: string): string => name.slice(name.lastIndexOf(between) + between.length);
  return groups.map(([head, all]) => `${head} (${all.map(lastOf).join(', ')})`).join('; ') || 'none';
}

function valueName(field: string, value: unknown): string {
  return `${field} ${JSON.stringify(value)}`;
}

/** The names of all pairs of a list, whatever its order. */
function everyPair(list: readonly string[]): string[] {
  const sorted = list.toSorted();
  return sorted.flatMap((one, index) => sorted.slice(index + 1).map((other) => combined([one, other])));
}
