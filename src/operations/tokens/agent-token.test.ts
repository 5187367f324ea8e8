import { expect, it } from 'vitest';
import { prepareMocks } from '../../testing/api-harness.ts';
import { agentToken } from './agent-token.ts';

const freshMock = await prepareMocks();

it('says since when the agent exists, in seconds, and is the same each time', () => {
  const agent = freshMock().mock.worlds.default.store.view().get('agents', 1004);
  if (agent === undefined) throw new Error('The scenario has no such agent.');
  const token = agentToken(agent, 'signed');
  const [header = '', claims = '', signature] = token.split('.');
  expect(header).toBe('eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9');
  const { iat } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { iat: number };
  expect(iat).toBe(Math.floor(Date.parse(agent.created_on) / 1000));
  expect([header, claims].join('')).toMatch(/^[\w-]+$/);
  expect(signature).toMatch(/^[\w-]{43}$/);
  expect(agentToken(agent, 'signed')).toBe(token);
  expect(agentToken(agent, 'unsigned')).toBe(`${header}.${claims}.`);
});
