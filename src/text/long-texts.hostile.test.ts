import { expect, it } from 'vitest';
import { curlLine } from '../deployment/curl.ts';
import { readPreferences } from '../http/steer/steered-answer.ts';
import { readMediaType } from './forms.ts';
import { detectFileType } from '../http/request/uploaded-files.ts';
import { parseBracketPath } from '../http/request/form-tree.ts';
import { normalizeNumber, readCsv } from '../seed/csv/read-rows.ts';
import { readPlan } from '../seed/plan/read-plan.ts';
import { createMasker, maskMultipart } from './masker.ts';
import { isSecretName } from './secret-looks.ts';
import { terminalLine } from './escaping.ts';

const megabyte = 2 ** 20;
const long = (piece: string): string => piece.repeat(Math.ceil(megabyte / piece.length));

/** The worst texts for patterns of tokens, names, numbers and paths: what begins like a match again and again. */
const pieces = [
  ...['eyJ', 'eyJ-', 'eyJ.', '.eyJ', 'bearer', 'bearer ', 'login-', 'token', 'token=', 'token="', 'a', 'aA', '0', ' '],
  ...[
    `${'0'.repeat(63)}g`,
    '\n',
    '"',
    '\\"',
    "'",
    ':',
    '[',
    'a=',
    'a=a',
    "a='",
    '://a',
    '%7',
    '/',
    '{',
    ';',
    'é',
    '\ud800',
  ],
];
const texts = pieces.map((piece, index) => {
  const text = long(piece);
  return [text, `bearer${text}`, `token="${text}`, `eyJ${text}!`][index % 4] ?? text;
});

const known = createMasker(Array.from({ length: 2000 }, (_, index) => `secret ${index * 7919} of a world`));
const masker = createMasker(['aaaa', 'token=', '    ', '(((((a+)+)+)+)+$']);
const milliseconds = (start: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
};
const swallowed = (run: () => unknown): void => {
  try {
    run();
  } catch {
    // That it refuses the text is right; how long it takes is what counts.
  }
};

const subjects: Readonly<Record<string, (text: string) => unknown>> = {
  'a masked text': (text) => masker.text(text),
  'a masked text, of many known secrets': (text) => known.text(text),
  'a masked body': (text) => masker.body(JSON.stringify({ [text]: text, token: text })),
  'a masked address': (text) => masker.url(`/${text}?${text}=${text}`),
  'a masked header': (text) => masker.header('user-agent', text),
  'a masked form': (text) =>
    maskMultipart(Buffer.from(`--x\r\n${text}\r\n\r\n${text}`), `multipart/form-data; boundary=x${text}`, masker),
  'a form of many parts': (text) =>
    maskMultipart(
      Buffer.from(`--x\r\nname="${text.slice(0, 50)}"\r\n\r\n`.repeat(5000)),
      'multipart/form-data; boundary=x',
      masker,
    ),
  'the name of a secret': (text) => isSecretName(text, 'header'),
  'a line for a terminal': (text) => terminalLine(text),
  'a line for a shell': (text) =>
    curlLine(
      { operation: null, query: [], headers: {}, body: { kind: 'raw', contentType: null, text } },
      'POST',
      'http://mock/',
      new Map(),
    ),
  'a Prefer header': (text) => swallowed(() => readPreferences(`code=200, ${text}`)),
  'a Content-Type': (text) => swallowed(() => readMediaType(text)),
  'a file name': (text) => detectFileType(['application/pdf', 'text/csv'], text, Buffer.from(text)),
  'the name of a form field': (text) => swallowed(() => parseBracketPath(`a[${text}`)),
  'a phone number': (text) => normalizeNumber(text, '49'),
};

it.each(Object.entries(subjects))('%s of a megabyte takes a moment, whatever stands in it', (_, read) => {
  const slow: string[] = [];
  for (const text of texts) {
    const start = process.cpuUsage();
    read(text);
    // The time of this process alone: a busy machine is slow, not wrong. What is quadratic takes minutes.
    const time = milliseconds(start);
    if (time > 2000) slow.push(`${text.slice(0, 20)}: ${Math.round(time)} ms`);
  }
  expect(slow).toEqual([]);
});

it.each(['a,', '"', '"a,\n', 'a', '\r'])(
  'a CSV file of a megabyte of %j is read or refused in a moment',
  async (piece) => {
    const start = process.cpuUsage();
    const rows = async () => {
      const bytes = Array.from({ length: 40 }, () => Buffer.from(long(piece).slice(0, 2 ** 16)));
      const { rows: read } = await readCsv(
        (async function* () {
          yield* bytes;
          await Promise.resolve();
        })(),
      );
      let count = 0;
      for await (const row of read) count += row.values.length;
      return count;
    };
    await rows().catch(() => undefined);
    expect(milliseconds(start)).toBeLessThan(5000);
  },
);

it.each(['a: ', '- ', '[', '{a: ', '"', "'", '&a ', '!', '? ', '# '])(
  'a YAML file of %j is refused in a moment',
  (piece) => {
    const start = process.cpuUsage();
    swallowed(() => readPlan(piece.repeat(5000)));
    expect(milliseconds(start)).toBeLessThan(5000);
  },
);
