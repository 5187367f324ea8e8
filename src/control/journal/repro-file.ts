import type { components } from '../../document/control-types.gen.ts';
import { type Masker, createMasker, headerPairs, maskMultipart, secretsOfHeaders } from '../../text/masker.ts';
import { isSecretName, mask } from '../../text/secret-looks.ts';
import type { FaultEffect } from '../../worlds/faults.ts';
import type { JournalEntry } from '../../worlds/journal.ts';
import type { World } from '../../worlds/world.ts';
import { requestHeader } from './journal-view.ts';
import { snapshotFile } from '../worlds/world-views.ts';

export const reproFormat = 'voice-agent-mock/repro/1';

/** A state and the requests that were made of it, to be played again. */
export interface ReproFile {
  readonly format: typeof reproFormat;
  readonly made_on: string;
  readonly world: string;
  readonly strict: boolean;
  /** Entries of the journal that were left out, and why. */
  readonly left_out: { readonly count: number; readonly reason: string } | null;
  readonly state: components['schemas']['SnapshotFile'];
  readonly requests: readonly ReproRequest[];
}

export interface ReproRequest extends Pick<JournalEntry, 'id' | 'method' | 'url'> {
  /** The world's time that it was handled at. */
  readonly at: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Base64; null if none was read: then so many bytes of anything do. */
  readonly body: string | null;
  readonly body_size: number;
  /** The operation that the faults were for; null or absent: none. */
  readonly operation?: string | null;
  /** What faults did to it; waiting is left out. */
  readonly faults: readonly FaultEffect[];
  readonly answer: ReproAnswer;
}

export interface ReproAnswer extends Pick<JournalEntry, 'status' | 'rule' | 'delivery'> {
  readonly headers: Readonly<Record<string, string>>;
  /** Its beginning, if it was too large to be kept; secrets are masked. */
  readonly body: string;
  readonly is_cut: boolean;
}

/**
 * The file that plays a world's journal again. No secret is in it: each token of the state is replaced by a name that
 * stands for it, in the state and wherever else it occurs, so that it opens the same and is worth nothing elsewhere;
 * other secrets are masked, and of files only size and type are as they were.
 * @param entries in the order in which they came
 * @returns undefined if nothing can be played
 */
export function makeReproFile(
  world: World,
  entries: readonly JournalEntry[],
  isStrict: boolean,
  now: Date,
): ReproFile | undefined {
  const played = lastRun(entries.toSorted((one, other) => one.decided - other.decided));
  const [first] = played;
  if (first === undefined) return undefined;
  const state = snapshotFile('repro', {
    scenario: world.scenario,
    seed: world.seed,
    records: first.before,
    clock: { frozenAt: first.at },
    random: world.random.state(),
    profile: world.profile,
  });
  const standIns = standInsOf([...(state.records.login_tokens ?? []), ...(state.records.api_tokens ?? [])]);
  const count = entries.length - played.length;
  return {
    format: reproFormat,
    made_on: now.toISOString(),
    world: world.name,
    strict: isStrict,
    left_out: count === 0 ? null : { count, reason: whyLeftOut },
    state: withoutSecrets(JSON.parse(standIns(JSON.stringify(state))) as typeof state),
    requests: played.map((entry) => reproRequest(entry, standIns)),
  };
}

const whyLeftOut = 'after them the state was changed from outside of the API, or a body was too large to be kept';

/**
 * The last entries that follow one another: each finds a state that one of them left. One whose body was not kept whole
 * cannot be played, and the run begins after it.
 */
function lastRun(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  let run: JournalEntry[] = [];
  let known = new Set<unknown>();
  for (const entry of entries) {
    if (!known.has(entry.before.root)) {
      run = [];
      known = new Set([entry.before.root]);
    }
    if (isPlayable(entry)) {
      run.push(entry);
      known.add(entry.after.root);
    } else if (entry.after.root !== entry.before.root) {
      run = [];
      known = new Set([entry.after.root]);
    }
  }
  return run;
}

function isPlayable({ requestBody }: JournalEntry): boolean {
  if (requestBody === undefined) return true;
  return requestBody.chunks.reduce((sum, chunk) => sum + chunk.length, 0) === requestBody.size;
}

/** A text with each token replaced by the name that stands for it. */
type StandIns = (text: string) => string;

function standInsOf(records: readonly object[]): StandIns {
  const tokens = records
    .map((record) => ('id' in record ? String(record.id) : ''))
    .filter((token) => token !== '')
    // The longest first: one may be a part of another.
    .sort((one, other) => other.length - one.length || (one < other ? -1 : 1));
  return (text) =>
    tokens.reduce((replaced, token, index) => replaced.replaceAll(token, `stand-in-${index + 1}-of-a-token`), text);
}

/** A digest must look like one, and tells nothing. */
const digests: ReadonlySet<string> = new Set(['sha256']);

function withoutSecrets(state: ReproFile['state']): ReproFile['state'] {
  const masker = createMasker();
  const collections: [string, unknown][] = Object.entries(state.records);
  const records = collections.map(([collection, list]) => {
    // Of the tokens the stand-ins are left.
    const isTokens = collection === 'login_tokens' || collection === 'api_tokens';
    return [collection, isTokens ? list : masker.json(list, digests)] as const;
  });
  // Masking leaves the shape as it is.
  const masked = { records: Object.fromEntries<unknown>(records), leads: masker.json(state.leads) } as Partial<
    typeof state
  >;
  return { ...state, ...masked };
}

function reproRequest(entry: JournalEntry, standIns: StandIns): ReproRequest {
  const { requestBody } = entry;
  const masker = createMasker(secretsOfHeaders(entry.requestHeaders).filter((secret) => standIns(secret) === secret));
  const body = requestBody && reproBody(Buffer.concat(requestBody.chunks), entry, masker, standIns);
  const announced = Number(requestHeader(entry, 'content-length') ?? 0);
  const isStreamed = requestHeader(entry, 'transfer-encoding') !== undefined;
  return {
    id: entry.id,
    at: new Date(entry.at).toISOString(),
    method: entry.method,
    url: masker.url(standIns(entry.url)),
    headers: reproHeaders(entry, masker, standIns),
    body: body?.toString('base64') ?? null,
    body_size: body?.length ?? (isStreamed ? Math.max(1, announced) : announced),
    operation: entry.operation,
    faults: entry.faults
      .filter(({ effect: { type } }) => type !== 'delay' && type !== 'dribble')
      .map(({ effect }) => withoutTokens(effect, masker, standIns)),
    answer: reproAnswer(entry, masker, standIns),
  };
}

/** What a fault answers may hold one. */
function withoutTokens(effect: FaultEffect, masker: Masker, standIns: StandIns): FaultEffect {
  if (effect.type !== 'respond') return effect;
  const { headers, body } = JSON.parse(standIns(JSON.stringify(effect))) as typeof effect;
  const shown = Object.entries(headers ?? {}).map(([name, value]) => [name, masker.header(name, value)] as const);
  return {
    ...effect,
    ...(headers && { headers: Object.fromEntries(shown) }),
    ...(body !== undefined && { body: masker.json(body) }),
  };
}

function reproBody(bytes: Buffer, entry: JournalEntry, masker: Masker, standIns: StandIns): Buffer {
  const contentType = requestHeader(entry, 'content-type') ?? '';
  // Latin-1 keeps every byte, and tokens are ASCII.
  const plain = Buffer.from(standIns(bytes.toString('latin1')), 'latin1');
  if (/multipart/i.test(contentType)) {
    // The journal has overwritten the content of files.
    const whole = maskMultipart(plain, contentType, masker);
    return whole ?? Buffer.alloc(plain.length, ' ');
  }
  const text = plain.toString();
  const masked = masker.body(text);
  // As long as it was: of what is not JSON the message says at which place.
  return masked === text ? plain : Buffer.from(masked.padEnd(text.length));
}

export function reproAnswer(entry: JournalEntry, masker: Masker, standIns: StandIns): ReproAnswer {
  const isCut = entry.answerBody.length < entry.answerSize;
  const text = standIns(entry.answerBody.toString());
  return {
    status: entry.status,
    rule: entry.rule,
    headers: answerHeaders(entry, masker, standIns),
    body: isCut ? masker.text(text) : masker.body(text),
    is_cut: isCut,
    delivery: entry.delivery,
  };
}

/** What the connection says of itself is left out, and a preference says the seed that was taken. */
const connectionHeaders =
  /^(host|connection|keep-alive|content-length|transfer-encoding|expect|upgrade|x-mock-world|x-mock-control-token|cookie|proxy-.*)$/i;

function reproHeaders(entry: JournalEntry, masker: Masker, standIns: StandIns): readonly (readonly [string, string])[] {
  const applied = entry.answerHeaders['preference-applied'];
  return headerPairs(entry.requestHeaders).flatMap(([name, value]) => {
    if (connectionHeaders.test(name)) return [];
    if (/^prefer$/i.test(name) && applied !== undefined) return [[name, withoutDelay(applied)] as const];
    const shown = isSecretName(name, 'header') ? secretValue(value, standIns) : masker.header(name, standIns(value));
    return [[masker.text(name), shown] as const];
  });
}

/** Nothing waits when it is played again, and which fault it was does not matter. */
function answerHeaders(entry: JournalEntry, masker: Masker, standIns: StandIns): Readonly<Record<string, string>> {
  const headers = Object.entries(entry.answerHeaders).flatMap(([name, value]) => {
    if (name === 'x-mock-fault') return [];
    const kept = name === 'preference-applied' ? withoutDelay(value) : masker.header(name, standIns(value));
    return kept === '' ? [] : [[name, kept] as const];
  });
  return Object.fromEntries(headers);
}

function withoutDelay(applied: string): string {
  return applied.replace(/(, )?delay=\d+$/, '');
}

/** A token that the state does not know opens nothing, and so does the mask. */
function secretValue(value: string, standIns: StandIns): string {
  const replaced = standIns(value);
  // What is left beside stand-ins may be a secret too: other cookies.
  if (replaced !== value && /^\s*(?:bearer\s+)?stand-in-\d+-of-a-token\s*$/i.test(replaced)) return replaced;
  if (value.trim() === '' || /^\s*bearer\s*$/i.test(value)) return value;
  const [scheme = ''] = /^\s*bearer\s+/i.exec(value) ?? [];
  return scheme + mask;
}
