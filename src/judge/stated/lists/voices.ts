import { isDeepStrictEqual } from 'node:util';
import type { ClauseId } from '../../../document/names.gen.ts';
import { isContainer, listIn, memberOf } from '../../../json/json-value.ts';
import type { CheckedAnswer, Finding } from '../../report/violation.ts';
import { compareAt, found, isRefusal, wholly } from '../expectation.ts';
import { askBetween } from './audience.ts';
import { type VoicesStep, sizeOf } from '../../steps.ts';
import type { WalkState } from '../../walk/perform/walk-state.ts';

/** A step goes so far. */
const mostStepped = 16;

/** A page of so many voices is refused nowhere. */
const usualSize = 10;

/** Longer lists are walked so far. */
const mostPages = 60;

interface VoiceList {
  readonly provider: string;
  readonly voices: readonly unknown[];
}

/** Walks a provider's voices in the page sizes of the step: page by page they are the whole list, in its order, unless that has changed meanwhile. */
export async function voiceLaws(step: VoicesStep, state: WalkState): Promise<void> {
  const listed = state.api.settings.providers?.listed ?? [];
  const provider = listed[step.provider % Math.max(1, listed.length)];
  if (provider === undefined) return;
  const voices = await state.once(shelfOfVoices(provider), () => wholeList(provider, state));
  const whole = { provider, voices };
  if (step.beside !== undefined) return clientFilterLaw(provider, step.beside, state);
  const [first, second] = await walkPages(step, whole, state);
  if (step.isBack !== true || first?.next === undefined || first.next === null || second === undefined) return;
  // A page token still leads to its page after later ones were read, and never to voices of another provider.
  await expectAgain(second, { provider, limit: limitOf(step, 1, whole), token: first.next }, state);
  await foreignToken(provider, first.next, state);
}

function shelfOfVoices(provider: string): string {
  return `voices of ${provider}`;
}

/** The pages, as far as they were the whole list. */
async function walkPages(step: VoicesStep, whole: VoiceList, state: WalkState): Promise<readonly VoicePage[]> {
  const { provider, voices } = whole;
  const pages: VoicePage[] = [];
  let [token, count]: [string | null, number] = [null, 0];
  for (let number = 0; number < mostStepped; number += 1) {
    const limit = limitOf(step, number, whole);
    if (number > 0) await askBetween(step, 'listVoices', provider, state);
    const query: VoiceQuery = { provider, limit, token, isAccess: step.isAccess };
    // How large a page may be is not shown, nor whether its size may change from one to the next.
    const isChanged: boolean = token !== null && limit !== limitOf(step, 0, whole);
    const page: VoicePage | null = await readVoicePage(query, state, isChanged || (limit ?? 0) > usualSize);
    if (page === null) return [];
    if (step.isTwice) await expectAgain(page, query, state);
    state.reached(['voice-list.data', 'voice-list.limit', 'voice-list.pagination', 'voice-list.page-token']);
    const [missing] = pageFindings(page, isChanged ? null : limit, count, whole);
    if (missing !== undefined) {
      await reportUnlessChanged(missing, page, whole, state);
      return [];
    }
    pages.push(page);
    count += page.voices.length;
    token = page.next;
    if (token !== null) continue;
    const what = 'voices on all pages';
    state.report(compareAt('voice-list.pagination', '/data/voices', count, voices.length, what), page.answer);
    break;
  }
  return pages;
}

function limitOf({ limits }: VoicesStep, number: number, { voices }: VoiceList): number | null {
  const limit = limits[Math.min(number, limits.length - 1)] ?? null;
  return limit === null ? null : sizeOf(limit, voices.length);
}

function pageFindings(page: VoicePage, limit: number | null, start: number, { voices }: VoiceList): Finding[] {
  const following = voices.slice(start, start + page.voices.length);
  const wanted = Math.min(limit ?? page.voices.length, voices.length - start);
  const came = page.voices.length;
  // A deployment may have a largest page size of its own; none is below ten.
  const isLargest = limit !== null && limit > usualSize && came >= usualSize && came < wanted;
  return [
    ...(limit === null || isLargest
      ? []
      : compareAt('voice-list.limit', '/data/voices', came, wanted, `voices of a page of ${limit}`)),
    ...(start > 0 && came === 0
      ? [found('voice-list.next-page-token', '/data/voices', 'voices, because the page before has a next one', [])]
      : []),
    ...compareAt('voice-list.data', '/data/total_count', page.total, voices.length, 'the number of voices'),
    ...compareAt('voice-list.pagination', '/data/voices', page.voices, following, 'what follows in the whole list'),
  ];
}

/** A list that has changed does not change back. */
async function reportUnlessChanged(missing: Finding, { answer }: VoicePage, whole: VoiceList, state: WalkState) {
  for (let time = 0; time < 2; time += 1) {
    if (isDeepStrictEqual(await wholeList(whole.provider, state), whole.voices)) state.report([missing], answer);
  }
  state.shelf.delete(shelfOfVoices(whole.provider));
}

/** A page token leads to no voices of another provider. */
async function foreignToken(provider: string, token: string, state: WalkState): Promise<void> {
  const listed = state.api.settings.providers?.listed ?? [];
  const other = listed[(listed.indexOf(provider) + 1) % listed.length];
  const theirs = state.shelf.get(shelfOfVoices(other ?? '')) as readonly unknown[] | undefined;
  if (other === undefined || other === provider || theirs === undefined) return;
  const answer = await state.ask('listVoices', { query: { provider_id: other, page_token: token } });
  if (answer.status !== 200) return;
  const known = new Set(theirs.map((voice) => JSON.stringify(voice)));
  const stranger = pageOf(answer).voices.find((voice) => !known.has(JSON.stringify(voice)));
  const what = `only voices of ${other}`;
  state.report(compareAt('voice-list.provider-id', '/data/voices', stranger, undefined, what), answer);
}

/** In one page size: the reference. */
async function wholeList(provider: string, state: WalkState): Promise<readonly unknown[]> {
  const voices: unknown[] = [];
  let token: string | null = null;
  for (let number = 0; number < mostPages; number += 1) {
    const page: VoicePage | null = await readVoicePage({ provider, limit: null, token }, state);
    if (page === null) break;
    for (const voice of page.voices) voices.push(voice);
    token = page.next;
    const isTold = token !== null || voices.length === 0;
    if (number === 0) state.shelf.set(`${defaultKey}${provider}`, isTold ? voices.length : 'not told');
    if (token !== null) continue;
    const count = new Set(voices.map((voice) => memberOf(voice, 'id'))).size;
    const what = 'the number of different voices on all pages';
    state.report(compareAt('voice-list.pagination', '/data/total_count', page.total, count, what), page.answer);
    state.reached(['voice-list.default-limit', 'voice-list.provider-id']);
    state.report(defaultsLaw(state), page.answer);
    break;
  }
  return voices;
}

const defaultKey = 'default voices of ';

/** The default page size varies by provider: two may have the same one, but not all that list more than a page. */
function defaultsLaw({ shelf, api: { settings } }: WalkState): Finding[] {
  const { listed = [] } = settings.providers ?? {};
  const sizes = listed.map((provider) => shelf.get(`${defaultKey}${provider}`)).filter((size) => size !== 0);
  // One of a single page may have any size.
  if (sizes.length < 2 || new Set(sizes).size > 1 || typeof sizes[0] !== 'number') return [];
  const [clause, expected] = ['voice-list.default-limit', 'default page sizes that vary by provider'] as const;
  return [{ clauses: [clause], expected, came: `${sizes[0]} for each`, path: '/data/voices' }];
}

/** Filtering is left to the client: another parameter is refused, or does not filter. */
async function clientFilterLaw(provider: string, beside: readonly [string, string], state: WalkState): Promise<void> {
  const [name, value] = beside;
  const plain = await readVoicePage({ provider, limit: null, token: null }, state);
  const answer = await state.ask('listVoices', { query: { provider_id: provider, [name]: value } });
  if (answer.status >= 400 || plain === null) return;
  const { voices, total } = pageOf(answer);
  const clause = 'voice-list.client-filters';
  state.report(compareAt(clause, '/data/voices', voices, plain.voices, 'the voices without the filter'), answer);
  state.report(compareAt(clause, '/data/total_count', total, plain.total, 'the same total'), answer);
  state.reached([clause]);
}

/** That a token can be used again is not shown. */
async function expectAgain(page: VoicePage, query: VoiceQuery, state: WalkState): Promise<void> {
  const again = await readVoicePage(query, state, query.token !== null);
  if (again === null) return;
  const what = 'the same page for the same token';
  state.report(compareAt('voice-list.page-token', '/data/voices', again.voices, page.voices, what), again.answer);
}

interface VoicePage {
  readonly answer: CheckedAnswer;
  readonly voices: readonly unknown[];
  readonly total: unknown;
  readonly next: string | null;
}

interface VoiceQuery {
  readonly provider: string;
  /** Null: the default. */
  readonly limit: number | null;
  readonly token: string | null;
  readonly isAccess?: boolean | undefined;
}

/** Reads a page; null if it is not given. @param mayRefuse whether a deployment may refuse the request */
async function readVoicePage(asked: VoiceQuery, state: WalkState, mayRefuse = false): Promise<VoicePage | null> {
  const { provider, limit, token, isAccess = false } = asked;
  const query = { provider_id: provider, limit: limit ?? undefined, page_token: token ?? undefined };
  const { own } = state.facts.tokens;
  const answer = await state.ask('listVoices', { query, ...(isAccess && { auth: { api_access_token: own } }) });
  const clause = clauseOf(asked);
  state.reached([clause]);
  if (answer.status === 200) return pageOf(answer);
  if (!mayRefuse || !isRefusal(answer)) {
    state.report([wholly(clause, 'status 200: the provider is listed', answer)], answer);
  }
  return null;
}

function pageOf(answer: CheckedAnswer): VoicePage {
  const data = memberOf(answer.body, 'data');
  const next = memberOf(data, 'next_page_token');
  return {
    answer,
    voices: listIn(memberOf(data, 'voices')).map(lastingVoice),
    total: memberOf(data, 'total_count'),
    next: typeof next === 'string' ? next : null,
  };
}

/** What of a voice stays from one read to the next: an address may be signed anew for each. */
function lastingVoice(voice: unknown): unknown {
  const names = ['id', 'title', 'category', 'description', 'language', 'age', 'gender'];
  return isContainer(voice) ? Object.fromEntries(names.map((name) => [name, voice[name]])) : voice;
}

function clauseOf({ limit, token, isAccess = false }: VoiceQuery): ClauseId {
  if (isAccess) return 'auth.api-access-token';
  if (token !== null) return 'voice-list.page-token';
  return limit === null ? 'voice-list.provider-id' : 'voice-list.limit';
}
