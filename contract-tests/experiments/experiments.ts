import { isDone, isRefused, largestCampaign, largestTaken, lastAnswer, asJudgeReads } from './answers.ts';
import type { OperationId } from '../../src/document/names.gen.ts';
import type { ContractDocument } from '../../src/document/read/load.ts';
import { memberOf, stepsOf, valueAt, grouped } from '../../src/json/json-value.ts';
import type { Api, QueryValue } from '../../src/judge/api.ts';
import { answersTo } from '../../src/judge/as-mock/side.ts';
import { statusLabels } from '../../src/judge/stated/lists/audience.ts';
import { idsOf, readWhole } from '../../src/judge/stated/lists/audience-pages.ts';
import type { WalkState } from '../../src/judge/walk/perform/walk-state.ts';
import type { Step } from '../../src/judge/steps.ts';
import { keyOfField } from '../../src/document/validate/check-form.ts';
import { savedField } from '../../src/judge/walk/cells.ts';
import { requestTrying, settingOf, textFields, type TriedField } from './value-scripts.ts';
import type { Experiment } from '../../src/judge/learn/experiment.ts';
import type { Findings } from '../../src/judge/learn/findings.ts';
import type { ValueId } from '../../src/judge/learn/values.ts';
import { type CheckedAnswer, NotVerified } from '../../src/judge/report/violation.ts';

/** What experiments have read, for those that come after them. */
type Shelf = Map<string, unknown>;

/** What is searched for: the largest limits, and the zone of a clock. */
const searchExperiments = (shelf: Shelf): readonly Experiment[] => [
  largestLimit('listVoices', 'voice-list.limit.maximum', async (api) => {
    const [provider_id = 'provider_a'] = api.settings.providers?.listed ?? [];
    const first = await api.call('listVoices', { query: { provider_id } });
    if (!isDone(first)) throw new NotVerified(`voice-list answered ${first.status}`, 'providers.listed');
    const total = Number(memberOf(first.body, 'data.total_count'));
    const isTaken = (answer: CheckedAnswer, limit: number) => {
      const voices = memberOf(answer.body, 'data.voices');
      return Array.isArray(voices) && voices.length === Math.min(limit, total);
    };
    return { query: { provider_id }, isTaken };
  }),
  largestLimit('listAudience', 'audience-list.limit.maximum', async (api) => {
    const { campaign: campaign_id } = await largestCampaign(asJudgeReads(api, shelf));
    return { query: { campaign_id }, isTaken: (answer, limit) => memberOf(answer.body, 'pagination.limit') === limit };
  }),
  {
    title: 'when a record was called',
    effect: 'none',
    needs: ['campaigns.known_attempt'],
    decides: ['audience-list.item.last-attempt.zone'],
    run: async (api, findings) => {
      const { known_attempt: known } = api.settings.campaigns ?? {};
      if (known === undefined) return;
      const whole = await readWhole(known.campaign, asJudgeReads(api, shelf));
      const answer = lastAnswer(api);
      const shown = whole?.leads.find(({ id }) => id === known.record)?.['last_attempt'];
      if (typeof shown !== 'string') {
        throw new NotVerified(`campaign ${known.campaign} has no record ${known.record}`, 'campaigns.known_attempt');
      }
      const zones = { utc: 'UTC', india: 'Asia/Kolkata', 'new-york': 'America/New_York' } as const;
      const found = (['utc', 'india', 'new-york'] as const).find((name) => shown === clockIn(zones[name], known.at));
      const came = `${shown} of an attempt at ${new Date(known.at).toISOString()}`;
      findings.decide('audience-list.item.last-attempt.zone', found, answer, came);
    },
  },
];

const audienceFilterExperiments = (shelf: Shelf): readonly Experiment[] => [
  {
    title: 'call statuses',
    effect: 'none',
    needs: ['campaigns.read'],
    decides: ['audience-list.filter.call-status.calls', 'audience-list.filter.call-status.case'],
    run: async (api, findings) => {
      const state = asJudgeReads(api, shelf);
      const { campaign: id, leads } = await largestCampaign(state);
      const shown = leads.map((lead) => lead['last_call_status']).filter((each) => typeof each === 'string');
      const statuses = [...new Set(shown)].filter((each) => /[a-z]/i.test(each));
      const idsBy = async (name: string, status: string): Promise<readonly unknown[]> => {
        const found = await readWhole(id, state, { [await nameOf(state, id, name, status)]: status });
        const answer = lastAnswer(api);
        if (!isDone(answer)) throw new NotVerified(`the audience answered ${answer.status}`);
        return idsOf(found?.leads ?? []);
      };
      for (const status of statuses) {
        const [any, last, first] = [
          await idsBy('call_status', status),
          await idsBy('last_status', status),
          await idsBy('first_status', status),
        ];
        const earlier = first.filter((each) => !last.includes(each));
        if (earlier.length === 0) continue;
        const isLast = any.length === last.length && last.every((each) => any.includes(each));
        const isAny = [...first, ...last].every((each) => any.includes(each));
        const decided = isLast ? 'last' : isAny ? 'any' : undefined;
        const answer = await filtered(api, id, { [await nameOf(state, id, 'call_status', status)]: status });
        findings.decide('audience-list.filter.call-status.calls', decided, answer);
        break;
      }
      const reason = 'no record was called with two results';
      findings.note('audience-list.filter.call-status.calls', { kind: 'unseen', reason, setting: 'campaigns.read' });
      const [status] = statuses;
      if (status === undefined) throw new NotVerified('no record was called', 'campaigns.read');
      const name = await nameOf(state, id, 'last_status', status);
      const all = totalOf(await filtered(api, id, { [name]: status }));
      const other = status === status.toUpperCase() ? status.toLowerCase() : status.toUpperCase();
      const answer = await filtered(api, id, { [name]: other });
      if (!isDone(answer)) throw new NotVerified(`an unknown call status is answered with ${answer.status}`);
      const total = totalOf(answer);
      const decided = total === all ? 'any' : total === 0 ? 'exact' : undefined;
      findings.decide('audience-list.filter.call-status.case', decided, answer);
    },
  },
  {
    title: 'two filters at once',
    effect: 'none',
    needs: ['campaigns.read'],
    decides: ['audience-list.filter.several'],
    run: async (api, findings) => {
      const state = asJudgeReads(api, shelf);
      const { campaign: id, leads } = await largestCampaign(state);
      const counts = statusLabels.map((label) => leads.filter(({ status }) => status === label).length);
      const [one, other] = counts.flatMap((count, status) => (count > 0 ? [status] : []));
      if (one === undefined || other === undefined)
        throw new NotVerified('records of two statuses are needed', 'campaigns.read');
      const name = await nameOf(state, id, 'status', one);
      const stranger = String(leads.find(({ status }) => status === statusLabels[other])?.mobile_no);
      const both = await filtered(api, id, { [name]: one, mobile_no: stranger });
      const found = leads.filter(({ mobile_no }) => String(mobile_no).includes(stranger));
      const inBoth = found.filter(({ status }) => status === statusLabels[one]).length;
      const inOne = (counts[one] ?? 0) + found.length - inBoth;
      const total = totalOf(both);
      const several = total === inOne ? 'any' : total === inBoth ? 'all' : undefined;
      findings.decide('audience-list.filter.several', several, both);
    },
  },
];

/** What scripts cannot ask, because the next request depends on an answer, or the deployment's own records say what is right. */
export function allExperiments(document: ContractDocument): readonly Experiment[] {
  const lengths = grouped(textFields(document), ({ operation }) => operation.id);
  // Most texts of a deployment may be as long as others are.
  const found = new Set<number>();
  const searched = [...lengths.values()].map((fields) => lengthExperiment(fields, found));
  const shelf: Shelf = new Map();
  return [...searchExperiments(shelf), ...audienceFilterExperiments(shelf), ...searched];
}

/** In characters: longer than a column of a database, and no strain. */
const longText = 20_000;

/** How long the texts of an operation may be, and whether longer ones are refused or cut. */
function lengthExperiment(fields: readonly TriedField[], found: Set<number>): Experiment {
  const [first] = fields;
  const operation = first?.operation.id ?? 'createAgent';
  return {
    title: `how long texts ${operation} takes`,
    effect: 'reversible',
    decides: fields.map(lengthOf),
    run: async (api, findings) => {
      const searching = function* (): Generator<Step> {
        if (first !== undefined) yield* settingOf(first);
        for (const tried of fields) yield* searchLength(tried, api, findings, found);
      };
      await answersTo(searching(), api, { readsChanged: true });
    },
  };
}

/** What is learned of how long a text may be. */
export function lengthOf({ operation, member }: TriedField): `${OperationId} ${string} longest` {
  return `${operation.id} ${keyOfField(member.name)} longest` as const;
}

function* searchLength(tried: TriedField, api: Api, findings: Findings, found: Set<number>): Generator<Step> {
  const { values: [own] = [], shown = '' } = savedField(tried.member.name) ?? {};
  const text = (length: number) => (own === undefined ? { $times: ['x', length] } : { $longName: length });
  const last = (of: string) => api.answers.findLast(({ request }) => request.operation === of);
  const search = largestTaken(longText, [...found].reverse());
  let answer: CheckedAnswer | undefined;
  let next = search.next();
  while (next.done !== true) {
    yield requestTrying(tried, text(next.value));
    answer = last(tried.operation.id);
    next = search.next(answer !== undefined && isDone(answer));
  }
  if (answer === undefined) return;
  const read = shown === '' ? undefined : valueAt(last('getAgent')?.body, ['data', ...stepsOf(shown)]);
  const isCut = next.value === undefined && isDone(answer) && typeof read === 'string' && read.length < longText;
  const longest = next.value ?? (isCut ? read.length : undefined);
  if (longest !== undefined) found.add(longest);
  if (longest !== undefined) findings.decide(lengthOf(tried), { longest, long: isCut ? 'cut' : 'refused' }, answer);
  else if (isDone(answer)) findings.decide(lengthOf(tried), {}, answer);
  else findings.note(lengthOf(tried), { kind: 'unseen', reason: 'not even 50 characters are taken' });
}

/** Searches for the largest limit whose page is as long as it says. */
function largestLimit(
  operation: 'listVoices' | 'listAudience',
  id: ValueId,
  listing: (api: Api) => Promise<{
    readonly query: Readonly<Record<string, QueryValue>>;
    readonly isTaken: (answer: CheckedAnswer, limit: number) => boolean;
  }>,
): Experiment {
  return {
    title: `the largest limit of ${id.split('.', 1).join('')}`,
    effect: 'none',
    decides: [id],
    ...(operation === 'listAudience' && { needs: ['campaigns.read'] }),
    run: async (api, findings) => {
      const { query, isTaken } = await listing(api);
      const search = largestTaken(100_000, []);
      let next = search.next();
      while (next.done !== true) {
        const answer = await api.call(operation, { query: { ...query, limit: next.value } });
        next = search.next(isDone(answer) && isTaken(answer, next.value));
      }
      if (next.value === undefined) {
        throw new NotVerified('every limit from 50 to 100000 is taken, or none, or the list is shorter');
      }
      findings.decide(id, next.value, lastAnswer(api));
    },
  };
}

function filtered(api: Api, campaign_id: number, query: Readonly<Record<string, QueryValue>>): Promise<CheckedAnswer> {
  return api.call('listAudience', { query: { campaign_id, ...query } });
}

function totalOf(answer: CheckedAnswer): unknown {
  return isDone(answer) ? memberOf(answer.body, 'pagination.totalRecords') : undefined;
}

/** The name that takes a single value: bare, or with brackets where the bare one is refused. */
function nameOf(state: WalkState, id: number, name: string, value: string | number): Promise<string> {
  return state.once(`the name of ${name}`, async () => {
    return isRefused(await filtered(state.api, id, { [name]: value })) ? `${name}[]` : name;
  });
}

/** Date and time as a clock in the zone shows them. */
function clockIn(timeZone: string, moment: string): string {
  // Swedish writes YYYY-MM-DD HH:MM:SS.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return format.format(new Date(moment));
}
