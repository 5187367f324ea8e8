/** What a spreadsheet takes for a formula, apostrophes that make it harmless in front or not. */
const formula = /^'*[=+\-@\t\r]/;

/** A number with its sign, a phone number too: computes nothing. */
const plainNumber = /^[+-]\d+(?:[.,]\d+)*$/;

/** The value as a spreadsheet shows it and does not run it: with an apostrophe in front if it would be a formula. */
export function escapeFormula(value: string): string {
  return formula.test(value) && !plainNumber.test(value) ? `'${value}` : value;
}

/** The value that `escapeFormula` was given. */
export function unescapeFormula(value: string): string {
  return value.startsWith("'") && formula.test(value) ? value.slice(1) : value;
}
