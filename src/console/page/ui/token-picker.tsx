import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { answerOf, type Schemas } from '../api/control-client.ts';
import { badToken, usualToken, type TokenWish } from '../api/usual-token.ts';
import { useSession } from '../session.ts';
import { SelectField } from './controls.tsx';
import { useLoaded } from './use-loaded.ts';

type Token = Schemas['Token'];

export interface TokenChoice {
  /** What requests are to carry, empty for none; undefined until the tokens are loaded. */
  readonly token: string | undefined;
  readonly picker: JSX.Element;
}

const special = [
  { value: badToken, label: 'a token that is no good' },
  { value: '', label: 'no token' },
];

/** Lets one choose the token of the next request. */
export function useToken({ kind = 'api', first, ...wish }: TokenWish): TokenChoice {
  const { control, live, router } = useSession();
  const [chosen, choose] = useState<string | undefined>(first);
  const loaded = useLoaded(`${kind} ${router.world.value}`, live.revision.value, async () => {
    const { tokens } = await answerOf(control.GET('/__mock/tokens', { params: { query: { kind } } }));
    return tokens;
  });
  const tokens = loaded.state === 'ready' ? loaded.value : [];
  const options = [...tokens.map((known) => ({ value: known.token, label: labelOf(known) })), ...special];
  const isThere = chosen !== undefined && options.some(({ value }) => value === chosen);
  const token = isThere ? chosen : (usualToken(tokens, { kind, ...wish })?.token ?? '');
  if (loaded.state === 'loading') {
    return { token: undefined, picker: <SelectField label="As" value="" options={loading} onChange={choose} /> };
  }
  return { token, picker: <SelectField label="As" value={token} options={options} onChange={choose} /> };
}

const loading = [{ value: '', label: 'Loading tokens …' }];

function labelOf({ token, email, workspace_id, is_valid }: Token): string {
  return `${email} · workspace ${workspace_id} · ${token.slice(0, 6)}…${is_valid ? '' : ' (expired)'}`;
}
