import * as fc from 'fast-check';
import type { Histogram } from '../histogram.ts';
import { type Choose, drawnFrom } from './drawing.ts';

/** Lengths around the limits that columns, fields and buffers have. */
const lengths = [
  ...[2, 10, 15, 16, 17, 20, 24, 30, 31, 32, 33, 40, 48, 49, 50, 51, 60, 63, 64, 65, 80, 99, 100, 101, 120, 127, 128],
  ...[129, 140, 150, 160, 191, 199, 200, 201, 250, 254, 255, 256, 257, 300, 400, 499, 500, 501, 511, 512, 513, 600],
  ...[640, 700, 750, 767, 768, 800, 900, 998, 999, 1000],
];
const longer = [1001, 1024, 1025, 2000, 2048, 4096, 5000, 8192, 10_000, 32_768, 65_535, 65_536];

/** One text for each way in which texts go wrong. */
const oddTexts = [
  ...['Two words', 'ALL CAPS', 'MixedCase', 'lower', 'Größe ÄÖÜ ß', 'Привет мир', '你好，世界', 'مرحبا بالعالم'],
  ...['हिन्दी', 'ไทย', 'Ελληνικά', '日本語テキスト', '😀 👩‍👩‍👧', '😀', 'half 😀 way', 'e\u0301 decomposed', 'İstanbul ı'],
  ...['\u200fright to left', 'zero\u200bwidth', 'non\u00a0breaking', 'soft\u00adhyphen', '“curly” ‘quotes’ – dash…'],
  ...['€ £ ¥ ©', `it's "quoted"`, "O'Neil", '"', '`tick`', '<b>bold</b> &amp; &lt;', '<script>alert(1)</script>'],
  ...[
    'a & b',
    'x < y > z',
    "'; drop table agents; --",
    '%s %d {0} ${x} {{y}}',
    '{{name}}',
    '$1 \\1',
    'back\\slash \\n',
  ],
  ...['%20 %41', '#hash', '@at', '*', '007', '0', '1', '42', '-1', '1e3', '3.14', '0x10', '1,000', 'NaN', 'Infinity'],
  ...['12345678901234567890', '2026-01-31', 'null', 'undefined', 'true', 'false', 'None', 'yes', 'NULL', '[]', '{}'],
  ...['{"a":1}', '""', ' leading blank', 'trailing blank ', ' both ', 'two  blanks', 'line\nbreak', 'ends in a line\n'],
  ...[
    'tab\there',
    'a\r\nb',
    'a,b;c|d',
    'a, b',
    'x;y',
    'a|b',
    'k=v&l=w',
    'https://example.com/?a=1&b=2#c',
    'a/b',
    '../etc',
  ],
  ...['name@example.com', '+15550009001', '50% off + tax', 'C:\\temp', 'file.txt', '.', '-', '_', '?', '!', '~'],
  ...['a'.repeat(30), 'Mr. X (Jr.)', 'co-op'],
];

const catalogue: readonly unknown[] = [
  ...oddTexts,
  ...lengths.map((length) => ({ $times: ['x', length] })),
  ...[64, 128, 255, 500].flatMap((length) => ['Ab ', 'ü', '😀'].map((text) => ({ $times: [text, length] }))),
];

/** Several of them in one text, as people write: each way in which texts go wrong is tried often. */
const edge = fc.constantFrom('', '', '', ' ', '\n');
const mixed = fc
  .tuple(edge, fc.array(fc.constantFrom(...oddTexts), { minLength: 2, maxLength: 8 }), edge)
  .map(([before, parts, behind]) => `${before}${parts.join(' ')}${behind}`);

/** As long as any text may be (a longer one may be refused): whatever is cut shows. */
const long = fc.constantFrom('x', 'Ab ', 'ü').map((text) => ({ $times: [text, 1000] }));

/** @param named the field that takes an agent's name */
export function oddValues(wanted: Pick<Histogram, 'fresh'>, named = 'agent_name'): Choose {
  return {
    isPlain: false,
    of: (member, values) => fc.constantFrom(...wanted.fresh(member, values)),
    text: (member) => textsOf(member, wanted),
    name: namesOf(wanted, named),
  };
}

/**
 * What nobody has a reason to refuse: a request that may be refused for one value alone shows what is made of it, and of
 * everything beside it. Texts are odd all the same, because any is taken.
 */
export function plainValues({ fresh }: Pick<Histogram, 'fresh'>, named = 'agent_name'): Choose {
  return {
    isPlain: true,
    of: (_, values, plain = 2) => fc.constantFrom(...values.slice(0, plain)),
    text: (member) =>
      drawnFrom<unknown>(
        [5, fc.constantFrom(...fresh(member, catalogue))],
        [4, mixed],
        [4, fc.nat(999).map((number) => `Text ${number}`)],
        [1, long],
        [1, fc.constant('')],
      ),
    name: drawnFrom<unknown>(
      [5, fc.record({ $name: fc.constantFrom(...fresh(`${named}.$name`, plainEndings)) })],
      [1, fc.record({ $formerName: fc.nat(3) })],
      [1, fc.record({ $longName: fc.constantFrom(...fresh(`${named}.$longName`, nameLengths)) })],
    ),
  };
}

/** A text for a field that takes any. */
export function textsOf(field: string, { fresh }: Pick<Histogram, 'fresh'>): fc.Arbitrary<unknown> {
  return drawnFrom<unknown>(
    [12, fc.constantFrom(...fresh(field, catalogue))],
    [6, mixed],
    // Few of them, again and again: a value that was there before, or is there already.
    [3, fc.constantFrom('x', 'y', 'Two words')],
    [3, fc.constant('')],
    [2, long],
    [1, fc.record({ $times: fc.tuple(fc.constant('x'), fc.constantFrom(...longer)) })],
    [2, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })],
  );
}

/** What follows the run's own mark in an agent's name: letters, digits and what names of people and places have. */
const plainEndings = [
  ...['', 'Upper CASE', 'lower', 'Größe', '你好', 'Привет', 'مرحبا', 'हिन्दी', '007', "O'Neil", 'a.b', 'under_score'],
  ...['co-op', 'two  blanks', 'x'.repeat(20), 'x'.repeat(40), 'é', 'e\u0301', '2', 'null', 'true', 'v1.0', 'ß', 'İ'],
];
/** And what may be malformed. */
const endings = [
  ...[...plainEndings, '!', '"quoted"', '<b>', '😀', 'a, b', 'a/b', 'a & b', '(copy)', '%', '#1', 'back\\slash'],
  ...['50% off', 'ends in a dot.'],
];
const nameLengths = [40, 41, 48, 49, 50, 51, 60, 63, 64, 65, 80, 81, 99, 100];

/** Names that no agent has, that one has or had, and that differ from one by their case. */
export function namesOf({ fresh }: Pick<Histogram, 'fresh'>, named = 'agent_name'): fc.Arbitrary<unknown> {
  return drawnFrom<unknown>(
    [12, fc.record({ $name: fc.constantFrom(...fresh(`${named}.$name`, endings)) })],
    [3, fc.record({ $longName: fc.constantFrom(...fresh(`${named}.$longName`, nameLengths)) })],
    [1, fc.record({ $nameOf: fc.nat(5) })],
    [2, fc.record({ $formerName: fc.constantFrom(0, 0, 0, 1, 1, 2, 3, 4, 5) })],
    [1, fc.record({ $upperNameOf: fc.nat(5) })],
    [1, fc.record({ $nameOfDeleted: fc.nat(5) })],
  );
}

/** A value of each JSON type but a text. */
export const otherTypes: fc.Arbitrary<unknown> = fc.constantFrom<unknown[]>(
  ...[null, 0, 7, 12, -1, 1.5, true, false, [], ['x'], {}, { text: 'x' }],
);
