import { connectMock } from '../client/world-client.ts';
import type { components } from '../document/control-types.gen.ts';
import { reasonOf } from '../files/file-system.ts';
import { type Command, type CommandContext, type ExitCode, UsageError, optionTable, parseOptions } from './command.ts';
import { describedCommands } from './commands.gen.ts';

type CoverageReport = components['schemas']['Coverage'];

const kinds = ['operations', 'statuses', 'transitions', 'clauses'] as const;
type Kind = (typeof kinds)[number];
type Floors = Partial<Readonly<Record<Kind, number>>>;

const options = optionTable(describedCommands.coverage.options, {
  url: {
    parse: (text: string) =>
      URL.canParse(text) && /^https?:/.test(text) ? text.replace(/(?<!\/)\/+$/, '') : undefined,
  },
  min: { parse: floorsOf },
});

/** The command `voice-agent-mock coverage`: what a world's traffic has exercised; 1 where that is below a floor. */
export function createCoverageCommand(): Command {
  return {
    options,
    run: async (args, context) => {
      const { url, world, min, controlToken } = parseOptions('voice-agent-mock coverage', options, args, context.env);
      context.hide?.(controlToken);
      return tellCoverage(await fetchReport(url, world, controlToken), min ?? {}, context);
    },
  };
}

async function fetchReport(url: string, world: string, controlToken: string): Promise<CoverageReport> {
  try {
    const mock = await connectMock(url, controlToken === '' ? {} : { controlToken });
    return await mock.world(world).coverage();
  } catch (error) {
    const problem = `No mock at ${url} tells what was exercised: ${reasonOf(error)}`;
    throw new UsageError([problem, 'Start one, or give its address with --url.'], { cause: error });
  }
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
