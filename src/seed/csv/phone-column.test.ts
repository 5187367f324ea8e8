import { expect, it } from 'vitest';
import { findPhoneColumn, normalizeNumber, numberProblem } from './read-rows.ts';

const numbers = ['+4930231250', '+1 555 200 0000', ''];
const names = ['Ada', 'Bob', 'Zoë'];

it.each([
  ['mobile_no'],
  ['Mobile Number'],
  ['Phone'],
  ['TELEFON'],
  ['Téléphone'],
  ['Handy-Nummer'],
  ['手机号'],
  ['電話番号'],
])('knows %s for a phone column', (name) => {
  const rows = names.map((value, i) => [value, numbers[i] ?? '']);
  expect(findPhoneColumn(['Name', name], rows)).toBe(1);
});

it('takes the mobile number before any other', () => {
  const rows = [['+4930231250', '+4917123456']];
  expect(findPhoneColumn(['phone', 'mobile'], rows)).toBe(1);
});

it('passes over a column that is called so and holds something else', () => {
  const rows = [['iPhone', '+4930231250']];
  expect(findPhoneColumn(['phone', 'reach'], rows)).toBe(1);
});

it('finds the only column whose values are numbers, whatever it is called, and takes no date for one', () => {
  const rows = [['2026-10-01', 'Ada', '+4930231250']];
  expect(findPhoneColumn(['due', 'name', 'x'], rows)).toBe(2);
});

it('takes the column that is named', () => {
  expect(findPhoneColumn(['phone', 'office'], [['+4930231250', '+4930231251']], 'office')).toBe(1);
});

it.each([
  [['a', 'b'], [['x', 'y']], undefined, 'no column looks like phone numbers: name it with --phone-column, one of a, b'],
  [['a', 'b'], [['+4930231250', '+4930231251']], undefined, 'several columns look like phone numbers: name it with'],
  [['a', 'b'], [], 'c', 'there is no column "c": the columns are a, b'],
])('asks for the column of %j where it cannot tell', (header, rows, named, message) => {
  expect(() => findPhoneColumn(header, rows, named)).toThrow(message);
});

it.each([
  ['+49 30 2312-5001', undefined, '+493023125001'],
  ['0049 (0)30 23125001', undefined, '+493023125001'],
  ['+４９３０２３１２５００１', undefined, '+493023125001'],
  ['(030) 231/250 01', '49', '+493023125001'],
  ['491712345679', '49', '+491712345679'],
  ['1712345679', '49', '+491712345679'],
  ['4912345678', '49', '+494912345678'],
  ['030 23125001', undefined, undefined],
  ['+0 30 23125001', undefined, undefined],
  ['12345', undefined, undefined],
  ['call me', '49', undefined],
])('reads %s with country code %s as %s', (text, code, number) => {
  expect(normalizeNumber(text, code)).toBe(number);
});

it.each([
  ['0171 2345678', undefined, 'has no country code: give one with --country-code'],
  ['4,91713E+11', '49', 'was rounded by a spreadsheet: give the column the format text'],
  ['call me', undefined, 'is not a phone number: expected digits with a country code'],
  ['12', '49', 'is not a phone number'],
])('says of %s with country code %s that it %s', (text, code, problem) => {
  expect(numberProblem(text, code)).toContain(problem);
});
