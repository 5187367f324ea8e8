import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import process from 'node:process';
import { finished } from 'node:stream/promises';
import {
  type Command,
  type CommandContext,
  type Environment,
  type ExitCode,
  UsageError,
  columns,
  hasFlag,
  parseArguments,
  stopSwitch,
} from '../command.ts';
import { withoutSlash } from '../../deployment/addresses.ts';
import { NoAnswerError } from '../../deployment/transport.ts';
import {
  type AudiencePlace,
  AudiencePlaceError,
  createRejectedRows,
  exportAudience,
  openFolderAudiences,
  openMockAudiences,
} from '../../seed/csv/write-rows.ts';
import { CsvError, type CsvFile, readCsv } from '../../seed/csv/read-rows.ts';
import { importAudience } from '../../seed/csv/import-audience.ts';
import { createProgress } from '../../seed/plan/seed-batch.ts';
import { fileProblem } from '../../files/read-text-file.ts';
import { isError } from '../../files/file-system.ts';

const own = {
  delimiter: {
    parse: (given: string) =>
      delimiters[given.toLowerCase()] ?? (given.length === 1 && given !== '"' ? given : undefined),
  },
  countryCode: { parse: (given: string) => /^\+?([1-9]\d{0,2})$/.exec(given)?.[1] },
};

const delimiters: Readonly<Record<string, string>> = { comma: ',', semicolon: ';', tab: '\t', '\\t': '\t' };

type AudienceOptions = ReturnType<typeof parseAudienceOptions>;

/** @throws UsageError where the options do not fit together */
function parseAudienceOptions(args: readonly string[], env: Environment) {
  const { operands, options } = parseArguments('audience', own, args, env);
  const [action, file, ...rest] = operands;
  if (action !== 'import' && action !== 'export') {
    throw new UsageError(
      'Import or export? Write audience import FILE.csv --campaign 5001, or audience export --campaign 5001.',
    );
  }
  const surplus = action === 'import' ? rest[0] : file;
  if (surplus !== undefined) throw new UsageError(`Unexpected argument ${surplus}: see audience --help.`);
  if (options.campaign === null) throw new UsageError('Which campaign? Give its id, for example --campaign 5001.');
  if (options.target !== null && hasFlag(args, '--data-dir')) {
    throw new UsageError('One place at a time: give --target or --data-dir.');
  }
  if (action === 'import' && file === undefined) {
    throw new UsageError('Import which file? Write audience import FILE.csv --campaign 5001.');
  }
  // `file` is what is imported; null: it exports.
  return { ...options, campaignId: options.campaign, isRaw: options.raw, file: file ?? null };
}

const defaultTarget = 'http://127.0.0.1:4010';

export const audienceCommand: Command = async (args, context) => {
  const options = parseAudienceOptions(args, context.env);
  context.hide?.(options.controlToken ?? '');
  try {
    const place = await openPlace(options);
    const { file } = options;
    try {
      return await (file === null ? exportFile(place, options, context) : importFile(place, file, options, context));
    } finally {
      await place.close();
    }
  } catch (error) {
    throw explained(error, options);
  }
};

function explained(error: unknown, { file }: AudienceOptions): unknown {
  const message = isError(error) ? error.message.replace(/\.$/, '') : '';
  if (error instanceof CsvError && file !== null) return new UsageError(`${file}: ${message}.`, { cause: error });
  const isOurs = [AudiencePlaceError, NoAnswerError].some((kind) => error instanceof kind);
  const problem = fileProblem(error, file ?? undefined);
  if (problem !== undefined) return new UsageError(problem, { cause: error });
  return isOurs ? new UsageError(`${message}.`, { cause: error }) : error;
}

function openPlace({ target, world, controlToken, dataDir }: AudienceOptions): Promise<AudiencePlace> {
  if (target === null && dataDir !== null) return openFolderAudiences(dataDir);
  const url = withoutSlash(target ?? defaultTarget);
  return Promise.resolve(openMockAudiences({ url, world, controlToken }));
}

async function importFile(
  place: AudiencePlace,
  name: string,
  options: AudienceOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const file = await readCsv(createReadStream(name), options);
  if (options.plan) return rehearse(place, file, options, context);
  const rejectedFile = `${name.replace(/\.csv$/i, '')}.rejected.csv`;
  const { taken, already, rejected, isStopped, first } = await takeRows(place, file, rejectedFile, options, context);
  context.print(
    `${taken} records added to the audience of campaign ${options.campaignId}, with numbers from "${file.layout.phone_column}".`,
  );
  if (already > 0) context.print(`${already} were there already.`);
  if (isStopped) context.printError('Stopped: these records are in, and the same command adds the rest.');
  if (rejected === 0) return isStopped ? 1 : 0;
  context.printError(
    `${rejected} rows were rejected: ${rejectedFile} has them with their reasons. The first: ${first}.`,
  );
  return 1;
}

/** Rows that are shown. */
const mostShown = 10;

async function rehearse(
  place: AudiencePlace,
  file: CsvFile,
  options: AudienceOptions,
  { print }: CommandContext,
): Promise<ExitCode> {
  const rows: (readonly [line: string, before: string, after: string])[] = [];
  const reasons = new Map<string, number>();
  const { taken, already, rejected } = await importAudience(place, options.campaignId, file, {
    ...options,
    isRehearsal: true,
    onRow: ({ line, values }, result) => {
      const before = values[file.layout.phone_place] ?? '';
      const after = 'number' in result ? result.number : `rejected: ${result.reason}`;
      if (rows.length < mostShown) rows.push([`line ${line}`, before, after]);
    },
    onRejected: ({ line }, reason) => {
      if (!reasons.has(reason) && reasons.size < mostShown) reasons.set(reason, line);
    },
  });
  print(
    `Numbers are in the column "${file.layout.phone_column}":`,
    ...columns(rows),
    `Would add ${taken} records to the audience of campaign ${options.campaignId}, pass over ${already} that are there already, and reject ${rejected} rows.`,
  );
  for (const [reason, line] of reasons) print(`  from line ${line} on: ${reason}`);
  return rejected === 0 ? 0 : 1;
}

async function takeRows(
  place: AudiencePlace,
  file: CsvFile,
  rejectedFile: string,
  options: AudienceOptions,
  context: CommandContext,
) {
  await rm(rejectedFile, { force: true });
  const rows = createRejectedRows(rejectedFile, file);
  let first = '';
  const shown = createProgress(null, context);
  let before = 0;
  try {
    const result = await importAudience(place, options.campaignId, file, {
      ...options,
      isStopped: stopSwitch(context),
      onTaken: (taken) => {
        shown.add({ leads: taken - before });
        before = taken;
      },
      onRejected: (row, reason) => {
        if (first === '') first = `line ${row.line}: ${reason}`;
        return rows.add(row, reason);
      },
    });
    return { ...result, first };
  } finally {
    shown.end();
    await rows.close();
  }
}

async function exportFile(place: AudiencePlace, options: AudienceOptions, context: CommandContext): Promise<ExitCode> {
  if (options.out === null) {
    // The reader of the output may end before it: `audience export … | head`.
    process.stdout.once('error', (error: NodeJS.ErrnoException) => {
      process.exit(error.code === 'EPIPE' ? 0 : 2);
    });
    await exportAudience(place, options.campaignId, process.stdout, options);
    return 0;
  }
  const temporary = `${options.out}.tmp`;
  const output = (await open(temporary, 'w')).createWriteStream();
  try {
    const count = await exportAudience(place, options.campaignId, output, options);
    output.end();
    await finished(output);
    await rename(temporary, options.out);
    context.print(`${count} records written to ${options.out}.`);
    return 0;
  } catch (error) {
    output.destroy();
    await rm(temporary, { force: true });
    throw error;
  }
}
