import { expect, test } from 'vitest';
import { LeadVector } from './lead-vector.ts';
import { sampleLead } from '../../testing/store/sample-scenario.ts';

const numbers = ['+15550001', '+15550002', '+4930555', '5', '55', 'Ünï-55', '+15550001'];
const leads = Array.from({ length: 3000 }, (_, i) => ({
  ...sampleLead(i + 1),
  mobile_no: numbers[(i * 5) % numbers.length] ?? '',
}));
const list = LeadVector.from(leads, 1);

test.each(['+15550001', '0001', '555', '5', '55', '+49', 'ï-5', '1+1', '55+1', '000', '9', '+155500010'])(
  'finds the leads whose number contains %s, as a plain search does',
  (part) => {
    const plain = leads.flatMap((lead, place) => (lead.mobile_no.includes(part) ? [place] : []));
    expect(Array.from(list.positionsOfNumber(part))).toEqual(plain);
  },
);

test('finds a number in the list that a change has made, not in the one before', () => {
  const changed = list.put([{ ...sampleLead(2000), mobile_no: '+999' }], 2);
  expect(Array.from(changed.positionsOfNumber('+99'))).toEqual([1999]);
  expect(Array.from(list.positionsOfNumber('+99'))).toEqual([]);
});
