import { expect, it } from 'vitest';
import { newAgent } from './new-agent.ts';

it('makes a private draft of type 3 that was never updated', () => {
  const agent = newAgent({ id: 1011, workspaceId: 101, userId: 1, now: '2026-11-20T12:00:00.000Z' });
  expect(agent).toMatchObject({
    id: 1011,
    uuid: '00000000-0000-4000-8000-000000001011',
    workspace_id: 101,
    creator_user_id: 1,
    status: 3,
    agent_type: 3,
    agent_privacy: 0,
    created_on: '2026-11-20T12:00:00.000Z',
    updated_on: '2026-11-20T12:00:00.000Z',
    has_been_updated: false,
  });
});
