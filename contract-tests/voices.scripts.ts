import type { Script } from '../src/judge/script.ts';
import type { PageSize, VoicesStep } from '../src/judge/steps.ts';
import { send, only, rulesShownBy, scriptsOf } from './steps.ts';

const voiceSteps = (query: Readonly<Record<string, unknown>>) => send('listVoices', { query });
const first = { $setting: 'providers.listed.0' };
const ofNotSetUp = voiceSteps({ provider_id: { $setting: 'providers.not_set_up' } });
/** Of the providers that are listed; of fewer, some of them again. */
const providers = [0, 1, 2];

function pages(provider: number, limits: readonly (PageSize | null)[], more: Partial<VoicesStep> = {}): VoicesStep {
  return { do: 'voices', provider, limits, isTwice: false, ...more };
}

export const voiceScripts: readonly Script[] = scriptsOf({
  [`${rulesShownBy('listVoices')}, voice-list.default-limit, voice-list.provider-id`]: [
    ...providers.map((provider) => pages(provider, [null])),
    ...[first, 'provider_zz'].map((provider_id) => voiceSteps({ provider_id })),
  ],
  'voice-list.provider-id.missing': [voiceSteps({}), voiceSteps({ limit: 5 })],
  'voice-list.provider-id.unsupported': ['provider_zz', 'nobody-speaks', 'Größe', 'PROVIDER_A'].map((provider_id) =>
    voiceSteps({ provider_id }),
  ),
  'voice-list.provider-id.unsupported.text': [voiceSteps({ provider_id: 'x' })],
  'voice-list.provider-not-found': [ofNotSetUp],
  'voice-list.provider-not-found.not-set-up': only('', [ofNotSetUp]),
  'voice-list.next-page-token, voice-list.pagination, voice-list.limit, voice-list.page-token': providers.flatMap(
    (provider) => [null, 1, 2, 3, 5, 7, 10, 'half' as const].map((limit) => pages(provider, [limit])),
  ),
  'voice-list.page-token, voice-list.pagination': providers.flatMap((provider) => [
    pages(provider, [3], { isTwice: true, isBack: true }),
    pages(provider, [3], { between: 'other' }),
    pages(provider, [3], { between: 'refused' }),
  ]),
  'voice-list.page-token: a token that is none is refused, or harmless': [
    ...['no-such-token', 'null', '999999', "' or 1=1"].map((page_token) =>
      voiceSteps({ provider_id: first, page_token }),
    ),
    pages(0, [3]),
  ],
  // The last two are the place of a voice, in digits and in Base64.
  'voice-list.page-token.invalid': only('/data/voices/[]/id /data/has_more', [
    ...['no-such-token', '2', 'Mg'].map((page_token) => voiceSteps({ provider_id: first, page_token })),
    pages(0, [2], { isBack: true }),
  ]),
  'voice-list.limit.range': only('/data/voices/[]/id /data/has_more', [
    ...['0', '-1', '101', 'abc', '1.5', '100', ''].map((limit) => voiceSteps({ provider_id: first, limit })),
    voiceSteps({ provider_id: first, page_token: '' }),
  ]),
  'voice-list.default-limit.sizes': only(
    '/data/voices/[]/id /data/has_more',
    ['provider_a', 'provider_b', 'provider_c', 'provider_d'].map((provider_id) => voiceSteps({ provider_id })),
  ),
  'voice-list.client-filters': providers.flatMap((provider) =>
    ['gender female', 'gender male', 'age old', 'age young', 'language zz']
      .map((each) => each.split(' '))
      .map(([name = '', value = '']) => pages(provider, [null], { beside: [name, value] })),
  ),
});
