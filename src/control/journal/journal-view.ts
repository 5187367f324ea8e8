import { STATUS_CODES } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { components } from '../../document/control-types.gen.ts';
import { readJson } from '../../json/json-value.ts';
import { kindOfPlace } from '../../store/state/root.ts';
import { type Masker, createMasker, headerPairs, maskHeaders, secretsOfHeaders } from '../../text/masker.ts';
import type { JournalEntry, KeptBody } from '../../worlds/journal.ts';
import type { FaultEffect } from '../../worlds/faults.ts';
import type { World } from '../../worlds/world.ts';

export type EntryView = components['schemas']['JournalEntry'];
type BodyView = NonNullable<EntryView['request']['body']>;

/** Of how many tokens of a world each is looked for in what the journal shows. */
const knownTokens = 1000;

/** An entry as it is shown: texts made of bytes, and every token masked. */
export function entryView(
  entry: JournalEntry,
  world: World,
  masker = createMasker([...secretsOfHeaders(entry.requestHeaders), ...tokensOfWorld(world)]),
): EntryView {
  const warning = entry.answerHeaders['x-contract-warning'];
  return {
    id: entry.id,
    at: new Date(entry.at).toISOString(),
    duration: Math.round(entry.duration * 1000) / 1000,
    world: world.name,
    workspace: entry.workspace,
    operation: entry.operation,
    status: entry.status,
    rule: entry.rule,
    is_of_console: entry.isOfConsole,
    warning: warning === undefined ? null : masker.text(warning),
    delivery: entry.delivery,
    faults: entry.faults.map(({ id, effect, delay }) => ({ id, effect: shownEffect(effect) as never, delay })),
    request: {
      method: entry.method,
      url: masker.url(entry.url),
      headers: maskHeaders(entry.requestHeaders, masker),
      body: entry.requestBody === undefined ? null : requestBodyView(entry.requestBody, entry, masker),
    },
    answer: {
      headers: maskHeaders(headersOfAnswer(entry).flat(), masker),
      body: bodyView(entry.answerSize, entry.answerBody, masker),
    },
    changes: entry.changes.map(({ in: place, id, before, after }) => ({
      collection: kindOfPlace(place),
      id: typeof id === 'string' ? masker.text(id) : id,
      before: (masker.json(before) ?? null) as never,
      after: (masker.json(after) ?? null) as never,
    })),
  };
}

/** What a fault answered stands in the answer. */
function shownEffect(effect: FaultEffect): FaultEffect {
  if (effect.type !== 'respond') return effect;
  const { headers: _headers, body: _body, ...shown } = effect;
  return shown;
}

function tokensOfWorld({ store }: World): readonly string[] {
  const view = store.view();
  const tokens: string[] = [];
  for (const collection of ['login_tokens', 'api_tokens'] as const) {
    if (view.count(collection) > knownTokens) continue;
    for (const { id } of view.all(collection)) tokens.push(id);
  }
  return tokens;
}

/** What every answer has, and what this one has besides. */
function headersOfAnswer(entry: JournalEntry): readonly (readonly [string, string])[] {
  if (entry.status === null) return [];
  return Object.entries({
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(entry.answerSize),
    ...(entry.rule !== null && { 'x-mock-rule': entry.rule }),
    ...entry.answerHeaders,
  });
}

/** Of a form its fields, and of its files what they were. */
function requestBodyView({ size, chunks, form }: KeptBody, entry: JournalEntry, masker: Masker): BodyView {
  if (form !== undefined) {
    const files = form.files.map((file) => ({ ...file, name: masker.text(file.name) }));
    return { size, is_cut: form.isCut, json: masker.json(form.fields), files };
  }
  const bytes = Buffer.concat(chunks);
  const { parsedBody } = entry;
  if (parsedBody !== undefined) return { size, is_cut: bytes.length < size, json: masker.json(parsedBody) };
  return bodyView(size, bytes, masker);
}

/** JSON as JSON, else text; so is JSON that is nested too deep to be walked. */
function bodyView(size: number, bytes: Buffer, masker: Masker): BodyView {
  const isCut = bytes.length < size;
  const text = bytes.toString();
  if (isCut) return { size, is_cut: true, text: masker.text(withoutLastWord(text)) };
  const json = readJson(text);
  return json === undefined
    ? { size, is_cut: false, text: masker.text(text) }
    : { size, is_cut: false, json: masker.json(json) };
}

/** The beginning of a token does not look like one. */
function withoutLastWord(text: string): string {
  return text.slice(0, -4096) + text.slice(-4096).replace(/(?<![\w.-])[\w.-]+$/, '');
}

/** The value of a request's first header of this name, in lower case. */
export function requestHeader({ requestHeaders }: JournalEntry, name: string): string | undefined {
  return headerPairs(requestHeaders).find(([header]) => header.toLowerCase() === name)?.[1];
}

/** What the console asked is left out unless it is wanted. */
export function isListedInJournal({ isOfConsole }: JournalEntry, withConsole = false): boolean {
  return withConsole || !isOfConsole;
}

/** So many bytes of entries are read before other requests have their turn. */
const sliceBytes = 2 ** 15;
/** What an entry takes besides its bytes. */
const bytesOfEntry = 2 ** 11;

/** The entries one after another, so that whatever is done with all of them holds nobody else up for long. */
export async function* inSlices(entries: Iterable<JournalEntry>): AsyncGenerator<JournalEntry, undefined> {
  let read = 0;
  for (const entry of entries) {
    yield entry;
    read += bytesOfEntry + entry.answerBody.length;
    for (const chunk of entry.requestBody?.chunks ?? []) read += chunk.length;
    if (read < sliceBytes) continue;
    read = 0;
    await setImmediate();
  }
}

/** Entries as an HTTP archive (HAR 1.2), the oldest first; tokens are masked in it as in the journal. */
export function harOf(entries: readonly EntryView[]): object {
  return {
    log: {
      version: '1.2',
      creator: { name: 'voice-agent-mock', version: '1' },
      entries: entries.map(harEntry),
    },
  };
}

/** What a request and an answer of an archive have alike. */
const ofBoth = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 };

export function harEntry(entry: EntryView): object {
  const { request, answer, status, duration } = entry;
  const { method, headers, body } = request;
  const url = absoluteUrl(request.url);
  return {
    startedDateTime: entry.at,
    time: duration,
    request: {
      ...ofBoth,
      method,
      url,
      headers,
      queryString: [...new URLSearchParams(url.split(/\?(.*)/s)[1] ?? '')].map(([name, value]) => ({ name, value })),
      ...(body !== null && { postData: { mimeType: contentTypeIn(headers), text: bodyText(body) } }),
      bodySize: body?.size ?? 0,
    },
    response: {
      ...ofBoth,
      headers: answer.headers,
      redirectURL: '',
      // HAR knows no answer that never came; by custom its status is 0.
      status: status === null || entry.delivery === 'cut-after' ? 0 : status,
      statusText: status === null ? '' : (STATUS_CODES[status] ?? ''),
      content: harContent(answer),
      bodySize: answer.body.size,
      ...(entry.delivery !== 'sent' && { _error: entry.delivery }),
    },
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
    _id: entry.id,
    _operation: entry.operation,
    _world: entry.world,
    _workspace: entry.workspace,
    ...(body?.files !== undefined && { _files: body.files.length }),
    _rule: entry.rule,
    _faults: entry.faults,
  };
}

function harContent({ headers, body }: EntryView['answer']): object {
  const content = { size: body.size, mimeType: contentTypeIn(headers), text: bodyText(body) };
  return body.is_cut ? { ...content, _isCut: true } : content;
}

/** A request's target as an address. Not every target is one when it is parsed: `//`. */
function absoluteUrl(target: string): string {
  if (/^https?:\/\//i.test(target)) return target;
  return `http://mock${target.startsWith('/') ? '' : '/'}${target}`;
}

function bodyText(body: EntryView['answer']['body']): string {
  return 'json' in body ? JSON.stringify(body.json) : (body.text ?? '');
}

function contentTypeIn(headers: readonly { readonly name: string; readonly value: string }[]): string {
  return headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? 'application/octet-stream';
}
