import { memberOf } from '../../src/json/json-value.ts';
import { audienceOf, either, isDone, largestCampaign, largestLimitTaken, lastAnswer, paginationOf } from './answers.ts';
import { audienceFilterExperiments } from './audience-filters.experiments.ts';
import type { Api } from '../../src/judge/api.ts';
import { type Experiment, experiment } from '../../src/judge/learn/experiment.ts';
import type { CheckedAnswer } from '../../src/judge/report/violation.ts';

const tooFew = 'no provider has more voices than the largest limit';

/** What is searched for: the largest limits, the words of a text, what page tokens are bound to, and the zone of a clock. */
const searchExperiments: readonly Experiment[] = [
  experiment(
    {
      title: 'page tokens',
      effect: 'none',
      decides: ['voice-list.page-token.form'],
    },
    async (api, findings) => {
      const [provider_id = 'provider_a', other] = providersOf(api);
      const first = await list(api, { provider_id, limit: 2 });
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
      title: 'the largest limit of voice-list',
      effect: 'none',
      decides: ['voice-list.limit.maximum'],
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
      // A limit that is clamped, or a list that the default page holds whole, does not show where the limit ends.
      if (outside === 'clamped') {
        const most = await list(api, { provider_id, limit: 100_000 });
        if (memberOf(most.body, 'data.has_more') !== true) return api.notVerified(tooFew, 'providers.listed');
        findings.value('voice-list.limit.maximum', voicesOf(most)?.length, most);
        return;
      }
      if (outside === 'ignored' && total <= standard) return api.notVerified(tooFew, 'providers.listed');
      const largest = await largestLimitTaken(async (limit) => {
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
  experiment(
    {
      title: 'the largest limit of audience-list',
      effect: 'none',
      needs: ['campaigns.read'],
      decides: ['audience-list.limit.maximum'],
    },
    async (api, findings) => {
      const { id } = await largestCampaign(api);
      const ask = (limit: number) => api.call('listAudience', { query: { campaign_id: id, limit } });
      const largest = await largestLimitTaken(async (size) => {
        const answer = await ask(size);
        return isDone(answer) && paginationOf(answer).limit === size;
      });
      if (largest === undefined) return api.notVerified('every limit from 50 to 100000 is taken, or none');
      findings.value('audience-list.limit.maximum', largest, await ask(largest + 1));
    },
  ),
  experiment(
    {
      title: 'when a record was called',
      effect: 'none',
      needs: ['campaigns.known_attempt'],
      decides: ['audience-list.item.last-attempt.zone'],
    },
    async (api, findings) => {
      const known = api.need(api.settings.campaigns?.known_attempt, 'campaigns.known_attempt');
      const leads = await audienceOf(api, known.campaign);
      const answer = lastAnswer(api);
      const shown = leads.find(({ id }) => id === known.record)?.last_attempt;
      if (shown === undefined) {
        return api.notVerified(`campaign ${known.campaign} has no record ${known.record}`, 'campaigns.known_attempt');
      }
      const zones = { utc: 'UTC', india: 'Asia/Kolkata', 'new-york': 'America/New_York' } as const;
      const found = (['utc', 'india', 'new-york'] as const).find((name) => shown === clockIn(zones[name], known.at));
      const came = `${shown} of an attempt at ${new Date(known.at).toISOString()}`;
      findings.decide('audience-list.item.last-attempt.zone', found, answer, came);
    },
  ),
];

/** Date and time as a clock in the zone shows them. */
function clockIn(timeZone: string, moment: string): string {
  // Swedish writes YYYY-MM-DD HH:MM:SS.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return format.format(new Date(moment));
}

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

/** What scripts cannot ask, because the next request depends on an answer, or the deployment's own records say what is right. */
export const allExperiments: readonly Experiment[] = [...searchExperiments, ...audienceFilterExperiments];
