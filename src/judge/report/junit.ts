import type { ContractDocument } from '../../document/read/load.ts';
import { htmlText } from '../../text/escaping.ts';
import type { CheckOutcome } from './outcome.ts';
import { walksLine, violationText } from './verdict-text.ts';
import type { Verdict } from './verdict.ts';

/** The verdict as JUnit reads it, a suite for each list of checks, with the reason of what is skipped. */
export function verdictJunit({ summary, outcomes }: Verdict, clauses: ContractDocument['clauses']): string {
  const { ended, walks, target, started } = summary;
  const lists = [...new Set(outcomes.map(({ list = '' }) => list))];
  const suites = lists.map((name) => {
    const own = outcomes.filter(({ list = '' }) => list === name);
    const cases = own.map((outcome) => testCase(outcome, clauses)).join('\n');
    const output =
      name === 'walks' && walks !== undefined ? `\n    <system-out>${htmlText(walksLine(walks))}</system-out>` : '';
    return `  <testsuite name="${htmlText(name)}" timestamp="${started}" hostname="${htmlText(target)}" ${counts(own)}>\n${cases}${output}\n  </testsuite>`;
  });
  if (ended !== undefined) {
    suites.push(
      `  <testsuite name="run" tests="1" failures="0" errors="1" skipped="0"><testcase classname="run" name="the run comes to its end"><error message="${htmlText(ended)}"/></testcase></testsuite>`,
    );
  }
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="contract of ${htmlText(target)}" ${counts(outcomes, ended === undefined ? 0 : 1)}>
${suites.join('\n')}
</testsuites>
`;
}

function testCase(outcome: CheckOutcome, clauses: ContractDocument['clauses']): string {
  const { title, list = '', result, milliseconds, violations, reason = '', setting } = outcome;
  const head = `    <testcase classname="${htmlText(list)}" name="${htmlText(title)}" time="${milliseconds / 1000}"`;
  if (result === 'passed') return `${head}/>`;
  const why = htmlText(setting === undefined ? reason : `${reason} (${setting})`);
  const failures = violations.map((violation) => {
    const message = `${violation.clauses.join(', ')}: expected ${violation.expected}, came ${violation.came}`;
    return `<failure message="${htmlText(message)}">${htmlText(violationText(violation, clauses).join('\n'))}</failure>`;
  });
  return `${head}>${result === 'failed' ? failures.join('') : `<skipped message="${why}"/>`}</testcase>`;
}

function counts(outcomes: readonly CheckOutcome[], errors = 0): string {
  const [failures, skips] = ['failed', 'not verified'].map(
    (result) => outcomes.filter((outcome) => outcome.result === result).length,
  );
  const seconds = outcomes.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000;
  return `tests="${outcomes.length + errors}" failures="${failures}" errors="${errors}" skipped="${skips}" time="${seconds}"`;
}
