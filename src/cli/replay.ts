import { once } from 'node:events';
import { type IncomingMessage, request as send } from 'node:http';
import { type Command, type CommandContext, type ExitCode, UsageError, commandOf } from './command.ts';
import type { ReproAnswer, ReproFile, ReproRequest } from '../control/journal/repro-file.ts';
import { reasonOf } from '../files/file-system.ts';
import { readTextFile } from '../files/read-text-file.ts';
import { deepestJson, readJson } from '../json/json-value.ts';
import type { PublicMock } from '../mock.ts';
import { createMasker } from '../text/masker.ts';
import { mismatches } from '../worlds/matching.ts';

/** In levels: the file holds a state, some levels down, in which there is what the API took. */
const deepestFile = deepestJson + 20;

/** The command `voice-agent-mock replay FILE` over a way to make a mock. */
export function createReplayCommand(
  createMock: (options: { readonly strict: boolean }) => Promise<Pick<PublicMock, 'listen' | 'close'>>,
): Command {
  const run = async (_: object, context: CommandContext, [path]: readonly string[]): Promise<ExitCode> => {
    if (path === undefined) throw new UsageError('Name the file to replay: voice-agent-mock replay FILE.');
    const file = readRepro(path);
    const mock = await createMock({ strict: file.strict });
    try {
      const { url } = await mock.listen({ port: 0, host: '127.0.0.1' });
      return tell(file, await played(path, file, url), context);
    } finally {
      await mock.close();
    }
  };
  return commandOf('replay', run, 1);
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

export interface ReproDifference {
  /** The id that the request had in the journal. */
  readonly id: number;
  readonly request: string;
  /** What of the answer differs: `status`, `header x-mock-rule`, a JSON pointer into the body, or `body`. */
  readonly place: string;
  readonly recorded: unknown;
  readonly played: unknown;
}

/** In bytes: more than this is not sent in place of a body that was never read. */
const longestFiller = 2 ** 21;

/** In milliseconds, of one answer and of all: delays are left out of the file, and whatever else it asks for ends. */
const longestAnswer = 10_000;
const longestPlay = 600_000;

const world = '/__mock/worlds/repro';

const comparedHeaders = ['x-contract-warning', 'x-mock-source', 'x-mock-fallback', 'preference-applied', 'allow'];

/**
 * Plays a file's requests one after another, in a world of its own of the mock at `url`, each at its time.
 * @returns the first answer that differs, undefined where all are equal byte for byte
 * @throws Error where the mock does not take the state, or an answer does not end
 */
export async function playRepro(file: ReproFile, url: string): Promise<ReproDifference | undefined> {
  // Nothing that is played goes back to the scenario, which this mock need not have.
  await control(url, 'PUT', '/__mock/snapshots/repro', { ...file.state, scenario: 'default' });
  await control(url, 'POST', '/__mock/worlds', { name: 'repro', from: { snapshot: 'repro' } });
  const ended = AbortSignal.timeout(longestPlay);
  for (const request of file.requests) {
    await control(url, 'POST', `${world}/__mock/clock`, { freeze: request.at });
    await control(url, 'DELETE', `${world}/__mock/faults`);
    // An answer that one operation documents others may not.
    const { operation } = request;
    const scope = operation === undefined || operation === null ? {} : { operation };
    for (const effect of request.faults) await control(url, 'POST', `${world}/__mock/faults`, { ...scope, effect });
    const found = firstDifference(request.answer, await play(request, url, ended));
    if (found !== undefined) return { id: request.id, request: `${request.method} ${request.url}`, ...found };
  }
  return undefined;
}

async function control(url: string, method: string, path: string, body?: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${method} ${path} is answered ${answer.status}: ${await answer.text()}`);
}

type Played = Omit<ReproAnswer, 'is_cut' | 'delivery'>;

async function play(recorded: ReproRequest, url: string, ended: AbortSignal): Promise<Played> {
  const filler = () => Buffer.alloc(Math.min(recorded.body_size, longestFiller), ' ');
  const masker = createMasker();
  const body = recorded.body === null ? filler() : Buffer.from(recorded.body, 'base64');
  const headers = [...recorded.headers.flat(), 'x-mock-world', 'repro'];
  if (body.length > 0 || recorded.body !== null) headers.push('content-length', String(body.length));
  const { hostname, port } = new URL(url);
  const { method, url: path } = recorded;
  const signal = AbortSignal.any([ended, AbortSignal.timeout(longestAnswer)]);
  // Host is the only header that Node would add to those of the file.
  const outgoing = send({
    hostname,
    port,
    method,
    path,
    headers: ['host', `${hostname}:${port}`, ...headers],
    agent: false,
    signal,
  });
  // A tunnel has neither answer nor error.
  outgoing.on('error', () => undefined).end(body);
  try {
    const [response] = (await once(outgoing, 'response', { signal })) as [IncomingMessage];
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(response, 'end').catch(() => undefined);
    signal.throwIfAborted();
    const kept = comparedHeaders.flatMap((name) => {
      const value = response.headers[name];
      return value === undefined ? [] : [[name, masker.text(String(value))] as const];
    });
    const text = Buffer.concat(chunks).toString();
    return {
      status: response.statusCode ?? null,
      rule: ruleIn(response.headers['x-mock-rule']),
      headers: Object.fromEntries(kept),
      // As it was masked when it was recorded.
      body: recorded.answer.is_cut ? masker.text(text) : masker.body(text),
    };
  } catch (error) {
    if (signal.aborted) throw new Error(`the answer to ${method} ${path} does not end`, { cause: error });
    return { status: null, rule: null, headers: {}, body: '' };
  }
}

/** What follows the rule in the header is the name of a profile. */
function ruleIn(header: string | string[] | undefined): string | null {
  return header === undefined ? null : String(header).replace(/;.*/, '');
}

type Found = Pick<ReproDifference, 'place' | 'recorded' | 'played'>;

function firstDifference(recorded: ReproAnswer, played: Played): Found | undefined {
  // Of a connection that was cut nothing came, whatever had been decided.
  const isUnseen = recorded.delivery === 'cut-before' || recorded.delivery === 'cut-after';
  const expected = isUnseen ? { ...recorded, status: null, rule: null, headers: {}, body: '' } : recorded;
  if (expected.status !== played.status) return differs('status', expected.status, played.status);
  if (expected.rule !== played.rule) return differs('header x-mock-rule', expected.rule, played.rule);
  for (const name of comparedHeaders) {
    const [one, other] = [expected.headers[name], played.headers[name]];
    if (one !== other) return differs(`header ${name}`, one, other);
  }
  const [one, whole] = [withoutMockAddress(expected.body), withoutMockAddress(played.body)];
  const other = expected.is_cut ? whole.slice(0, one.length) : whole;
  return one === other ? undefined : bodyDifference(one, other);
}

/** A text without the mock's own address, which is another one when it is played, and in another world. */
function withoutMockAddress(body: string): string {
  // One that has been cut may end within an address.
  return body.replace(/"https?:\/\/[^"\s]*(?:(?=\/__mock\/voices\/)|$)/g, '"');
}

function bodyDifference(recorded: string, played: string): Found {
  const [one, other] = [readJson(recorded), readJson(played)];
  if (one !== undefined && other !== undefined) {
    const [found] = mismatches(one, other);
    if (found !== undefined) return differs(found.path, found.expected, found.actual);
    const [back] = mismatches(other, one);
    if (back !== undefined) return differs(back.path, back.actual, back.expected);
  }
  let at = 0;
  while (recorded[at] === played[at]) at += 1;
  const near = (text: string) => text.slice(Math.max(0, at - 40), at + 40);
  return differs(`body, at character ${at}`, near(recorded), near(played));
}

function differs(place: string, recorded: unknown, played: unknown): Found {
  return { place, recorded, played };
}
