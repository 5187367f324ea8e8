/**
 * The candidate that a mistyped word most likely stands for, undefined where none is near: more than a third of the
 * letters (and never fewer than two) would have to change.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const byDistance = candidates
    .map((candidate) => ({ candidate, distance: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const best = byDistance[0];
  return best !== undefined && best.distance <= Math.max(2, word.length / 3) ? best.candidate : undefined;
}

/** ` Did you mean prefix?`, to stand after a refusal of a word; '' if none of the words is near. */
export function didYouMean(word: string, words: readonly string[]): string {
  const near = nearest(word, words);
  return near === undefined ? '' : ` Did you mean ${near}?`;
}

/** Refuses unknown names, for callers in JavaScript. @throws TypeError with what there is, and the name likely meant */
export function refuseUnknown(given: object, known: readonly string[], what: string): void {
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    throw new TypeError(`${what} has no ${name}: there are ${known.join(', ')}.${didYouMean(name, known)}`);
  }
}

/** What it costs to turn one text into another, by the kind of change; two neighbours are swapped. */
const evenCosts = { added: 1, removed: 1, replaced: 1, swapped: 1 };

/** The lowest cost of turning one text into the other (optimal string alignment). Takes time in proportion to both lengths. */
export function editDistance(from: string, to: string, costs = evenCosts): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index * costs.added);
  for (let i = 1; i <= from.length; i += 1) {
    const current = [i * costs.removed];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = costAt(previous, j - 1) + (from[i - 1] === to[j - 1] ? 0 : costs.replaced);
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwap ? costAt(beforePrevious, j - 2) + costs.swapped : Infinity;
      current.push(
        Math.min(costAt(previous, j) + costs.removed, costAt(current, j - 1) + costs.added, replaced, swapped),
      );
    }
    beforePrevious = previous;
    previous = current;
  }
  return costAt(previous, to.length);
}

function costAt(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
