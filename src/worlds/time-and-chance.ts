/** What time a world has. Handed in wherever time is read. */
export interface Clock {
  now(): Date;
}

/** How a clock stands to the one beneath: stopped at a time, or so far from it; both in milliseconds. */
export type ClockState = { readonly frozenAt: number } | { readonly offset: number };

/** What timestamps of four-digit years can say. */
const earliest = Date.parse('0000-01-01T00:00:00.000Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether a clock can show a time, in milliseconds since 1970: those of the years 0 to 9999. */
export function isClockTime(time: number): boolean {
  return time >= earliest && time <= latest;
}

/** The nearest time that a clock can show. */
export function nearestClockTime(time: number): number {
  return Math.min(latest, Math.max(earliest, time));
}

/** The time of the machine. */
export function systemClock(): Clock {
  return { now: () => new Date() };
}

/**
 * A clock that shows the time of the one beneath until it is stopped or turned. At the end of the year 9999 it stands.
 * `freeze`, `set` and `advance` throw `RangeError` for a time outside the years 0 to 9999.
 */
export class ControllableClock implements Clock {
  readonly #beneath: Clock;
  #state: ClockState = { offset: 0 };

  constructor(beneath: Clock) {
    this.#beneath = beneath;
  }

  get isFrozen(): boolean {
    return 'frozenAt' in this.#state;
  }

  now(): Date {
    return new Date(this.#present());
  }

  state(): ClockState {
    return this.#state;
  }

  /** Stands to the clock beneath as it did at that state. */
  restore(state: ClockState): void {
    this.#state = state;
  }

  /** Stops the clock, at the time given or the present one. */
  freeze(at?: Date): void {
    // Not turned and then stopped: the clock beneath may tick in between.
    if (at !== undefined) refuseNoTime(at.getTime());
    this.#state = { frozenAt: at?.getTime() ?? this.#present() };
  }

  /** Turns the clock to a time; it goes on from there unless it is frozen. */
  set(to: Date): void {
    const time = to.getTime();
    refuseNoTime(time);
    this.#state = this.isFrozen ? { frozenAt: time } : { offset: time - this.#beneath.now().getTime() };
  }

  /** Turns the clock by a time in milliseconds, back if it is negative. */
  advance(milliseconds: number): void {
    this.set(new Date(this.#present() + milliseconds));
  }

  /** Lets the clock run with the one beneath again, at its time. */
  free(): void {
    this.#state = { offset: 0 };
  }

  #present(): number {
    const state = this.#state;
    return nearestClockTime('frozenAt' in state ? state.frozenAt : this.#beneath.now().getTime() + state.offset);
  }
}

function refuseNoTime(time: number): void {
  if (!isClockTime(time)) throw new RangeError(`${time} is not a time that a clock can show.`);
}

/** Where a source is in its sequence: what comes next depends on this alone. */
export type RandomState = readonly [number, number, number, number];

/**
 * A source of chance that gives the same numbers for the same seed on every machine (the generator sfc32), and can be
 * taken back to where it was. Handed in wherever something is drawn. Not for secrets.
 */
export class SeededRandom {
  #state: RandomState = [0, 0, 0, 0];

  constructor(seed: string | number) {
    this.restart(String(seed));
  }

  /** From 0 up to but not including 1. */
  next(): number {
    const [a, b, c, counter] = this.#state;
    const sum = (a + b + counter) | 0;
    this.#state = [b ^ (b >>> 9), (c + (c << 3)) | 0, (((c << 21) | (c >>> 11)) + sum) | 0, (counter + 1) | 0];
    return (sum >>> 0) / 2 ** 32;
  }

  state(): RandomState {
    return this.#state;
  }

  /** Continues from a state, or restarts with a seed. */
  restart(from: RandomState | string): void {
    if (typeof from !== 'string') {
      this.#state = from;
      return;
    }
    this.#state = [hash(from, 1), hash(from, 2), hash(from, 3), 1];
    // The first numbers still show how alike two seeds are.
    for (let i = 0; i < 15; i++) this.next();
  }
}

function hash(text: string, salt: number): number {
  let value = Math.imul(0x811c9dc5 ^ salt, 0x01000193);
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return value ^ (value >>> 13);
}
