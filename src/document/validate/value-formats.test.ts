import { expect, test } from 'vitest';
import { isTimeZone, isUuid, isWebAddress } from './schema-compiler.ts';

test.each(['Europe/Berlin', 'UTC', 'Asia/Kolkata', 'America/Argentina/Ushuaia', 'Etc/GMT+5'])(
  '%s names a time zone',
  (text) => {
    expect(isTimeZone(text)).toBe(true);
  },
);

test.each(['', '+05:30', '-03', '05:30', 'Mars/Olympus', 'Europe/Berlin ', ' UTC', 'Europe', '0'])(
  '"%s" names no time zone',
  (text) => {
    expect(isTimeZone(text)).toBe(false);
  },
);

test.each([
  'http://a',
  'https://hooks.example/call?x=1#y',
  'HTTPS://Hooks.Example:8443/',
  'http://127.0.0.1:4010',
  'http://[::1]/',
])('%s is a web address', (text) => {
  expect(isWebAddress(text)).toBe(true);
});

test.each([
  '',
  'hooks.example',
  'ftp://hooks.example/',
  'http:/hooks.example',
  'http:hooks.example',
  'https://',
  'http:///path',
  'http://?x',
  'https://a b/',
  ' https://a/',
  'https://a/\n',
  'http://a:99999/',
  'javascript:alert(1)',
])('"%s" is not a web address', (text) => {
  expect(isWebAddress(text)).toBe(false);
});

test.each([
  ['00000000-0000-4000-8000-000000001002', true],
  ['A0B1C2D3-0000-4000-8000-00000000100F', true],
  ['urn:uuid:00000000-0000-4000-8000-000000001002', false],
  ['00000000-0000-4000-8000-00000000100', false],
  ['0000000000004000800000000000100200ff', false],
  ['', false],
])('"%s" is a bare UUID: %s', (text, isOne) => {
  expect(isUuid(text)).toBe(isOne);
});
