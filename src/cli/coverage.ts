import { withoutSlash } from '../deployment/addresses.ts';
import type { components } from '../document/control-types.gen.ts';
import { fieldOf, isObject } from '../json/json-value.ts';
import { type CommandContext, type ExitCode, UsageError, commandOf, explainedAs } from './command.ts';

type CoverageReport = components['schemas']['Coverage'];

const kinds = ['operations', 'statuses', 'transitions', 'clauses'] as const;
type Kind = (typeof kinds)[number];
type Floors = Partial<Readonly<Record<Kind, number>>>;

const own = {
  url: { parse: (text: string) => (URL.canParse(text) && /^https?:/.test(text) ? withoutSlash(text) : undefined) },
  min: { parse: floorsOf },
};

/** The command `voice-agent-mock coverage`: what a world's traffic has exercised; 1 where that is below a floor. */
export const coverageCommand = commandOf(
  'coverage',
  async ({ url, world, min, controlToken }, context) => {
    context.hide?.(controlToken);
    return tellCoverage(await fetchReport(url, world, controlToken), min ?? {}, context);
  },
  own,
);

async function fetchReport(url: string, world: string, token: string): Promise<CoverageReport> {
  const headers = { 'x-mock-world': world, ...(token !== '' && { 'x-mock-control-token': token }) };
  const whyNot = explainedAs(() => `There is no mock at ${url}: start one, or give its address with --url.`);
  const answer = await fetch(`${url}/__mock/coverage`, { headers }).catch(whyNot);
  if (!answer.ok) throw new UsageError(`${url}/__mock/coverage is answered ${answer.status}: ${await answer.text()}`);
  const report: unknown = await answer.json().catch(() => undefined);
  if (isReport(report)) return report;
  throw new UsageError(`What answers at ${url} is not a mock: start one, or give its address with --url.`);
}

function isReport(report: unknown): report is CoverageReport {
  return [...kinds, 'assumed'].every((name) => isObject(fieldOf(report, name)));
}

function tellCoverage(report: CoverageReport, floors: Floors, { print, printError }: CommandContext): ExitCode {
  for (const kind of kinds) {
    const { covered, total, percent } = report[kind];
    print(`${kind.padEnd(12)}${`${percent} %`.padStart(6)}  ${covered} of ${total}`);
  }
  const { answers, clauses } = report.assumed;
  print(`${answers} answers were decided by assumed clauses; ${clauses.length} assumed clauses were exercised.`);
  const missed = kinds.filter((kind) => report[kind].percent < (floors[kind] ?? 0));
  for (const kind of missed) {
    const { percent, missing } = report[kind];
    printError(
      `${kind}: ${percent} % is below ${floors[kind] ?? 0} %. Missing:`,
      ...missing.map((item) => `  ${item}`),
    );
  }
  return missed.length === 0 ? 0 : 1;
}

function floorsOf(text: string): Floors | undefined {
  const floors: Partial<Record<Kind, number>> = {};
  for (const part of text.split(',')) {
    const [, name, percent] = /^\s*(\w+)=(\d{1,3})%?\s*$/.exec(part) ?? [];
    const kind = kinds.find((known) => known === name);
    if (kind === undefined || Number(percent) > 100) return undefined;
    floors[kind] = Number(percent);
  }
  return floors;
}
