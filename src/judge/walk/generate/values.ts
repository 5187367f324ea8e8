/** Lengths around the limits that columns, fields and buffers have. */
const lengths = [
  ...[2, 10, 15, 16, 17, 20, 24, 30, 31, 32, 33, 40, 48, 49, 50, 51, 60, 63, 64, 65, 80, 99, 100, 101, 120, 127, 128],
  ...[129, 140, 150, 160, 191, 199, 200, 201, 250, 254, 255, 256, 257, 300, 400, 499, 500, 501, 511, 512, 513, 600],
  ...[640, 700, 750, 767, 768, 800, 900, 998, 999, 1000],
];
/** Those that a field may refuse. */
export const excessiveLengths = [1001, 1024, 1025, 2000, 2048, 4096, 5000, 8192, 10_000, 32_768, 65_535, 65_536];

/** One text for each way in which texts go wrong. */
export const oddTexts = [
  ...['Two words', 'ALL CAPS', 'MixedCase', 'lower', 'Größe ÄÖÜ ß', 'Привет мир', '你好，世界', 'مرحبا بالعالم'],
  ...['हिन्दी', 'ไทย', 'Ελληνικά', '日本語テキスト', '😀 👩‍👩‍👧', '😀', 'half 😀 way', 'e\u0301 decomposed', 'İstanbul ı'],
  ...['\u200fright to left', 'zero\u200bwidth', 'non\u00a0breaking', 'soft\u00adhyphen', '“curly” ‘quotes’ – dash…'],
  ...['€ £ ¥ ©', `it's "quoted"`, "O'Neil", '"', '`tick`', '<b>bold</b> &amp; &lt;', '<script>alert(1)</script>'],
  ...['a & b', 'a&b=c', 'x < y > z', "'; drop table agents; --", "1' or '1'='1", '%s %d {0} ${x} {{y}}', '{{name}}'],
  ...['$1 \\1', 'back\\slash \\n', '%20 %41', '%', '#hash', '@at', '*', '3.14', '0x10', '1e3', '1,000', '1,2;3'],
  ...['1004abc', '2026-01-31', 'null', 'undefined', 'true', 'false', 'None', 'NULL', 'NaN', 'Infinity', 'yes', '[]'],
  ...['007', '0', '1', '7', '42', '-1', '0123456', '1.5', '12345678901234567890', '{}', '{"a":1}', '""', ' 7'],
  ...[' leading blank', 'trailing blank ', ' both ', 'two  blanks', 'line\nbreak', 'ends in a line\n', 'tab\there'],
  ...['a\r\nb', 'a,b;c|d', 'a, b', 'x;y', 'a|b', 'k=v&l=w', 'https://example.com/?a=1&b=2#c', 'a/b', '../etc'],
  ...['name@example.com', '+15550009001', '50% off + tax', 'C:\\temp', 'file.txt', '.', '-', '_', '?', '!', '~'],
  ...['a'.repeat(30), 'Mr. X (Jr.)', 'co-op'],
];

/** Each odd text, and texts of each length. */
export const everyText: readonly unknown[] = [
  ...oddTexts,
  ...lengths.map((length) => ({ $times: ['x', length] })),
  ...[64, 128, 255, 500].flatMap((length) => ['Ab ', 'ü', '😀'].map((text) => ({ $times: [text, length] }))),
];

/** A value of each JSON type but a text. */
export const otherTypes: readonly unknown[] = [null, 0, 7, 12, -1, 1.5, true, false, [], ['x'], {}, { text: 'x' }];

const blankTexts = ['', ' ', '  \t', '\n', '\u00a0'];
const longTexts = [{ $times: ['x', 300] }, { $times: ['ü', 1000] }];

/** What any field may be sent, whatever it is for. */
export const anyValues: readonly unknown[] = [undefined, ...otherTypes, ...blankTexts, ...oddTexts, ...longTexts];

/** What follows the run's own mark in an agent's name: letters, digits and what names of people and places have. */
export const plainEndings = [
  ...['', 'Upper CASE', 'lower', 'Größe', '你好', 'Привет', 'مرحبا', 'हिन्दी', '007', "O'Neil", 'a.b', 'under_score'],
  ...['co-op', 'two  blanks', 'x'.repeat(20), 'x'.repeat(40), 'é', 'e\u0301', '2', 'null', 'true', 'v1.0', 'ß', 'İ'],
];
/** And what may be malformed. */
export const endings = [
  ...[...plainEndings, '!', '"quoted"', '<b>', '😀', 'a, b', 'a/b', 'a & b', '(copy)', '%', '#1', 'back\\slash'],
  ...['50% off', 'ends in a dot.'],
];
export const nameLengths = [40, 41, 48, 49, 50, 51, 60, 63, 64, 65, 80, 81, 99, 100];

/** Of lists: what a customer may have denied. */
export const words = [
  ...['refund', 'Rückerstattung', '政治', 'ALL CAPS', 'two words', "it's", 'a,b', '007', 'ZÜRICH', 'zürich', 'co-op'],
  ...['x', 'X', 'C++', 'été', 'long word here', 'Refund', '"quoted"', '50%', 'a;b', 'a/b', '😀', 'null', 'true', '1'],
  'x'.repeat(100),
];

/** Of the kinds that are taken; the first five are plain, one of each kind. */
export const fileNames = [
  ...['notes.pdf', 'notes.doc', 'notes.docx', 'notes.xlsx', 'notes.csv', 'NOTES.PDF', 'NOTES.CSV', 'Notes.Docx'],
  ...['Notes.Xlsx', 'two words.csv', 'a(1).pdf', 'Größe.pdf', '.pdf', 'archive.tar.pdf', 'a.b.csv', "it's.csv"],
  ...['pdf.doc', '1.xlsx', 'v1.2 final.docx', 'a-b_c.xlsx', `${'x'.repeat(120)}.pdf`],
];
export const wrongFiles = ['tool.exe', 'picture.png', 'notes.txt', 'notes.pdf.exe'];
/** In bytes: around 10 MB by both readings. */
export const fileSizes = [10_000_000, 10_000_001, 10 * 2 ** 20 - 1, 10 * 2 ** 20, 10 * 2 ** 20 + 1];

/** Statuses of campaigns that there are not: those that do no harm where they are taken all the same, and any. */
export const misspeltStatuses = ['HOLD', 'Pause', 'DRAFT', ' hold', 'pause ', 'hold\n', 'paused', 'held'];
export const unlistedStatuses = [
  ...misspeltStatuses,
  ...['finished', 'completed', 'force_complete', 'force-completed', 'running', 'active', '', ' ', 'null'],
  ...['FORCE', 'in_progress', 'delete', 'stop', 'done', 'hold,pause', 'completed_by_force'],
  ...[5, 0, -1, 3, true, null, ['hold'], { status: 'hold' }, undefined],
];

/** Statuses of agents that there are not. */
export const invalidStatuses = [
  ...[4, 0, -1, 99, -3, 5, 10, 11, 12, 13, 21, 1.5, 2.5, 3.2, 2_147_483_647, 4_294_967_297, 1e21],
];

export const languages = ['en', 'de', 'hi', 'en-US', 'pt-BR', 'fr', 'zh-CN'];

/** Beyond 32 and 53 bits, and what is no id at all. */
const ids = [
  ...['2147483647', '2147483648', '4294967295', '4294967296', '4294968300', '9007199254740993', '99999999999999999999'],
  ...['-1004', 'abc', '1004.5'],
];

const sizes = ['100000', '2147483648', 'abc'];

/** Odd values of fields that save nothing. */
export const oddValuesOf: Readonly<Record<string, readonly unknown[]>> = {
  agent_id: ids,
  campaign_id: ids,
  limit: sizes,
  page: sizes,
  page_token: ['no-such-token', '999999', 'x'.repeat(500), 'e30='],
  provider_id: [
    ...['provider_zz', 'nobody-speaks', 'Größe', '供应商', 'Привет', 'two words', 'provider_a,provider_b'],
    ...['x'.repeat(300), 'PROVIDER_A', 'Provider_B', 'provider_A', 'provider-a', 'provider_', 'provider'],
    ...['provider_aa', 'a%20b', 'provider_a\n', ' provider_a'],
  ],
  campaign_status: unlistedStatuses,
  status: invalidStatuses,
  language: languages,
};
