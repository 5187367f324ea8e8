import { createHash } from 'node:crypto';
import type { Clause, Operation } from '../../document/operation.ts';
import type { ClauseId, OperationId } from '../../document/names.gen.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import type { Wanted } from './generate/wanted.ts';
import { filterNames, type SentRequest, type Step } from '../steps.ts';
import { everyCell, requestOf, type Cell } from './kinds.ts';
import { isContainer } from '../../json/json-value.ts';

/** What the walks of a run have covered; it steers the next walk to what is missing. */
export interface Histogram {
  readonly steps: number;
  /** How many stated rules an answer was compared with. */
  readonly clauses: number;
  /** Told of a step before it is carried out. */
  readonly onStep: (step: Step) => void;
  readonly onAnswer: (answer: CheckedAnswer) => void;
  readonly onReached: (clauses: readonly ClauseId[]) => void;
  /** Told of a request of a kind that was answered. */
  readonly onCell: (cell: Cell) => void;
  /** Told of what was done to the campaign that may be changed, by its status before. */
  readonly onCampaign: (status: string, action: string) => void;
  readonly wanted: () => Wanted;
  readonly lines: () => readonly string[];
}

export interface HistogramOptions {
  /** The members of create-agent. */
  readonly members: readonly string[];
  readonly operations: ReadonlyMap<OperationId, Operation>;
  readonly clauses: ReadonlyMap<ClauseId, Clause>;
  /** What is covered least comes first; what is covered equally, in an order of the seed's own. */
  readonly seed: number;
}

/** So many pairs and values are offered to the generator, the least covered ones. */
const offered = 10;

export function createHistogram(options: HistogramOptions): Histogram {
  const tallies = talliesOf(options);
  const { answers, values, memberPairs, filterPairs, racePairs, cells, campaigns, reached } = tallies;
  let steps = 0;
  const onRequest = (request: SentRequest): void => {
    tallies.credentials.add(pairName([request.operation, request.as]));
    for (const [name, value] of sentValues(request)) values.add(valueKey(name, value));
    values.add(valueKey('probe', request));
    if (request.operation === 'createAgent' && isContainer(request.json)) {
      addPairs(memberPairs, Object.keys(request.json));
    }
  };
  const onLimits = (step: string, limits: readonly unknown[]): void => {
    for (const limit of limits) values.add(valueKey(`${step} limit`, limit));
  };
  return {
    get steps() {
      return steps;
    },
    get clauses() {
      return reached.known.filter((id) => reached.count(id) > 0).length;
    },
    onStep: (step) => {
      steps += 1;
      if (step.do === 'send') onRequest(step.request);
      if (step.do === 'voices') onLimits('voices', step.limits);
      if (step.do === 'audience') {
        onLimits('audience', [step.limit]);
        addPairs(
          filterPairs,
          step.filters.map(({ name }) => name),
        );
      }
      if (step.do === 'race') {
        step.requests.forEach(onRequest);
        addPairs(
          racePairs,
          step.requests.map(({ operation }) => operation),
        );
      }
    },
    onAnswer: ({ request, status }) => answers.add(`${request.operation ?? ''} ${status}`),
    onReached: (all) => {
      for (const id of new Set(all)) if (reached.has(id)) reached.add(id);
    },
    onCell: (cell) => cells.add(cellName(cell)),
    onCampaign: (status, action) => campaigns.add(pairName([status, action])),
    wanted: () => wantedOf(tallies, options),
    lines: () => linesOf(tallies),
  };
}

type Tallies = Readonly<
  Record<
    | 'answers'
    | 'values'
    | 'memberPairs'
    | 'filterPairs'
    | 'racePairs'
    | 'credentials'
    | 'cells'
    | 'campaigns'
    | 'reached',
    Tally
  >
>;

function talliesOf({ members, operations, clauses, seed }: HistogramOptions): Tallies {
  const ids = [...operations.keys()].toSorted();
  const same = ids.map((id) => [id, id] as const);
  const tally = (known: readonly string[] = []): Tally => new Tally(known, seed);
  return {
    answers: tally(),
    values: tally(),
    campaigns: tally(),
    memberPairs: tally(everyPair(members).map(pairName)),
    filterPairs: tally(everyPair(filterNames).map(pairName)),
    racePairs: tally([...everyPair(ids), ...same].map(pairName)),
    credentials: tally([...new Set(everyCell.map(credentialName))]),
    cells: tally(everyCell.map(cellName)),
    reached: tally([...clauses.values()].filter(isObservable).map(({ id }) => id)),
  };
}

function isObservable({ kind, unobservable }: Clause): boolean {
  return kind === 'stated' && unobservable === undefined;
}

function wantedOf(tallies: Tallies, { clauses }: HistogramOptions): Wanted {
  const { answers, values, memberPairs, filterPairs, racePairs, cells, reached } = tallies;
  const pairs = (tally: Tally): (readonly [string, string])[] => tally.least().map(pairOf);
  return {
    fresh: (member, all) => {
      const keyed = new Map(all.map((value) => [valueKey(member, value), value]));
      return values.least([...keyed.keys()]).flatMap((key) => [keyed.get(key) as (typeof all)[number]]);
    },
    memberPairs: pairs(memberPairs),
    filterPairs: pairs(filterPairs),
    racePairs: pairs(racePairs) as (readonly [OperationId, OperationId])[],
    cells: (possible) => {
      const keyed = new Map(possible.map((cell) => [cellName(cell), cell]));
      const own = [...keyed].filter(([, [, as]]) => as === 'own').map(([name]) => name);
      // What the own caller may do is tried in each state before every other caller is.
      const least = [...cells.least(own), ...cells.least([...keyed.keys()])];
      return least.map((name) => keyed.get(name)).filter((cell) => cell !== undefined);
    },
    factor: (operation) => {
      const own = reached.known.filter((id) => {
        const of = clauses.get(id as ClauseId)?.operations;
        return of !== undefined && of !== 'all' && of.includes(operation);
      });
      const missing = own.filter((id) => reached.count(id) === 0).length / Math.max(1, own.length);
      const isRare = answers.total > 200 && answers.sumOf(`${operation} `) * 30 < answers.total;
      // What has rules that no answer was compared with is drawn more often, and what has few answers.
      return (1 + missing) * (isRare ? 2 : 1);
    },
  };
}

function linesOf({
  answers,
  memberPairs,
  filterPairs,
  racePairs,
  credentials,
  cells,
  campaigns,
  reached,
}: Tallies): string[] {
  const { missing } = reached;
  return [
    `Answers: ${answers.lines().join(', ')}.`,
    [
      ...(memberPairs.total === 0 ? [] : [`Pairs of members: ${memberPairs.covered}.`]),
      `Pairs of filters: ${filterPairs.covered}.`,
      ...(racePairs.total === 0 ? [] : [`Operations at once: ${racePairs.covered} pairs.`]),
    ].join(' '),
    `Kinds of requests by caller and state, ${cells.covered}. Never by the own caller: ${unsent(cells).join(', ') || 'none'}.`,
    ...(campaigns.total === 0 ? [] : [`Actions on campaigns by state: ${campaigns.lines().join(', ')}.`]),
    `Operations by the caller, ${credentials.covered}. Never: ${credentials.missing.join(', ') || 'none'}.`,
    `Stated rules reached: ${reached.covered}.${missing.length === 0 ? '' : ` Not reached: ${missing.join(', ')}.`}`,
  ];
}

function cellName([kind, as, state]: Cell): string {
  return [kind, as, ...(state === null ? [] : [state])].join(between);
}

function credentialName(cell: Cell): string {
  const { operation, as } = requestOf(cell);
  return pairName([operation, as]);
}

function unsent(cells: Tally): readonly string[] {
  const own = everyCell.filter(([, as]) => as === 'own');
  return own.map(cellName).filter((name) => cells.count(name) === 0);
}

function valueKey(member: string, value: unknown): string {
  return `${member} ${JSON.stringify(value)}`;
}

/** The values of a request by the name of their member. */
function* sentValues({ json, form, query }: SentRequest): Generator<readonly [string, unknown]> {
  for (const members of [json, query]) {
    if (!isContainer(members)) continue;
    for (const [name, value] of Object.entries(members)) {
      yield [name === 'name' ? 'agent_name' : name, value];
      yield* innerOf(name, value);
    }
  }
  for (const { name, value, file } of form ?? []) yield [name.replace(/\[\d*\].*$/, ''), file?.name ?? value];
}

/** Members of members, and what a name is made of. */
function* innerOf(name: string, value: unknown): Generator<readonly [string, unknown]> {
  if (!isContainer(value) || Array.isArray(value)) return;
  if ('$name' in value) yield ['ending of a name', value['$name']];
  if ('$longName' in value) yield ['length of a name', value['$longName']];
  for (const [inner, each] of Object.entries(value)) {
    yield [name === 'configurations' ? inner : `${name}.${inner}`, each];
    if (inner === 'settings' && isContainer(each)) {
      for (const [setting, number] of Object.entries(each)) yield [`voice.settings.${setting}`, number];
    }
  }
}

/** How often what was seen; of what is known beforehand also what was not. */
class Tally {
  readonly #counts = new Map<string, number>();
  readonly #ranks = new Map<string, string>();
  readonly #seed: number;
  total = 0;

  constructor(known: readonly string[], seed: number) {
    this.#seed = seed;
    for (const key of known) this.#counts.set(key, 0);
  }

  add(key: string): void {
    this.total += 1;
    this.#counts.set(key, this.count(key) + 1);
  }

  count(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  has(key: string): boolean {
    return this.#counts.has(key);
  }

  sumOf(prefix: string): number {
    return [...this.#counts].reduce((sum, [key, times]) => (key.startsWith(prefix) ? sum + times : sum), 0);
  }

  least(keys: readonly string[] = [...this.#counts.keys()], most = offered): string[] {
    return keys
      .toSorted((one, other) => this.count(one) - this.count(other) || (this.#rank(one) < this.#rank(other) ? -1 : 1))
      .slice(0, most);
  }

  get known(): readonly string[] {
    return [...this.#counts.keys()];
  }

  get missing(): readonly string[] {
    return this.known.filter((key) => this.count(key) === 0);
  }

  get covered(): string {
    return `${this.known.filter((key) => this.count(key) > 0).length} of ${this.known.length}`;
  }

  lines(): string[] {
    return [...this.#counts].flatMap(([key, times]) => (times > 0 ? [`${key} ${times}`] : [])).toSorted();
  }

  #rank(key: string): string {
    const known = this.#ranks.get(key) ?? createHash('sha1').update(`${this.#seed} ${key}`).digest('hex');
    this.#ranks.set(key, known);
    return known;
  }
}

function addPairs(tally: Tally, names: readonly string[]): void {
  for (const pair of everyPair(names.toSorted())) {
    const key = [pairName(pair), pairName([pair[1], pair[0]])].find((each) => tally.has(each));
    if (key !== undefined) tally.add(key);
  }
}

function everyPair<T>(list: readonly T[]): (readonly [T, T])[] {
  return list.flatMap((one, index) => list.slice(index + 1).map((other) => [one, other] as const));
}

const between = ' + ';

function pairName(pair: readonly [string, string]): string {
  return pair.join(between);
}

function pairOf(name: string): readonly [string, string] {
  const [one = '', other = ''] = name.split(between);
  return [one, other];
}
