import { expect, it } from 'vitest';
import { createMasker } from './masker.ts';

const apiToken = 'ac3e'.repeat(16);
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2lnbmF0dXJl';

it.each([
  ['/agents/get-by-id?agent_id=1004', '/agents/get-by-id?agent_id=1004'],
  ['/audience-list?status[]=1&mobile_no=%2B1555', '/audience-list?status[]=1&mobile_no=%2B1555'],
  ['/verify?token=abc', '/verify?token=[masked]'],
  ['/verify?a=1&api_access_token=abc&b=2', '/verify?a=1&api_access_token=[masked]&b=2'],
  ['/verify?Authorization=Bearer+abc', '/verify?Authorization=[masked]'],
  ['/verify?api_key=abc&key=abc&x_secret=a', '/verify?api_key=[masked]&key=[masked]&x_secret=[masked]'],
  ['/verify?%74oken=abc', '/verify?%74oken=[masked]'],
  ['/verify?token=', '/verify?token='],
  [`/verify?q=${apiToken}`, '/verify?q=[masked]'],
  [`/verify?q=${apiToken.toUpperCase()}`, '/verify?q=[masked]'],
  [`/verify?${apiToken}=1`, '/verify?[masked]=1'],
  [`/verify?q=${jwt}`, '/verify?q=[masked]'],
  ['/verify?q=login-acme', '/verify?q=[masked]'],
  ['/verify?q=%6Cogin-acme', '/verify?q=[masked]'],
  [`/__mock/tokens/${apiToken}/revoke`, '/__mock/tokens/[masked]/revoke'],
  ['/verify?q=%ZZ', '/verify?q=%ZZ'],
  ['/verify?', '/verify?'],
])('shows %s as %s', (url, shown) => {
  expect(createMasker().url(url)).toBe(shown);
});

it('masks the very tokens of the request wherever they stand, encoded or not', () => {
  const url = '/a/opaque%2Fvalue?q=opaque/value&r=opaque%2Fvalue&opaque/value';
  expect(createMasker(['opaque/value']).url(url)).toBe('/a/[masked]?q=[masked]&r=[masked]&[masked]');
});

it('masks secrets in running text', () => {
  expect(createMasker().text(`unknown header ${apiToken}`)).toBe('unknown header [masked]');
});

it('does not tear a text apart for a header of a letter or two', () => {
  expect(createMasker(['', 'a', 'na']).text('unknown parameter name')).toBe('unknown parameter name');
});

it('shows the key of a column, and masks one of a query', () => {
  const headers = '[{"key":"mobile_no","label":"Mobile Number"}]';
  const { text } = createMasker();
  expect([text(headers), text(JSON.stringify(headers)), text('?key=abc')]).toEqual([
    headers,
    JSON.stringify(headers),
    '?key=[masked]',
  ]);
});

it('masks values, and not the words that stand for them or the names of files', () => {
  const { text } = createMasker();
  expect(text('give postgres://USER:PASSWORD@HOST/db, not t/token.json')).toBe(
    'give postgres://USER:PASSWORD@HOST/db, not t/token.json',
  );
  expect(text('postgres://USER:PASSWORDS@HOST/db')).toBe('postgres://[masked]@HOST/db');
});

it('shows the mask where masking fails, and neither the text nor the error', () => {
  const broken = Object.assign([], {
    replaceAll: () => {
      throw new Error('the secret');
    },
  }) as unknown as string;
  const { text, line, body } = createMasker();
  expect([text, line, body].map((show) => show(broken))).toEqual(['[masked]', '[masked]', '[masked]']);
});

it('shows nothing after the beginning of a secret that is too long to be kept whole', () => {
  const masker = createMasker([`"${'ab'.repeat(200)}`, 'short secret']);
  expect(masker.text(`a short secret b "${'ab'.repeat(60)} c short secret`)).toBe('a [masked] b [masked]');
});

it('masks secrets that overlap, and ones that hold others', () => {
  const masker = createMasker(['one two', 'two three', 'wo', 'three four five', 'four']);
  expect(masker.text('x one two three four five y one two four z')).toBe('x [masked] y [masked] [masked] z');
});

it.each([
  '+a/b=c~d!e(f)g$h&i*j'.repeat(3),
  'opaque secret of some words, and more of them',
  'x'.repeat(20) + '"quoted"'.repeat(30),
])('shows no part of %j wherever the text that holds it was cut', (secret) => {
  const { text } = createMasker([secret]);
  for (let length = 0; length <= 320; length += 1) {
    const cut = JSON.stringify({ note: `${'- '.repeat(40)}${secret}` }).slice(0, length);
    for (const shown of [text(cut), text(`${cut}…`), text(`${cut}… and more`)]) {
      expect([length, shown.includes(secret.slice(0, 6))]).toEqual([length, false]);
    }
  }
});
