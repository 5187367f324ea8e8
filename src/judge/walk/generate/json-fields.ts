import * as fc from 'fast-check';
import type { Settings } from '../../../deployment/configuration/settings.ts';
import { jsonFields, noTexts, voiceIds } from '../../stated/fields.ts';
import { oddValues, plainValues } from './texts.ts';
import type { Choose, Wanted } from './drawing.ts';

export type Members = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** The fields of create-agent, with odd values and with plain ones. */
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

/** Right values, the open ones among them; of a field that is new to the document any text. */
function jsonMembers(names: readonly string[], { values = {}, providers }: Settings, choose: Choose): Members {
  const { of, isPlain } = choose;
  const parts = (field: string, known: Readonly<Record<string, readonly unknown[]>>): fc.Arbitrary<unknown> =>
    some(Object.fromEntries(Object.entries(known).map(([part, all]) => [part, of(`${field}.${part}`, all)])));
  const { speech_to_text: stt, llm } = isPlain ? values : {};
  const objects: Members = {
    agent_name: choose.name,
    voice: voice((providers?.listed ?? []).length, choose),
    speech_to_text: stt === undefined ? parts('speech_to_text', transcribers) : someKnown(stt),
    llm: llm === undefined ? parts('llm', models) : someKnown(llm),
    configurations: some({
      confidence_threshold: of('confidence_threshold', [0.75, 0.5, 0, 1, 0.001, 0.999]),
      do_not_call_detection: fc.boolean(),
    }),
  };
  const drawn = (name: string): fc.Arbitrary<unknown> => {
    const all = jsonFields[name]?.values;
    return objects[name] ?? (all === undefined ? choose.text(name) : of(name, all, 5));
  };
  return Object.fromEntries(names.map((name) => [name, drawn(name)]));
}

const transcribers = {
  provider: ['provider_a', 'provider_b', 'provider_c', 'other'],
  model: ['birch-stt', 'other'],
  language: ['en', 'de', 'xx', 'en-US', 'hi', 'zh-CN', 'multi'],
};
const models = { llm: ['default', 'other'], model: ['default', 'large'] };
const numbers = [0.5, 0, 1, 0.25, 1.5, 2, -1, 100, 0.1, 0.75, 0.999, 1.25, 1.75, 3];

/** Some of the fields, each alone more often. */
function some(members: Members): fc.Arbitrary<unknown> {
  const alone = Object.entries(members).map(([name, value]) => fc.record({ [name]: value }));
  return fc.oneof(fc.record(members, { requiredKeys: [] }), ...alone);
}

/** What the settings say is taken, or some of it. */
function someKnown(known: object): fc.Arbitrary<unknown> {
  return some(Object.fromEntries(Object.entries(known).map(([name, value]) => [name, fc.constant(value)])));
}

function voice(providers: number, { of, isPlain }: Choose): fc.Arbitrary<unknown> {
  const number = (name: string): fc.Arbitrary<unknown> => of(`voice.settings.${name}`, numbers);
  const settings = some({ stability: number('stability'), voice_style: number('voice_style'), speed: number('speed') });
  const listed = fc.record({ $voice: fc.tuple(fc.nat(Math.max(0, providers - 1)), fc.nat(50)) });
  const voice_id = fc.oneof(listed, of('voice.voice_id', voiceIds));
  const either = [fc.record({ settings }), fc.record({ voice_id })];
  if (isPlain) return fc.oneof(...either, fc.record({ voice_id, settings }));
  const provider = fc.constantFrom('provider_a', 'provider_b', 'provider_c', 'other');
  const model = fc.constantFrom('birch-neural-2', 'other');
  return fc.oneof(...either, fc.record({ provider, voice_id, model, settings }, { requiredKeys: [] }));
}

/** Values that no reading takes for the field. */
export const wrongMembers: fc.Arbitrary<Readonly<Record<string, unknown>>> = fc
  .constantFrom(...Object.entries(jsonFields))
  .chain(([name, { wrong = noTexts }]) => fc.record({ [name]: fc.constantFrom(...wrong) }));
