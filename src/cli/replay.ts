import { readFile } from 'node:fs/promises';
import type { ReproFile } from '../control/repro-file.ts';
import { deepestJson, readJson } from '../json/read-json.ts';
import type { Command, CommandContext, ExitCode } from './command.ts';
import { parseOptions } from './option-table.ts';
import { playRepro, type ReproDifference } from './play-repro.ts';
import { UsageError } from './usage-error.ts';

/** What the command needs of a mock. */
export interface ReplayMock {
  readonly listen: (place: { readonly port: number; readonly host: string }) => Promise<{ readonly url: string }>;
  readonly close: () => Promise<void>;
}

const name = 'voice-agent-mock replay';

/** In levels: the file holds a state, some levels down, in which there is what the API took. */
const deepestFile = deepestJson + 20;

/** The command `voice-agent-mock replay FILE` over a way to make a mock. */
export function createReplayCommand(
  createMock: (options: { readonly strict: boolean }) => Promise<ReplayMock>,
): Command {
  return {
    operands: 'FILE',
    options: {},
    run: async ([path, ...others], context) => {
      if (path === undefined || path.startsWith('-')) throw new UsageError(`Name the file to replay: ${name} FILE.`);
      parseOptions(name, {}, others, context.env);
      const file = await readRepro(path);
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

async function readRepro(path: string): Promise<ReproFile> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new UsageError(`${path} cannot be read: ${reasonOf(error)}.`, { cause: error });
  });
  const file = readJson(text, deepestFile);
  if (isRepro(file)) return file;
  throw new UsageError(`${path} is no file of POST /__mock/repro.`);
}

function isRepro(file: unknown): file is ReproFile {
  return (
    typeof file === 'object' &&
    file !== null &&
    'format' in file &&
    file.format === 'voice-agent-mock/repro/1' &&
    'requests' in file &&
    Array.isArray(file.requests)
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
  if (leftOut !== null) print(`${leftOut.count} earlier requests are not in the file: ${leftOut.reason}.`);
  if (found === undefined) {
    print(`All ${requests.length} answers are equal, byte for byte.`);
    return 0;
  }
  const index = requests.findIndex(({ id }) => id === found.id) + 1;
  print(
    `Answer ${index} of ${requests.length} differs: ${found.request} (journal entry ${found.id})`,
    `  at ${found.place === '' ? 'the body' : found.place}`,
    `  recorded: ${shown(found.recorded)}`,
    `  replayed: ${shown(found.played)}`,
  );
  return 1;
}

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
