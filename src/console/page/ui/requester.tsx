import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type ApiAnswer, type ApiRequest, type Schemas, badToken, dataFrom } from '../api/send-request.ts';
import { useSession } from '../session.ts';
import { AnswerView } from './code.tsx';
import { SelectField } from './controls.tsx';
import { useFresh } from './notice.tsx';

type Token = Schemas['Token'];

interface TokenChoice {
  /** What requests are to carry, empty for none; undefined until the tokens are loaded. */
  readonly token: string | undefined;
  readonly picker: JSX.Element;
}

interface Requester extends TokenChoice {
  /** False until the tokens are loaded. */
  readonly isReady: boolean;
  /** Sends a request to an operation of the API, and gives the answer if one came; its title is what it is shown under. */
  readonly ask: (title: string, operationId: string, parts: RequestParts) => Promise<ApiAnswer | undefined>;
  /** What came of the last request. */
  readonly outcome: JSX.Element | null;
}

type RequestParts = Omit<ApiRequest, 'operation' | 'token'>;

/** Sends requests of the console as whom one chooses, and shows what comes of them. */
export function useRequester(wish: TokenWish): Requester {
  const { perform, request } = useSession();
  const { token, picker } = useToken(wish);
  const [sent, setSent] = useState<{ readonly title: string; readonly answer: ApiAnswer } | undefined>();
  const ask: Requester['ask'] = async (title, operationId, parts) => {
    let answer: ApiAnswer | undefined;
    await perform(async () => {
      answer = await request(operationId, { token: token ?? '', ...parts });
      setSent({ title, answer });
    });
    return answer;
  };
  const outcome = sent === undefined ? null : <AnswerView {...sent} />;
  return { token, picker, isReady: token !== undefined, ask, outcome };
}

const special = [
  { value: badToken, label: 'a token that is no good' },
  { value: '', label: 'no token' },
];

/** Lets one choose the token of the next request. */
export function useToken({ kind = 'api', first, ...wish }: TokenWish): TokenChoice {
  const { control, router } = useSession();
  const [chosen, choose] = useState<string | undefined>(first);
  const loaded = useFresh(`${kind} ${router.world.value}`, async () => {
    const { tokens } = await dataFrom(control.GET('/__mock/tokens', { params: { query: { kind } } }));
    return tokens;
  });
  if (loaded.state === 'loading') {
    return { token: undefined, picker: <SelectField label="As" value="" options={loading} onChange={choose} /> };
  }
  const tokens = loaded.state === 'ready' ? loaded.value : [];
  const options = [...tokens.map((known) => ({ value: known.token, label: labelOf(known) })), ...special];
  const isThere = chosen !== undefined && options.some(({ value }) => value === chosen);
  const token = isThere ? chosen : (usualToken(tokens, { kind, ...wish })?.token ?? '');
  return { token, picker: <SelectField label="As" value={token} options={options} onChange={choose} /> };
}

const loading = [{ value: '', label: 'Loading tokens …' }];

function labelOf({ token, email, workspace_id, is_valid }: Token): string {
  return `${email} · workspace ${workspace_id} · ${token.slice(0, 6)}…${is_valid ? '' : ' (expired)'}`;
}

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
