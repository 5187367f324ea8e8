import { nothingLeft } from '../../domain/every-member.ts';
import { newestValidToken } from '../../domain/tokens/tokens.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Handler } from '../handler.ts';

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
