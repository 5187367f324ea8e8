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
  const answerHeaders = Object.entries(entry.answerHeaders).flatMap(([name, value]) => [name, String(value)]);
  return {
    id: entry.id,
    at: new Date(entry.at).toISOString(),
    duration: Math.round(entry.duration * 1000) / 1000,
    world: world.name,
    workspace: entry.workspace,
    operation: entry.operation,
    status: entry.status,
    rule: entry.rule,
    warning: entry.warning === null ? null : maskText(entry.warning, secrets),
    delivery: entry.delivery,
    faults: entry.faults.map(({ id, effect, delay }) => ({ id, effect: effect as never, delay })),
    request: {
      method: entry.method,
      url: maskUrl(entry.url, secrets),
      headers: [...maskHeaders(entry.requestHeaders, secrets)],
      body: entry.requestBody === undefined ? null : bodyView(entry.requestBody, secrets, entry.parsedBody),
    },
    answer: {
      headers: [...maskHeaders(answerHeaders, secrets)],
      body: bodyView(entry.answerBody, secrets, undefined),
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

/**
 * JSON as JSON, else text; of a form its fields, for files are not kept as text.
 * @param parsed what the operation made of it
 */
function bodyView({ size, bytes }: KeptBody, secrets: readonly string[], parsed: unknown): BodyView {
  const isCut = bytes.length < size;
  if (parsed !== undefined) return { size, is_cut: isCut, json: maskJson(parsed, secrets) as never };
  const text = bytes.toString();
  const json = isCut ? undefined : parseJson(text);
  return json === undefined
    ? { size, is_cut: isCut, text: maskText(text, secrets) }
    : { size, is_cut: isCut, json: maskJson(json, secrets) as never };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
