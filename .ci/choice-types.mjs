import { parse } from 'yaml';

/** Every choice of the catalogue by its id: `{ clause, question, alternatives }` or `{ clause, question, value }`. */
export function choicesOf(clausesText) {
  return Object.entries(parse(clausesText)).flatMap(([clause, { choices = {}, open = [] }]) => [
    ...Object.entries(choices).map(([id, choice]) => ({ id, clause, ...choice })),
    ...open.map((part) => ({ id: `${clause}.${part}`, clause, part, value: {} })),
  ]);
}

/** The types of the choices, from the text of the catalogue. */
export function choiceTypes(clausesText) {
  const choices = choicesOf(clausesText);
  const union = (names) => (names.length === 0 ? 'never' : names.map((name) => `'${name}'`).join(' | '));
  const alternatives = choices
    .filter(({ alternatives }) => alternatives !== undefined)
    .map(({ id, alternatives }) => `  '${id}': ${union(Object.keys(alternatives))};`);
  const values = choices.filter(({ value }) => value !== undefined);
  const own = values.filter(({ part }) => part === undefined).map(({ id }) => id);
  const open = values.filter(({ part }) => part !== undefined).map(({ id }) => id);
  return `/** The choices between alternatives, with the names of these. */
export interface Alternatives {
${alternatives.join('\n')}
}

/** The choices of a value that belong to no refusal. */
export type ValueChoice = ${union(own)};

/** The choices of a refusal's status, message or code. */
export type RefusalChoice = ${union(open)};

export type ChoiceId = keyof Alternatives | ValueChoice | RefusalChoice;
`;
}
