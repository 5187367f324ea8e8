import type { Script } from '../src/judge/script.ts';
import type { PageSize, VoicesStep } from '../src/judge/steps.ts';
import { send } from './steps.ts';

const voiceSteps = (query: Readonly<Record<string, unknown>>) => send('listVoices', { query });
const first = { $setting: 'providers.listed.0' };
/** Of the providers that are listed; of fewer, some of them again. */
const providers = [0, 1, 2];

function pages(provider: number, limits: readonly (PageSize | null)[], more: Partial<VoicesStep> = {}): VoicesStep {
  return { do: 'voices', provider, limits, isTwice: false, ...more };
}

/** The voices of every provider, in pages. */
export const voiceScripts: readonly Script[] = [
  {
    clauses: [
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
      'voice-list.default-limit',
    ],
    steps: providers.map((provider) => pages(provider, [null])),
  },
  {
    clauses: ['voice-list.envelope', 'voice-list.data', 'voice-list.provider-id'],
    steps: [voiceSteps({ provider_id: first }), voiceSteps({ provider_id: 'provider_zz' })],
  },
  { clauses: ['voice-list.provider-id.missing'], steps: [voiceSteps({}), voiceSteps({ limit: 5 })] },
  {
    clauses: ['voice-list.provider-id.unsupported'],
    steps: ['provider_zz', 'nobody-speaks', 'Größe'].map((provider_id) => voiceSteps({ provider_id })),
  },
  { clauses: ['voice-list.provider-id.unsupported.text'], steps: [voiceSteps({ provider_id: 'x' })] },
  {
    clauses: ['voice-list.provider-not-found'],
    steps: [voiceSteps({ provider_id: { $setting: 'providers.not_set_up' } })],
  },
  {
    clauses: ['voice-list.provider-not-found.not-set-up'],
    steps: [voiceSteps({ provider_id: { $setting: 'providers.not_set_up' } })],
    shows: [],
  },
  {
    clauses: ['voice-list.next-page-token', 'voice-list.pagination', 'voice-list.limit', 'voice-list.page-token'],
    steps: providers.flatMap((provider) => [null, 1, 3, 7, 'half' as const].map((limit) => pages(provider, [limit]))),
  },
  {
    clauses: ['voice-list.page-token', 'voice-list.pagination'],
    steps: providers.flatMap((provider) => [
      pages(provider, [3], { isTwice: true, isBack: true }),
      pages(provider, [3], { between: 'other' }),
      pages(provider, [3], { between: 'refused' }),
    ]),
  },
  {
    title: 'a token that is none is refused, or harmless',
    clauses: ['voice-list.page-token'],
    steps: [
      ...['no-such-token', 'null', '999999', "' or 1=1"].map((page_token) =>
        voiceSteps({ provider_id: first, page_token }),
      ),
      pages(0, [3]),
    ],
  },
  {
    clauses: ['voice-list.page-token.invalid'],
    steps: [voiceSteps({ provider_id: first, page_token: 'no-such-token' }), pages(0, [2], { isBack: true })],
    shows: ['/data/voices/[]/id', '/data/has_more'],
  },
  {
    clauses: ['voice-list.limit.range'],
    steps: [
      ...['0', '-1', '101', 'abc', '1.5', '100', ''].map((limit) => voiceSteps({ provider_id: first, limit })),
      voiceSteps({ provider_id: first, page_token: '' }),
    ],
    shows: ['/data/voices/[]/id', '/data/has_more'],
  },
  {
    clauses: ['voice-list.default-limit.sizes'],
    steps: ['provider_a', 'provider_b', 'provider_c', 'provider_d'].map((provider_id) => voiceSteps({ provider_id })),
    shows: ['/data/voices/[]/id', '/data/has_more'],
  },
  {
    clauses: ['voice-list.client-filters'],
    steps: providers.flatMap((provider) =>
      ['gender female', 'gender male', 'age old', 'age young', 'language zz']
        .map((each) => each.split(' '))
        .map(([name = '', value = '']) => pages(provider, [null], { beside: [name, value] })),
    ),
  },
];
