import { expect, it } from 'vitest';
import { terminalLine } from './escaping.ts';

it.each([
  ['an escape sequence', '\x1b[2Jgone', '\\u001b[2Jgone'],
  ['a title by OSC', '\x1b]0;title\x07', '\\u001b]0;title\\u0007'],
  ['the C1 form of it', '\x9b31m\x9d0;x\x9c', '\\u009b31m\\u009d0;x\\u009c'],
  ['line ends', 'a\nb\r\nc\u2028d\u2029e\u0085f', 'a\\u000ab\\u000d\\u000ac\\u2028d\\u2029e\\u0085f'],
  ['what goes back', 'abc\b\b\bxyz\x7f', 'abc\\u0008\\u0008\\u0008xyz\\u007f'],
  ['a tabulator', 'a\tb', 'a\\u0009b'],
  ['what turns text around', '\u202egnp.exe\u2066\u200f\u061c', '\\u202egnp.exe\\u2066\\u200f\\u061c'],
  ['what is not seen', 'a\u200bb\ufeff\u{e0041}', 'a\\u200bb\\ufeff\\u{e0041}'],
  ['half of a character', 'a\ud800', 'a\\ud800'],
  ['letters of any script, and emoji', 'Ünï 日本 नमस्ते 👩‍💻', 'Ünï 日本 नमस्ते 👩‍💻'],
])('shows %s', (_, text, shown) => {
  expect(terminalLine(text)).toBe(shown);
});
