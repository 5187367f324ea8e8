import { expect, test } from 'vitest';
import { changeParts, readParts } from './forms.ts';

const seen = (form: string, contentType: string): readonly unknown[] => {
  const pieces: unknown[] = [];
  const same = changeParts(Buffer.from(form, 'latin1'), contentType, {
    part: (part) => {
      pieces.push(part);
      return part;
    },
    other: (text) => {
      pieces.push(text);
      return text;
    },
  });
  expect(same?.toString('latin1')).toBe(form);
  return pieces;
};

const name = { head: '\r\nContent-Disposition: form-data; name="a"', content: 'Ada' };
const part = `--b${name.head}\r\n\r\nAda`;

test.each([
  ['a whole form', `${part}\r\n--b--\r\n`, [name, '--\r\n']],
  ['bytes before the first part and after the last', `x\r\n${part}\r\n--b--\r\ny`, ['x', name, '--\r\ny']],
  ['two parts', `${part}\r\n${part}\r\n--b--`, [name, name, '--']],
  ['a part that is cut off', part, [name]],
  ['a part without a head', '--b\r\nx', ['\r\nx']],
  ['a boundary within a line', `${part}--b\xFF\r\n--b--`, [{ ...name, content: 'Ada--b\xFF' }, '--']],
  ['no part', 'x', ['x']],
  ['nothing', '', ['']],
])('%s is taken apart, and put together as it was', (_, form, pieces) => {
  expect(seen(form, 'multipart/form-data; boundary=b')).toEqual(pieces);
  expect(seen(form, 'multipart/form-data; charset=x; Boundary="b"')).toEqual(pieces);
});

test.each(['multipart/form-data', 'multipart/form-data; boundary=""', 'multipart/form-data; xboundary=b', '', 'x'])(
  'without a boundary, as in %j, the parts cannot be told apart',
  (contentType) => {
    const changes = { part: () => ({ head: '', content: '' }), other: () => '' };
    expect(changeParts(Buffer.from(part), contentType, changes)).toBeUndefined();
  },
);

test('the parts of a form are read as a server reads them', () => {
  const form = `${part}\r\n--b\r\nContent-Disposition: form-data; name="é\\"x"; filename="a.csv"\r\n\r\né\r\n--b--\r\n`;
  expect(readParts(Buffer.from(form), 'multipart/form-data; boundary=b')).toEqual([
    { name: 'a', content: 'Ada' },
    {
      name: 'é\\"x',
      content: 'é',
      file: { about: { name: 'a.csv', type: 'application/octet-stream' }, bytes: Buffer.from('é') },
    },
  ]);
  expect(readParts(Buffer.from(form), 'multipart/form-data')).toBeUndefined();
});
