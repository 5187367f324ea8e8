import { ruleAlternatives, type RuleChoice, type Rules } from './rules.ts';

/** The rules that hold where a profile decides these choices, by the name of the alternative; today's otherwise. */
export function chooseRules(decided: ReadonlyMap<string, string>): Rules {
  const choices = Object.keys(ruleAlternatives) as RuleChoice[];
  const chosen = choices.map((id) => [id, alternativeOf(ruleAlternatives[id], decided.get(id))]);
  return Object.fromEntries(chosen) as unknown as Rules;
}

/** The rules without a profile: the first alternative of each choice. */
export const todaysRules: Rules = chooseRules(new Map());

function alternativeOf(alternatives: object, name: string | undefined): unknown {
  const known = name !== undefined && Object.hasOwn(alternatives, name) ? Reflect.get(alternatives, name) : undefined;
  return known ?? Object.values(alternatives)[0];
}
