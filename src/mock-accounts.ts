import { newestValidToken } from './domain/tokens/tokens.ts';
import type { MockAccount } from './mock.ts';
import type { World } from './worlds/world.ts';

/** The users of a world in the order of their ids, each with the tokens that are valid now. */
export function accountsOf({ store, clock }: World): MockAccount[] {
  const view = store.view();
  return [...view.all('users')]
    .sort((one, other) => one.id - other.id)
    .map((user) => ({
      workspace_id: user.workspace_id,
      workspace_name: view.get('workspaces', user.workspace_id)?.name ?? '',
      login_token: newestValidToken(view.find('login_tokens', 'user_id', user.id), clock.now())?.id ?? null,
      api_token: newestValidToken(view.find('api_tokens', 'user_id', user.id), clock.now())?.id ?? null,
    }));
}
