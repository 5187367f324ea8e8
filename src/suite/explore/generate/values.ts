import * as fc from 'fast-check';

/** Lengths around the limits that columns, fields and buffers have. */
const lengths = [
  2, 31, 32, 49, 50, 63, 64, 99, 100, 101, 127, 128, 199, 200, 254, 255, 256, 257, 300, 499, 500, 511, 512, 700, 999,
  1000,
];
const longer = [1001, 1024, 2000, 4096, 5000, 10_000, 65_536];

const shortTexts = [
  'x',
  'Two words',
  'ALL CAPS',
  'MixedCase',
  'Größe ÄÖÜ ß',
  'Привет мир',
  '你好，世界',
  'مرحبا بالعالم',
  'हिन्दी',
  '😀 👩‍👩‍👧',
  'e\u0301 decomposed',
  'İstanbul ı',
  `it's "quoted"`,
  '<b>bold</b> &amp; &lt;',
  "'; drop table agents; --",
  '%s %d {0} ${x} {{y}}',
  'back\\slash \\n',
  '007',
  '0',
  '-1',
  '1e3',
  'null',
  'undefined',
  'true',
  '[]',
  '{"a":1}',
  ' leading blank',
  'trailing blank ',
  'line\nbreak',
  'tab\there',
  'a,b;c|d',
  'https://example.com/?a=1&b=2#c',
  'name@example.com',
  '50% off + tax',
];

/** Several of them in one text, as people write. */
const mixed = fc.array(fc.constantFrom(...shortTexts), { minLength: 2, maxLength: 4 }).map((parts) => parts.join(' '));

/** A text for a member that takes any: the simplest one first, because shrinking goes there. */
export const texts: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...shortTexts) },
  { weight: 8, arbitrary: mixed },
  {
    weight: 4,
    arbitrary: fc.record({ $times: fc.tuple(fc.constantFrom('x', 'Ab ', 'ü'), fc.constantFrom(...lengths)) }),
  },
  { weight: 1, arbitrary: fc.record({ $times: fc.tuple(fc.constant('x'), fc.constantFrom(...longer)) }) },
  { weight: 2, arbitrary: fc.constant('') },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }) },
);

/** What follows the run's own mark in an agent's name. */
const endings = [
  '',
  'Upper CASE',
  'Größe',
  '你好',
  'Привет',
  '007',
  "O'Neil",
  'a.b',
  'under_score',
  'x'.repeat(20),
  'x'.repeat(40),
  '  two  blanks',
  '!',
  '"quoted"',
  '<b>',
  '😀',
  'é',
];

export const names: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 9, arbitrary: fc.record({ $name: fc.constantFrom(...endings) }) },
  { weight: 1, arbitrary: fc.record({ $nameOf: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ $nameOfDeleted: fc.nat(5) }) },
);

/** A value of each JSON type but a text. */
export const otherTypes: fc.Arbitrary<unknown> = fc.constantFrom<unknown[]>(
  null,
  0,
  12,
  -1,
  1.5,
  true,
  false,
  [],
  ['x'],
  {},
  { text: 'x' },
);

const numbers = fc.constantFrom(0.5, 0, 1, 0.25, 1.5, 2, -1, 100, 0.1);

const voice = (providers: number): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.record({
      settings: fc.record({ stability: numbers, voice_style: numbers, speed: numbers }, { requiredKeys: [] }),
    }),
    fc.record({ voice_id: fc.record({ $voice: fc.tuple(fc.nat(Math.max(0, providers - 1)), fc.nat(50)) }) }),
    fc.record(
      {
        provider: fc.constantFrom('provider_a', 'provider_b', 'other'),
        voice_id: fc.oneof(
          fc.record({ $voice: fc.tuple(fc.nat(3), fc.nat(50)) }),
          fc.constantFrom('custom-voice', 'Custom_Voice.01', 'a-voice-with-an-id-of-some-length-0001'),
        ),
        model: fc.constantFrom('birch-neural-2', 'other'),
        settings: fc.record({ speed: numbers }),
      },
      { requiredKeys: [] },
    ),
  );

/** Of one part, of two and of three; with signs, digits and capitals. */
const zones = [
  'Europe/Berlin',
  'UTC',
  'Asia/Kolkata',
  'America/New_York',
  'America/Argentina/Buenos_Aires',
  'America/Port-au-Prince',
  'Africa/Dar_es_Salaam',
  'Pacific/Auckland',
  'Asia/Kathmandu',
  'America/Indiana/Knox',
  'Australia/Lord_Howe',
];

/** Right values of the members of create-agent, the open ones among them. */
export function jsonMembers(providers: number): Readonly<Record<string, fc.Arbitrary<unknown>>> {
  return {
    agent_name: names,
    description: texts,
    prompt: texts,
    greeting: texts,
    timezone: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...zones) },
      { weight: 1, arbitrary: fc.constantFrom('Nowhere/Else', '') },
    ),
    session_data_webhook: fc.constantFrom(
      'https://example.com/hooks/session',
      'https://example.com/',
      'http://example.com/x',
      'no address',
      '',
    ),
    voice: voice(providers),
    speech_to_text: fc.record(
      {
        provider: fc.constantFrom('provider_a', 'provider_b'),
        model: fc.constant('birch-stt'),
        language: fc.constantFrom('en', 'de', 'xx'),
      },
      { requiredKeys: [] },
    ),
    llm: fc.record(
      { llm: fc.constantFrom('default', 'other'), model: fc.constantFrom('default', 'large') },
      { requiredKeys: [] },
    ),
    configurations: fc.record(
      { confidence_threshold: fc.constantFrom(0.75, 0, 1, 0.001), do_not_call_detection: fc.boolean() },
      { requiredKeys: [] },
    ),
  };
}

/** Values that no reading takes for the member. */
export const wrongMembers: fc.Arbitrary<Readonly<Record<string, unknown>>> = fc.oneof(
  fc
    .record({
      name: fc.constantFrom('description', 'agent_name', 'prompt', 'greeting', 'timezone', 'session_data_webhook'),
      value: fc.constantFrom<unknown[]>({ text: 'x' }, ['x'], {}, []),
    })
    .map(({ name, value }) => ({ [name]: value })),
  fc.constantFrom<Readonly<Record<string, unknown>>[]>(
    { voice: 'loud' },
    { voice: { settings: 'loud' } },
    { voice: { settings: { speed: 'fast' } } },
    { voice: { settings: { stability: {} } } },
    { voice: { voice_id: { id: 'x' } } },
    { speech_to_text: 'german' },
    { speech_to_text: { language: {} } },
    { llm: 'large' },
    { llm: { model: ['x'] } },
    { configurations: 'strict' },
  ),
);
