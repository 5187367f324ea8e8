import type { Schemas } from './control-client.ts';

type Token = Schemas['Token'];

export interface TokenWish {
  /** If absent, any. */
  readonly workspaceId?: number | undefined;
  /** An API token if absent. */
  readonly kind?: Token['kind'];
  /** Chosen at first if given; else the workspace's newest valid one. */
  readonly first?: string | undefined;
  /** A time of the world: one made later is not chosen at first. */
  readonly before?: string;
}

/** Opens nothing. */
export const badToken = 'not-a-token';

/** The newest valid one of the workspace; without a workspace, of any. */
export function usualToken(
  tokens: readonly Token[],
  { workspaceId, kind = 'api', before }: Omit<TokenWish, 'first'>,
): Token | undefined {
  return tokens.findLast(
    (token) =>
      token.kind === kind &&
      token.is_valid &&
      (before === undefined || token.created_on <= before) &&
      (workspaceId === undefined || token.workspace_id === workspaceId),
  );
}
