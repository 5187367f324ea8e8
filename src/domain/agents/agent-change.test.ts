import { describe, expect, it } from 'vitest';
import { applyAgentChange, type AgentChange, newAgentRecord } from './agent-change.ts';
import type { AgentRecord, CodeRecord } from '../records.ts';

const fresh = newAgentRecord({ id: 7, workspaceId: 101, userId: 1, now: '2026-11-20T12:00:00.000Z' });
const agent: AgentRecord = {
  ...fresh,
  agent_name: 'Clinic Desk',
  unread: {
    ...fresh.unread,
    voice: { provider: 'provider_a', settings: { speed: 1, warmth: 2 } },
    speech_to_text: { provider: 'deltatext' },
    llm: { llm: 'oak' },
    configurations: { confidence_threshold: 0.5, own: { a: 1 } },
  },
};
const codes = (id: string): CodeRecord | undefined =>
  ['voice_provider:provider_b', 'transcriber_provider:y', 'tts_model:birch', 'stt_model:delta'].includes(id)
    ? { id, kind: 'voice_provider', code: 9, name: null, label: '', text_color: null, background_color: null }
    : undefined;

const apply = (change: AgentChange) => applyAgentChange(agent, change, codes);

it('changes nothing where nothing is sent, and never the agent that it is given', () => {
  const before = structuredClone(agent);
  expect(apply({})).toEqual(agent);
  apply({ agent_name: 'Other', voice: { settings: { speed: 3 } }, configurations: { own: 5 } });
  expect(agent).toEqual(before);
});

it('leaves status and agent_id to others', () => {
  expect(apply({ agent_id: 9, status: 1 })).toEqual(agent);
});

describe('merging', () => {
  it.each<{ change: AgentChange; part: 'voice' | 'speech_to_text' | 'llm' | 'configurations'; merged: object }>([
    { change: { voice: {} }, part: 'voice', merged: { provider: 'provider_a', settings: { speed: 1, warmth: 2 } } },
    {
      change: { voice: { model: 'birch' } },
      part: 'voice',
      merged: { provider: 'provider_a', model: 'birch', settings: { speed: 1, warmth: 2 } },
    },
    {
      change: { voice: { settings: { speed: 2, stability: 0.5 } } },
      part: 'voice',
      merged: { provider: 'provider_a', settings: { speed: 2, warmth: 2, stability: 0.5 } },
    },
    { change: { voice: { pitch: 3 } as object }, part: 'voice', merged: agent.unread.voice },
    {
      change: { speech_to_text: { language: 'de' } },
      part: 'speech_to_text',
      merged: { provider: 'deltatext', language: 'de' },
    },
    { change: { llm: { model: 'large' } }, part: 'llm', merged: { llm: 'oak', model: 'large' } },
    {
      change: { configurations: { own: { b: 2 }, more: [] } },
      part: 'configurations',
      merged: { confidence_threshold: 0.5, own: { b: 2 }, more: [] },
    },
  ])('$change gives $merged', ({ change, part, merged }) => {
    expect(apply(change).unread[part]).toEqual(merged);
  });

  it('keeps a member called __proto__ as a member', () => {
    const sent = JSON.parse('{"configurations":{"__proto__":{"polluted":1}}}') as AgentChange;
    const merged = apply(sent).unread.configurations;
    expect(Object.hasOwn(merged, '__proto__')).toBe(true);
    expect('polluted' in merged).toBe(false);
  });
});

it('reads codes of names where names are sent, and none otherwise', () => {
  const change = {
    voice: { provider: 'provider_b', model: 'birch' },
    speech_to_text: { provider: 'x', model: 'delta' },
  };
  const changed = apply(change);
  expect([changed.voice_provider, changed.transcriber_provider]).toEqual([9, 0]);
  expect([changed.configuration.tts_model, changed.configuration.stt_model]).toEqual([9, 9]);
  const other = applyAgentChange({ ...agent, voice_provider: 3, transcriber_provider: 4 }, { voice: {} }, codes);
  expect([other.voice_provider, other.transcriber_provider]).toEqual([3, 4]);
});

it('stores everything that can be sent', () => {
  const changed = apply({
    agent_name: 'Front Desk',
    description: 'Answers',
    prompt: 'You answer.',
    timezone: 'Europe/Berlin',
    greeting: 'Hello',
    session_data_webhook: 'https://hooks.example/1',
    voice: { provider: 'provider_b', voice_id: 'v1', model: 'birch', settings: { speed: 2 } },
    speech_to_text: { provider: 'y', model: 'delta', language: 'de' },
    llm: { llm: 'ash', model: 'small' },
    configurations: { confidence_threshold: 0.9 },
  });
  expect(changed).toEqual({
    ...agent,
    agent_name: 'Front Desk',
    description: 'Answers',
    agent_prompt: 'You answer.',
    voice_id: 'v1',
    voice_provider: 9,
    transcriber_provider: 9,
    transcriber_language: 'de',
    configuration: { ...agent.configuration, tts_model: 9, stt_model: 9 },
    unread: {
      ...agent.unread,
      timezone: 'Europe/Berlin',
      greeting: 'Hello',
      session_data_webhook: 'https://hooks.example/1',
      voice: { provider: 'provider_b', voice_id: 'v1', model: 'birch', settings: { speed: 2, warmth: 2 } },
      speech_to_text: { provider: 'y', model: 'delta', language: 'de' },
      llm: { llm: 'ash', model: 'small' },
      configurations: { confidence_threshold: 0.9, own: { a: 1 } },
    },
  });
});

it.each([null, 'fast', [1]])('merges settings with what is not an object, %j, as with none', (settings) => {
  const before = { ...agent, unread: { ...agent.unread, voice: { settings } } };
  const changed = applyAgentChange(before, { voice: { settings: { speed: 2 } } }, codes);
  expect(changed.unread.voice).toEqual({ settings: { speed: 2 } });
});

it('shares with the agent before what it does not change', () => {
  const changed = apply({ agent_name: 'Other' });
  expect(changed.configuration).toBe(agent.configuration);
  expect(changed.unread).toBe(agent.unread);
});
