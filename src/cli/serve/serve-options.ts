import { addDuration, parseIsoDuration } from '../../domain/times.ts';
import { parseStoreAddress, shownAddress, storeAddressRule } from '../../store/postgres/store-address.ts';
import { defaultMemory, memorySize, sizeRule } from '../../worlds/memory-budget.ts';
import {
  countOption,
  type Environment,
  hasFlag,
  type Option,
  type OptionValues,
  parseOptions,
  switchOption,
  textOption,
  UsageError,
  wordOption,
} from '../option-table.ts';

export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;

/** What `voice-agent-mock serve` can be told: the one source of its flags, variables, defaults and help. */
export const serveOptionTable = {
  port: countOption(
    'PORT',
    'Port to listen on; 0 takes a free one',
    ['a port: give a number from 0 to 65535, for example --port 4010', 0, 65_535],
    4010,
  ),
  host: textOption(
    'HOST',
    'Address to listen on; 0.0.0.0 listens on every one',
    'an address: give a host name or an IP address, for example --host 127.0.0.1',
    /^[\w.:-]+$/,
    '127.0.0.1',
  ),
  dataDir: textOption(
    'DIR',
    'Folder that keeps the state',
    'a folder: name one, for example --data-dir .data',
    /\S/,
    '.data',
  ),
  sync: switchOption('Answer a write when the disk itself has it, so that it survives a loss of power'),
  store: {
    placeholder: 'ADDRESS',
    fallback: null,
    summary: 'PostgreSQL that keeps the state, for any number of mocks that share it, in place of a folder',
    expected: storeAddressRule,
    shown: shownAddress,
    parse: (text) => (parseStoreAddress(text) === undefined ? undefined : text),
  } satisfies Option<string | null>,
  reads: wordOption(
    'HOW',
    'Of a shared store: linearizable, or local, by which reads may be of a moment ago',
    'a way to read: give linearizable or local',
    ['linearizable', 'local'],
    'linearizable',
  ),
  ephemeral: switchOption('Keep the state in memory only, and forget it at the end'),
  scenario: textOption(
    'NAME|DIR',
    'Data to begin as: a name in fixtures/ or a folder; default if nothing is kept yet',
    'a scenario: give the name of one, or a folder',
  ),
  watch: switchOption("Take over what is edited in the scenario's folder while the mock runs, and say what changed"),
  reset: switchOption('Give up the state in the data folder, and begin anew as the scenario'),
  profile: textOption(
    'FILE',
    'Profile of a deployment: what is done where the specification is silent',
    'a profile: name a file, for example --profile staging.overlay.yaml',
  ),
  faults: textOption(
    'FILE',
    'Faults that every world begins with, in YAML or JSON',
    'a file of faults: name one, for example --faults flaky.faults.yaml',
  ),
  strict: switchOption('Refuse what is tolerated with a warning otherwise'),
  publicUrl: {
    placeholder: 'URL',
    fallback: null,
    summary:
      'Where apps reach the mock if not at the host that their requests name: for the addresses of voice samples',
    expected: 'an address: give one as --public-url https://mock.example/platform',
    parse: publicAddress,
  } satisfies Option<string | null>,
  controlToken: textOption(
    'TOKEN',
    'What requests to /__mock must carry in x-mock-control-token; needed for control on a --host that others reach',
    'a token of your own: give at least 8 letters, digits and signs without blanks',
    // What an example holds in a token's place is known to everybody.
    /^(?!(?:replace|change)[-_]?me$)[\x21-\x7e]{8,200}$/i,
  ),
  controlOrigin: {
    placeholder: 'ORIGIN,…',
    fallback: [],
    summary: 'Web pages that may steer the mock beside its own',
    expected: 'an origin: give scheme, host and port, for example --control-origin http://localhost:5173',
    parse: origins,
  } satisfies Option<readonly string[]>,
  worldIdle: {
    placeholder: 'DURATION',
    fallback: 'PT1H',
    summary: 'After how long a world that nobody uses goes',
    expected: 'a duration: give one as ISO 8601 writes it, for example --world-idle PT1H',
    parse: (text) => (idleTime(text) > 0 ? text : undefined),
  } satisfies Option<string>,
  worldLimit: countOption(
    'COUNT',
    'How many worlds there may be beside the default one',
    ['a number of worlds: give one from 0 to 100000, for example --world-limit 1000', 0, 100_000],
    1000,
  ),
  memory: {
    placeholder: 'SIZE',
    fallback: defaultMemory,
    summary: 'What journals, snapshots and named worlds may hold together, in MB or with a unit; the oldest goes first',
    expected: sizeRule,
    parse: (text) => (memorySize(text) === undefined ? undefined : text),
  } satisfies Option<string>,
  keepAlive: countOption(
    'SECONDS',
    'How long a connection without requests stays open: longer than a proxy before it keeps its own',
    ['a time: give whole seconds from 1 to 3600, for example --keep-alive 75', 1, 3600],
    75,
  ),
  drain: countOption(
    'SECONDS',
    'How long SIGTERM leaves the mock serving while /__mock/ready says no, so that a balancer can turn away',
    ['a time: give whole seconds from 0 to 3600, for example --drain 10', 0, 3600],
    0,
  ),
  logLevel: wordOption(
    'LEVEL',
    `One line per request from this level on: ${logLevels.join(', ')}`,
    'a log level',
    logLevels,
    'info',
  ),
} as const;

export type ServeOptions = OptionValues<typeof serveOptionTable>;

/**
 * The options of `serve`.
 * @throws UsageError with one sentence for whatever is invalid
 */
export function parseServeOptions(args: readonly string[], env: Environment): ServeOptions {
  const options = parseOptions('voice-agent-mock serve', serveOptionTable, args, env);
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
