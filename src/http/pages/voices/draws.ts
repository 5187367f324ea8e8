import { createHash } from 'node:crypto';

/** The next number from 0 up to, but not including, 1. */
export type Draw = () => number;

/** Numbers that follow from a text alone: the same ones on every machine and day. 32 of them, then again. */
export function drawsFrom(text: string): Draw {
  const bytes = createHash('sha512').update(text).digest();
  let place = 0;
  return () => {
    const value = bytes.readUInt16BE((place * 2) % bytes.length);
    place += 1;
    return value / 2 ** 16;
  };
}
