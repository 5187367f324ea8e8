import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { prepareWorlds } from '../../testing/handler-world.ts';
import { agentToken } from './tokens.ts';

const freshWorld = await prepareWorlds();

it('says since when the agent exists, in seconds, and is the same each time', () => {
  const agent = freshWorld().store.view().get('agents', 1004);
  if (agent === undefined) throw new Error('The scenario has no such agent.');
  const token = agentToken(agent, 'signed');
  const [header = '', claims = '', signature] = token.split('.');
  expect(header).toBe('eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9');
  const { iat } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { iat: number };
  expect(iat).toBe(Math.floor(Date.parse(agent.created_on) / 1000));
  expect([header, claims].join('')).toMatch(/^[\w-]+$/);
  const key = 'voice-agent-mock';
  expect(signature).toBe(createHmac('sha256', key).update(`${header}.${claims}`).digest('base64url'));
  expect(signature).toMatch(/^[\w-]{43}$/);
  expect(agentToken(agent, 'signed')).toBe(token);
  expect(agentToken(agent, 'unsigned')).toBe(`${header}.${claims}.`);
});
