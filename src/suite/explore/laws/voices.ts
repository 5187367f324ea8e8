import { isDeepStrictEqual } from 'node:util';
import type { ClauseId } from '../../../document/names.gen.ts';
import { memberOf, type Answer } from '../../api.ts';
import { shortly } from '../../validate-answer.ts';
import type { Finding } from '../model/model.ts';
import type { WalkState } from '../perform/walk-state.ts';
import type { VoicesStep } from '../steps.ts';

/** A step goes so far. */
const mostStepped = 16;

/** Longer lists are walked so far. */
const mostPages = 60;

interface VoiceList {
  readonly voices: readonly unknown[];
}

interface VoicePage {
  readonly answer: Answer;
  readonly voices: readonly unknown[];
  readonly total: unknown;
  readonly next: string | null;
}

/**
 * Walks a provider's voices in the page sizes of the step: page by page they are the whole list, in its order. Where they
 * are not, the whole list is read again, because the deployment's own may have changed meanwhile.
 */
export async function voiceLaws(step: VoicesStep, state: WalkState): Promise<void> {
  const { api } = state;
  const listed = api.settings.providers?.listed ?? [];
  const provider = listed[step.provider % Math.max(1, listed.length)];
  if (provider === undefined) return;
  const name = `voices of ${provider}`;
  const whole = (state.knowledge.shelf.get(name) as VoiceList | undefined) ?? {
    voices: await wholeList(provider, state),
  };
  state.knowledge.shelf.set(name, whole);
  if (step.beside !== undefined) return clientFilterLaw(provider, step.beside, state);
  const voices: unknown[] = [];
  let token: string | null = null;
  for (let number = 0; number < mostStepped; number += 1) {
    const limit = step.limits[Math.min(number, step.limits.length - 1)] ?? null;
    const page: VoicePage = await readPage(provider, limit, token, state, step.isAccess);
    if (step.isTwice) expectSame(page, await readPage(provider, limit, token, state, step.isAccess), state);
    const missing = [
      sizeLaw(page, limit, voices.length, whole.voices.length),
      law('voice-list.data', '/data/total_count', page.total, whole.voices.length, 'the number of voices'),
      law(
        'voice-list.pagination',
        '/data/voices',
        page.voices,
        whole.voices.slice(voices.length, voices.length + page.voices.length),
        'the voices that follow in the whole list',
      ),
    ].flat()[0];
    if (missing !== undefined) {
      // A list that has changed does not change back.
      for (let time = 0; time < 2; time += 1) {
        if (isDeepStrictEqual(await wholeList(provider, state), whole.voices)) state.report([missing], page.answer);
      }
      state.knowledge.shelf.delete(name);
      return;
    }
    voices.push(...page.voices);
    token = page.next;
    if (token === null) break;
  }
  if (token === null && voices.length !== whole.voices.length) {
    const answer = api.answers.at(-1)?.answer;
    if (answer !== undefined) {
      state.report(
        [
          {
            clauses: ['voice-list.pagination'],
            expected: `${whole.voices.length} voices on all pages`,
            came: `${voices.length}`,
            path: '/data/voices',
          },
        ],
        answer,
      );
    }
  }
}

/** In one page size: the reference. */
async function wholeList(provider: string, state: WalkState): Promise<readonly unknown[]> {
  const voices: unknown[] = [];
  let token: string | null = null;
  for (let number = 0; number < mostPages; number += 1) {
    const page: VoicePage = await readPage(provider, null, token, state);
    voices.push(...page.voices);
    token = page.next;
    if (number === 0 && token !== null) state.knowledge.shelf.set(`${defaultKey}${provider}`, page.voices.length);
    if (token === null) {
      const ids = new Set(voices.map((voice) => memberOf(voice, 'id')));
      state.report(
        law(
          'voice-list.pagination',
          '/data/total_count',
          page.total,
          ids.size,
          'the number of different voices on all pages',
        ),
        page.answer,
      );
      state.report(defaultsLaw(state), page.answer);
      break;
    }
  }
  return voices;
}

const defaultKey = 'default voices of ';

/** The default page size varies by provider. */
function defaultsLaw({ knowledge: { shelf } }: WalkState): Finding[] {
  const sizes = [...shelf].flatMap(([name, size]) => (name.startsWith(defaultKey) ? [Number(size)] : []));
  if (sizes.length < 2 || new Set(sizes).size > 1) return [];
  return [
    {
      clauses: ['voice-list.default-limit'],
      expected: 'default page sizes that vary by provider',
      came: `${sizes[0] ?? ''} for each`,
      path: '/data/voices',
    },
  ];
}

/** Filtering is left to the client: another parameter is refused, or does not filter. */
async function clientFilterLaw(
  provider_id: string,
  [name, value]: NonNullable<VoicesStep['beside']>,
  state: WalkState,
): Promise<void> {
  const plain = await readPage(provider_id, null, null, state);
  const answer = await state.api.call('listVoices', { query: { provider_id, [name]: value } });
  state.take(answer);
  if (answer.status >= 400) return;
  const came = memberOf(answer.body, 'data.voices');
  state.report(
    law('voice-list.client-filters', '/data/voices', came, plain.voices, 'the voices without the filter'),
    answer,
  );
}

async function readPage(
  provider_id: string,
  limit: number | null,
  token: string | null,
  state: WalkState,
  isAccess = false,
): Promise<VoicePage> {
  const query = { provider_id, ...(limit !== null && { limit }), ...(token !== null && { page_token: token }) };
  const { own } = state.knowledge.facts.tokens;
  const answer = await state.api.call('listVoices', { query, ...(isAccess && { auth: { api_access_token: own } }) });
  state.take(answer);
  if (answer.status !== 200) {
    const clause: ClauseId = isAccess
      ? 'auth.api-access-token'
      : token !== null
        ? 'voice-list.page-token'
        : limit === null
          ? 'voice-list.provider-id'
          : 'voice-list.limit';
    state.report(
      [
        {
          clauses: [clause],
          expected: 'status 200: the provider is listed',
          came: `${answer.status} ${shortly(answer.body)}`,
        },
      ],
      answer,
    );
  }
  const data = memberOf(answer.body, 'data');
  const next = memberOf(data, 'next_page_token');
  const voices = memberOf(data, 'voices');
  const page = {
    answer,
    voices: Array.isArray(voices) ? voices : [],
    total: memberOf(data, 'total_count'),
    next: typeof next === 'string' ? next : null,
  };
  state.report(
    [
      law('voice-list.data', '/data/provider_id', memberOf(data, 'provider_id'), provider_id, 'the provider asked for'),
      law(
        'voice-list.next-page-token',
        '/data/next_page_token',
        next === null,
        memberOf(data, 'has_more') !== true,
        'whether next_page_token is null',
      ),
    ].flat(),
    answer,
  );
  const stamp = memberOf(answer.body, 'timestamp');
  if (Math.abs(Number(stamp) / Date.now() - 1) > 0.5) {
    state.report(
      [
        {
          clauses: ['voice-list.envelope'],
          expected: 'a time in integer milliseconds',
          came: shortly(stamp),
          path: '/timestamp',
        },
      ],
      answer,
    );
  }
  return page;
}

function expectSame(page: VoicePage, again: VoicePage, state: WalkState): void {
  const found = law(
    'voice-list.page-token',
    '/data/voices',
    again.voices,
    page.voices,
    'the same page for the same token',
  );
  state.report(found, again.answer);
}

function sizeLaw(page: VoicePage, limit: number | null, start: number, total: number): Finding[] {
  if (limit === null) return [];
  // A deployment may have a largest page size of its own; none is below ten.
  const wanted = Math.min(limit, total - start);
  const isRight =
    page.voices.length === wanted || (limit > 10 && page.voices.length >= 10 && page.voices.length < wanted);
  return isRight
    ? []
    : law('voice-list.limit', '/data/voices', page.voices.length, wanted, `voices of a page of ${limit}`);
}

function law(clause: ClauseId, path: string, came: unknown, wanted: unknown, what: string): Finding[] {
  if (isDeepStrictEqual(came, wanted)) return [];
  return [{ clauses: [clause], expected: `${what}: ${shortly(wanted)}`, came: shortly(came), path }];
}
