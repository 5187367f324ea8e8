import type { Api, QueryValue } from '../../src/judge/api.ts';
import type { CheckedAnswer } from '../../src/judge/report/violation.ts';
import { experiment, type Experiment } from '../../src/judge/learn/experiment.ts';
import { inOrder, isDone, isRefused, largestCampaign, paginationOf, readAll, type Lead } from './answers.ts';

/** How audience-list filters. */
export const audienceFilterExperiments: readonly Experiment[] = [
  experiment(
    {
      title: 'a plus sign that is not encoded',
      effect: 'none',
      needs: ['campaigns.read'],
      decides: ['audience-list.filter.mobile-no.blank'],
    },
    async (api, findings) => {
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
  ),
  experiment(
    {
      title: 'call statuses',
      effect: 'none',
      needs: ['campaigns.read'],
      decides: ['audience-list.filter.call-status.calls', 'audience-list.filter.call-status.case'],
    },
    async (api, findings) => {
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
  ),
  experiment(
    {
      title: 'lists in filters',
      effect: 'none',
      needs: ['campaigns.read'],
      decides: ['audience-list.filter.spellings', 'audience-list.filter.several'],
    },
    async (api, findings) => {
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
  ),
];

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
