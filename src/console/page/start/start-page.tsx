import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { DocumentedOperation } from '../api/described-document.ts';
import { type Schemas, addressOfWorld, dataFrom } from '../api/send-request.ts';
import { useSession } from '../session.ts';
import { snippets } from '../text/copy-as.ts';
import { CodeView, CopyButton, Mark, Table } from '../ui/code.tsx';
import { ActionForm, Button, Panel, SelectField, Tabs } from '../ui/controls.tsx';
import { Empty, LoadedView, useFresh, useLoaded } from '../ui/notice.tsx';
import { usualToken } from '../ui/requester.tsx';

/** What one needs to point an app at the mock, and what its traffic has exercised. */
export function StartPage(): JSX.Element {
  const { router } = useSession();
  return (
    <>
      <div class="page-head row apart">
        <div>
          <h1>Start here</h1>
          <p class="muted">
            Point your app at these addresses, send a request, and watch it under{' '}
            <a href={router.link('requests')}>Requests</a>.
          </p>
        </div>
        <a class="button" href={router.link('reference')}>
          API reference
        </a>
      </div>
      <div class="columns">
        <div>
          <WorldPanel />
          <AddressPanel />
          <SnippetPanel />
        </div>
        <div>
          <TokenPanel />
        </div>
      </div>
      <CoverageMatrix />
    </>
  );
}

/** The addresses that the operations live under, from the document. */
function AddressPanel(): JSX.Element {
  const { operations, origin, router } = useSession();
  const loaded = useLoaded('operations', 0, operations);
  const world = router.world.value;
  return (
    <Panel title="Addresses">
      <LoadedView loaded={loaded} name="addresses">
        {(all) => (
          <dl class="facts">
            {serversOf(all).map(({ address, count }) => (
              <Address
                key={address}
                name={count === 1 ? 'Base address of 1 operation' : `Base address of ${count} operations`}
                text={address}
              />
            ))}
            {world === 'default' ? null : <Address name="without headers" text={addressOfWorld(origin, world)} />}
            <Address name="OpenAPI document" text={`${origin}/__mock/openapi.json`} />
          </dl>
        )}
      </LoadedView>
      {world === 'default' ? null : (
        <p class="muted">
          For this world, send the header <code>x-mock-world: {world}</code> too, or put the address without headers in
          front of any path.
        </p>
      )}
    </Panel>
  );
}

function Address({ name, text }: { readonly name: string; readonly text: string }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd class="row apart">
        <code>{text}</code>
        <CopyButton text={text} name={text} />
      </dd>
    </div>
  );
}

function serversOf(operations: readonly DocumentedOperation[]): readonly { address: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { url, path } of operations) {
    const address = url.slice(0, url.length - path.length);
    counts.set(address, (counts.get(address) ?? 0) + 1);
  }
  return [...counts].map(([address, count]) => ({ address, count }));
}

/** The first request from the clients that people use, to be copied. */
function SnippetPanel(): JSX.Element {
  const { control, operations, origin, router } = useSession();
  const loaded = useLoaded(`snippets ${router.world.value}`, 0, async () => {
    const [all, { tokens }] = await Promise.all([operations(), dataFrom(control.GET('/__mock/tokens'))]);
    return { baseUrl: serversOf(all)[0]?.address ?? origin, token: usualToken(tokens, {})?.token ?? '<TOKEN>' };
  });
  return (
    <Panel title="First request">
      <LoadedView loaded={loaded} name="snippets">
        {({ baseUrl, token }) => (
          <Tabs
            label="Client"
            tabs={snippets({ baseUrl, origin, token, world: router.world.value }).map(({ name, text }) => ({
              name,
              content: () => <CodeView name={name} text={text} />,
            }))}
          />
        )}
      </LoadedView>
    </Panel>
  );
}

/** What the world holds. */
function WorldPanel(): JSX.Element {
  const { control, router } = useSession();
  const name = router.world.value;
  const loaded = useFresh(name, async () => {
    const { worlds } = await dataFrom(control.GET('/__mock/worlds'));
    return worlds.find((world) => world.name === name);
  });
  return (
    <Panel title="This world">
      <LoadedView loaded={loaded} name="the world">
        {(world) =>
          world === undefined ? (
            <p class="muted">It springs into being with its first request.</p>
          ) : (
            <>
              <p>
                <strong>{world.name}</strong>, scenario <strong>{world.scenario}</strong>
                {world.expires_on === null ? '' : `, goes at ${world.expires_on.slice(11, 16)} UTC unless it is used`}
              </p>
              <dl class="counts">
                {Object.entries(world.counts).map(([collection, count]) => (
                  <div key={collection}>
                    <dt>{collection.replace('_', ' ')}</dt>
                    <dd class="number">{count.toLocaleString('en')}</dd>
                  </div>
                ))}
              </dl>
            </>
          )
        }
      </LoadedView>
    </Panel>
  );
}

/** The tokens that open the API, and a way to more of them. */
function TokenPanel(): JSX.Element {
  const { control } = useSession();
  const loaded = useFresh('tokens', async () => {
    const [{ tokens }, { users }] = await Promise.all([
      dataFrom(control.GET('/__mock/tokens')),
      dataFrom(control.GET('/__mock/users')),
    ]);
    return { tokens: tokens.toSorted((one, other) => tokenRank(one) - tokenRank(other)), users };
  });
  return (
    <Panel title="Tokens">
      <LoadedView loaded={loaded} name="tokens">
        {({ tokens, users }) => (
          <>
            {tokens.length === 0 ? <Empty title="No tokens in this world" /> : null}
            <ul class="lines">
              {tokens.map((token) => (
                <TokenLine key={token.token} shown={token} />
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
function tokenRank({ kind, is_valid }: Schemas['Token']): number {
  return is_valid ? (kind === 'api' ? 0 : 1) : 2;
}

function TokenLine({ shown }: { readonly shown: Schemas['Token'] }): JSX.Element {
  const { token, kind, email, workspace_id, is_valid } = shown;
  return (
    <li class="row">
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

const parts = ['operations', 'statuses', 'transitions', 'clauses'] as const;

/** Which documented answers the world's requests have met. */
function CoverageMatrix(): JSX.Element {
  const { act, control, operations } = useSession();
  const loaded = useFresh('coverage', async () => {
    const [all, coverage] = await Promise.all([operations(), dataFrom(control.GET('/__mock/coverage'))]);
    return { all, coverage };
  });
  const clear = () => act(() => control.DELETE('/__mock/coverage'), 'Coverage begins anew.');
  return (
    <Panel
      title="Coverage"
      aside={
        <Button kind="small" onClick={clear}>
          Count anew
        </Button>
      }
    >
      <LoadedView loaded={loaded} name="coverage">
        {({ all, coverage }) => (
          <>
            <dl class="counts">
              {parts.map((part) => (
                <div key={part}>
                  <dt>{part}</dt>
                  <dd class="number">
                    {coverage[part].covered}
                    <span class="muted"> / {coverage[part].total}</span>
                  </dd>
                </div>
              ))}
              <div>
                <dt>answers by assumption</dt>
                <dd class="number">{coverage.assumed.answers}</dd>
              </div>
            </dl>
            <Matrix operations={all} coverage={coverage} />
          </>
        )}
      </LoadedView>
    </Panel>
  );
}

interface MatrixProps {
  readonly operations: readonly DocumentedOperation[];
  readonly coverage: Schemas['Coverage'];
}

/** The operations, and at each status that the document has of one whether it was met. */
function Matrix({ operations, coverage }: MatrixProps): JSX.Element {
  const missing = new Set(coverage.statuses.missing);
  const all = operations.flatMap(({ responses }) => responses.map(({ status }) => status));
  const statuses = [...new Set(all)].sort((one, other) => one - other);
  const rows = operations.map(({ id, responses }) => [
    id,
    ...statuses.map((status) => {
      if (!responses.some((response) => response.status === status)) return <Cell state="none" />;
      return <Cell state={missing.has(`${id} ${status}`) ? 'missing' : 'met'} />;
    }),
  ]);
  const name = 'Coverage of operations and statuses';
  return <Table name={name} kind="matrix" head={['Operation', ...statuses]} rows={rows} />;
}

const cells = {
  none: { sign: '', words: 'not documented' },
  missing: { sign: '○', words: 'not met' },
  met: { sign: '✓', words: 'met' },
} as const;

function Cell({ state }: { readonly state: keyof typeof cells }): JSX.Element {
  const { sign, words } = cells[state];
  return (
    <>
      <span class={state} aria-hidden="true">
        {sign}
      </span>
      <span class="visually-hidden">{words}</span>
    </>
  );
}
