import type { LeadRecord } from '../../domain/records.ts';

/** The numbers of some leads as the bytes of one text: searched many times as fast as one string after the other. */
export class NumberIndex {
  readonly #bytes: Uint8Array;
  /** Where each number begins, and where the last one ends. */
  readonly #starts: Uint32Array;

  constructor(records: readonly LeadRecord[]) {
    const numbers = records.map((record) => record.mobile_no);
    this.#bytes = Buffer.from(numbers.join(''));
    this.#starts = new Uint32Array(numbers.length + 1);
    let end = 0;
    for (const [place, number] of numbers.entries()) {
      end += Buffer.byteLength(number);
      this.#starts[place + 1] = end;
    }
  }

  /** Writes the places of the numbers that contain the part, each raised by `base`, and gives how many they are. */
  search(part: Uint8Array, base: number, places: Int32Array, from: number): number {
    const bytes = this.#bytes;
    const starts = this.#starts;
    const [first] = part;
    let next = from;
    for (let place = 0; place < starts.length - 1; place += 1) {
      const last = (starts[place + 1] ?? 0) - part.length;
      for (let at = starts[place] ?? 0; at <= last; at += 1) {
        if (bytes[at] !== first || !continues(bytes, at, part)) continue;
        places[next++] = base + place;
        break;
      }
    }
    return next - from;
  }
}

function continues(bytes: Uint8Array, at: number, part: Uint8Array): boolean {
  for (let i = 1; i < part.length; i += 1) if (bytes[at + i] !== part[i]) return false;
  return true;
}
