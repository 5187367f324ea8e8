import { expect, test } from 'vitest';
import { loadContractDocument } from './load.ts';

const { routes } = loadContractDocument();

test.each([
  ['GET', '/api/v1/global/agents/get-by-id', 'getAgent'],
  ['POST', '/api/v1/global/create-agent', 'createAgent'],
  ['GET', '/api/v1/global/voice-list', 'listVoices'],
  ['POST', '/api/v1/global/campaign-force-completed', 'forceCompleteCampaign'],
  ['GET', '/api/v1/global/audience-list', 'listAudience'],
  ['POST', '/api/v1/global/verify', 'verifyToken'],
  ['GET', '/api/v1/global/get-token', 'getToken'],
  ['POST', '/api/agent/createagentorupdate', 'createAgentOrUpdate'],
  ['POST', '/v1/agent/update', 'updateAgent'],
])('%s %s is served by %s', (method, path, id) => {
  expect(routes.find(method, path)).toMatchObject({ kind: 'operation', operation: { id, method, path } });
});

test.each([
  ['GET', '/api/v1/global/verify', ['POST']],
  ['DELETE', '/api/v1/global/get-token', ['GET']],
  ['post', '/api/v1/global/verify', ['POST']],
])('%s %s is a known path with another method', (method, path, allow) => {
  expect(routes.find(method, path)).toEqual({ kind: 'method-not-allowed', path, allow });
});

test.each([
  ['GET', '/api/v1/global/agents/get-by-id/', 'getAgent'],
  ['GET', '/agents', 'getAgent'],
  ['POST', '/api/v1/global/createagent', 'createAgent'],
  ['GET', '/API/v1/global/voice-list', 'listVoices'],
  ['GET', '/voice-list', 'listVoices'],
  ['POST', '/agent/update', 'updateAgent'],
  ['GET', '/api/v1/global/get-token?agent_id=1', 'getToken'],
])('%s %s is unknown, and %s is nearest', (method, path, id) => {
  expect(routes.find(method, path)).toMatchObject({ kind: 'unknown', nearest: { id } });
});

test('an address of any length is answered', () => {
  expect(routes.find('GET', `/${'x'.repeat(100_000)}`)).toMatchObject({ kind: 'unknown' });
});
