import type { components } from '../contract-document/control-types.gen.ts';
import { isSecretHeader, maskHeaders, maskJson } from '../http/mask-json.ts';
import { maskText, maskUrl } from '../http/mask-secrets.ts';
import type { JournalEntry, KeptBody } from '../worlds/journal.ts';
import type { World } from '../worlds/world.ts';

export type EntryView = components['schemas']['JournalEntry'];
type BodyView = NonNullable<EntryView['request']['body']>;

/** Of how many tokens of a world each is looked for in what the journal shows. */
const knownTokens = 1000;

/** An entry as it is shown: texts made of bytes, and every token masked. */
export function entryView(entry: JournalEntry, world: World): EntryView {
  const secrets = [...tokensOf(entry), ...tokensOfWorld(world)];
  const answerHeaders = headersOfAnswer(entry).flat();
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
    warning: warning === undefined ? null : maskText(warning, secrets),
    delivery: entry.delivery,
    faults: entry.faults.map(({ id, effect, delay }) => ({ id, effect: effect as never, delay })),
    request: {
      method: entry.method,
      url: maskUrl(entry.url, secrets),
      headers: [...maskHeaders(entry.requestHeaders, secrets)],
      body: entry.requestBody === undefined ? null : requestBodyView(entry.requestBody, entry.parsedBody, secrets),
    },
    answer: {
      headers: [...maskHeaders(answerHeaders, secrets)],
      body: bodyView(entry.answerSize, entry.answerBody, secrets),
    },
    changes: entry.changes.map(({ collection, id, before, after }) => ({
      collection,
      id: typeof id === 'string' ? maskText(id, secrets) : id,
      before: (maskJson(before, secrets) ?? null) as never,
      after: (maskJson(after, secrets) ?? null) as never,
    })),
  };
}

/** The tokens that came with a request, in whatever header. */
export function tokensOf({ requestHeaders }: JournalEntry): readonly string[] {
  const tokens: string[] = [];
  for (let at = 0; at < requestHeaders.length; at += 2) {
    const [name = '', value = ''] = requestHeaders.slice(at, at + 2);
    if (isSecretHeader(name)) tokens.push(value, value.replace(/^bearer\s+/i, ''));
  }
  return tokens;
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
export function headersOfAnswer(entry: JournalEntry): readonly (readonly [string, string])[] {
  if (entry.status === null) return [];
  return [
    ['content-type', 'application/json; charset=utf-8'],
    ['content-length', String(entry.answerSize)],
    ...(entry.rule === null ? [] : [['x-mock-rule', entry.rule] as const]),
    ...Object.entries(entry.answerHeaders),
  ];
}

/** Of a form its fields, and of its files what they were. */
function requestBodyView({ size, chunks, form }: KeptBody, parsed: unknown, secrets: readonly string[]): BodyView {
  const bytes = Buffer.concat(chunks);
  if (form !== undefined) {
    const files = form.files.map((file) => ({ ...file, name: maskText(file.name, secrets) }));
    return { size, is_cut: form.isCut, json: maskJson(form.fields, secrets), files };
  }
  if (parsed === undefined) return bodyView(size, bytes, secrets);
  return { size, is_cut: bytes.length < size, json: maskJson(parsed, secrets) };
}

/** JSON as JSON, else text. */
function bodyView(size: number, bytes: Buffer, secrets: readonly string[]): BodyView {
  const isCut = bytes.length < size;
  const whole = bytes.toString();
  // The beginning of a token does not look like one.
  const text = isCut ? whole.slice(0, -4096) + whole.slice(-4096).replace(/[\w.-]+$/, '') : whole;
  const json = isCut ? undefined : parseJson(text);
  return json === undefined
    ? { size, is_cut: isCut, text: maskText(text, secrets) }
    : { size, is_cut: isCut, json: maskJson(json, secrets) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
