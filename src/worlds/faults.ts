import type { components } from '../document/control-types.gen.ts';
import { presets } from './fault-presets.gen.ts';
import { matches } from './matching.ts';
import { SeededRandom } from './time-and-chance.ts';
import { weightOf } from '../store/state/root.ts';
import type { MemoryBudget } from './memory-budget.ts';

type Schemas = components['schemas'];

/** What goes wrong on which requests, and when among them. */
export type FaultDefinition = Schemas['FaultDefinition'];

/** What a fault does to the request that it fires on. All times are in milliseconds. */
export type FaultEffect = Schemas['FaultEffect'];
export type ErrorEffect = Schemas['ErrorEffect'];
export type RespondEffect = Schemas['RespondEffect'];
export type DelayEffect = Extract<FaultEffect, { readonly type: 'delay' }>;
export type DribbleEffect = Extract<FaultEffect, { readonly type: 'dribble' }>;

/** A fault that is set in a world. */
export interface Fault {
  readonly id: number;
  readonly definition: FaultDefinition;
  /** Requests that it matched. */
  readonly matched: number;
  /** Requests that it fired on. */
  readonly fired: number;
}

/** What one fault does to one request, its chance drawn. */
export interface FiredFault {
  readonly id: number;
  readonly effect: FaultEffect;
  /** Milliseconds to wait, if the effect is a delay. */
  readonly delay: number;
}

/** What faults look at of a request. */
export interface FaultedRequest {
  readonly operation: string;
  /** What the request carries as a token; undefined if absent. */
  readonly token: string | undefined;
  /** Whole, without the query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Undefined if absent or unreadable. */
  readonly body: unknown;
}

/** Before the operation runs, or once it has taken effect. */
export type FaultPhase = 'before' | 'after';

/** In milliseconds: no fault holds an answer longer. */
export const longestDelay = 60_000;
export const maximumFaults = 1000;

/** All that a world's faults are, as plain JSON. */
export interface FaultsState {
  readonly lastId: number;
  readonly standing: readonly Fault[];
}

/** The faults of a world. */
export class Faults {
  readonly #seed: string;
  readonly #memory: MemoryBudget | undefined;
  #standing = new Map<number, Fault>();
  #lastId = 0;

  /** Those that a world begins with, and goes back to when it is reset. */
  readonly initial: readonly FaultDefinition[];

  /** @param seed what chance is drawn from: the same requests meet the same faults again */
  constructor(seed: string, initial: readonly FaultDefinition[] = [], memory?: MemoryBudget) {
    this.#seed = seed;
    this.initial = initial;
    this.#memory = memory;
    for (const definition of initial) this.add(definition);
  }

  /** By their ids, in the order in which they were added. */
  get standing(): ReadonlyMap<number, Fault> {
    return this.#standing;
  }

  /** @throws RangeError where there are too many, MemoryFullError where what they answer is too large */
  add(definition: FaultDefinition): Fault {
    if (this.#standing.size >= maximumFaults) {
      throw new RangeError(`There are ${maximumFaults} faults already; remove some first.`);
    }
    const { lastId, standing } = this.state();
    const fault = { id: lastId + 1, definition, matched: 0, fired: 0 };
    this.restore({ lastId: fault.id, standing: [...standing, fault] }, weightOf(definition));
    return fault;
  }

  /** @returns whether there was such a fault */
  remove(id: number): boolean {
    const { lastId, standing } = this.state();
    this.restore({ lastId, standing: standing.filter((fault) => fault.id !== id) });
    return this.#standing.size < standing.length;
  }

  /** Removes all; ids begin at 1 again, so that what is drawn for them is drawn again. */
  clear(): void {
    this.restore({ lastId: 0, standing: [] });
  }

  /** Goes back to the faults of the beginning. */
  restart(): void {
    this.clear();
    for (const definition of this.initial) this.add(definition);
  }

  state(): FaultsState {
    return { lastId: this.#lastId, standing: [...this.#standing.values()] };
  }

  /**
   * Puts other faults in the place of these.
   * @param grown by how much they are heavier
   * @throws MemoryFullError where what they answer is too large
   */
  restore({ lastId, standing }: FaultsState, grown = weightOfAll(standing) - weightOfAll(this.state().standing)): void {
    this.#memory?.keep(grown, 'Faults');
    this.#standing = new Map(standing.map((fault) => [fault.id, fault]));
    this.#lastId = lastId;
  }

  /**
   * The faults that fire on a request in this phase. Each that matches is counted. Of those that are due and would each
   * decide the same (what is answered, how the connection ends), the first one fires, and the others wait for a request
   * that is left to them: so faults with `times` on one operation queue. Delays add up.
   */
  fire(request: FaultedRequest, phase: FaultPhase): readonly FiredFault[] {
    const fired: FiredFault[] = [];
    const decided = new Set<string>();
    for (const standing of this.#standing.values()) {
      const { id, definition } = standing;
      const { effect } = definition;
      if (phaseOf(effect) !== phase || !isMatched(definition, request)) continue;
      const fault = { ...standing, matched: standing.matched + 1 };
      // Drawn from the seed, the fault and the match alone: another fault beside it changes nothing.
      const chance = new SeededRandom(`${this.#seed} fault ${id} match ${fault.matched}`);
      const decision = decisionOf(effect);
      const doesFire = isDue(fault, chance.next()) && !decided.has(decision);
      this.#standing.set(id, doesFire ? { ...fault, fired: fault.fired + 1 } : fault);
      if (!doesFire) continue;
      if (effect.type !== 'delay') decided.add(decision);
      fired.push({ id, effect, delay: effect.type === 'delay' ? drawDelay(effect, () => chance.next()) : 0 });
    }
    return fired;
  }
}

function weightOfAll(faults: readonly Fault[]): number {
  return faults.reduce((sum, { definition }) => sum + weightOf(definition), 0);
}

/** What an effect decides of a request. */
function decisionOf(effect: FaultEffect): string {
  const isAnswer = effect.type === 'error' || effect.type === 'respond';
  return isAnswer || (effect.type === 'cut' && effect.at !== 'during') ? 'answer' : effect.type;
}

/** A patch needs the answer that it changes. */
function phaseOf(effect: FaultEffect): FaultPhase {
  if (effect.type === 'cut') return effect.at === 'after' ? 'after' : 'before';
  if (effect.type === 'respond' && effect.patch !== undefined) return 'after';
  return (effect.type === 'error' || effect.type === 'respond') && effect.after_commit === true ? 'after' : 'before';
}

function isMatched({ operation, match = {} }: FaultDefinition, request: FaultedRequest): boolean {
  const { headers = {}, ...others } = match;
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return (
    (operation === undefined || operation === request.operation) &&
    matches({ ...others, headers: Object.fromEntries(named) }, request)
  );
}

/** All that is said of when it fires must hold. */
function isDue({ definition: { when = {} }, matched, fired }: Fault, chance: number): boolean {
  const { after = 0, every = 1, times = Infinity, probability = 1 } = when;
  return matched > after && (matched - after) % every === 0 && fired < times && chance < probability;
}

function drawDelay(effect: DelayEffect, next: () => number): number {
  return Math.min(longestDelay, Math.max(0, Math.round(drawMilliseconds(effect, next))));
}

function drawMilliseconds(effect: DelayEffect, next: () => number): number {
  if ('milliseconds' in effect) return effect.milliseconds;
  if ('minimum' in effect) return effect.minimum + next() * (effect.maximum - effect.minimum);
  return effect.median * Math.exp(effect.sigma * drawNormal(next));
}

/** A number of the standard normal distribution (Box and Muller). */
function drawNormal(next: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
}

/** Faults that belong together, by the name of the situation that they make. */
export const faultPresets: Readonly<
  Record<string, { readonly summary: string; readonly faults: readonly FaultDefinition[] }>
> = presets;
