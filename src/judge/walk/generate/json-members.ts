import * as fc from 'fast-check';
import type { Settings } from '../../../deployment/configuration/settings.ts';
import { oddValues, plainValues } from './texts.ts';
import type { Choose, Wanted } from './wanted.ts';

export type Members = Readonly<Record<string, fc.Arbitrary<unknown>>>;

const numbers = [0.5, 0, 1, 0.25, 1.5, 2, -1, 100, 0.1, 0.75, 0.999, 1.25, 1.75, 3];

/** Of one part, of two and of three; with signs, digits and capitals. */
const zones = [
  ...['Europe/Berlin', 'UTC', 'Asia/Kolkata', 'America/New_York', 'America/Argentina/Buenos_Aires', 'Asia/Tokyo'],
  ...['America/Port-au-Prince', 'Africa/Dar_es_Salaam', 'Pacific/Auckland', 'Asia/Kathmandu', 'America/Indiana/Knox'],
  ...[
    'Australia/Lord_Howe',
    'America/Los_Angeles',
    'Europe/London',
    'Australia/Sydney',
    'America/Sao_Paulo',
    'Asia/Dubai',
  ],
  ...[
    'Africa/Johannesburg',
    'Pacific/Honolulu',
    'Atlantic/Reykjavik',
    'America/St_Johns',
    'Indian/Maldives',
    'Nowhere/Else',
    '',
  ],
];

const addresses = [
  ...['https://example.com/hooks/session', 'https://example.com/', 'https://example.com', 'http://example.com/x'],
  ...['https://example.com/hook?key=1&x=2', 'https://example.com:8443/hook', 'https://sub.domain.example.co.uk/a/b/c'],
  ...['https://example.com/#part', 'https://user@example.com/', 'https://example.com/%C3%BC', 'https://192.0.2.1/hook'],
  ...[
    `https://example.com/${'x'.repeat(120)}`,
    'https://EXAMPLE.com/Hook',
    'https://münchen.example/',
    'no address',
    '',
  ],
];

const languages = ['en', 'de', 'xx', 'en-US', 'hi', 'zh-CN', 'multi'];

/** The members of create-agent, with odd values and with plain ones. */
export interface MemberSets {
  readonly odd: Members;
  readonly plain: Members;
}

/** @param names those that the document gives, but for agent_id and status */
export function memberSets(names: readonly string[], settings: Settings, wanted: Pick<Wanted, 'fresh'>): MemberSets {
  return {
    odd: jsonMembers(names, settings, oddValues(wanted)),
    plain: jsonMembers(names, settings, plainValues(wanted)),
  };
}

/** Right values, the open ones among them; of a member that is new to the document any text. */
function jsonMembers(names: readonly string[], { values = {}, providers }: Settings, choose: Choose): Members {
  const { of, isPlain } = choose;
  const { speech_to_text: stt, llm } = values;
  const known: Members = {
    agent_name: choose.name,
    timezone: of('timezone', zones, 6),
    session_data_webhook: of('session_data_webhook', addresses),
    voice: voice((providers?.listed ?? []).length, choose),
    speech_to_text:
      isPlain && stt !== undefined
        ? partOf(stt)
        : some({
            provider: of('speech_to_text.provider', ['provider_a', 'provider_b', 'provider_c', 'other']),
            model: of('speech_to_text.model', ['birch-stt', 'other']),
            language: of('speech_to_text.language', languages),
          }),
    llm:
      isPlain && llm !== undefined
        ? partOf(llm)
        : some({ llm: of('llm.llm', ['default', 'other']), model: of('llm.model', ['default', 'large']) }),
    configurations: some({
      confidence_threshold: of('confidence_threshold', [0.75, 0.5, 0, 1, 0.001, 0.999]),
      do_not_call_detection: fc.boolean(),
    }),
  };
  return Object.fromEntries(names.map((name) => [name, known[name] ?? choose.text(name)]));
}

/** Some of the members, each alone more often. */
function some(members: Members): fc.Arbitrary<unknown> {
  const alone = Object.entries(members).map(([name, value]) => fc.record({ [name]: value }));
  return fc.oneof(fc.record(members, { requiredKeys: [] }), ...alone);
}

/** What the settings say is taken, or some of it. */
function partOf(known: object): fc.Arbitrary<unknown> {
  return some(Object.fromEntries(Object.entries(known).map(([name, value]) => [name, fc.constant(value)])));
}

function voice(providers: number, { of, isPlain }: Choose): fc.Arbitrary<unknown> {
  const number = (name: string): fc.Arbitrary<unknown> => of(`voice.settings.${name}`, numbers);
  const settings = some({ stability: number('stability'), voice_style: number('voice_style'), speed: number('speed') });
  const listed = fc.record({ $voice: fc.tuple(fc.nat(Math.max(0, providers - 1)), fc.nat(50)) });
  const custom = of('voice.voice_id', [
    'custom-voice',
    'Custom_Voice.01',
    'a-voice-with-an-id-of-some-length-0001',
    'V',
  ]);
  const id = fc.oneof(listed, custom);
  if (isPlain) {
    return fc.oneof(fc.record({ settings }), fc.record({ voice_id: id }), fc.record({ voice_id: id, settings }));
  }
  return fc.oneof(
    fc.record({ settings }),
    fc.record({ voice_id: id }),
    fc.record(
      {
        provider: fc.constantFrom('provider_a', 'provider_b', 'provider_c', 'other'),
        voice_id: id,
        model: fc.constantFrom('birch-neural-2', 'other'),
        settings,
      },
      { requiredKeys: [] },
    ),
  );
}

const wrongTexts = fc.constantFrom<unknown[]>({ text: 'x' }, ['x'], {}, []);

/** Values that no reading takes for the member. */
export const wrongMembers: fc.Arbitrary<Readonly<Record<string, unknown>>> = fc.oneof(
  fc
    .record({
      name: fc.constantFrom('description', 'agent_name', 'prompt', 'greeting', 'timezone', 'session_data_webhook'),
      value: wrongTexts,
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
