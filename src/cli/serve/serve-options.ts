import { addDuration, parseIsoDuration } from '../../domain/times.ts';
import { parseStoreAddress, shownAddress, storeAddressRule } from '../../store/postgres/store-address.ts';
import { memorySize, sizeRule } from '../../worlds/memory-budget.ts';
import { type CommandOptions, type Environment, UsageError, hasFlag, parseArguments } from '../command.ts';

const own = {
  store: {
    expected: storeAddressRule,
    shown: shownAddress,
    parse: (text: string) => (parseStoreAddress(text) === undefined ? undefined : text),
  },
  publicUrl: { parse: publicAddress },
  controlToken: { parse: ownToken },
  controlOrigin: { parse: origins },
  worldIdle: { parse: (text: string) => (idleTime(text) > 0 ? text : undefined) },
  memory: { expected: sizeRule, parse: (text: string) => (memorySize(text) === undefined ? undefined : text) },
};

export type ServeOptions = CommandOptions<'serve', typeof own>;

/** The options of `serve`. @throws UsageError with one sentence for whatever is invalid */
export function parseServeOptions(args: readonly string[], env: Environment): ServeOptions {
  const { options } = parseArguments('serve', own, args, env);
  const hasDataDirFlag = hasFlag(args, '--data-dir');
  if (hasDataDirFlag && options.ephemeral) {
    throw new UsageError(`--data-dir ${options.dataDir} keeps nothing with --ephemeral: leave one of the two out.`);
  }
  const other = options.ephemeral ? '--ephemeral' : hasDataDirFlag ? '--data-dir' : undefined;
  if (options.store !== null && other !== undefined) {
    throw new UsageError(`--store keeps the state elsewhere than ${other}: leave one of the two out.`);
  }
  if (options.reset && options.ephemeral) {
    throw new UsageError('--reset begins a data folder anew, and --ephemeral has none: leave one of the two out.');
  }
  if (options.sync && (options.store !== null || options.ephemeral)) {
    throw new UsageError('--sync waits for the disk of a data folder, and there is none: leave it out.');
  }
  return options;
}

/** What an example holds in a token's place is known to everybody. */
function ownToken(text: string): string | undefined {
  return /^(?!(?:replace|change)[-_]?me$)[\x21-\x7e]{8,200}$/i.test(text) ? text : undefined;
}

/** Origins as browsers write them, so that they can be compared. */
function origins(text: string): readonly string[] | undefined {
  const list = text.split(',').map((origin) => origin.trim());
  return list.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin) ? list : undefined;
}

/** An address that others may begin with, without a slash at the end. */
function publicAddress(text: string): string | undefined {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const { username, password, search, hash, href } = new URL(text);
  return username + password + search + hash === '' ? href.replace(/(?<!\/)\/+$/, '') : undefined;
}

/** The milliseconds of an ISO 8601 duration; NaN for what is none. */
export function idleTime(text: string): number {
  const length = parseIsoDuration(text);
  return length === undefined ? NaN : addDuration(new Date(0), length).getTime();
}
