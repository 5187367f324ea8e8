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

/** Insertions, deletions, replacements and swaps of neighbours between two words (optimal string alignment). */
function editDistance(from: string, to: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = at(previous, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwap ? at(beforePrevious, j - 2) + 1 : Infinity;
      current.push(Math.min(at(previous, j) + 1, at(current, j - 1) + 1, replaced, swapped));
    }
    beforePrevious = previous;
    previous = current;
  }
  return at(previous, to.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
