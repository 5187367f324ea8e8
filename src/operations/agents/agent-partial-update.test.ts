import fc from 'fast-check';
import { expect, it } from 'vitest';
import { prepareMocks } from '../../testing/api-harness.ts';

const freshMock = await prepareMocks();

const text = fc.string({ unit: 'grapheme', maxLength: 20 });
// JSON knows no negative zero.
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value));
const anyFields = fc.record(
  {
    agent_name: text.map((name) => `A${name.replaceAll(/\p{Cc}/gu, '')}`),
    description: text,
    prompt: text,
    greeting: text,
    timezone: fc.constantFrom('UTC', 'Europe/Berlin', ''),
    session_data_webhook: fc.constantFrom('https://hooks.example/a', ''),
    voice: fc.record(
      {
        provider: fc.constantFrom('provider_a', 'nobody'),
        voice_id: text,
        model: text,
        settings: fc.record({ speed: number, stability: number, voice_style: number }, { requiredKeys: [] }),
      },
      { requiredKeys: [] },
    ),
    speech_to_text: fc.record({ provider: text, model: text, language: text }, { requiredKeys: [] }),
    llm: fc.record({ llm: text, model: text }, { requiredKeys: [] }),
    configurations: fc.dictionary(text, fc.jsonValue({ maxDepth: 2 })),
  },
  { requiredKeys: [] },
);

it('changes what is sent and nothing else, whatever part of the fields is sent', async () => {
  await fc.assert(
    fc.asyncProperty(anyFields, async (fields) => {
      const { configurations = {}, ...rest } = fields;
      const open = Object.fromEntries(
        Object.entries(configurations).filter(([name]) => !/^(confidence_threshold|do_not_call_detection)$/.test(name)),
      );
      const sent = 'configurations' in fields ? { ...rest, configurations: open } : rest;
      const api = freshMock();
      const before = await api.agent(1002);
      const unread = api.mock.worlds.default.store.view().get('agents', 1002)?.unread;
      const { headers } = await api.call('createAgent', { body: { agent_id: 1002, ...sent } });
      expect(headers).not.toHaveProperty('x-contract-warning');
      const { basic_details: details, configuration, last_modified: _age, ...others } = await api.agent(1002);
      const {
        basic_details: detailsBefore,
        configuration: configurationBefore,
        last_modified: _,
        ...othersBefore
      } = before;
      expect(others).toEqual(othersBefore);
      const { voice, speech_to_text: speech } = fields;
      expect(details).toEqual({
        ...detailsBefore,
        agent_name: fields.agent_name ?? detailsBefore.agent_name,
        description: fields.description ?? detailsBefore.description,
        agent_prompt: fields.prompt ?? detailsBefore.agent_prompt,
        voice_id: voice?.voice_id ?? detailsBefore.voice_id,
        voice_provider:
          voice?.provider === undefined ? detailsBefore.voice_provider : Number(voice.provider === 'provider_a'),
        transcriber_provider: speech?.provider === undefined ? detailsBefore.transcriber_provider : 0,
        updated_on: details.updated_on,
      });
      expect(configuration).toEqual({
        ...configurationBefore,
        tts_model: voice?.model === undefined ? configurationBefore.tts_model : 0,
        stt_model: speech?.model === undefined ? configurationBefore.stt_model : 0,
        voice_config: {
          speed: printed(voice?.settings?.speed) ?? configurationBefore.voice_config.speed,
          stability: printed(voice?.settings?.stability) ?? configurationBefore.voice_config.stability,
        },
      });
      const kept = api.mock.worlds.default.store.view().get('agents', 1002)?.unread;
      expect(kept).toEqual({
        ...unread,
        timezone: fields.timezone ?? unread?.timezone,
        greeting: fields.greeting ?? unread?.greeting,
        session_data_webhook: fields.session_data_webhook ?? unread?.session_data_webhook,
        voice: { ...unread?.voice, ...voice, settings: { ...Object(unread?.voice['settings']), ...voice?.settings } },
        speech_to_text: { ...unread?.speech_to_text, ...speech },
        llm: { ...unread?.llm, ...fields.llm },
        configurations: { ...unread?.configurations, ...(JSON.parse(JSON.stringify(open)) as object) },
      });
    }),
    { numRuns: 60 },
  );
});

function printed(value: number | undefined): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}
