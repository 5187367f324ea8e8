import { isContainer } from '../../json/json-value.ts';
/** What a record costs besides its members: its place in a map, and its part of the maps' nodes that it replaced. */
export const recordOverhead = 1024;

/** About how many bytes a plain JSON value holds on to, its texts at their length. */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return weightOfText(value);
  if (!isContainer(value)) return 8;
  let weight = 32;
  // Short names are the same texts in all objects.
  for (const name in value) weight += (name.length > 64 ? weightOfText(name) : 8) + weightOf(value[name]);
  return weight;
}

/**
 * About how many bytes a change holds on to: what the two values share is held by the state too, or by the later change
 * that took it out of the state.
 */
export function weightOfDifference(before: unknown, after: unknown): number {
  if (before === after) return 0;
  if (!isContainer(before) || !isContainer(after)) return weightOf(before) + weightOf(after);
  let weight = 32;
  for (const name in after) weight += 8 + weightOfDifference(before[name], after[name]);
  for (const name in before) if (!(name in after)) weight += weightOf(before[name]);
  return weight;
}

/** V8 keeps a text of ASCII in one byte for each character, others in two. Short ones do not matter. */
export function weightOfText(text: string): number {
  const isWide = text.length > 64 && Buffer.byteLength(text) > text.length;
  return 24 + (isWide ? 2 : 1) * text.length;
}
