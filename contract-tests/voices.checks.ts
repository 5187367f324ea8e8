/* eslint-disable max-lines -- a list of checks, each to be read by itself */
import type { components } from '../src/document/types.gen.ts';
import type { ClauseId } from '../src/document/names.gen.ts';
import { memberOf, type Api } from '../src/judge/api.ts';
import type { CheckedAnswer } from '../src/judge/report/violation.ts';
import { check, type Check } from '../src/judge/check.ts';
import { expectMilliseconds } from './agents.ts';

type Voice = components['schemas']['Voice'];

interface VoicePage {
  readonly answer: CheckedAnswer;
  readonly voices: readonly Voice[];
  readonly total: number;
  readonly hasMore: boolean;
  readonly next: string | null;
}

const voiceClauses: readonly [ClauseId, ...ClauseId[]] = [
  'voice.id',
  'voice.title',
  'voice.category',
  'voice.description',
  'voice.url',
  'voice.language',
  'voice.age',
  'voice.gender',
  'voice.image',
  'voice-list.envelope',
  'voice-list.data',
  'voice-list.next-page-token',
];

/** Longer lists are walked so far. */
const MOST_PAGES = 60;

export const voiceChecks: readonly Check[] = [
  check({ clauses: voiceClauses, effect: 'none' }, 'every voice has its members, each of its type', async (api) => {
    const walked = await Promise.all((await listedProviders(api)).map((provider) => walk(api, provider)));
    if (walked.flat().every(({ voices }) => voices.length === 0))
      api.notVerified('no provider lists a voice', 'providers.listed');
  }),
  check(
    { clauses: ['voice-list.envelope', 'voice-list.data'], effect: 'none' },
    'voice-list answers with the envelope',
    async (api) => {
      for (const provider_id of await listedProviders(api)) {
        const answer = await api.call('listVoices', { query: { provider_id } });
        api.answered(answer, { status: 200 }, 'voice-list.envelope');
        expectMilliseconds(api, answer, 'voice-list.envelope');
        api.equal(memberOf(answer.body, 'data.provider_id'), provider_id, {
          clause: 'voice-list.data',
          what: 'the provider asked for',
          answer,
          path: '/data/provider_id',
        });
        const name = memberOf(answer.body, 'data.provider_name');
        api.holds(typeof name === 'string' && name !== '', {
          clause: 'voice-list.data',
          expected: 'a provider name',
          came: name,
          answer,
          path: '/data/provider_name',
        });
      }
    },
  ),
  check(
    { clauses: ['voice-list.provider-id'], effect: 'none' },
    'each provider is answered with a list or as not found',
    async (api) => {
      for (const provider_id of supported(api)) {
        const answer = await api.call('listVoices', { query: { provider_id } });
        api.answered(answer, { status: [200, 404] }, 'voice-list.provider-id');
      }
      for (const provider_id of api.settings.providers?.listed ?? []) {
        api.answered(
          await api.call('listVoices', { query: { provider_id } }),
          { status: 200 },
          'voice-list.provider-id',
        );
      }
      api.refused(
        await api.call('listVoices', { query: { provider_id: 'provider_zz' } }),
        'voice-list.provider-id',
        'provider_zz is not a provider',
      );
    },
  ),
  check(
    { clauses: ['voice-list.provider-id.missing', 'voice-list.provider-id'], effect: 'none' },
    'a request without provider_id is refused with 400',
    async (api) => {
      for (const query of [{}, { limit: 5 }]) {
        const answer = await api.call('listVoices', { query });
        api.refusedBy(answer, 'voice-list.provider-id.missing');
      }
    },
  ),
  check(
    { clauses: ['voice-list.provider-id.unsupported', 'voice-list.provider-id'], effect: 'none' },
    'an unsupported provider_id is refused with a message that states it and the supported ones',
    async (api) => {
      for (const provider_id of ['provider_zz', 'nobody-speaks']) {
        const answer = await api.call('listVoices', { query: { provider_id } });
        api.answered(answer, { status: 400 }, 'voice-list.provider-id.unsupported');
        const message = String(memberOf(answer.body, 'message'));
        for (const word of [provider_id, ...supported(api)]) {
          api.holds(message.includes(word), {
            clause: 'voice-list.provider-id.unsupported',
            expected: `a message that states ${word}`,
            came: message,
            answer,
            path: '/message',
          });
        }
      }
    },
  ),
  check(
    { clauses: ['voice-list.provider-id.unsupported.text'], effect: 'none' },
    'the refusal of a provider has its exact text',
    async (api) => {
      const answer = await api.call('listVoices', { query: { provider_id: 'x' } });
      const message = 'Invalid provider id: x. Supported values: provider_a, provider_b, provider_c, provider_d';
      api.answered(answer, { status: 400, message }, 'voice-list.provider-id.unsupported.text');
    },
  ),
  check(
    { clauses: ['voice-list.provider-not-found'], needs: ['providers.not_set_up'], effect: 'none' },
    'an unknown provider is answered with 404',
    async (api) => {
      const provider_id = api.need(api.settings.providers?.not_set_up, 'providers.not_set_up');
      const answer = await api.call('listVoices', { query: { provider_id } });
      api.refusedBy(answer, 'voice-list.provider-not-found');
    },
  ),
  check(
    { clauses: ['voice-list.provider-not-found.not-set-up'], needs: ['providers.not_set_up'], effect: 'none' },
    'a provider that is not set up is answered with 404',
    async (api) => {
      const provider_id = api.need(api.settings.providers?.not_set_up, 'providers.not_set_up');
      api.answered(
        await api.call('listVoices', { query: { provider_id } }),
        { status: 404 },
        'voice-list.provider-not-found.not-set-up',
      );
    },
  ),
  check(
    { clauses: ['voice-list.next-page-token', 'voice-list.pagination', 'voice-list.data'], effect: 'none' },
    'the pages follow each other to the last one, without loss or repetition',
    async (api) => {
      let hasPages = false;
      for (const provider of await listedProviders(api)) {
        for (const limit of [undefined, 3]) {
          const pages = await walk(api, provider, limit);
          expectConsistent(api, pages);
          hasPages ||= pages.length > 1;
        }
      }
      if (!hasPages) api.notVerified('no provider has a second page', 'providers.listed');
    },
  ),
  check(
    { clauses: ['voice-list.pagination', 'voice-list.limit'], effect: 'none' },
    'any page size gives the same voices in the same order',
    async (api) => {
      for (const provider of await listedProviders(api)) {
        const whole = idsOf(await walk(api, provider));
        for (const limit of [1, 4, 7]) {
          if (whole.length > 80 && limit === 1) continue;
          const pages = await walk(api, provider, limit);
          if (pages.length === MOST_PAGES) continue;
          api.equal(idsOf(pages), whole, {
            clause: 'voice-list.pagination',
            what: `the voices of ${provider}`,
            answer: pages.at(-1)?.answer,
            path: '/data/voices',
          });
        }
      }
    },
  ),
  check({ clauses: ['voice-list.limit'], effect: 'none' }, 'limit is the number of voices per page', async (api) => {
    for (const provider of await listedProviders(api)) {
      for (const limit of [1, 2, 5]) {
        const page = await readPage(api, { provider_id: provider, limit });
        const [came, wanted] = [page.voices.length, Math.min(limit, page.total)];
        api.equal(came, wanted, {
          clause: 'voice-list.limit',
          what: `${wanted} voices`,
          answer: page.answer,
          path: '/data/voices',
        });
        if (page.next === null) continue;
        const second = await readPage(api, { provider_id: provider, limit, page_token: page.next });
        api.equal(second.voices.length, Math.min(limit, page.total - limit), {
          clause: 'voice-list.limit',
          what: 'the voices of page 2',
          answer: second.answer,
          path: '/data/voices',
        });
      }
    }
  }),
  check(
    { clauses: ['voice-list.page-token', 'voice-list.pagination'], effect: 'none' },
    'page_token is optional, and the same one gives the same page',
    async (api) => {
      let hasPages = false;
      for (const provider_id of await listedProviders(api)) {
        const first = await readPage(api, { provider_id, limit: 3 });
        if (first.next === null) continue;
        hasPages = true;
        const [once, again] = [
          await readPage(api, { provider_id, limit: 3, page_token: first.next }),
          await readPage(api, { provider_id, limit: 3, page_token: first.next }),
        ];
        api.equal(again.voices, once.voices, {
          clause: 'voice-list.page-token',
          what: 'the same page',
          answer: again.answer,
          path: '/data/voices',
        });
        api.holds(once.voices[0]?.id !== first.voices[0]?.id, {
          clause: 'voice-list.page-token',
          expected: 'the next page',
          came: 'the first one again',
          answer: once.answer,
          path: '/data/voices',
        });
        api.equal((await readPage(api, { provider_id, limit: 3 })).voices, first.voices, {
          clause: 'voice-list.page-token',
          what: 'the first page',
          answer: undefined,
          path: '/data/voices',
        });
      }
      if (!hasPages) api.notVerified('no provider has a second page', 'providers.listed');
    },
  ),
  check(
    { clauses: ['voice-list.page-token'], effect: 'none' },
    'a token that is none is refused, or harmless',
    async (api) => {
      for (const provider_id of await listedProviders(api)) {
        for (const page_token of ['no-such-token', 'null', '999999', "' or 1=1"]) {
          const answer = await api.call('listVoices', { query: { provider_id, page_token } });
          api.holds(answer.status < 500, {
            clause: 'voice-list.page-token',
            expected: 'a refusal or a page',
            came: `${answer.status}`,
            answer,
          });
        }
      }
    },
  ),
  check(
    { clauses: ['voice-list.page-token.invalid'], effect: 'none' },
    'a foreign or invented token is refused with 400',
    async (api) => {
      const { next } = await readPage(api, { provider_id: 'provider_a', limit: 3 });
      for (const query of [
        { provider_id: 'provider_b', page_token: next ?? '' },
        { provider_id: 'provider_a', page_token: 'no-such-token' },
      ]) {
        const answer = await api.call('listVoices', { query });
        api.refusedBy(answer, 'voice-list.page-token.invalid');
      }
    },
  ),
  check(
    { clauses: ['voice-list.limit.range'], effect: 'none' },
    'limit is 1 to 100, and an empty one counts as absent',
    async (api) => {
      for (const limit of ['0', '-1', '101', 'abc', '1.5']) {
        api.answered(
          await api.call('listVoices', { query: { provider_id: 'provider_a', limit } }),
          { status: 400 },
          'voice-list.limit.range',
        );
      }
      for (const query of [{ limit: 100 }, { limit: '' }, { page_token: '' }]) {
        api.answered(
          await api.call('listVoices', { query: { provider_id: 'provider_a', ...query } }),
          { status: 200 },
          'voice-list.limit.range',
        );
      }
    },
  ),
  check(
    { clauses: ['voice-list.default-limit'], effect: 'none' },
    'the default page size varies by provider',
    async (api) => {
      const sizes: number[] = [];
      for (const provider_id of await listedProviders(api)) {
        const page = await readPage(api, { provider_id });
        if (page.hasMore) sizes.push(page.voices.length);
      }
      // A list that fits on its page does not tell how much a page holds.
      if (sizes.length < 2) api.notVerified('fewer than two providers have a second page', 'providers.listed');
      api.holds(new Set(sizes).size > 1, {
        clause: 'voice-list.default-limit',
        expected: 'different page sizes',
        came: sizes,
      });
    },
  ),
  check(
    { clauses: ['voice-list.default-limit.sizes'], effect: 'none' },
    'the default page sizes are those of the mock',
    async (api) => {
      for (const [provider_id, size] of [
        ['provider_a', 10],
        ['provider_b', 20],
      ] as const) {
        const page = await readPage(api, { provider_id });
        api.equal(page.voices.length, Math.min(size, page.total), {
          clause: 'voice-list.default-limit.sizes',
          what: `the voices of ${provider_id}`,
        });
      }
    },
  ),
  check(
    { clauses: ['voice-list.client-filters'], effect: 'none' },
    'language, gender and age do not filter',
    async (api) => {
      for (const provider_id of await listedProviders(api)) {
        const plain = await readPage(api, { provider_id });
        const [voice] = plain.voices;
        if (voice === undefined) continue;
        const other = {
          gender: voice.gender === 'male' ? 'female' : 'male',
          age: voice.age === 'old' ? 'young' : 'old',
          language: 'zz',
        };
        for (const [name, value] of Object.entries(other)) {
          const answer = await api.call('listVoices', { query: { provider_id, [name]: value } });
          // A parameter that it does not know may be refused.
          if (answer.status >= 400) continue;
          api.equal(memberOf(answer.body, 'data.voices'), plain.voices, {
            clause: 'voice-list.client-filters',
            what: 'the voices without the filter',
            answer,
            path: '/data/voices',
          });
          api.equal(memberOf(answer.body, 'data.total_count'), plain.total, {
            clause: 'voice-list.client-filters',
            what: 'the same total',
            answer,
            path: '/data/total_count',
          });
        }
      }
    },
  ),
];

function supported(api: Api): readonly string[] {
  return api.settings.providers?.supported ?? ['provider_a', 'provider_b', 'provider_c', 'provider_d'];
}

/** The providers that answer with a list. */
async function listedProviders(api: Api): Promise<readonly string[]> {
  if (api.settings.providers?.listed !== undefined) return api.settings.providers.listed;
  return api.once('providers', async () => {
    const listed: string[] = [];
    for (const provider_id of supported(api)) {
      if ((await api.call('listVoices', { query: { provider_id } })).status === 200) listed.push(provider_id);
    }
    return listed;
  });
}

function walk(api: Api, provider_id: string, limit?: number): Promise<readonly VoicePage[]> {
  return api.once(`voices ${provider_id} ${limit ?? 'default'}`, async () => {
    const pages: VoicePage[] = [];
    let page_token: string | null = null;
    do {
      const size = limit === undefined ? {} : { limit };
      const page: VoicePage = await readPage(api, { provider_id, ...size, ...(page_token !== null && { page_token }) });
      pages.push(page);
      page_token = page.hasMore ? page.next : null;
    } while (page_token !== null && pages.length < MOST_PAGES);
    return pages;
  });
}

async function readPage(api: Api, query: Readonly<Record<string, string | number>>): Promise<VoicePage> {
  const answer = await api.call('listVoices', { query });
  const isFollowing = 'page_token' in query;
  api.answered(
    answer,
    { status: 200 },
    isFollowing ? 'voice-list.pagination' : 'limit' in query ? 'voice-list.limit' : 'voice-list.envelope',
  );
  const data = memberOf(answer.body, 'data') as components['schemas']['VoiceListAnswer']['data'];
  return { answer, voices: data.voices, total: data.total_count, hasMore: data.has_more, next: data.next_page_token };
}

function expectConsistent(api: Api, pages: readonly VoicePage[]): void {
  const ids = idsOf(pages);
  for (const [index, { answer, hasMore, next, total, voices }] of pages.entries()) {
    const isNext = hasMore ? typeof next === 'string' && next !== '' : next === null;
    api.holds(isNext, {
      clause: 'voice-list.next-page-token',
      expected: hasMore ? 'a token, for there are more pages' : 'null, for there are no more pages',
      came: next,
      answer,
      path: '/data/next_page_token',
    });
    api.equal(total, pages[0]?.total, {
      clause: 'voice-list.data',
      what: 'the same total_count on each page',
      answer,
      path: '/data/total_count',
    });
    const isEmpty = voices.length === 0 && index > 0;
    api.holds(!isEmpty, {
      clause: 'voice-list.pagination',
      expected: 'voices on the next page',
      came: 'none',
      answer,
      path: '/data/voices',
    });
  }
  const last = pages.at(-1)?.answer;
  api.equal(new Set(ids).size, ids.length, {
    clause: 'voice-list.pagination',
    what: 'no voice twice',
    answer: last,
    path: '/data/voices',
  });
  if (pages.length === MOST_PAGES) return;
  api.equal(ids.length, pages[0]?.total, {
    clause: 'voice-list.data',
    what: 'total_count voices on all pages',
    answer: last,
    path: '/data/total_count',
  });
}

function idsOf(pages: readonly VoicePage[]): string[] {
  return pages.flatMap(({ voices }) => voices.map(({ id }) => id));
}
