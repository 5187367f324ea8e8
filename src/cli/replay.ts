import { once } from 'node:events';
import { type IncomingMessage, request as send } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { type Mock, createMock } from '../app.ts';
import { type CommandContext, type ExitCode, UsageError, commandOf, explainedAs } from './command.ts';
import {
  type ReproAnswer,
  type ReproFile,
  type ReproRequest,
  reproAnswer,
  reproFormat,
} from '../control/journal/repro-file.ts';
import { readTextFile } from '../files/read-text-file.ts';
import { deepestJson, fieldOf, isObject, memberOf, readJson } from '../json/json-value.ts';
import { createMasker } from '../text/masker.ts';
import type { Journal } from '../worlds/journal.ts';
import { type Mismatch, mismatches } from '../worlds/matching.ts';

/** In levels: the file holds a state, some levels down, in which there is what the API took. */
const deepestFile = deepestJson + 20;

export const replayCommand = commandOf('replay', async (_, context, [path]) => {
  if (path === undefined) throw new UsageError('Name the file to replay: voice-agent-mock replay FILE.');
  const file = readRepro(path);
  const mock = await createMock({ strict: file.strict });
  try {
    const played = mock.listen(0).then(({ url }) => playRepro(file, url, mock.worlds));
    return tell(file, await played.catch(explainedAs((reason) => `${path} cannot be played: ${reason}`)), context);
  } finally {
    await mock.close();
  }
});

function readRepro(path: string): ReproFile {
  const file = readJson(readTextFile(path, largest), deepestFile);
  if (isRepro(file)) return file;
  throw new UsageError(`${path} is no file of POST /__mock/repro.`);
}

/** A journal's 16 MB as text, and the state; in bytes. */
const largest = 400 * 2 ** 20;

function isRepro(file: unknown): file is ReproFile {
  const at = (name: keyof ReproFile): unknown => fieldOf(file, name);
  const [leftOut, requests] = [at('left_out'), at('requests')];
  const isLeftOutTold = !leftOut || (isObject(leftOut) && 'count' in leftOut && 'reason' in leftOut);
  const isPlain = at('format') === reproFormat && typeof at('strict') === 'boolean' && isObject(at('state'));
  return (
    isPlain && isLeftOutTold && Array.isArray(requests) && requests.every((each) => isObject(memberOf(each, 'answer')))
  );
}

function tell(
  { requests, left_out: leftOut }: ReproFile,
  found: Awaited<ReturnType<typeof playRepro>>,
  { print }: CommandContext,
): ExitCode {
  if (leftOut) print(`${leftOut.count} earlier requests are not in the file: ${leftOut.reason}.`);
  if (found === undefined) {
    print(`All ${requests.length} answers are equal, byte for byte.`);
    return 0;
  }
  const { id, method, url } = found.request;
  print(
    `Answer ${requests.indexOf(found.request) + 1} of ${requests.length} differs: ${method} ${url} (journal entry ${id})`,
    `  at ${found.path === '' ? 'the body' : found.path}`,
    `  recorded: ${longValue(found.expected)}`,
    `  replayed: ${longValue(found.actual)}`,
  );
  return 1;
}

function longValue(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}

/** In bytes: more than this is not sent in place of a body that was never read. */
const longestFiller = 2 ** 21;

/** In milliseconds, of one answer and of all: delays are left out of the file, and whatever else it asks for ends. */
const longestAnswer = 10_000;
const longestPlay = 600_000;

const world = '/__mock/worlds/repro';

/**
 * Plays a file's requests one after another, in a world of its own of the mock at `url`, each at its time.
 * @returns the first answer that differs, undefined where all are equal byte for byte
 * @throws Error where the mock does not take the state, or an answer does not end
 */
async function playRepro(
  file: ReproFile,
  url: string,
  worlds: Mock['worlds'],
): Promise<(Mismatch & { readonly request: ReproRequest }) | undefined> {
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
    const played = await play(request, url, worlds.find('repro')?.journal, ended);
    const found = firstDifference(request.answer, played);
    if (found !== undefined) return { request, ...found };
  }
  return undefined;
}

async function control(url: string, method: string, path: string, body?: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${method} ${path} is answered ${answer.status}: ${await answer.text()}`);
}

/** The answer as the journal has it, like the recorded one. */
async function play(
  { method, url: path, body: sent, body_size: size, headers }: ReproRequest,
  url: string,
  journal: Journal | undefined,
  ended: AbortSignal,
): Promise<ReproAnswer> {
  const body = sent === null ? Buffer.alloc(Math.min(size, longestFiller), ' ') : Buffer.from(sent, 'base64');
  const length = body.length > 0 || sent !== null ? ['content-length', String(body.length)] : [];
  const { hostname, port, host } = new URL(url);
  const last = journal?.lastId;
  const signal = AbortSignal.any([ended, AbortSignal.timeout(longestAnswer)]);
  // Host is the only header that Node would add to those of the file.
  const outgoing = send({
    hostname,
    port,
    method,
    path,
    signal,
    agent: false,
    headers: ['host', host, ...headers.flat(), 'x-mock-world', 'repro', ...length],
  });
  outgoing.on('error', () => undefined).end(body);
  try {
    // A fault may cut the connection: the journal has what was decided.
    const [response] = (await once(outgoing, 'response', { signal }).catch(() => [])) as [IncomingMessage?];
    if (response !== undefined) await once(response.resume(), 'close', { signal }).catch(() => undefined);
    while (journal?.lastId === last) await setTimeout(1, undefined, { signal });
    signal.throwIfAborted();
  } catch (error) {
    throw new Error(`the answer to ${method} ${path} does not end`, { cause: error });
  }
  const entry = journal?.get(journal.lastId);
  if (entry === undefined) throw new Error(`the answer to ${method} ${path} was not kept`);
  // The tokens of this world are names already that stand for others.
  return reproAnswer(entry, createMasker(), (text) => text);
}

/** Where an answer differs first: at `status`, `headers allow`, a JSON pointer into the body, or a place in its text. */
function firstDifference(
  { body, is_cut: isCut, ...recorded }: ReproAnswer,
  { body: playedBody, is_cut: _, ...played }: ReproAnswer,
): Mismatch | undefined {
  const found = differenceIn(recorded, played);
  if (found !== undefined) return { ...found, path: found.path.slice(1).replace('/', ' ') };
  const [one, whole] = [body, playedBody].map(withoutMockAddress) as [string, string];
  const other = isCut ? whole.slice(0, one.length) : whole;
  if (one === other) return undefined;
  const [read, readAgain] = [readJson(one), readJson(other)];
  const inJson = read === undefined || readAgain === undefined ? undefined : differenceIn(read, readAgain);
  if (inJson !== undefined) return inJson;
  let at = 0;
  while (one[at] === other[at]) at += 1;
  const near = (text: string) => text.slice(Math.max(0, at - 40), at + 40);
  return { path: `body, at character ${at}`, expected: near(one), actual: near(other) };
}

/** A text without the mock's own address, which is another one when it is played, and in another world. */
function withoutMockAddress(body: string): string {
  // One that has been cut may end within an address.
  return body.replace(/"https?:\/\/[^"\s]*(?:(?=\/__mock\/voices\/)|$)/g, '"');
}

/** The first place where one has something else, or that one of them lacks. */
function differenceIn(recorded: unknown, played: unknown): Mismatch | undefined {
  const [found] = mismatches(recorded, played);
  if (found !== undefined) return found;
  const [more] = mismatches(played, recorded);
  return more && { ...more, expected: more.actual, actual: more.expected };
}
