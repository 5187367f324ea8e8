import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { answerOf, type Schemas } from '../api/control-client.ts';
import { useSession } from '../session.ts';
import { SelectField } from './controls.tsx';
import { useLoaded } from './use-loaded.ts';

export interface TokenChoice {
  /** What requests are to carry; empty for none. */
  readonly token: string;
  readonly picker: JSX.Element;
}

const special = [
  { value: 'not-a-token', label: 'a token that is no good' },
  { value: '', label: 'no token' },
];

/** Lets one choose the token of the next request: of the workspace's newest valid one at first. */
export function useToken(workspaceId: number | undefined): TokenChoice {
  const { control, live, router } = useSession();
  const [chosen, choose] = useState<string | undefined>();
  const loaded = useLoaded(router.world.value, live.revision.value, async () => {
    const { tokens } = await answerOf(control.GET('/__mock/tokens', { params: { query: { kind: 'api' } } }));
    return tokens;
  });
  const tokens = loaded.state === 'ready' ? loaded.value : [];
  const options = [...tokens.map((known) => ({ value: known.token, label: labelOf(known) })), ...special];
  const isThere = chosen !== undefined && options.some(({ value }) => value === chosen);
  const token = isThere ? chosen : (usualToken(tokens, workspaceId)?.token ?? '');
  const picker = <SelectField label="As" value={token} options={options} onChange={choose} />;
  return { token, picker };
}

/** The newest valid one of the workspace; without a workspace, of any. */
export function usualToken(
  tokens: readonly Schemas['Token'][],
  workspaceId: number | undefined,
): Schemas['Token'] | undefined {
  return tokens.findLast(
    (token) =>
      token.kind === 'api' && token.is_valid && (workspaceId === undefined || token.workspace_id === workspaceId),
  );
}

function labelOf({ token, email, workspace_id, is_valid }: Schemas['Token']): string {
  return `${email} · workspace ${workspace_id} · ${token.slice(0, 6)}…${is_valid ? '' : ' (expired)'}`;
}
