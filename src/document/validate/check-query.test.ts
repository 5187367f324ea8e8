import { expect, test } from 'vitest';
import { type SentText, checkQuery } from './check-request.ts';
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

function entries(query: string): SentText[] {
  return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }));
}

/** What is not sent has the document's default. */
const campaign = { campaign_id: 5001, page: 1, limit: 10, is_new: false };

test.each<[OperationId, string, Record<string, unknown>]>([
  ['getAgent', 'agent_id=1004', { agent_id: 1004 }],
  ['getAgent', 'agent_id=&agent_id=1004', { agent_id: 1004 }],
  ['getAgent', 'agent_id=007', { agent_id: 7 }],
  ['createAgent', '', {}],
  ['createAgent', 'agent_id=', {}],
  ['createAgentOrUpdate', 'agent_id=1002', { agent_id: 1002 }],
  ['listVoices', 'provider_id=provider_a', { provider_id: 'provider_a' }],
  ['listVoices', 'provider_id=provider_a&limit=&page_token=', { provider_id: 'provider_a' }],
  [
    'listVoices',
    'provider_id=provider_a&limit=100&page_token=x',
    { provider_id: 'provider_a', limit: 100, page_token: 'x' },
  ],
  ['listAudience', 'campaign_id=5001', campaign],
  ['listAudience', 'campaign_id=-5.5', { ...campaign, campaign_id: -5.5 }],
  ['listAudience', 'campaign_id=5001.0&page=2.0&limit=1000', { ...campaign, page: 2, limit: 1000 }],
  ['listAudience', 'campaign_id=5001&page=&limit=&is_new=&status=&attempt=', campaign],
  ['listAudience', 'campaign_id=5001&mobile_no=%2B1555', { ...campaign, mobile_no: '+1555' }],
  ['listAudience', 'campaign_id=5001&status=0', { ...campaign, status: [0] }],
  ['listAudience', 'campaign_id=5001&status=0&status=3', { ...campaign, status: [0, 3] }],
  ['listAudience', 'campaign_id=5001&status[]=0&status[]=3', { ...campaign, status: [0, 3] }],
  ['listAudience', 'campaign_id=5001&status[0]=0&status[1]=3', { ...campaign, status: [0, 3] }],
  ['listAudience', 'campaign_id=5001&status=0,3&status[]=1', { ...campaign, status: [0, 3, 1] }],
  ['listAudience', 'campaign_id=5001&status=0,,3,', { ...campaign, status: [0, 3] }],
  ['listAudience', 'campaign_id=5001&status=,', campaign],
  ['listAudience', 'campaign_id=5001&status[]=&status[]=2', { ...campaign, status: [2] }],
  ['listAudience', 'campaign_id=5001&attempt=0,3', { ...campaign, attempt: [0, 3] }],
  ['listAudience', 'campaign_id=5001&call_status=a,b&call_status[]=c', { ...campaign, call_status: ['a,b', 'c'] }],
  [
    'listAudience',
    'campaign_id=5001&first_status=a&last_status=b',
    { ...campaign, first_status: ['a'], last_status: ['b'] },
  ],
  ['listAudience', 'campaign_id=5001&is_new=TRUE', { ...campaign, is_new: true }],
  ['listAudience', 'campaign_id=5001&is_new=1', { ...campaign, is_new: true }],
  ['listAudience', 'campaign_id=5001&is_new=False', { ...campaign, is_new: false }],
  ['listAudience', 'campaign_id=5001&is_new=0', { ...campaign, is_new: false }],
])('%s reads %s', (id, query, values) => {
  expect(checkQuery(operation(id), entries(query))).toEqual({ values, faults: [], undocumented: [] });
});

const parameterInvalid = 'audience-list.parameters.invalid';

test.each<[OperationId, string, string, string, string | undefined]>([
  ['getAgent', '', 'missing', 'get-by-id.agent-id.missing', undefined],
  ['getAgent', 'agent_id=', 'missing', 'get-by-id.agent-id.missing', undefined],
  ...['0', '-1', 'x', '1.0', '1e3', '0x10', '+1', ' 1', '1 ', '٣', 'null', '9'.repeat(400)].map(
    (value): [OperationId, string, string, string, string | undefined] => [
      'getAgent',
      `agent_id=${encodeURIComponent(value)}`,
      'invalid',
      'get-by-id.agent-id.invalid',
      undefined,
    ],
  ),
  ['getAgent', 'agent_id=1&agent_id=1', 'invalid', 'get-by-id.agent-id.invalid', undefined],
  ['getAgent', 'agent_id[]=1', 'invalid', 'get-by-id.agent-id.invalid', undefined],
  ['getAgent', 'agent_id[0]=1', 'invalid', 'get-by-id.agent-id.invalid', undefined],
  ['createAgent', 'agent_id=x', 'invalid', 'create-agent.agent-id.invalid', undefined],
  ['createAgentOrUpdate', 'agent_id=0', 'invalid', 'create-agent.agent-id.invalid', undefined],
  ['listVoices', 'limit=5', 'missing', 'voice-list.provider-id.missing', undefined],
  ['listVoices', 'provider_id=x', 'invalid', 'voice-list.provider-id.unsupported', undefined],
  ['listVoices', 'provider_id=provider_a&limit=0', 'invalid', 'voice-list.limit.range', undefined],
  ['listVoices', 'provider_id=provider_a&limit=101', 'invalid', 'voice-list.limit.range', undefined],
  ['listVoices', 'provider_id=provider_a&limit=10.0', 'invalid', 'voice-list.limit.range', undefined],
  [
    'listVoices',
    'provider_id=provider_a&page_token=a&page_token=b',
    'invalid',
    'voice-list.page-token.invalid',
    undefined,
  ],
  ['listAudience', '', 'missing', 'audience-list.campaign-id.missing', undefined],
  ['listAudience', 'campaign_id=x', 'invalid', 'audience-list.campaign-id.invalid', undefined],
  ['listAudience', 'campaign_id=1e3', 'invalid', 'audience-list.campaign-id.invalid', undefined],
  ['listAudience', 'campaign_id=1&page=0', 'invalid', parameterInvalid, 'page must be an integer of 1 or more.'],
  ['listAudience', 'campaign_id=1&page=1.5', 'invalid', parameterInvalid, 'page must be an integer of 1 or more.'],
  ['listAudience', 'campaign_id=1&limit=1001', 'invalid', parameterInvalid, 'limit must be an integer from 1 to 1000.'],
  [
    'listAudience',
    'campaign_id=1&limit=5&limit=6',
    'invalid',
    parameterInvalid,
    'limit must be an integer from 1 to 1000.',
  ],
  ['listAudience', 'campaign_id=1&mobile_no[]=1', 'invalid', parameterInvalid, 'mobile_no must be a string.'],
  [
    'listAudience',
    'campaign_id=1&status=4',
    'invalid',
    parameterInvalid,
    'status must be one or several of 0, 1, 2 and 3.',
  ],
  [
    'listAudience',
    'campaign_id=1&status=0,x',
    'invalid',
    parameterInvalid,
    'status must be one or several of 0, 1, 2 and 3.',
  ],
  [
    'listAudience',
    'campaign_id=1&attempt=-1',
    'invalid',
    parameterInvalid,
    'attempt must be one or several integers of 0 or more.',
  ],
  [
    'listAudience',
    'campaign_id=1&attempt=1.5',
    'invalid',
    parameterInvalid,
    'attempt must be one or several integers of 0 or more.',
  ],
  ['listAudience', 'campaign_id=1&is_new=yes', 'invalid', parameterInvalid, 'is_new must be true or false.'],
])('%s refuses %s as %s by %s', (id, query, reason, clause, message) => {
  const { faults } = checkQuery(operation(id), entries(query));
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatchObject({ reason, clause });
  expect(faults[0]?.message).toBe(message);
});

test('faults come in the order of the document, with the values as sent', () => {
  const { faults } = checkQuery(operation('listAudience'), entries('is_new=x&limit=0&limit=&status=7,8&campaign_id=a'));
  expect(faults.map(({ name, value }) => [name, value])).toEqual([
    ['campaign_id', 'a'],
    ['limit', '0'],
    ['status', '7,8'],
    ['is_new', 'x'],
  ]);
});

test('a parameter sent more than once is at fault with all its values', () => {
  expect(checkQuery(operation('getAgent'), entries('agent_id=1&agent_id=2')).faults).toMatchObject([
    { value: ['1', '2'] },
  ]);
});

test('names that the operation does not document are listed once each, as sent', () => {
  const query = 'agent_id=1&color=red&color=blue&color[]=x&AGENT_ID=1&agent_id[x]=2&__proto__=1&constructor=1&=1';
  expect(checkQuery(operation('getAgent'), entries(query)).undocumented).toEqual([
    'color',
    'color[]',
    'AGENT_ID',
    'agent_id[x]',
    '__proto__',
    'constructor',
    '',
  ]);
  expect(checkQuery(operation('getToken'), entries('agent_id=1')).undocumented).toEqual(['agent_id']);
});

test('a message that the document shows for a parameter is the one that its fault asks for', () => {
  const limit = operation('listVoices').refusals.get('voice-list.limit.range');
  expect(limit?.body['message']).toBe('limit must be an integer from 1 to 100.');
  const general = operation('listAudience').refusals.get('audience-list.parameters.invalid');
  const { faults } = checkQuery(operation('listAudience'), entries('campaign_id=1&limit=0'));
  expect(faults[0]?.message).toBe(general?.body['message']);
});
