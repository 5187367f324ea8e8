import type { ValueChoice } from '../../src/clauses/choices.gen.ts';
import { memberOf, type Api } from '../../src/judge/api.ts';
import type { CheckedAnswer } from '../../src/judge/report/violation.ts';
import { experiment, type Experiment } from '../../src/judge/learn/experiment.ts';
import { either, isDone, largestLimit, messageOf, unknownToken } from './answers.ts';

const tooFew = 'no provider has more voices than the largest limit';

const providers = ['provider_a', 'provider_b', 'provider_c', 'provider_d'] as const;

/** What voice-list lists and refuses. */
export const voiceExperiments: readonly Experiment[] = [
  experiment(
    {
      title: 'the refusals of voice-list',
      effect: 'none',
      decides: [
        'voice-list.provider-id.unsupported.template',
        'voice-list.provider-id.unsupported.values',
        'errors.shape.listVoices',
        'errors.code.listVoices',
      ],
      refusals: ['voice-list.provider-id.missing', 'voice-list.provider-id.unsupported', 'voice-list.unauthorized'],
    },
    async (api, findings) => {
      findings.refused('voice-list.provider-id.missing', await api.call('listVoices'));
      const provider_id = providersOf(api)[0] ?? 'provider_a';
      findings.refused(
        'voice-list.unauthorized',
        await api.call('listVoices', { query: { provider_id }, token: unknownToken }),
      );
      const unsupported = await api.call('listVoices', { query: { provider_id: 'no-such-provider' } });
      findings.refused('voice-list.provider-id.unsupported', unsupported);
      const supported = api.settings.providers?.supported ?? providers;
      const lists = { commas: supported.join(', '), bars: supported.join('|'), json: JSON.stringify(supported) };
      const message = String(messageOf(unsupported));
      const found = (['commas', 'bars', 'json'] as const).find((name) => message.includes(lists[name]));
      findings.decide('voice-list.provider-id.unsupported.values', found, unsupported, message);
      if (found === undefined) return;
      const template = message.replace(lists[found], '{supported}').replace('no-such-provider', '{id}');
      findings.value('voice-list.provider-id.unsupported.template', template, unsupported);
    },
  ),
  experiment(
    {
      title: 'a provider that is not set up',
      effect: 'none',
      needs: ['providers.not_set_up'],
      decides: [],
      refusals: ['voice-list.provider-not-found'],
    },
    async (api, findings) => {
      const answer = await api.call('listVoices', { query: { provider_id: api.settings.providers?.not_set_up ?? '' } });
      findings.refused('voice-list.provider-not-found', answer);
    },
  ),
  experiment(
    {
      title: 'page tokens',
      effect: 'none',
      decides: ['voice-list.page-token.invalid.answer', 'voice-list.page-token.form'],
      refusals: ['voice-list.page-token.invalid'],
    },
    async (api, findings) => {
      const [provider_id = 'provider_a', other] = providersOf(api);
      const first = await list(api, { provider_id, limit: 2 });
      const bad = await api.call('listVoices', { query: { provider_id, limit: 2, page_token: 'not-a-page-token' } });
      const isFirst = JSON.stringify(voicesOf(bad)) === JSON.stringify(voicesOf(first)) ? 'first-page' : undefined;
      findings.decide('voice-list.page-token.invalid.answer', either(bad, isFirst, 'refused'), bad);
      findings.refused('voice-list.page-token.invalid', bad);
      const token = memberOf(first.body, 'data.next_page_token');
      if (typeof token !== 'string') return api.notVerified('no provider has more than two voices', 'providers.listed');
      if (token === '2') findings.decide('voice-list.page-token.form', 'offset', first);
      else if (Buffer.from(token, 'base64url').toString() === '2')
        findings.decide('voice-list.page-token.form', 'encoded-offset', first);
      else if (other === undefined) api.notVerified('a second provider is needed', 'providers.listed');
      else {
        const elsewhere = await api.call('listVoices', { query: { provider_id: other, limit: 2, page_token: token } });
        const start = await list(api, { provider_id: other, limit: 2 });
        const isBound = JSON.stringify(voicesOf(elsewhere)) === JSON.stringify(voicesOf(start));
        findings.decide(
          'voice-list.page-token.form',
          either(elsewhere, isBound ? 'signed' : undefined, 'signed'),
          elsewhere,
        );
      }
    },
  ),
  experiment(
    {
      title: 'limits of voice-list',
      effect: 'none',
      decides: ['voice-list.limit.outside', 'voice-list.limit.maximum'],
      refusals: ['voice-list.limit.range'],
    },
    async (api, findings) => {
      const [provider_id = 'provider_a'] = providersOf(api);
      const standard = voicesOf(await list(api, { provider_id }))?.length ?? 0;
      const total = Number(memberOf((await list(api, { provider_id })).body, 'data.total_count'));
      const zero = await api.call('listVoices', { query: { provider_id, limit: 0 } });
      const length = voicesOf(zero)?.length;
      if (standard < 2) return api.notVerified('no provider has more than one voice', 'providers.listed');
      const kept = length === 1 ? 'clamped' : length === standard ? 'ignored' : undefined;
      const outside = either(zero, kept, 'refused');
      findings.decide('voice-list.limit.outside', outside, zero);
      findings.refused(
        'voice-list.limit.range',
        zero,
        await api.call('listVoices', { query: { provider_id, limit: 'abc' } }),
      );
      // A limit that is clamped, or a list that the default page holds whole, does not show where the limit ends.
      if (outside === 'clamped') {
        const most = await list(api, { provider_id, limit: 100_000 });
        if (memberOf(most.body, 'data.has_more') !== true) return api.notVerified(tooFew, 'providers.listed');
        findings.value('voice-list.limit.maximum', voicesOf(most)?.length, most);
        return;
      }
      if (outside === 'ignored' && total <= standard) return api.notVerified(tooFew, 'providers.listed');
      const largest = await largestLimit(async (limit) => {
        const answer = await api.call('listVoices', { query: { provider_id, limit } });
        return isDone(answer) && voicesOf(answer)?.length === Math.min(limit, total);
      });
      if (largest === undefined) return api.notVerified('every limit from 50 to 100000 is taken, or none');
      findings.value(
        'voice-list.limit.maximum',
        largest,
        await api.call('listVoices', { query: { provider_id, limit: largest + 1 } }),
      );
    },
  ),
  ...providers.map((provider_id) => {
    const choice: ValueChoice = `voice-list.default-limit.${provider_id}`;
    return experiment(
      { title: `the default page of ${provider_id}`, effect: 'none', decides: [choice] },
      async (api, findings) => {
        const answer = await api.call('listVoices', { query: { provider_id } });
        if (!isDone(answer))
          return api.notVerified(`${provider_id} is answered with ${answer.status}`, 'providers.listed');
        if (memberOf(answer.body, 'data.has_more') !== true)
          return api.notVerified(
            `${provider_id} shows all of its ${voicesOf(answer)?.length ?? 0} voices on one page: where it has more, the page ends`,
            'token',
          );
        findings.value(choice, voicesOf(answer)?.length, answer);
      },
    );
  }),
];

function providersOf(api: Api): readonly string[] {
  return api.settings.providers?.listed ?? ['provider_a'];
}

async function list(api: Api, query: Readonly<Record<string, string | number>>): Promise<CheckedAnswer> {
  const answer = await api.call('listVoices', { query });
  return isDone(answer) ? answer : api.notVerified(`voice-list answered ${answer.status}`, 'providers.listed');
}

function voicesOf({ body }: CheckedAnswer): readonly unknown[] | undefined {
  const voices = memberOf(body, 'data.voices');
  return Array.isArray(voices) ? voices : undefined;
}
