import type { ReproFile } from '../control/journal/repro-file.ts';
import { deepestJson, readJson } from '../json/json-text.ts';
import { readTextFile } from '../files/read-text-file.ts';
import type { PublicMock } from '../mock.ts';
import type { Command, CommandContext, ExitCode } from './command.ts';
import { parseArguments, UsageError } from './option-table.ts';
import { playRepro, type ReproDifference } from './play-repro.ts';
import { reasonOf } from '../files/file-system.ts';

const name = 'voice-agent-mock replay';

/** In levels: the file holds a state, some levels down, in which there is what the API took. */
const deepestFile = deepestJson + 20;

/** The command `voice-agent-mock replay FILE` over a way to make a mock. */
export function createReplayCommand(
  createMock: (options: { readonly strict: boolean }) => Promise<Pick<PublicMock, 'listen' | 'close'>>,
): Command {
  return {
    operands: 'FILE',
    options: {},
    run: async (args, context) => {
      const [path] = parseArguments(name, {}, args, context.env, 1).operands;
      if (path === undefined) throw new UsageError(`Name the file to replay: ${name} FILE.`);
      const file = readRepro(path);
      const mock = await createMock({ strict: file.strict });
      try {
        const { url } = await mock.listen({ port: 0, host: '127.0.0.1' });
        return tell(file, await played(path, file, url), context);
      } finally {
        await mock.close();
      }
    },
  };
}

function readRepro(path: string): ReproFile {
  const file = readJson(readTextFile(path, largest), deepestFile);
  if (isRepro(file)) return file;
  throw new UsageError(`${path} is no file of POST /__mock/repro.`);
}

/** A journal's 16 MB as text, and the state; in bytes. */
const largest = 400 * 2 ** 20;

function isRepro(file: unknown): file is ReproFile {
  if (!(file instanceof Object)) return false;
  const { format, strict, left_out: leftOut, state, requests }: Partial<Record<keyof ReproFile, unknown>> = file;
  const isWhole =
    leftOut === undefined ||
    leftOut === null ||
    (leftOut instanceof Object && 'count' in leftOut && 'reason' in leftOut);
  return (
    format === 'voice-agent-mock/repro/1' &&
    typeof strict === 'boolean' &&
    isWhole &&
    state instanceof Object &&
    Array.isArray(requests) &&
    requests.every(
      (request: unknown) => request instanceof Object && 'answer' in request && request.answer instanceof Object,
    )
  );
}

async function played(path: string, file: ReproFile, url: string): Promise<ReproDifference | undefined> {
  try {
    return await playRepro(file, url);
  } catch (error) {
    throw new UsageError(`${path} cannot be played: ${reasonOf(error)}`, { cause: error });
  }
}

function tell(file: ReproFile, found: ReproDifference | undefined, { print }: CommandContext): ExitCode {
  const { requests, left_out: leftOut } = file;
  if (leftOut) print(`${leftOut.count} earlier requests are not in the file: ${leftOut.reason}.`);
  if (found === undefined) {
    print(`All ${requests.length} answers are equal, byte for byte.`);
    return 0;
  }
  const index = requests.findIndex(({ id }) => id === found.id) + 1;
  print(
    `Answer ${index} of ${requests.length} differs: ${found.request} (journal entry ${found.id})`,
    `  at ${found.place === '' ? 'the body' : found.place}`,
    `  recorded: ${longValue(found.recorded)}`,
    `  replayed: ${longValue(found.played)}`,
  );
  return 1;
}

function longValue(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}
