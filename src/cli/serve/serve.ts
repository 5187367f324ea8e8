import { watch } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Command, type CommandContext, type ExitCode, explainedAs, givenOf } from '../command.ts';
import { describedCommands } from '../commands.gen.ts';
import { type ServeOptions, idleTime, parseServeOptions } from './serve-options.ts';
import { isError, reasonOf } from '../../files/file-system.ts';
import { type RequestLog, createRequestLog } from '../../http/answer/request-log.ts';
import { isLoopback } from '../../http/locate.ts';
import type { MockOptions, PublicMock } from '../../mock.ts';
import { parseStoreAddress } from '../../store/postgres/store-address.ts';
import type { FollowedScenario, KindOfChange } from '../../worlds/followed-scenario.ts';

export type ServedMock = Pick<
  PublicMock,
  'accounts' | 'profile' | 'scenario' | 'listen' | 'drain' | 'followScenario' | 'close'
>;

export type CreateServedMock = (options: MockOptions) => Promise<ServedMock>;

/** How long the mock may take to close, in milliseconds; an orchestrator commonly waits ten seconds before it kills. */
const closingTime = 4500;

/** Ctrl-C under npm arrives twice, from the terminal and from npm: within this many milliseconds it is one signal. */
const sameSignal = 500;

export function createServeCommand(createMock: CreateServedMock): Command {
  return (args, context) => serve(createMock, parseServeOptions(args, context.env), context);
}

/** What the command line says of the mock, apart from where it logs. */
function givenOptions(options: ServeOptions): MockOptions {
  const { reset, sync, store, reads, strict, worldLimit, memory } = options;
  const { scenario, profile, faults, publicUrl, controlToken, controlOrigin: controlOrigins } = options;
  const others = givenOf({ scenario, profile, faults, publicUrl, controlToken, controlOrigins });
  const worldIdleTime = idleTime(options.worldIdle);
  return { reset, sync, store, reads, strict, worldLimit, memory, worldIdleTime, ...others };
}

async function serve(createMock: CreateServedMock, options: ServeOptions, context: CommandContext): Promise<ExitCode> {
  const log = createRequestLog({ level: options.logLevel, isTerminal: context.isTerminal });
  const dataDir = options.ephemeral ? null : options.dataDir;
  // Lines that a program reads are JSON, each of them.
  const isForPeople = context.isTerminal || options.logLevel === 'silent';
  const tell = (event: string, message: string, facts = {}): void => {
    if (isForPeople) return;
    // Beside the lines of its requests.
    context.print(JSON.stringify({ level: 'info', time: new Date().toISOString(), event, message, ...facts }));
  };
  const onNotice = isForPeople ? context.printError : (notice: string) => log.write({ notice });
  const started = createMock({ ...givenOptions(options), dataDir, log, onNotice });
  const mock = await started.catch(explainedAs((reason) => `voice-agent-mock cannot start: ${reason}`));
  await keepOutOfGit(options);
  const unwatch = options.watch ? watchScenario(await mock.followScenario(), context) : undefined;
  const listening = mock.listen({ ...options, keepAlive: options.keepAlive * 1000 });
  const { url } = await listening.catch(explainedAs((_, error) => listenProblem(error, options)));
  const ended = endSignal(context);
  const { accounts, scenario, profile } = mock;
  const store = parseStoreAddress(options.store ?? '')?.shown;
  const isControlled = options.controlToken !== null || isLoopback(options.host);
  const facts = { version: context.version, url, dataDir, accounts, scenario, profile, store, isControlled };
  if (isForPeople) context.print(...banner(facts));
  tell('listening', listeningSentence(facts), { url, scenario: facts.scenario, state: statePlace(facts) });
  await ended;
  mock.drain();
  if (options.drain > 0) {
    tell('draining', `Not ready any more, and serving for ${options.drain} s.`, { seconds: options.drain });
    await new Promise((resolve) => setTimeout(resolve, options.drain * 1000));
  }
  await unwatch?.();
  const code = await closeServed(mock, log, context);
  tell('stopped', 'Every answered write is kept, and the server is closed.');
  return code;
}

/** The folder that nobody has named is nobody's to commit. */
async function keepOutOfGit({ dataDir, ephemeral, store }: ServeOptions): Promise<void> {
  const { fallback } = describedCommands.serve.options.dataDir;
  if (ephemeral || store !== null || dataDir !== fallback) return;
  await writeFile(join(dataDir, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => undefined);
}

function listenProblem(error: unknown, { port, host }: ServeOptions): string {
  switch (isError(error) && 'code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken: stop what listens there, or give another, for example --port ${port < 65_535 ? port + 1 : port - 1}.`;
    case 'EACCES':
      return `Port ${port} on ${host} is not open to this user: give one above 1023, for example --port 4010.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `Host ${host} is no address of this machine: give one that is, for example --host 127.0.0.1.`;
    default:
      return `voice-agent-mock cannot listen on port ${port} of ${host}: ${reasonOf(error)}.`;
  }
}

/** Resolves at the first signal to end; a later one ends the process at once. */
function endSignal({ onEndSignal, now, exit }: CommandContext): Promise<void> {
  return new Promise((resolve) => {
    let first: number | undefined;
    onEndSignal(() => {
      if (first === undefined) {
        first = now();
        resolve();
      } else if (now() - first > sameSignal) {
        exit(1);
      }
    });
  });
}

async function closeServed(mock: ServedMock, log: RequestLog, context: CommandContext): Promise<ExitCode> {
  const deadline = setTimeout(() => {
    context.printError(`Some requests did not end within ${closingTime / 1000} s: they were cut off.`);
    context.exit(1);
  }, closingTime);
  try {
    await mock.close();
    await log.close();
    return 0;
  } finally {
    clearTimeout(deadline);
  }
}

/** In milliseconds: what is saved within this time is one change; an editor writes a file in several steps. */
const settling = 200;
/** Of one kind; more are counted. */
const mostNamed = 5;

/** Takes over what is edited in a scenario's folder, and says what has changed, or why it cannot. @returns what ends it */
export function watchScenario(scenario: FollowedScenario, { print, printError }: CommandContext): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let taking: Promise<void> = Promise.resolve();
  const take = async () => {
    try {
      const changes = await scenario.takeOver();
      if (changes.length > 0) print(`${scenario.dir} has changed: ${changes.map(changeInWords).join('; ')}.`);
    } catch (error) {
      const [first = '', ...lines] = reasonOf(error).split('\n');
      printError(`The mock keeps its state, because a change of its scenario does not fit. ${first}`, ...lines);
    }
  };
  const watcher = watch(scenario.dir, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      taking = taking.then(take);
    }, settling);
  });
  watcher.on('error', (error) => printError(`${scenario.dir} is watched no longer: ${error.message}.`));
  return async () => {
    watcher.close();
    clearTimeout(timer);
    await taking;
  };
}

function changeInWords({ of, added, changed, removed }: KindOfChange): string {
  const parts = Object.entries({ added, changed, removed }).filter(([, ids]) => ids.length > 0);
  return `${of} ${parts.map(([what, ids]) => `${what}: ${idsInWords(ids)}`).join(', ')}`;
}

function idsInWords(ids: readonly (number | string)[]): string {
  const more = ids.length - mostNamed;
  return ids.slice(0, mostNamed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

interface BannerFacts extends Pick<ServedMock, 'accounts' | 'scenario'>, Partial<Pick<ServedMock, 'profile'>> {
  readonly version: string;
  /** Where the mock listens, without a slash at the end. */
  readonly url: string;
  /** Folder that keeps the state; null: memory. */
  readonly dataDir: string | null;
  /** Where the state is kept in place of the folder, without its password. */
  readonly store?: string | undefined;
  /** Whether the console and /__mock answer: on an address that others reach they need a token. */
  readonly isControlled: boolean;
}

const controlOff = 'off, as the control API is, because others reach this address: --control-token TOKEN turns both on';

/** What the server says of itself when it listens, line by line; the first line alone holds the address. */
export function banner(facts: BannerFacts): readonly string[] {
  const { url, accounts, scenario, isControlled, profile = null } = facts;
  const token = accounts.find((account) => account.api_token !== null)?.api_token ?? null;
  const row = (name: string, value: string): string => `  ${name.padEnd(11)}${value}`;
  const choices = `${profile?.decided ?? 0} ${profile?.decided === 1 ? 'choice' : 'choices'}`;
  return [
    listeningSentence(facts),
    '',
    row('base_url', `${url}/api/v1/global`),
    row('api_url', url),
    row('alt_url', url),
    '',
    ...accounts.flatMap((account) => [
      row('workspace', `${account.workspace_id} ${account.workspace_name}`),
      row('  token', account.api_token ?? 'none yet'),
      row('  login', account.login_token ?? 'none'),
      '',
    ]),
    ...(token === null ? [] : [row('try', `curl -X POST ${url}/api/v1/global/verify -H 'token: ${token}'`), '']),
    row('console', isControlled ? url : controlOff),
    row('docs', `${url}/__mock/docs`),
    row('scenario', scenario),
    row('state', statePlace(facts)),
    ...(profile === null ? [] : [row('profile', `${profile.name}, which decides ${choices}`)]),
    row('stop', 'Ctrl-C'),
    '',
  ];
}

function listeningSentence({ version, url }: BannerFacts): string {
  return `voice-agent-mock ${version} listens on ${url}`;
}

function statePlace({ dataDir, store }: BannerFacts): string {
  return store === undefined && dataDir === null ? 'in memory, forgotten at the end' : `kept in ${store ?? dataDir}`;
}
