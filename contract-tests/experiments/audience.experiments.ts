import { memberOf } from '../../src/judge/api.ts';
import type { CheckedAnswer } from '../../src/judge/report/violation.ts';
import { experiment, type Experiment } from '../../src/judge/learn/experiment.ts';
import { durationForm } from '../../src/judge/learn/readings.ts';
import { absentCampaign } from '../absent-ids.ts';
import { attemptsMade, audienceOf, largestCampaign, paginationOf } from '../audience-reading.ts';
import { contains, readAgent } from '../agents.ts';
import {
  either,
  isDone,
  isRefused,
  largestLimit,
  lastAnswer,
  likeWhich,
  noteRefusalOrMissing,
  unknownToken,
} from './answers.ts';
import { isObject } from '../../src/json/json-value.ts';

/** What audience-list shows and refuses, but for its filters. */
export const audienceExperiments: readonly Experiment[] = [
  experiment(
    {
      title: 'the refusals of audience-list',
      effect: 'none',
      decides: [
        'audience-list.campaign-id.empty',
        'audience-list.campaign-id.invalid.answer',
        'errors.shape.listAudience',
        'errors.code.listAudience',
      ],
      refusals: [
        'audience-list.campaign-id.missing',
        'audience-list.campaign-id.invalid',
        'audience-list.not-found',
        'audience-list.unauthorized',
      ],
    },
    async (api, findings) => {
      const ask = (campaign_id: string | number) => api.call('listAudience', { query: { campaign_id } });
      const absent = await absentCampaign(api);
      const [missing, unknown, invalid, empty] = [
        await api.call('listAudience'),
        await ask(absent),
        await ask('abc'),
        await ask(''),
      ];
      findings.refused('audience-list.campaign-id.missing', missing);
      findings.refused('audience-list.not-found', unknown);
      const query = { campaign_id: absent };
      findings.refused('audience-list.unauthorized', await api.call('listAudience', { query, token: unknownToken }));
      if (isRefused(invalid)) {
        noteRefusalOrMissing(findings, 'audience-list.campaign-id.invalid', 'refused', [invalid], unknown);
      }
      const decided = likeWhich(empty, [missing, 'missing'], [invalid, 'invalid']);
      findings.decide('audience-list.campaign-id.empty', decided, empty);
    },
  ),
  experiment(
    {
      title: 'pages and limits of audience-list',
      effect: 'none',
      needs: ['campaigns.read'],
      decides: ['audience-list.parameters.outside', 'audience-list.limit.maximum'],
      refusals: ['audience-list.parameters.invalid'],
    },
    async (api, findings) => {
      const { id } = await largestCampaign(api);
      const ask = (more: Readonly<Record<string, string | number>>) =>
        api.call('listAudience', { query: { campaign_id: id, ...more } });
      const limit = await ask({ limit: 0 });
      const kinds = { 1: 'clamped', 10: 'ignored' } as const;
      const kept = kinds[Number(memberOf(limit.body, 'pagination.limit')) as 1 | 10];
      findings.decide('audience-list.parameters.outside', either(limit, kept, 'refused'), limit);
      const page = await ask({ page: 0 });
      if (isRefused(page) || isRefused(limit)) {
        findings.decide('audience-list.parameters.outside', either(page, undefined, 'refused'), page);
      }
      findings.refused('audience-list.parameters.invalid', await ask({ limit: 'abc' }), await ask({ page: 'abc' }));
      const largest = await largestLimit(async (size) => {
        const answer = await ask({ limit: size });
        return isDone(answer) && paginationOf(answer).limit === size;
      });
      if (largest === undefined) return api.notVerified('every limit from 50 to 100000 is taken, or none');
      findings.value('audience-list.limit.maximum', largest, await ask({ limit: largest + 1 }));
    },
  ),
  experiment(
    {
      title: 'pages that are not there',
      effect: 'none',
      needs: ['campaigns.read'],
      decides: ['audience-list.pages.past-the-end', 'audience-list.pages.none'],
      refusals: ['audience-list.pages'],
    },
    async (api, findings) => {
      const { id: campaign_id, leads } = await largestCampaign(api);
      const pages = Math.ceil(leads.length / 10);
      const past = await api.call('listAudience', { query: { campaign_id, limit: 10, page: pages + 7 } });
      const shown = memberOf(past.body, 'datalist');
      const length = Array.isArray(shown) ? shown.length : -1;
      const page = isDone(past) ? paginationOf(past).currentPage : 0;
      const isEmpty = length === 0 && page === pages + 7;
      const done = isEmpty ? 'empty' : length > 0 && page === pages ? 'last' : undefined;
      findings.decide('audience-list.pages.past-the-end', either(past, done, 'not-found'), past);
      findings.refused('audience-list.pages', past);
      const none = await api.call('listAudience', { query: { campaign_id, mobile_no: '0123456789012345' } });
      if (!isDone(none) || paginationOf(none).totalRecords !== 0) return api.notVerified('no filter leaves nothing');
      const counts = { 0: 'zero', 1: 'one' } as const;
      findings.decide('audience-list.pages.none', counts[paginationOf(none).totalPages as 0 | 1], none);
    },
  ),
  experiment(
    {
      title: 'records',
      effect: 'none',
      needs: ['campaigns.read'],
      decides: [
        'audience-list.item.duration.form',
        'audience-list.item.never-called.last_attempt',
        'audience-list.item.never-called.duration',
        'audience-list.item.never-called.last_disposition',
        'audience-list.item.never-called.last_call_status',
      ],
    },
    async (api, findings) => {
      const { leads } = await largestCampaign(api);
      const answer = lastAnswer(api);
      const durations = leads.filter((lead) => attemptsMade(lead) > 0).map(({ duration }) => duration);
      if (durations.length === 0)
        findings.unseen('audience-list.item.duration.form', 'no record was called', 'campaigns.read');
      else
        findings.decide(
          'audience-list.item.duration.form',
          durationForm(durations),
          answer,
          durations.slice(0, 3).join(', '),
        );
      const fresh = leads.filter((lead) => attemptsMade(lead) === 0);
      if (fresh.length === 0) return api.notVerified('every record was called', 'campaigns.read');
      for (const member of ['last_attempt', 'duration', 'last_disposition', 'last_call_status'] as const) {
        const choice = `audience-list.item.never-called.${member}` as const;
        const values = [...new Set(fresh.map((lead) => lead[member]))];
        if (values.length === 1) findings.value(choice, values[0], answer);
        else findings.unseen(choice, `it differs: ${values.slice(0, 3).join(', ')}`);
      }
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
  experiment(
    {
      title: 'the simplified format',
      effect: 'none',
      needs: ['campaigns.read'],
      decides: [
        'audience-list.is-new.spellings',
        'audience-list.is-new.clashes',
        'audience-list.is-new.metadata.label',
      ],
    },
    async (api, findings) => {
      const { id: campaign_id, leads } = await largestCampaign(api);
      const ask = (is_new: string) => api.call('listAudience', { query: { campaign_id, is_new, limit: 1 } });
      const plain = await ask('true');
      if (!isDone(plain)) return api.notVerified(`is_new=true is answered with ${plain.status}`);
      const digit = await ask('1');
      const isTaken = memberOf(digit.body, 'metadata') === undefined ? undefined : 'every-spelling';
      findings.decide('audience-list.is-new.spellings', either(digit, isTaken, 'words'), digit);
      const [clash] = leads.flatMap(({ input_data: input }) =>
        ['id', 'mobile_no'].filter((key) => isObject(input) && key in input),
      );
      const keys = keysOf(plain, 'headers').map(({ key }) => key);
      if (clash === undefined) {
        findings.unseen('audience-list.is-new.clashes', 'no input column is called id or mobile_no', 'campaigns.read');
      } else {
        const clashes = { prefixed: `input_${clash}`, suffixed: `${clash}_1` } as const;
        const found = (['prefixed', 'suffixed'] as const).find((name) => keys.includes(clashes[name]));
        findings.decide('audience-list.is-new.clashes', found, plain, keys.join(', '));
      }
      const user = (api.settings.agents?.read ?? []).find(({ campaigns = {} }) => String(campaign_id) in campaigns);
      const metadata = keysOf(plain, 'metadata');
      if (user === undefined || metadata.length === 0) {
        return api.notVerified('no agent with metadata fields is known to use the campaign', 'agents.read');
      }
      const { metadata_config: config } = await readAgent(api, user.id);
      for (const { key, label } of metadata) {
        const field = config.metadata_input.find((each) => contains(each, String(key)));
        if (field === undefined || field.description === field.key) continue;
        const name = label === field.description ? 'description' : label === field.key ? 'key' : undefined;
        findings.decide('audience-list.is-new.metadata.label', name, plain, JSON.stringify(label));
      }
    },
  ),
];

/** Date and time as a clock in the zone shows them. */
function clockIn(timeZone: string, moment: string): string {
  // Swedish writes YYYY-MM-DD HH:MM:SS.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return format.format(new Date(moment));
}

function keysOf(
  { body }: CheckedAnswer,
  member: string,
): readonly { readonly key: unknown; readonly label: unknown }[] {
  const list = memberOf(body, member);
  return Array.isArray(list)
    ? list.map((item) => ({ key: memberOf(item, 'key'), label: memberOf(item, 'label') }))
    : [];
}
