import { expect, it } from 'vitest';
import { handlers } from './handlers.ts';

it('gives each operation the handler of its name', () => {
  const named = Object.entries(handlers).map(([id, handler]) => [id, handler.name]);
  expect(named).toEqual(Object.keys(handlers).map((id) => [id, id]));
  expect(Object.keys(handlers).sort()).toEqual([
    'createAgent',
    'createAgentOrUpdate',
    'forceCompleteCampaign',
    'getAgent',
    'getToken',
    'listAudience',
    'listVoices',
    'updateAgent',
    'verifyToken',
  ]);
});
