import type { components } from '../contract-document/control-types.gen.ts';
import { isSecretHeader } from '../http/mask-json.ts';
import { maskText, maskUrl } from '../http/mask-secrets.ts';
import type { FaultEffect } from '../worlds/fault-definition.ts';
import type { JournalEntry } from '../worlds/journal.ts';
import type { World } from '../worlds/world.ts';
import { snapshotFile } from './snapshots-routes.ts';

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

export interface ReproRequest {
  readonly id: number;
  /** The world's time that it was handled at. */
  readonly at: string;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Base64; null where none was read: then so many bytes of anything do. */
  readonly body: string | null;
  readonly body_size: number;
  /** What faults did to it; waiting is left out. */
  readonly faults: readonly FaultEffect[];
  readonly answer: ReproAnswer;
}

export interface ReproAnswer {
  readonly status: number | null;
  readonly rule: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Its beginning, where it was too large to be kept; secrets are masked. */
  readonly body: string;
  readonly is_cut: boolean;
  readonly delivery: string;
}

/**
 * The file that plays a world's journal again. No token is in it: each token of the state is replaced by a name that
 * stands for it, in the state and wherever else it occurs, so that it opens the same and is worth nothing elsewhere.
 * @param entries in the order in which they came
 * @returns undefined where nothing can be played
 */
export async function makeReproFile(
  world: World,
  entries: readonly JournalEntry[],
  isStrict: boolean,
  now: Date,
): Promise<ReproFile | undefined> {
  const played = lastRun(entries.toSorted((one, other) => one.decided - other.decided));
  const [first] = played;
  if (first === undefined) return undefined;
  const state = await snapshotFile('repro', {
    scenario: world.scenario,
    seed: world.seed,
    store: world.store.at(first.before),
    clock: { frozenAt: first.at },
    random: world.random.state(),
  });
  const standIns = standInsOf([...(state.records.login_tokens ?? []), ...(state.records.api_tokens ?? [])]);
  const count = entries.length - played.length;
  return {
    format: reproFormat,
    made_on: now.toISOString(),
    world: world.name,
    strict: isStrict,
    left_out:
      count === 0
        ? null
        : {
            count,
            reason: 'after them the state was changed from outside of the API, or a body was too large to be kept',
          },
    state: JSON.parse(standIns(JSON.stringify(state))) as typeof state,
    requests: played.map((entry) => reproRequest(entry, standIns)),
  };
}

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
    } else {
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

function reproRequest(entry: JournalEntry, standIns: StandIns): ReproRequest {
  const { requestBody } = entry;
  const headers = headersOf(entry, standIns);
  const isJson = headers.some(([name, value]) => /^content-type$/i.test(name) && !/multipart/i.test(value));
  const body =
    requestBody &&
    maskBytes(Buffer.concat(requestBody.chunks), (text) => (isJson ? maskText(standIns(text), []) : standIns(text)));
  const announced = Number(headerOf(entry, 'content-length') ?? 0);
  const isStreamed = headerOf(entry, 'transfer-encoding') !== undefined;
  return {
    id: entry.id,
    at: new Date(entry.at).toISOString(),
    method: entry.method,
    url: maskUrl(standIns(entry.url), []),
    headers,
    body: body?.toString('base64') ?? null,
    body_size: body?.length ?? (isStreamed ? Math.max(1, announced) : announced),
    faults: entry.faults.map(({ effect }) => effect).filter(({ type }) => type !== 'delay' && type !== 'dribble'),
    answer: {
      status: entry.status,
      rule: entry.rule,
      headers: answerHeaders(entry, standIns),
      body: maskText(standIns(entry.answerBody.toString()), []),
      is_cut: entry.answerBody.length < entry.answerSize,
      delivery: entry.delivery,
    },
  };
}

/** What the connection says of itself is left out, and a preference says the seed that was taken. */
const connectionHeaders =
  /^(host|connection|keep-alive|content-length|transfer-encoding|expect|upgrade|x-mock-world|x-mock-control-token|cookie|proxy-.*)$/i;

function headersOf(entry: JournalEntry, standIns: StandIns): readonly (readonly [string, string])[] {
  const headers: [string, string][] = [];
  for (let at = 0; at < entry.requestHeaders.length; at += 2) {
    const [name = '', value = ''] = entry.requestHeaders.slice(at, at + 2);
    if (connectionHeaders.test(name)) continue;
    const applied = entry.answerHeaders['preference-applied'];
    if (/^prefer$/i.test(name) && applied !== undefined) headers.push([name, withoutDelay(applied)]);
    else headers.push([name, isSecretHeader(name) ? secretValue(value, standIns) : maskText(standIns(value), [])]);
  }
  return headers;
}

/** Nothing waits when it is played again, and which fault it was does not matter. */
function answerHeaders(entry: JournalEntry, standIns: StandIns): Readonly<Record<string, string>> {
  const headers = Object.entries(entry.answerHeaders).flatMap(([name, value]) => {
    if (name === 'x-mock-fault') return [];
    const kept = name === 'preference-applied' ? withoutDelay(value) : maskText(standIns(value), []);
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
  if (replaced !== value || value.trim() === '') return replaced;
  return /^\s*bearer\s*$/i.test(value) ? value : value.replace(/^(\s*bearer\s+)?.*$/is, '$1[masked]');
}

function headerOf({ requestHeaders }: JournalEntry, name: string): string | undefined {
  const at = requestHeaders.findIndex((header, index) => index % 2 === 0 && header.toLowerCase() === name);
  return at < 0 ? undefined : requestHeaders[at + 1];
}

/** Latin-1 keeps every byte, and tokens are ASCII. */
function maskBytes(bytes: Buffer, mask: (text: string) => string): Buffer {
  return Buffer.from(mask(bytes.toString('latin1')), 'latin1');
}
