import { memberOf } from '../../src/json/json-value.ts';
import {
  type Lead,
  audienceOf,
  either,
  inOrder,
  isDone,
  isRefused,
  largestCampaign,
  largestLimitTaken,
  lastAnswer,
  paginationOf,
  readAll,
} from './answers.ts';

import type { Api, QueryValue } from '../../src/judge/api.ts';
import type { Experiment } from '../../src/judge/learn/experiment.ts';
import type { CheckedAnswer } from '../../src/judge/report/violation.ts';

const tooFew = 'no provider has more voices than the largest limit';

/** What is searched for: the largest limits, the words of a text, what page tokens are bound to, and the zone of a clock. */
const searchExperiments: readonly Experiment[] = [
  {
    title: 'page tokens',
    effect: 'none',
    decides: ['voice-list.page-token.form'],
    run: async (api, findings) => {
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
  },
  {
    title: 'the largest limit of voice-list',
    effect: 'none',
    decides: ['voice-list.limit.maximum'],
    run: async (api, findings) => {
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
  },
  {
    title: 'the largest limit of audience-list',
    effect: 'none',
    needs: ['campaigns.read'],
    decides: ['audience-list.limit.maximum'],
    run: async (api, findings) => {
      const { id } = await largestCampaign(api);
      const ask = (limit: number) => api.call('listAudience', { query: { campaign_id: id, limit } });
      const largest = await largestLimitTaken(async (size) => {
        const answer = await ask(size);
        return isDone(answer) && paginationOf(answer).limit === size;
      });
      if (largest === undefined) return api.notVerified('every limit from 50 to 100000 is taken, or none');
      findings.value('audience-list.limit.maximum', largest, await ask(largest + 1));
    },
  },
  {
    title: 'when a record was called',
    effect: 'none',
    needs: ['campaigns.known_attempt'],
    decides: ['audience-list.item.last-attempt.zone'],
    run: async (api, findings) => {
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
  },
];

/** How audience-list filters. */
const audienceFilterExperiments: readonly Experiment[] = [
  {
    title: 'a plus sign that is not encoded',
    effect: 'none',
    needs: ['campaigns.read'],
    decides: ['audience-list.filter.mobile-no.blank'],
    run: async (api, findings) => {
      const { id, leads } = await largestCampaign(api);
      const number = leads.find(({ mobile_no }) => mobile_no.startsWith('+'))?.mobile_no;
      if (number === undefined) return api.notVerified('no number begins with a plus sign', 'campaigns.read');
      const answer = await filtered(api, id, { mobile_no: ` ${number.slice(1)}` });
      const total = totalOf(answer);
      findings.decide(
        'audience-list.filter.mobile-no.blank',
        total === 0 ? 'blank' : total === undefined ? undefined : 'plus',
        answer,
      );
    },
  },
  {
    title: 'call statuses',
    effect: 'none',
    needs: ['campaigns.read'],
    decides: ['audience-list.filter.call-status.calls', 'audience-list.filter.call-status.case'],
    run: async (api, findings) => {
      const { id, leads } = await largestCampaign(api);
      const statuses = [...new Set(leads.map(({ last_call_status: status }) => status))].filter((each) =>
        /[a-z]/i.test(each),
      );
      const idsBy = async (name: string, status: string): Promise<readonly number[]> =>
        (await readAll(api, { campaign_id: id, [await nameOf(api, id, name, status)]: status })).map((lead) => lead.id);
      for (const status of statuses) {
        const [any, last, first] = [
          await idsBy('call_status', status),
          await idsBy('last_status', status),
          await idsBy('first_status', status),
        ];
        const earlier = first.filter((each) => !last.includes(each));
        if (earlier.length === 0) continue;
        const isLast = String(inOrder(any)) === String(inOrder(last));
        const isAny = [...first, ...last].every((each) => any.includes(each));
        const decided = isLast ? 'last' : isAny ? 'any' : undefined;
        const answer = await filtered(api, id, { [await nameOf(api, id, 'call_status', status)]: status });
        findings.decide('audience-list.filter.call-status.calls', decided, answer);
        break;
      }
      findings.unseen(
        'audience-list.filter.call-status.calls',
        'no record was called with two results',
        'campaigns.read',
      );
      const [status] = statuses;
      if (status === undefined) return api.notVerified('no record was called', 'campaigns.read');
      const name = await nameOf(api, id, 'last_status', status);
      const all = totalOf(await filtered(api, id, { [name]: status }));
      const other = status === status.toUpperCase() ? status.toLowerCase() : status.toUpperCase();
      const answer = await filtered(api, id, { [name]: other });
      if (!isDone(answer)) return api.notVerified(`an unknown call status is answered with ${answer.status}`);
      const total = totalOf(answer);
      const decided = total === all ? 'any' : total === 0 ? 'exact' : undefined;
      findings.decide('audience-list.filter.call-status.case', decided, answer);
    },
  },
  {
    title: 'lists in filters',
    effect: 'none',
    needs: ['campaigns.read'],
    decides: ['audience-list.filter.spellings', 'audience-list.filter.several'],
    run: async (api, findings) => {
      const { id, leads } = await largestCampaign(api);
      const counts = labels.map((label) => leads.filter(({ status }) => status === label).length);
      const [one, other] = counts.flatMap((count, status) => (count > 0 ? [status] : []));
      if (one === undefined || other === undefined)
        return api.notVerified('records of two statuses are needed', 'campaigns.read');
      const wanted = (counts[one] ?? 0) + (counts[other] ?? 0);
      const spellings = [
        { status: [one, other] },
        { 'status[]': [one, other] },
        { 'status[0]': one, 'status[1]': other },
        { status: `${one},${other}` },
      ];
      const answers: CheckedAnswer[] = [];
      for (const query of spellings) answers.push(await filtered(api, id, query));
      const seen = answers.map((answer) => spelled(answer, wanted, leads.length)).join(' ');
      const named = {
        'taken taken taken taken': 'every-spelling',
        'refused taken refused refused': 'brackets',
        'taken taken taken refused': 'no-commas',
        'taken taken ignored taken': 'no-indexes',
        'taken taken refused taken': 'no-indexes',
        'taken taken refused refused': 'no-indexes-no-commas',
      } as const;
      const [, brackets, indexes] = answers;
      if (brackets === undefined || indexes === undefined) return;
      if (counts.every((count) => count === 0 || count === leads.length) || wanted === leads.length)
        findings.unseen('audience-list.filter.spellings', 'records of three statuses are needed', 'campaigns.read');
      else findings.decide('audience-list.filter.spellings', named[seen as keyof typeof named], indexes, seen);
      const name = await nameOf(api, id, 'status', one);
      const stranger = leads.find(({ status }) => status === labels[other])?.mobile_no ?? '';
      const both = await filtered(api, id, { [name]: one, mobile_no: stranger });
      const found = leads.filter(({ mobile_no }) => mobile_no.includes(stranger));
      const inBoth = found.filter(({ status }) => status === labels[one]).length;
      const inOne = (counts[one] ?? 0) + found.length - inBoth;
      const several = new Map([
        [inBoth, 'all'],
        [inOne, 'any'],
      ] as const);
      findings.decide('audience-list.filter.several', several.get(totalOf(both) ?? -1), both);
    },
  },
];

/** What scripts cannot ask, because the next request depends on an answer, or the deployment's own records say what is right. */
export const allExperiments: readonly Experiment[] = [...searchExperiments, ...audienceFilterExperiments];

const labels: readonly Lead['status'][] = ['Fresh', 'Completed', 'Halted', 'Inqueue'];

function filtered(api: Api, campaign_id: number, query: Readonly<Record<string, QueryValue>>): Promise<CheckedAnswer> {
  return api.call('listAudience', { query: { campaign_id, ...query } });
}

function totalOf(answer: CheckedAnswer): number | undefined {
  return isDone(answer) ? paginationOf(answer).totalRecords : undefined;
}

/** The name that takes a single value: bare, or with brackets where the bare one is refused. */
async function nameOf(api: Api, id: number, name: string, value: string | number): Promise<string> {
  return api.once(`the name of ${name}`, async () => {
    return isRefused(await filtered(api, id, { [name]: value })) ? `${name}[]` : name;
  });
}

function spelled(answer: CheckedAnswer, wanted: number, all: number): 'taken' | 'refused' | 'ignored' | 'other' {
  if (isRefused(answer)) return 'refused';
  const total = totalOf(answer);
  return total === wanted ? 'taken' : total === all ? 'ignored' : 'other';
}

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
