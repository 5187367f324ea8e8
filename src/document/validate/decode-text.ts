/** The integer that the text writes in decimal digits; undefined for any other writing. */
export function readInteger(text: string): number | undefined {
  return /^-?\d+$/.test(text) ? Number(text) : undefined;
}

/** The number that the text writes in decimal, without an exponent; undefined for any other writing. */
export function readNumber(text: string): number | undefined {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

/** true, false, 1 or 0 in any case, as far as these spellings are taken; undefined for any other text. */
export function readBoolean(text: string, spellings: readonly string[]): boolean | undefined {
  const spelling = text.toLowerCase();
  if (!spellings.includes(spelling)) return undefined;
  return new Map([
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ]).get(spelling);
}
