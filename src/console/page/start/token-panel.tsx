import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { answerOf, type Schemas } from '../api/control-client.ts';
import { useSession } from '../session.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { ActionForm, SelectField } from '../ui/controls.tsx';
import { LoadedView } from '../ui/loaded-view.tsx';
import { Mark } from '../ui/marks.tsx';
import { Empty } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
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

const expiries = [
  { value: '', label: 'for ever' },
  { value: 'PT1H', label: '1 hour' },
  { value: 'PT1M', label: '1 minute' },
];

function NewTokenForm({ users }: { readonly users: readonly Schemas['User'][] }): JSX.Element {
  const { act, control } = useSession();
  const [chosen, choose] = useState(users[0]?.id ?? 0);
  const [expiry, setExpiry] = useState('');
  const [kind, setKind] = useState<Schemas['TokenKind']>('api');
  const body = { user_id: chosen, ...(expiry === '' ? {} : { expires_in: expiry }) };
  const create = () =>
    act(
      () => (kind === 'api' ? control.POST('/__mock/tokens', { body }) : control.POST('/__mock/login', { body })),
      ({ email }) => `A new ${kind} token for ${email} is there.`,
    );
  return (
    <ActionForm action="Create" onSubmit={create}>
      <SelectField
        label="New token for"
        value={chosen}
        options={users.map(({ id, email }) => ({ value: id, label: email }))}
        onChange={(id) => choose(Number(id))}
      />
      <SelectField
        label="Kind"
        class="narrow"
        value={kind}
        options={['api', 'login']}
        onChange={(next) => setKind(next === 'api' ? 'api' : 'login')}
      />
      <SelectField label="Valid" class="narrow" value={expiry} options={expiries} onChange={setExpiry} />
    </ActionForm>
  );
}
