import { expect, test } from 'vitest';
import { loadContractDocument } from '../../document/read/load.ts';
import { nearestOperation } from './error-answer.ts';

const operations = [...loadContractDocument().operations.values()];

test.each([
  ['GET', '/api/v1/global/agents/get-by-id/', 'getAgent'],
  ['GET', '/agents', 'getAgent'],
  ['POST', '/api/v1/global/createagent', 'createAgent'],
  ['GET', '/API/v1/global/voice-list', 'listVoices'],
  ['GET', '/voice-list', 'listVoices'],
  ['POST', '/agent/update', 'updateAgent'],
  ['GET', '/api/v1/global/get-token?agent_id=1', 'getToken'],
])('nearest to %s %s is %s', (method, path, id) => {
  expect(nearestOperation(operations, `${method} ${path}`)?.id).toBe(id);
});

test('an address of any length has a nearest one', () => {
  expect(nearestOperation(operations, `GET /${'x'.repeat(100_000)}`)).toBeDefined();
});

test('without an operation none is nearest', () => {
  expect(nearestOperation(operations.slice(0, 0), 'GET /')).toBeUndefined();
});
