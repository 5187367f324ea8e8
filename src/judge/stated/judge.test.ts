import { describe, expect, it } from 'vitest';
import type { CheckedAnswer, Finding } from '../report/violation.ts';
import type { ApiRequest } from '../../deployment/transport.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import type { Facts, Model } from './model.ts';
import { stated } from './judge.ts';

const facts: Facts = {
  numbers: { owned: ['+15550009001'], shared: ['+15550009002'] },
  bystanders: [],
  values: { speech_to_text: { language: 'de' } },
  operations: loadContractDocument().operations,
  tokens: {
    own: 'own',
    second: 'second',
    expired: 'expired',
    login: 'login',
    expiredLogin: 'old',
    tokenless: 'tokenless',
    newest: 'own',
    older: '',
  },
};

/** Without milliseconds: an update need not show in it. */
const now = new Date().toISOString().replace(/\.\d+Z$/, 'Z');

const agent = (over: object = {}, data: object = {}): object => ({
  error: false,
  code: 200,
  message: '',
  timestamp: Date.now(),
  data: {
    basic_details: {
      id: 7,
      workspace_id: 1,
      agent_name: 'A',
      description: 'Before',
      status: 3,
      agent_type: 3,
      created_on: now,
      updated_on: now,
      agent_token: 'eyJhIjoxfQ.b.c',
      category_description: {},
      purpose_description: {},
      agent_type_description: { id: 3 },
      ...over,
    },
    configuration: { agent_id: 7 },
    knowledge_base: { agent_id: 7 },
    guardrails: { agent_id: 7 },
    tools: { denials: { denied_words: [] } },
    denials: { denied_words: [] },
    phone_numbers: [],
    last_modified: '',
    voice_analysis: true,
    campaign_count: 0,
    campaigns: [],
    is_campaign_on_hold: false,
    is_draft: true,
    is_audience: false,
    ...data,
  },
});

function answer(operation: ApiRequest['operation'], value: object, status: number, body: unknown): CheckedAnswer {
  const isRead = operation === 'getAgent';
  const request: ApiRequest = {
    operation,
    query: isRead ? [['agent_id', '7']] : [],
    headers: { token: 'own' },
    body: isRead ? { kind: 'none' } : { kind: 'json', value },
  };
  return { request, status, body, headers: {}, text: JSON.stringify(body), unread: null };
}

const saved = { success: true, message: 'Saved', data: { agent_id: 7, agent_name: 'A' } };
const refused = (message: string): CheckedAnswer =>
  answer('createAgent', { agent_name: 'Agent no 7' }, 422, { error: true, message });
const created = answer('createAgent', { agent_name: 'A', description: 'Before' }, 200, saved);
const read = (over: object = {}, data: object = {}): CheckedAnswer => answer('getAgent', {}, 200, agent(over, data));

function walked(...answers: readonly CheckedAnswer[]): Finding[] {
  let model: Model = stated.begin(facts);
  const findings: Finding[] = [];
  for (const each of answers) {
    const judged = stated.take(model, each);
    model = judged.state;
    findings.push(...judged.findings);
  }
  return findings;
}

const update = (value: object, status = 200, body: unknown = saved): CheckedAnswer =>
  answer('createAgent', { agent_id: 7, ...value }, status, body);

const named = (agent_name: string): object => ({ ...saved, data: { agent_id: 7, agent_name } });
const renamed = (name: string, more: object = {}, status = 200): CheckedAnswer => {
  const sent = { agent_id: '00000000-0000-4000-8000-000000000007', name, ...more };
  const { request, ...rest } = answer('updateAgent', sent, status, {});
  return { ...rest, request: { ...request, headers: { authorization: 'Bearer own' } } };
};
const plainName = { 'basic_details[agent_name]': 'Plain name 1' };
const refusal = { error: true, message: 'no' };
const formed = (fields: Readonly<Record<string, string>>, status = 200): CheckedAnswer => {
  const all = Object.entries({ 'basic_details[agent_name]': 'A', ...fields });
  const parts = all.map(([name, value]) => ({ name, value }));
  const sent = answer('createAgentOrUpdate', {}, status, status === 200 ? { ...saved, message: 'updated' } : refusal);
  return { ...sent, request: { ...sent.request, body: { kind: 'form', parts } } };
};
const zonesRefused = ['UTC', 'Europe/London', 'Asia/Kolkata', 'America/New_York'].map((timezone) =>
  update({ timezone }, 422, refusal),
);
const refusedFor = (message: string): object => ({ error: true, message });
const asId = { phone_numbers: [305] };
const soon = new Date(Date.now() + 1000).toISOString();

describe('judge', () => {
  it.each<[title: string, answers: readonly CheckedAnswer[]]>([
    [
      'a language that agent/update does not know, or a name without one, refused',
      [created, read(), ...[{ language: 'en' }, {}].map((more) => renamed('B', more, 422))],
    ],
    ['what was sent is read', [created, read(), update({ description: 'After' }), read({ description: 'After' })]],
    [
      'forms of Unicode and of line ends',
      [created, read(), update({ description: 'e\u0301\n' }), read({ description: '\u00e9\r\n' })],
    ],
    [
      'a codes of its own for an open member',
      [created, read(), update({ voice: { provider: 'p' } }), read({ voice_provider: 9 })],
    ],
    [
      'a refusal of a value that may be refused',
      [created, read(), update({ voice: { provider: 'p' } }, 422, { error: true, message: 'no' }), read()],
    ],
    [
      'a name that another agent has, refused in any way',
      [created, read(), answer('createAgent', { agent_name: 'A' }, 409, refusal)],
    ],
    [
      'agent/update that gives a name of another kind, and renames nobody',
      [created, read(), renamed('B'), read({}, { alias: 'B' }), renamed('A'), read({}, { alias: 'A' })],
    ],
    [
      'agent/update whose name another update gives at once',
      [
        created,
        read(),
        renamed('B'),
        update({ agent_name: 'C' }, 200, named('C')),
        read({ agent_name: 'C' }),
        renamed('D'),
        read({ agent_name: 'D' }),
      ],
    ],
    [
      'a deleted agent that comes back, or does not',
      [created, read(), update({ status: 2 }), update({ status: 3 }, 404, refusedFor('Agent not found'))],
    ],
    [
      'a text that loses the blanks around it, and one of blanks alone',
      [
        created,
        read(),
        update({ description: ' x\n' }),
        read({ description: 'x' }),
        update({ description: ' ' }),
        read({ description: null }),
        ...[update({ agent_name: '\n' }), read({ description: null })],
      ],
    ],
    [
      'a form that replaces the whole agent',
      [created, read(), formed({ agent_id: '7' }), read({ description: '' }, { denials: {}, tools: { denials: {} } })],
    ],
    [
      'a status 3 alone, which makes a draft or is refused',
      [
        answer('createAgent', { status: 3 }, 201, saved),
        read(),
        answer('createAgent', { status: 3 }, 400, refusedFor('Agent ID is required')),
      ],
    ],
    [
      'numbers that show as ids',
      [
        created,
        read({}, asId),
        formed({ agent_id: '7', 'phone_numbers[]': '+15550009002' }),
        read({}, asId),
        update({ status: 1 }, 400, refusedFor('Cannot publish agent with global provider phone numbers.')),
        update({ status: 1 }),
        read({ status: 1 }, asId),
        update({ status: 2 }),
        update({ status: 3 }),
        read(),
      ],
    ],
    [
      'booleans of forms as 1 and 0 alone',
      [
        created,
        read(),
        formed({ agent_id: '7', 'configuration[memory_recall]': 'true' }, 422),
        formed({ agent_id: '7', 'configuration[memory_recall]': '1' }),
      ],
    ],
    ['time zones of other names', [created, read(), ...zonesRefused.slice(1), update({ timezone: 'UTC' }), read()]],
    [
      'what was sent beside a refused status, done or not',
      [
        created,
        read(),
        update({ status: 1, description: 'x' }, 400, {
          error: true,
          message: 'Add at least 1 phone number to your agent',
        }),
        read({ description: 'x' }),
      ],
    ],
  ])('takes %s', (_, answers) => {
    expect(walked(...answers)).toEqual([]);
  });

  it.each<[title: string, clause: string, answers: readonly CheckedAnswer[]]>([
    [
      'agent/update that renames an agent one time and not another',
      'agent-update.effect',
      [
        created,
        read(),
        renamed('B'),
        read({ agent_name: 'B', updated_on: soon }),
        renamed('C'),
        read({ agent_name: 'B', updated_on: soon }),
      ],
    ],
    [
      'agent/update that changes the time of the update alone',
      'agent-update.effect',
      [created, read(), renamed('B'), read({ updated_on: soon })],
    ],
    [
      'a name that is neither the earlier one nor the one that agent/update was sent',
      'agent-update.effect',
      [created, read(), renamed('B'), read({ agent_name: 'C' })],
    ],
    [
      'agent/update that takes a name alone one time and not another',
      'agent-update.body',
      [created, read(), renamed('B'), read({ agent_name: 'B', updated_on: soon }), renamed('Plain name 2', {}, 422)],
    ],
    [
      'a language of the settings refused',
      'agent-update.body',
      [created, read(), renamed('Plain name 2', { language: 'de' }, 422)],
    ],
    [
      'fewer numbers than were sent, shown as ids',
      'createagentorupdate.phone-numbers',
      [created, read(), formed({ agent_id: '7', 'phone_numbers[]': '+15550009001' }), read()],
    ],
    [
      'a number that a deletion keeps, shown as an id',
      'create-agent.delete.releases-numbers',
      [created, read({}, asId), update({ status: 2 }), update({ status: 3 }), read({}, asId)],
    ],
    [
      'an update that is lost',
      'create-agent.field.description',
      [created, read(), update({ description: 'After' }), read()],
    ],
    [
      'a member that nobody addressed',
      'create-agent.update.partial',
      [created, read(), update({ greeting: 'Hi' }), read({ description: 'Other' })],
    ],
    [
      'a change after a refusal',
      'create-agent.validation',
      [created, read(), update({ voice: 'loud' }, 422, { error: true, message: 'no' }), read({ description: 'Other' })],
    ],
    ['a wrong type that is taken', 'create-agent.validation', [created, read(), update({ voice: 'loud' })]],
    ['a publish without a number', 'create-agent.publish.no-number', [created, read(), update({ status: 1 })]],
    [
      'a publish that is refused in spite of a number',
      'create-agent.publish',
      [
        created,
        read({}, { phone_numbers: ['+15550009001'] }),
        update({ status: 1 }, 400, { error: true, message: 'no' }),
      ],
    ],
    ['every usual time zone refused', 'create-agent.field.timezone', [created, read(), ...zonesRefused]],
    [
      'a boolean of a form refused however it is written',
      'createagentorupdate.configuration',
      [
        created,
        read(),
        ...['true', '0'].map((value) => formed({ ...plainName, 'configuration[memory_recall]': value }, 422)),
      ],
    ],
    [
      'a name that nobody has, refused with another status',
      'create-agent.validation',
      [created, read(), answer('createAgent', { agent_name: 'Other' }, 409, refusal)],
    ],
    ['a deleted agent that is read', 'agent.deleted.not-returned', [created, read(), update({ status: 2 }), read()]],
    ['another name in the answer', 'create-agent.success', [created, read(), update({ agent_name: 'B' })]],
    ['an agent that a campaign uses already', 'agent.campaign-count', [created, read({}, { campaign_count: 1 })]],
    [
      'a server failure',
      'create-agent.success',
      [created, read(), update({ description: 'x' }, 500, { error: true, message: 'Internal server error' })],
    ],
  ])('finds %s', (_, clause, answers) => {
    expect(walked(...answers)[0]?.clauses[0]).toBe(clause);
  });

  it.each([15_550_009_001, '(555) 000-9001', { line: '555 000 9001' }])('knows a number that shows as %j', (shown) => {
    expect(walked(created, read({}, { phone_numbers: [shown], last_modified: '3 d' }), update({ status: 1 }))).toEqual(
      [],
    );
  });

  it('judges a caller without a valid token by the refusal alone', () => {
    const stranger = { ...created, request: { ...created.request, headers: { token: 'expired' } } };
    expect(walked(stranger)[0]?.clauses).toContain('create-agent.unauthorized');
    const refused = { ...stranger, status: 401, body: { error: true, message: 'Invalid Auth Key or Session Expired' } };
    expect(walked(refused)).toEqual([]);
  });
});

it('leaves it open what a new agent needs beside its name, where the refusal says it', () => {
  expect(walked(refused('session_data_webhook is required'))).toEqual([]);
  expect(walked(refused('the agent name is too short'))[0]?.clauses).toContain('create-agent.create');
});

it('takes agents of others for such, and an empty voice_id for none', () => {
  expect(walked(read())).toEqual([]);
  // A deployment may have greater ids than those that a run takes for nobody's.
  const { request } = read();
  const about = (id: number) => walked({ ...read({ id }), request: { ...request, query: [['agent_id', `${id}`]] } });
  expect(about(204_811_732_905)).toEqual([]);
  expect(about(2_147_483_600)).toMatchObject([{ clauses: ['get-by-id.not-found'] }]);
  expect(walked(formed({ 'basic_details[voice_id]': '' }), read({ voice_id: 'usual' }))).toEqual([]);
});
