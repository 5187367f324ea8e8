import type { ContractDocument } from '../../document/read/load.ts';
import type { ViolationReport } from './outcome.ts';

/** A violation so that the owner of the deployment can act: the rule in words, what was expected, what came, how to see it. */
export function violationText(violation: ViolationReport, clauses: ContractDocument['clauses']): readonly string[] {
  const rules = violation.clauses.map((id) => {
    const clause = clauses.get(id);
    return `${id} (section ${clause?.section ?? '?'}, ${clause?.kind ?? '?'}): ${clause?.rule ?? ''}`;
  });
  return [
    ...rules,
    `  expected  ${violation.expected}`,
    `  came      ${violation.came}`,
    ...(violation.path === '' ? [] : [`  at        ${violation.path}`]),
    ...excerptLines(violation),
    `  request   ${violation.curl}`,
    ...(violation.steps.length > 1 ? ['  steps', ...violation.steps.map((step) => `    ${step}`)] : []),
  ];
}

function excerptLines({ excerpt }: ViolationReport): readonly string[] {
  if (excerpt === undefined) return [];
  return ['  body', ...excerpt.lines.map((line, at) => `    ${at === excerpt.marked ? '>' : ' '} ${line}`)];
}
