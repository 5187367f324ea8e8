/**
 * The largest limit from 50 to 100,000 that is taken, found by halving; undefined if not even 50 is, or if every one is.
 */
export async function largestLimit(isTaken: (limit: number) => Promise<boolean>): Promise<number | undefined> {
  if (!(await isTaken(50)) || (await isTaken(100_000))) return undefined;
  let [taken, refused] = [50, 100_000];
  while (refused - taken > 1) {
    const middle = Math.floor((taken + refused) / 2);
    if (await isTaken(middle)) taken = middle;
    else refused = middle;
  }
  return taken;
}
