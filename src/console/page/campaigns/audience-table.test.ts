import { expect, it } from 'vitest';
import { cellText, readAudiencePage } from './audience-table.tsx';

it('takes the columns and their order from the answer', () => {
  const body = {
    headers: [
      { key: 'status', label: 'Lead Status' },
      { key: 'mobile_no', label: 'Mobile Number' },
    ],
    datalist: [{ id: 1, mobile_no: '+1', status: 'Fresh' }],
    pagination: { totalRecords: 41, totalPages: 5, currentPage: 1, limit: 10 },
  };
  expect(readAudiencePage(body)).toEqual({ columns: body.headers, records: body.datalist, total: 41, pages: 5 });
});

it.each([null, 'text', {}, { headers: [], datalist: [] }, { error: true, message: 'Campaign not found' }])(
  'takes %j for no page',
  (body) => {
    expect(readAudiencePage(body)).toBeUndefined();
  },
);

it.each([
  [null, ''],
  ['<b>bold</b>', '<b>bold</b>'],
  [3, '3'],
  [{ city: 'Bonn', age: 7 }, 'city: Bonn\nage: 7'],
  [['a', 1], '["a",1]'],
])('shows %j as text', (value, text) => {
  expect(cellText(value)).toBe(text);
});
