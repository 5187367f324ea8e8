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
