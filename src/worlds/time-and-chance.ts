/** What time a world has. Handed in wherever time is read. */
export interface Clock {
  now(): Date;
}

/** How a clock stands to the one beneath: stopped at a time, or so far from it; both in milliseconds. */
export type ClockState = { readonly frozenAt: number } | { readonly offset: number };

/** A clock that can be stopped and turned. */
export interface ControllableClock extends Clock {
  readonly isFrozen: boolean;
  state(): ClockState;
  /** Stands to the clock beneath as it did at that state. */
  restore(state: ClockState): void;
  /** Stops the clock, at the time given or the present one. */
  freeze(at?: Date): void;
  /** Turns the clock to a time; it goes on from there unless it is frozen. */
  set(to: Date): void;
  /** Turns the clock by a time in milliseconds, back if it is negative. */
  advance(milliseconds: number): void;
  /** Lets the clock run with the one beneath again, at its time. */
  free(): void;
}

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
export function createControllableClock(beneath: Clock): ControllableClock {
  let offset = 0;
  let frozenAt: number | undefined;
  const present = () => nearestClockTime(frozenAt ?? beneath.now().getTime() + offset);
  const turnTo = (time: number) => {
    refuseNoTime(time);
    if (frozenAt !== undefined) frozenAt = time;
    else offset = time - beneath.now().getTime();
  };
  return {
    get isFrozen() {
      return frozenAt !== undefined;
    },
    now: () => new Date(present()),
    state: () => (frozenAt === undefined ? { offset } : { frozenAt }),
    restore(state) {
      frozenAt = 'frozenAt' in state ? state.frozenAt : undefined;
      offset = 'offset' in state ? state.offset : 0;
    },
    freeze(at) {
      // Not turned and then stopped: the clock beneath may tick in between.
      if (at !== undefined) refuseNoTime(at.getTime());
      frozenAt = at?.getTime() ?? present();
    },
    set: (to) => turnTo(to.getTime()),
    advance: (milliseconds) => turnTo(present() + milliseconds),
    free() {
      offset = 0;
      frozenAt = undefined;
    },
  };
}

function refuseNoTime(time: number): void {
  if (!isClockTime(time)) throw new RangeError(`${time} is not a time that a clock can show.`);
}

/** A source of chance. Handed in wherever something is drawn. */
export interface RandomSource {
  /** From 0 up to but not including 1. */
  next(): number;
}

/** Where a source is in its sequence: what comes next depends on this alone. */
export type RandomState = readonly [number, number, number, number];

/** A source that can be taken back to where it was. */
export interface SeededRandom extends RandomSource {
  state(): RandomState;
  /** Continues from a state, or restarts with a seed. */
  restart(from: RandomState | string): void;
}

/** A source that gives the same numbers for the same seed on every machine (the generator sfc32). Not for secrets. */
export function createSeededRandom(seed: string | number): SeededRandom {
  let [a, b, c, counter]: RandomState = [0, 0, 0, 0];
  const next = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  const begin = (text: string) => {
    [a, b, c, counter] = [hash(text, 1), hash(text, 2), hash(text, 3), 1];
    // The first numbers still show how alike two seeds are.
    for (let i = 0; i < 15; i++) next();
  };
  begin(String(seed));
  return {
    next,
    state: () => [a, b, c, counter],
    restart(from) {
      if (typeof from === 'string') begin(from);
      else [a, b, c, counter] = from;
    },
  };
}

function hash(text: string, salt: number): number {
  let value = Math.imul(0x811c9dc5 ^ salt, 0x01000193);
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return value ^ (value >>> 13);
}
