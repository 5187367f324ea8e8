/** Distinct places, ascending. */
export type Positions = ArrayLike<number> & Iterable<number>;

/**
 * Several ascending lists of distinct places, read as the one ascending list of all of them without building it: any
 * slice costs the logarithm of the lists' lengths.
 */
export class PositionUnion {
  readonly length: number;
  readonly #lists: readonly Positions[];

  constructor(lists: readonly Positions[]) {
    // Stryker disable next-line all: an empty list only costs time.
    this.#lists = lists.filter((list) => list.length > 0);
    this.length = this.#lists.reduce((sum, list) => sum + list.length, 0);
  }

  /** At most `count` places from the `start`-th on. */
  slice(start: number, count: number): number[] {
    const places: number[] = [];
    const size = Math.min(count, this.length - start);
    // Stryker disable next-line all: with nothing to visit it costs time alone.
    if (size > 0) this.#visit(this.#cursorsAt(start), size, (place) => places.push(place));
    return places;
  }

  /** Visits every place. Calls back, because a generator takes several times as long for millions of places. */
  forEach(visit: (place: number) => void): void {
    const [only] = this.#lists;
    // Stryker disable all: one list needs no merging, and says the same with it.
    if (only !== undefined && this.#lists.length === 1) {
      for (const place of only) visit(place);
      return;
    }
    // Stryker restore all
    this.#visit(
      this.#lists.map(() => 0),
      this.length,
      visit,
    );
  }

  #visit(cursors: number[], count: number, visit: (place: number) => void): void {
    const lists = this.#lists;
    for (let visited = 0; visited < count; visited += 1) {
      let least = Infinity;
      let from = 0;
      for (let index = 0; index < lists.length; index += 1) {
        const place = lists[index]?.[cursors[index] ?? 0];
        if (place !== undefined && place < least) {
          least = place;
          from = index;
        }
      }
      visit(least);
      cursors[from] = (cursors[from] ?? 0) + 1;
    }
  }

  /** Where each list stands when `start` places have gone before: the least place with more than that many up to it. */
  #cursorsAt(start: number): number[] {
    let low = 0;
    let high = Math.max(...this.#lists.map((list) => list[list.length - 1] ?? 0));
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (this.#countBelow(middle + 1) > start) high = middle;
      else low = middle + 1;
    }
    return this.#lists.map((list) => countBelow(list, low));
  }

  #countBelow(bound: number): number {
    return this.#lists.reduce((sum, list) => sum + countBelow(list, bound), 0);
  }
}

/** How many places of an ascending list are smaller than the bound. */
function countBelow(list: ArrayLike<number>, bound: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] ?? Infinity) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
