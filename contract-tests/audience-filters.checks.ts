/* eslint-disable max-lines -- a list of checks, each to be read by itself */
import { memberOf, type Api, type Clauses } from '../src/judge/api.ts';
import { check, type Check } from '../src/judge/check.ts';
import {
  attemptsMade,
  idsOf,
  largestCampaign,
  readAll,
  readPage,
  sorted,
  spellings,
  type AudienceQuery,
  type Lead,
} from './audience-reading.ts';

const LABELS = ['Fresh', 'Completed', 'Halted', 'Inqueue'] as const;
const needs = ['campaigns.read'] as const;

export const audienceFilterChecks: readonly Check[] = [
  check(
    { clauses: ['audience-list.filter.status', 'audience.status-codes'], needs, effect: 'none' },
    'status partitions the list by its codes',
    async (api) => {
      for (const [code, label] of LABELS.entries()) {
        await expectFound(api, { status: code }, (lead) => lead.status === label, [
          'audience-list.filter.status',
          'audience.status-codes',
        ]);
      }
      for (const [code, label] of LABELS.entries()) {
        const { id } = await largestCampaign(api);
        const wrong = (await readAll(api, { campaign_id: id, status: code })).find((lead) => lead.status !== label);
        api.holds(wrong === undefined, {
          clause: 'audience.status-codes',
          expected: `${code} to mean ${label}`,
          came: wrong?.status,
        });
      }
    },
  ),
  check(
    { clauses: ['audience-list.filter.status'], needs, effect: 'none' },
    'several statuses give the union',
    async (api) => {
      await expectUnion(
        api,
        'status',
        [0, 3],
        (lead) => lead.status === 'Fresh' || lead.status === 'Inqueue',
        'audience-list.filter.status',
      );
      await expectUnion(
        api,
        'status',
        [1, 2],
        (lead) => lead.status === 'Completed' || lead.status === 'Halted',
        'audience-list.filter.status',
      );
    },
  ),
  check(
    { clauses: ['audience-list.filter.attempt'], needs, effect: 'none' },
    'attempt partitions the list by the attempts made',
    async (api) => {
      const made = await distinct(api, attemptsMade);
      for (const attempt of made) {
        await expectFound(api, { attempt }, (lead) => attemptsMade(lead) === attempt, 'audience-list.filter.attempt');
      }
      await expectNone(api, { attempt: 9999 }, 'audience-list.filter.attempt');
    },
  ),
  check(
    { clauses: ['audience-list.filter.attempt'], needs, effect: 'none' },
    'several numbers of attempts give the union',
    async (api) => {
      const pair = (await distinct(api, attemptsMade)).slice(0, 2);
      if (pair.length < 2) api.notVerified('all records have as many attempts', 'campaigns.read');
      await expectUnion(
        api,
        'attempt',
        pair,
        (lead) => pair.includes(attemptsMade(lead)),
        'audience-list.filter.attempt',
      );
    },
  ),
  check(
    { clauses: ['audience-list.filter.last-status'], needs, effect: 'none' },
    'last_status finds the records by their last call status',
    async (api) => {
      const statuses = await callStatuses(api);
      for (const last_status of statuses) {
        await expectFound(
          api,
          { last_status },
          (lead) => lead.last_call_status === last_status,
          'audience-list.filter.last-status',
        );
      }
      await expectNone(api, { last_status: 'no-such-call-status' }, 'audience-list.filter.last-status');
    },
  ),
  check(
    { clauses: ['audience-list.filter.last-status'], needs, effect: 'none' },
    'several last statuses give the union',
    async (api) => {
      const pair = (await callStatuses(api)).slice(0, 2);
      await expectUnion(
        api,
        'last_status',
        pair,
        (lead) => pair.includes(lead.last_call_status),
        'audience-list.filter.last-status',
      );
    },
  ),
  check(
    { clauses: ['audience-list.filter.first-status'], needs, effect: 'none' },
    'first_status finds the records by their first call status',
    async (api) => {
      const { leads } = await largestCampaign(api);
      const found = new Map<number, string>();
      for (const first_status of await callStatuses(api)) {
        const ids = new Set(idsOf(await recordsFor(api, { first_status }, 'audience-list.filter.first-status')));
        for (const lead of leads) {
          const isFound = ids.has(lead.id);
          const [made, came] = [attemptsMade(lead), isFound ? 'found' : 'not found'];
          // With one attempt, the last call is the first one.
          if (made === 1)
            api.holds(isFound === (lead.last_call_status === first_status), {
              clause: 'audience-list.filter.first-status',
              expected: `record ${lead.id} (${lead.last_call_status}) ${isFound ? 'left out' : 'found'} for ${first_status}`,
              came,
            });
          if (made === 0)
            api.holds(!isFound, {
              clause: 'audience-list.filter.first-status',
              expected: `record ${lead.id}, never called, left out`,
              came,
            });
          if (!isFound) continue;
          api.holds(!found.has(lead.id), {
            clause: 'audience-list.filter.first-status',
            expected: `one first status of record ${lead.id}`,
            came: [found.get(lead.id), first_status],
          });
          found.set(lead.id, first_status);
        }
      }
      const isLast = leads
        .filter((lead) => attemptsMade(lead) > 1)
        .every((lead) => found.get(lead.id) === lead.last_call_status);
      const several = leads.filter((lead) => attemptsMade(lead) > 1).length;
      // By chance a few records may have the same status first and last, but not all of many.
      api.holds(several < 20 || !isLast, {
        clause: 'audience-list.filter.first-status',
        expected: 'the first call to be looked at',
        came: 'the last one',
      });
      await expectNone(api, { first_status: 'no-such-call-status' }, 'audience-list.filter.first-status');
    },
  ),
  check(
    { clauses: ['audience-list.filter.call-status'], needs, effect: 'none' },
    'call_status finds the records by a call status',
    async (api) => {
      const { leads } = await largestCampaign(api);
      for (const call_status of await callStatuses(api)) {
        const ids = new Set(idsOf(await recordsFor(api, { call_status }, 'audience-list.filter.call-status')));
        for (const lead of leads) {
          const [isFound, isLast, made] = [ids.has(lead.id), lead.last_call_status === call_status, attemptsMade(lead)];
          const came = isFound ? 'found' : 'not found';
          if (isLast)
            api.holds(isFound, {
              clause: 'audience-list.filter.call-status',
              expected: `record ${lead.id} (${call_status}) found`,
              came,
            });
          // With several attempts an earlier call may have had the status.
          if (made < 2 && !isLast)
            api.holds(!isFound, {
              clause: 'audience-list.filter.call-status',
              expected: `record ${lead.id} (${lead.last_call_status}) left out for ${call_status}`,
              came,
            });
        }
      }
      await expectNone(api, { call_status: 'no-such-call-status' }, 'audience-list.filter.call-status');
    },
  ),
  check(
    { clauses: ['audience-list.filter.mobile-no'], needs, effect: 'none' },
    'mobile_no finds the records whose number has the part',
    async (api) => {
      const { id: campaign_id, leads } = await largestCampaign(api);
      for (const lead of [leads[0], leads.at(-1), leads[Math.floor(leads.length / 2)]]) {
        if (lead === undefined) continue;
        const number = lead.mobile_no;
        // Of a number that is written with blanks or dashes, digits that stand together.
        const digits = /\d{5,}/.exec(number)?.[0] ?? '';
        const inside = digits === '' ? [] : [digits.slice(1, -1), digits.slice(2, -2), digits.slice(-4)];
        for (const part of [number, number.slice(0, -1), number.slice(0, -3), ...inside]) {
          const found = await readAll(
            api,
            { campaign_id, mobile_no: part },
            undefined,
            'audience-list.filter.mobile-no',
          );
          const wrong = found.find((each) => !hasPart(each, part));
          api.holds(wrong === undefined, {
            clause: 'audience-list.filter.mobile-no',
            expected: `numbers with ${part}`,
            came: wrong?.mobile_no,
          });
          const missed = leads.find((each) => each.mobile_no.includes(part) && !idsOf(found).includes(each.id));
          api.holds(missed === undefined, {
            clause: 'audience-list.filter.mobile-no',
            expected: `${missed?.mobile_no ?? ''} found for ${part}`,
            came: 'it left out',
          });
        }
      }
      await expectNone(api, { mobile_no: '+0000000000000' }, 'audience-list.filter.mobile-no');
    },
  ),
  check(
    { clauses: ['audience-list.filter.mobile-no.plus'], needs, effect: 'none' },
    'a leading blank in mobile_no is a plus sign',
    async (api) => {
      const { leads } = await largestCampaign(api);
      const number = leads[0]?.mobile_no ?? '';
      const plus = ` ${number.slice(1, 6)}`;
      await expectFound(
        api,
        { mobile_no: plus },
        (lead) => lead.mobile_no.includes(number.slice(0, 6)),
        'audience-list.filter.mobile-no.plus',
      );
    },
  ),
  check(
    { clauses: ['audience-list.filter.call-status.any'], needs, effect: 'none' },
    'call_status matches any call, case included',
    async (api) => {
      const { leads } = await largestCampaign(api);
      const covered = new Set<number>();
      for (const call_status of await callStatuses(api)) {
        for (const query of [{ first_status: call_status }, { last_status: call_status }]) {
          const part = idsOf(await recordsFor(api, query, 'audience-list.filter.call-status.any'));
          const any = new Set(idsOf(await recordsFor(api, { call_status }, 'audience-list.filter.call-status.any')));
          part.forEach((id) => covered.add(id));
          api.equal(
            part.filter((id) => !any.has(id)),
            [],
            { clause: 'audience-list.filter.call-status.any', what: 'no record left out' },
          );
        }
        if (call_status.toUpperCase() === call_status) continue;
        await expectFound(
          api,
          { call_status: call_status.toUpperCase() },
          () => false,
          'audience-list.filter.call-status.any',
        );
      }
      api.equal(covered.size, leads.filter((lead) => attemptsMade(lead) > 0).length, {
        clause: 'audience-list.filter.call-status.any',
        what: 'every record that was called',
      });
    },
  ),
  check(
    { clauses: ['audience-list.filter.arrays'], needs, effect: 'none' },
    'arrays come in every spelling',
    async (api) => {
      for (const query of spellings('status', [0, 1])) {
        await expectFound(
          api,
          query,
          (lead) => ['Fresh', 'Completed'].includes(lead.status),
          'audience-list.filter.arrays',
        );
      }
      const pair = (await callStatuses(api)).slice(0, 2);
      for (const query of spellings('last_status', pair).slice(0, 3)) {
        await expectFound(api, query, (lead) => pair.includes(lead.last_call_status), 'audience-list.filter.arrays');
      }
    },
  ),
  check(
    { clauses: ['audience-list.filter.algebra'], needs, effect: 'none' },
    'filters intersect, an empty filter is none',
    async (api) => {
      const [last_status = ''] = await callStatuses(api);
      await expectFound(
        api,
        { status: [1, 2], attempt: [1, 2] },
        (lead) => ['Completed', 'Halted'].includes(lead.status) && [1, 2].includes(attemptsMade(lead)),
        'audience-list.filter.algebra',
      );
      await expectFound(
        api,
        { status: 1, last_status },
        (lead) => lead.status === 'Completed' && lead.last_call_status === last_status,
        'audience-list.filter.algebra',
      );
      await expectFound(
        api,
        { status: '', last_status: '', attempt: '', mobile_no: '' },
        () => true,
        'audience-list.filter.algebra',
      );
    },
  ),
  check(
    { clauses: ['audience-list.filter.totals'], needs, effect: 'none' },
    'the totals count what the filters leave',
    async (api) => {
      const { leads } = await largestCampaign(api);
      for (const [code, label] of LABELS.entries()) {
        await expectTotals(api, { status: code }, ({ status }) => status === label);
      }
      for (const attempt of (await distinct(api, attemptsMade)).slice(0, 4)) {
        await expectTotals(api, { attempt }, (lead) => attemptsMade(lead) === attempt);
      }
      const number = leads[0]?.mobile_no ?? '';
      await expectTotals(api, { mobile_no: number }, ({ mobile_no }) => mobile_no.includes(number));
      for (const last_status of await callStatuses(api)) {
        await expectTotals(api, { last_status }, ({ last_call_status }) => last_call_status === last_status);
      }
    },
  ),
];

/** Expects the totals of a filtered list, in pages of 3, on its first page and its last one. */
async function expectTotals(api: Api, query: AudienceQuery, isWanted: (lead: Lead) => boolean): Promise<void> {
  const { id: campaign_id, leads } = await largestCampaign(api);
  const total = leads.filter(isWanted).length;
  const pages = Math.ceil(total / 3);
  // How many pages an empty list has is not shown.
  if (total === 0) return;
  for (const page of new Set([1, pages])) {
    const { answer, pagination } = await readPage(api, { campaign_id, ...query, limit: 3, page });
    const came = { totalRecords: pagination.totalRecords, totalPages: pagination.totalPages };
    const wanted = { totalRecords: total, totalPages: pages };
    api.equal(came, wanted, {
      clause: 'audience-list.filter.totals',
      what: `the totals of ${JSON.stringify(query)}`,
      answer,
      path: '/pagination',
    });
  }
}

/** Expects no record for a value that none has: the deployment may say so, or refuse a value that it does not know. */
async function expectNone(api: Api, query: AudienceQuery, clause: Clauses): Promise<void> {
  const { id: campaign_id } = await largestCampaign(api);
  const answer = await api.call('listAudience', { query: { campaign_id, ...query } });
  if (answer.status >= 400 && answer.status < 500) return;
  api.answered(answer, { status: 200 }, clause);
  api.equal(memberOf(answer.body, 'datalist'), [], {
    clause,
    what: `no record for ${JSON.stringify(query)}`,
    answer,
    path: '/datalist',
  });
}

/** Whether the number has the part, read as it is written or by its digits alone. */
function hasPart({ mobile_no }: Lead, part: string): boolean {
  return mobile_no.includes(part) || mobile_no.replaceAll(/\D/g, '').includes(part);
}

async function expectFound(
  api: Api,
  query: AudienceQuery,
  isWanted: (lead: Lead) => boolean,
  clause: Clauses,
): Promise<void> {
  const { leads } = await largestCampaign(api);
  const [came, wanted] = [idsOf(await recordsFor(api, query, clause)), idsOf(leads.filter(isWanted))];
  api.equal(sorted(came), sorted(wanted), {
    clause,
    what: `the ${wanted.length} records of ${JSON.stringify(query)}`,
    answer: api.answers.at(-1)?.answer,
    path: '/datalist',
  });
}

async function recordsFor(api: Api, query: AudienceQuery, clause: Clauses): Promise<readonly Lead[]> {
  const { id: campaign_id } = await largestCampaign(api);
  return readAll(api, { campaign_id, ...query }, undefined, clause);
}

/** How a list is sent is not shown: it must be taken in one of the usual spellings. */
async function expectUnion(
  api: Api,
  name: string,
  values: readonly (string | number)[],
  isWanted: (lead: Lead) => boolean,
  clause: Clauses,
): Promise<void> {
  const { id: campaign_id, leads } = await largestCampaign(api);
  const wanted = sorted(idsOf(leads.filter(isWanted)));
  const came: string[] = [];
  for (const query of spellings(name, values)) {
    const answer = await api.call('listAudience', { query: { campaign_id, ...query, limit: 1 } });
    if (answer.status !== 200) {
      came.push(`${answer.status}`);
      continue;
    }
    const ids = sorted(idsOf(await readAll(api, { campaign_id, ...query }, undefined, clause)));
    if (JSON.stringify(ids) === JSON.stringify(wanted)) return;
    came.push(`${ids.length} records`);
  }
  api.holds(false, { clause, expected: `the ${wanted.length} records with ${name} ${values.join(' or ')}`, came });
}

async function callStatuses(api: Api): Promise<string[]> {
  const { leads } = await largestCampaign(api);
  const called = leads.filter((lead) => attemptsMade(lead) > 0);
  const statuses = [...new Set(called.map((lead) => lead.last_call_status))];
  const known = statuses.filter((status) => typeof status === 'string' && status !== '');
  return known.length > 0 ? known.slice(0, 8) : api.notVerified('no record was called', 'campaigns.read');
}

async function distinct<T>(api: Api, valueOf: (lead: Lead) => T): Promise<T[]> {
  const { leads } = await largestCampaign(api);
  return [...new Set(leads.map(valueOf))];
}
