import { expect, it } from 'vitest';
import { comparePage } from './audience-pages.ts';

it.each([
  [['audience-list.is-new.item'], {}],
  [[], { city: '' }],
  [[], { city: null }],
])('breaks %j where a record shows of an input column that has no value: %j', (rules, shown) => {
  const leads = [
    { id: 1, mobile_no: '+15550009001', input_data: { city: 'Oslo' } },
    { id: 2, mobile_no: '+15550009002', input_data: {} },
  ];
  const [first, second] = leads.map(({ id, mobile_no }) => ({ id, mobile_no }));
  const body = {
    datalist: [
      { ...first, city: 'Oslo' },
      { ...second, ...shown },
    ],
    headers: ['mobile_no', 'city'].map((key) => ({ key, label: key })),
    metadata: [],
    pagination: { totalRecords: 2, totalPages: 1, currentPage: 1, limit: 10 },
  };
  const request = { operation: 'listAudience', query: [], headers: {}, body: { kind: 'none' } } as const;
  const answer = { request, status: 200, body, headers: {}, text: '', unread: null };
  const whole = { campaign: 1, leads };
  const { findings } = comparePage({ answer, number: 1, limit: 10, isNew: true, whole, asked: [], left: leads });
  expect(findings.map(({ clauses }) => clauses[0])).toEqual(rules);
});
