/** What time a world has. Handed in wherever time is read. */
export interface Clock {
  now(): Date;
}

/** A clock that can be stopped and turned. */
export interface ControllableClock extends Clock {
  readonly isFrozen: boolean;
  /** Stops the clock, at the time given or the present one. */
  freeze(at?: Date): void;
  /** Turns the clock to a time; it goes on from there unless it is frozen. */
  set(to: Date): void;
  /** Turns the clock by a time in milliseconds, back where it is negative. */
  advance(milliseconds: number): void;
  /** Lets the clock run with the one beneath again, at its time. */
  free(): void;
}

/** The time of the machine. */
export function systemClock(): Clock {
  return { now: () => new Date() };
}

/**
 * A clock that shows the time of the one beneath until it is stopped or turned.
 * `freeze`, `set` and `advance` throw `RangeError` for what is no time that a `Date` can hold.
 */
export function createControllableClock(beneath: Clock): ControllableClock {
  let offset = 0;
  let frozenAt: number | undefined;
  const present = () => frozenAt ?? beneath.now().getTime() + offset;
  const turnTo = (time: number) => {
    if (Number.isNaN(new Date(time).getTime())) throw new RangeError(`${time} is no time that a clock can show.`);
    if (frozenAt !== undefined) frozenAt = time;
    else offset = time - beneath.now().getTime();
  };
  return {
    get isFrozen() {
      return frozenAt !== undefined;
    },
    now: () => new Date(present()),
    freeze(at) {
      if (at !== undefined) turnTo(at.getTime());
      frozenAt = present();
    },
    set: (to) => turnTo(to.getTime()),
    advance: (milliseconds) => turnTo(present() + milliseconds),
    free() {
      offset = 0;
      frozenAt = undefined;
    },
  };
}
