/** The name without the ending that spells a list, `[]` or `[3]`; any other name stays whole. */
export function listName(spelling: string): string {
  return spelling.endsWith(']') ? spelling.replace(/(?<=[^])\[\d*\]$/, '') : spelling;
}
