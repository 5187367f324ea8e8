import { createHmac } from 'node:crypto';
import { nothingLeft } from '../../json/json-value.ts';
import type { Handler } from '../handler.ts';
import { type Rules, newestValidToken } from '../../domain/choices/rules.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { AgentRecord } from '../../domain/records.ts';

/** Section 4.8: a caller that comes this far has a valid API token. */
export const verifyToken: Handler<'verifyToken'> = (request) => {
  nothingLeft(request.query.valid());
  nothingLeft(request.body.valid());
  return {
    clause: 'verify.valid',
    body: { error: false, code: 200, message: request.messages.valid, data: {} },
  };
};

/** Section 4.9. */
export const getToken: Handler<'getToken'> = ({ caller, query, body }, world) => {
  nothingLeft(query.valid());
  nothingLeft(body.valid());
  const tokens = world.store.view().find('api_tokens', 'user_id', caller.user.id);
  const newest = newestValidToken(tokens, world.clock.now());
  if (newest === undefined) throw new Refusal('get-token.no-api-token-found');
  return {
    clause: 'get-token.most-recent',
    body: { token: newest.id, email: caller.user.email, workspace_name: caller.workspace.name },
  };
};

/** Signs nothing but the mock's own tokens: a reader may forge them, and gains nothing. */
const signingKey = 'voice-agent-mock';
const header = base64url({ alg: 'HS256', typ: 'JWT' });

/** Records never change, so neither does what is signed of one; signing costs more than the rest of reading an agent. */
const signedTokens = new WeakMap<AgentRecord, string>();

/** The agent's token: a JWT signed with HS256, the same for as long as the agent lives (`agent.basic-details.agent-token.signed`). */
export function agentToken(agent: AgentRecord, form: Rules['agent.token']): string {
  let token = signedTokens.get(agent);
  if (token === undefined) {
    token = sign(agent);
    signedTokens.set(agent, token);
  }
  return form === 'signed' ? token : token.slice(0, token.lastIndexOf('.') + 1);
}

function sign(agent: AgentRecord): string {
  const claims = base64url({
    agent_id: agent.id,
    workspace_id: agent.workspace_id,
    iat: Math.floor(Date.parse(agent.created_on) / 1000),
  });
  const signature = createHmac('sha256', signingKey).update(`${header}.${claims}`).digest('base64url');
  return `${header}.${claims}.${signature}`;
}

function base64url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
