import { describe, expect, it } from 'vitest';
import type { CheckedAnswer } from '../../report/violation.ts';
import { comparePage, type Lead } from './audience-pages.ts';

const lead: Lead = { id: 1, mobile_no: '+15550001', input_data: { city: '上海' } };
const header = (key: string) => ({ key, label: key });
const headers = ['mobile_no', 'city'].map(header);
const pagination = { totalRecords: 1, totalPages: 1, currentPage: 1, limit: 10 };
const onlyPage = { number: 1, limit: 10, asked: [] };
const simplified = { id: 1, mobile_no: '+15550001', city: '上海' };

describe('comparePage', () => {
  const withStatus = { headers: [...headers, header('status')], datalist: [{ ...simplified, status: 'Fresh' }] };
  const empty = { ...lead, input_data: {} };
  const withoutCity = { datalist: [{ id: 1, mobile_no: '+15550001' }] };

  it.each([
    ['what the whole list shows', {}, lead, ['city'], []],
    ['no list of metadata', { metadata: null }, lead, ['city'], ['/metadata']],
    ['a column that the whole list leaves out of the record', {}, empty, ['city'], ['/datalist/0/city']],
    ['a column that the whole list leaves out of all records', {}, empty, [], ['/datalist/0/city']],
    ['a header beside the input columns', withStatus, lead, ['city'], []],
    ['a column that the record does not have', { headers: [...headers, header('town')] }, lead, ['city'], []],
    ['columns that show under another name', {}, empty, ['mobile_no'], []],
    [
      'an empty value',
      { datalist: [{ ...simplified, city: null }] },
      { ...lead, input_data: { city: '' } },
      ['city'],
      [],
    ],
    ['no empty value', withoutCity, { ...lead, input_data: { city: '' } }, ['city'], ['/datalist/0/city']],
  ])('compares a simplified page with the records of the whole list: %s', (_, over, wanted, columns, paths) => {
    const body = { datalist: [simplified], headers, metadata: [], pagination, ...over };
    const input_data = Object.fromEntries(columns.map((name) => [name, 'x']));
    const page = { ...onlyPage, answer: answered(body), whole: { campaign: 1, leads: [{ ...lead, input_data }] } };
    expect(comparePage({ ...page, isNew: true, left: [wanted] }).findings.map(({ path }) => path)).toEqual(paths);
  });
});

describe('the headers of a page', () => {
  const labels = ['Mobile Number', 'Input Data', 'Lead Status', 'Attempt', 'Call Status', 'Duration', 'Disposition'];
  const keys = [
    'mobile_no',
    'input_data',
    'status',
    'total_attempt',
    'last_call_status',
    'duration',
    'last_disposition',
  ];
  const usual = [
    ...keys.map((key, at) => ({ key, label: labels[at] })),
    { key: 'last_attempt', label: 'Last Attempt' },
    { key: 'updated_by', label: 'Modified By' },
  ];

  it.each([
    ['those of section 4.7', usual, []],
    ['one more', [...usual, header('id')], ['/headers/9']],
    ['one less', usual.slice(0, 8), ['/headers/8/key', '/headers/8/label']],
    ['another label', usual.with(2, { key: 'status', label: 'Status' }), ['/headers/2/label']],
  ])('are told where they are wrong: %s', (_, shown, paths) => {
    const page = { ...onlyPage, answer: answered({ datalist: [lead], headers: shown, pagination }), isNew: false };
    const { findings } = comparePage({ ...page, whole: { campaign: 1, leads: [lead] }, left: [lead] });
    expect(findings.map(({ path }) => path)).toEqual(paths);
  });
});

function answered(body: unknown): CheckedAnswer {
  const request = { operation: 'listAudience', query: [], headers: {}, body: { kind: 'none' } } as const;
  return { request, status: 200, body, headers: {}, text: JSON.stringify(body), unread: null };
}
