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
