import { expect, test } from 'vitest';
import type { LeadRecord } from '../../domain/records.ts';
import { differenceOf, loggedChange } from './apply-changes.ts';
import { CampaignLeads } from './campaign-leads.ts';
import { Root, mapCollections } from './root.ts';
import { sampleCampaign, sampleLead } from '../../testing/store/sample-scenario.ts';
import { SeededRandom } from '../../worlds/time-and-chance.ts';

const evenLeads = Array.from({ length: 5000 }, (_, i) => sampleLead(2 * (i + 1), 0));

test('a list gives its records by place, by id and by status', () => {
  const list = CampaignLeads.from(evenLeads.toReversed());
  expect(list.records()).toEqual(evenLeads);
  expect([list.at(0).id, list.at(1024).id, list.at(4999).id]).toEqual([2, 2050, 10_000]);
  expect(evenLeads.every((lead) => list.get(lead.id) === lead)).toBe(true);
  expect([0, 1, 2049, 10_001].map((id) => list.get(id))).toEqual([undefined, undefined, undefined, undefined]);
  expect(list.positionsOf(0)).toHaveLength(5000);
});

test('a list agrees with a plain map after any changes, and the lists before it stay as they were', () => {
  const random = new SeededRandom('leads');
  const draw = (below: number) => Math.floor(random.next() * below);
  const model = new Map<number, LeadRecord>(evenLeads.map((lead) => [lead.id, lead]));
  let list = CampaignLeads.from(evenLeads);
  for (let round = 2; round < 40; round++) {
    const before = list;
    const recordsBefore = before.records();
    // Some rounds only replace, some only append, some put records in between.
    const ids = Array.from({ length: 1 + draw(1500) }, () => {
      if (round % 3 === 0) return 2 * (1 + draw(5000));
      if (round % 3 === 1) return 10_000 + round * 2000 + draw(1500);
      return draw(20_000);
    });
    const leads = [...new Set(ids)].map((id) => sampleLead(id, ([0, 1, 2, 3] as const)[draw(4)] ?? 0));
    list = changed(list, { put: leads });
    for (const lead of leads) model.set(lead.id, lead);
    if (round % 10 === 0) {
      const gone = leads.slice(0, 5).map(({ id }) => id);
      list = changed(list, { put: [], remove: gone });
      for (const id of gone) model.delete(id);
    }
    const expected = [...model.values()].toSorted((a, b) => a.id - b.id);
    expect(list.records()).toEqual(expected);
    expect([list.size, list.at(list.size - 1)]).toEqual([expected.length, expected.at(-1)]);
    for (const status of [0, 1, 2, 3] as const) {
      const places = expected.flatMap((lead, place) => (lead.status === status ? [place] : []));
      expect(Array.from(list.positionsOf(status))).toEqual(places);
    }
    expect(before.records()).toEqual(recordsBefore);
    const others = list.changedIds(before).map((id) => [id, list.get(id)] as const);
    expect(before.change(others).records()).toEqual(expected);
  }
});

test('the difference of two states names changed, added and removed leads and no others', () => {
  const campaigns = [sampleCampaign(5001)];
  const before = Root.of({ ...mapCollections(() => []), campaigns }, [[5001, evenLeads]]);
  const called = { ...before.leads(5001).get(4), status: 1 } as LeadRecord;
  const leads = [called, sampleLead(6, 0), sampleLead(20_000)].map((lead) => [lead.id, lead] as const);
  const after = before.with('leads/5001', new Map([...leads, [8, undefined]]));
  expect(differenceOf(before, after).map(loggedChange)).toEqual([
    { in: 'leads/5001', id: 4, set: { status: 1 } },
    { in: 'leads/5001', id: 8 },
    { in: 'leads/5001', id: 20_000, put: sampleLead(20_000) },
  ]);
});

test('putting the same chunk twice in one change keeps both records', () => {
  const list = changed(CampaignLeads.from(evenLeads), { put: [sampleLead(2, 1), sampleLead(4, 1)] });
  expect(Array.from(list.positionsOf(1))).toEqual([0, 1]);
});

const numbers = ['+15550001', '+15550002', '+4930555', '5', '55', 'Ünï-55', '+15550001'];
const leads = Array.from({ length: 3000 }, (_, i) => ({
  ...sampleLead(i + 1),
  mobile_no: numbers[(i * 5) % numbers.length] ?? '',
}));
const list = CampaignLeads.from(leads);

test.each(['+15550001', '0001', '555', '5', '55', '+49', 'ï-5', '1+1', '55+1', '000', '9', '+155500010'])(
  'finds the leads whose number contains %s, as a plain search does',
  (part) => {
    const plain = leads.flatMap((lead, place) => (lead.mobile_no.includes(part) ? [place] : []));
    expect(Array.from(list.positionsOfNumber(part))).toEqual(plain);
  },
);

test('finds a number in the list that a change has made, not in the one before', () => {
  const after = changed(list, { put: [{ ...sampleLead(2000), mobile_no: '+999' }] });
  expect(Array.from(after.positionsOfNumber('+99'))).toEqual([1999]);
  expect(Array.from(list.positionsOfNumber('+99'))).toEqual([]);
});

function changed(
  list: CampaignLeads,
  { put, remove = [] }: { readonly put: readonly LeadRecord[]; readonly remove?: readonly number[] },
): CampaignLeads {
  const given = put.map((lead) => [lead.id, lead] as const);
  return list.change([...given, ...remove.map((id) => [id, undefined] as const)]);
}
