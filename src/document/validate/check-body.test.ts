import { expect, test } from 'vitest';
import type { JsonObject } from '../../json/json-value.ts';
import { checkBody } from './check-request.ts';
import { loadContractDocument } from '../read/load.ts';
import type { OperationId } from '../names.gen.ts';
import type { Operation } from '../operation.ts';

const { operations } = loadContractDocument();

function operation(id: OperationId): Operation {
  const found = operations.get(id);
  if (found === undefined) {
    throw new Error(`There is no operation ${id}.`);
  }
  return found;
}

const uuid = '00000000-0000-4000-8000-000000001002';

test.each<[OperationId, JsonObject]>([
  ['createAgent', {}],
  ['createAgent', { agent_id: 1002.0, status: 1 }],
  ['createAgent', { agent_name: 'ひ', timezone: 'Europe/Berlin', session_data_webhook: 'https://hooks.example/' }],
  ['createAgent', { timezone: '', session_data_webhook: '', description: '' }],
  ['createAgent', { agent_name: `${'😀'.repeat(99)}1` }],
  ['createAgent', { voice: { provider: 'x', voice_id: 'y', model: 'z', settings: { stability: 1, extra: [1] } } }],
  ['createAgent', { configurations: { anything: { goes: null }, confidence_threshold: 0.5 } }],
  ['forceCompleteCampaign', { campaign_id: -5001.5, campaign_status: 'hold' }],
  ['verifyToken', {}],
  ['updateAgent', { agent_id: uuid }],
  ['updateAgent', { agent_id: uuid.toUpperCase(), name: 'Clinic Desk', language: 'de' }],
])('%s takes %j', (id, body) => {
  expect(checkBody(operation(id), body)).toEqual({ faults: [], undocumented: [] });
});

const validation = 'create-agent.validation';
const nameRule = 'agent.name.rule';
const campaignId = 'campaign-force-completed.campaign-id';
const campaignStatus = 'campaign-force-completed.campaign-status';

test.each<[OperationId, JsonObject, string, string, string | undefined]>([
  ...[null, '1002', 0, -1, 1.5, true, {}, [1002]].map(
    (agent_id): [OperationId, JsonObject, string, string, undefined] => [
      'createAgent',
      { agent_id },
      'agent_id',
      'create-agent.agent-id.invalid',
      undefined,
    ],
  ),
  ...[null, '', ' ', '—!?', 'a\u0007', 'a'.repeat(101), 7, ['a']].map(
    (agent_name): [OperationId, JsonObject, string, string, undefined] => [
      'createAgent',
      { agent_name },
      'agent_name',
      nameRule,
      undefined,
    ],
  ),
  ...[0, 4, 1.5, '1', null, true, [1]].map((status): [OperationId, JsonObject, string, string, undefined] => [
    'createAgent',
    { status },
    'status',
    'create-agent.status.invalid',
    undefined,
  ]),
  ['createAgent', { description: null }, 'description', validation, 'description must be a string.'],
  ['createAgent', { prompt: 7 }, 'prompt', validation, 'prompt must be a string.'],
  [
    'createAgent',
    { timezone: '+05:30' },
    'timezone',
    validation,
    'timezone must be an IANA time-zone name such as Europe/Berlin, or empty.',
  ],
  [
    'createAgent',
    { session_data_webhook: 'ftp://x' },
    'session_data_webhook',
    validation,
    'session_data_webhook must be an http or https address, or empty.',
  ],
  ['createAgent', { voice: [] }, 'voice', validation, 'voice must be an object.'],
  ['createAgent', { voice: { settings: null } }, 'voice.settings', validation, 'voice.settings must be an object.'],
  [
    'createAgent',
    { voice: { settings: { speed: '1' } } },
    'voice.settings.speed',
    validation,
    'voice.settings.speed must be a number.',
  ],
  [
    'createAgent',
    { configurations: { do_not_call_detection: 1 } },
    'configurations.do_not_call_detection',
    validation,
    'configurations.do_not_call_detection must be true or false.',
  ],
  ...[{}, { campaign_id: null }, { campaign_id: '' }].map(
    (body): [OperationId, JsonObject, string, string, undefined] => [
      'forceCompleteCampaign',
      { campaign_status: 'hold', ...body },
      'campaign_id',
      `${campaignId}.missing`,
      undefined,
    ],
  ),
  ...['5001', true, [5001]].map((campaign_id): [OperationId, JsonObject, string, string, undefined] => [
    'forceCompleteCampaign',
    { campaign_id, campaign_status: 'hold' },
    'campaign_id',
    `${campaignId}.invalid`,
    undefined,
  ]),
  ...[{}, { campaign_status: null }, { campaign_status: '' }].map(
    (body): [OperationId, JsonObject, string, string, undefined] => [
      'forceCompleteCampaign',
      { campaign_id: 5001, ...body },
      'campaign_status',
      `${campaignStatus}.missing`,
      undefined,
    ],
  ),
  ...['Hold', 'completed', 3].map((campaign_status): [OperationId, JsonObject, string, string, undefined] => [
    'forceCompleteCampaign',
    { campaign_id: 5001, campaign_status },
    'campaign_status',
    `${campaignStatus}.invalid`,
    undefined,
  ]),
  ...[{}, { agent_id: null }, { agent_id: 1002 }, { agent_id: '' }, { agent_id: uuid.slice(1) }].map(
    (body): [OperationId, JsonObject, string, string, undefined] => [
      'updateAgent',
      body,
      'agent_id',
      'agent-update.agent-id.invalid',
      undefined,
    ],
  ),
  ['updateAgent', { agent_id: uuid, name: '' }, 'name', nameRule, undefined],
  [
    'updateAgent',
    { agent_id: uuid, language: null },
    'language',
    'agent-update.validation',
    'language must be a string.',
  ],
])('%s refuses %j at %s by %s', (id, body, name, clause, message) => {
  const { faults } = checkBody(operation(id), body);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatchObject({ name, clause });
  expect(faults[0]?.message).toBe(message);
});

test('the first fault of every member is reported, in the order of the document, with its value', () => {
  const body = { status: 9, voice: { settings: { speed: 'a', stability: 'b' } }, prompt: 1, agent_id: 'x' };
  expect(checkBody(operation('createAgent'), body).faults.map(({ name, value }) => [name, value])).toEqual([
    ['agent_id', 'x'],
    ['prompt', 1],
    ['voice.settings.stability', 'b'],
    ['status', 9],
  ]);
  expect(checkBody(operation('forceCompleteCampaign'), {}).faults.map(({ reason, name }) => [reason, name])).toEqual([
    ['missing', 'campaign_id'],
    ['missing', 'campaign_status'],
  ]);
});

test.each<[OperationId, string, string[]]>([
  ['createAgent', '{"color":"red","Agent_name":"x"}', ['color', 'Agent_name']],
  ['createAgent', '{"voice":{"pitch":1,"settings":{"pitch":1}},"llm":{"x":{"y":1}}}', ['voice.pitch', 'llm.x']],
  ['createAgent', '{"speech_to_text":{"x":1},"configurations":{"x":1}}', ['speech_to_text.x']],
  ['createAgent', '{"__proto__":{"a":1},"constructor":1,"toString":2}', ['__proto__', 'constructor', 'toString']],
  ['createAgent', '{"voice":{"__proto__":1}}', ['voice.__proto__']],
  ['verifyToken', '{"color":"red"}', ['color']],
  ['updateAgent', `{"agent_id":"${uuid}","agent_name":"x"}`, ['agent_name']],
])('%s reports what it does not document of %s', (id, text, undocumented) => {
  expect(checkBody(operation(id), JSON.parse(text) as JsonObject)).toEqual({ faults: [], undocumented });
});
