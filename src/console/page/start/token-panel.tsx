import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { answerOf, type Schemas } from '../api/control-client.ts';
import { useSession } from '../session.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { LoadedView } from '../ui/loaded-view.tsx';
import { Mark } from '../ui/marks.tsx';
import { Empty } from '../ui/notice.tsx';
import { Field, Panel } from '../ui/panel.tsx';
import { useLoaded } from '../ui/use-loaded.ts';

/** The tokens that open the API, and a way to more of them. */
export function TokenPanel(): JSX.Element {
  const { control, live } = useSession();
  const loaded = useLoaded('tokens', live.revision.value, async () => {
    const [{ tokens }, { users }] = await Promise.all([
      answerOf(control.GET('/__mock/tokens')),
      answerOf(control.GET('/__mock/users')),
    ]);
    return { tokens: tokens.toSorted((one, other) => rank(one) - rank(other)), users };
  });
  return (
    <Panel title="Tokens">
      <LoadedView loaded={loaded} name="tokens">
        {({ tokens, users }) => (
          <>
            {tokens.length === 0 ? <Empty title="No tokens in this world" /> : null}
            <ul class="lines">
              {tokens.map((token) => (
                <TokenLine key={token.token} token={token} />
              ))}
            </ul>
            {users.length === 0 ? null : <NewTokenForm users={users} />}
          </>
        )}
      </LoadedView>
    </Panel>
  );
}

/** What one is likely to look for comes first. */
function rank({ kind, is_valid }: Schemas['Token']): number {
  return is_valid ? (kind === 'api' ? 0 : 1) : 2;
}

function TokenLine({
  token: { token, kind, email, workspace_id, is_valid },
}: {
  readonly token: Schemas['Token'];
}): JSX.Element {
  return (
    <li>
      <span class="two-lines">
        <span>
          {email} <Mark tone={kind === 'api' ? 'accent' : 'plain'}>{kind}</Mark>{' '}
          {is_valid ? null : <Mark tone="warn">expired</Mark>}
        </span>
        <span class="muted number">
          <code>{token.length > 20 ? `${token.slice(0, 16)}…` : token}</code> · workspace {workspace_id}
        </span>
      </span>
      <span class="push" />
      <CopyButton text={token} name={`the ${kind} token of ${email}`} />
    </li>
  );
}

function NewTokenForm({ users }: { readonly users: readonly Schemas['User'][] }): JSX.Element {
  const { control, perform } = useSession();
  const [chosen, choose] = useState(users[0]?.id ?? 0);
  const [expiry, setExpiry] = useState('');
  const [kind, setKind] = useState<Schemas['TokenKind']>('api');
  const body = { user_id: chosen, ...(expiry === '' ? {} : { expires_in: expiry }) };
  const create = () =>
    perform(async () => {
      const { email } = await answerOf(
        kind === 'api' ? control.POST('/__mock/tokens', { body }) : control.POST('/__mock/login', { body }),
      );
      return `A new ${kind} token for ${email} is there.`;
    });
  return (
    <form
      class="row bottom"
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <Field label="New token for">
        <select value={chosen} onChange={({ currentTarget }) => choose(Number(currentTarget.value))}>
          {users.map(({ id, email }) => (
            <option key={id} value={id}>
              {email}
            </option>
          ))}
        </select>
      </Field>
      <Field label="Kind" class="narrow">
        <select value={kind} onChange={({ currentTarget }) => setKind(currentTarget.value === 'api' ? 'api' : 'login')}>
          <option value="api">api</option>
          <option value="login">login</option>
        </select>
      </Field>
      <Field label="Valid" class="narrow">
        <select value={expiry} onChange={({ currentTarget }) => setExpiry(currentTarget.value)}>
          <option value="">for ever</option>
          <option value="PT1H">1 hour</option>
          <option value="PT1M">1 minute</option>
        </select>
      </Field>
      <button type="submit" class="button">
        Create
      </button>
    </form>
  );
}
