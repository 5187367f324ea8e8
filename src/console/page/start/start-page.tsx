import type { ComponentChildren, JSX } from 'preact';
import { grouped } from '../../../json/json-value.ts';
import type { DocumentedOperation } from '../api/described-document.ts';
import { type Schemas, addressOfWorld, dataFrom } from '../api/send-request.ts';
import { useSession } from '../session.ts';
import { snippets } from '../text/copy-as.ts';
import { CodeView, CopyButton, Mark, Table } from '../ui/code.tsx';
import { ActionForm, Button, SelectField, Tabs, useFields } from '../ui/controls.tsx';
import { Lines, LoadedPanel, useFresh, useLoaded } from '../ui/notice.tsx';
import { usualToken } from '../ui/requester.tsx';
import { PageHead } from '../ui/split-page.tsx';

/** What one needs to point an app at the mock, and what its traffic has exercised. */
export function StartPage(): JSX.Element {
  const { router } = useSession();
  return (
    <>
      <PageHead
        title="Start here"
        actions={
          <a class="button" href={router.link('reference')}>
            API reference
          </a>
        }
      >
        Point your app at these addresses, send a request, and watch it under{' '}
        <a href={router.link('requests')}>Requests</a>.
      </PageHead>
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
  const loaded = useLoaded('operations', operations);
  const world = router.world.value;
  const isDefault = world === 'default';
  const hint = isDefault ? null : (
    <p class="muted">
      For this world, send the header <code>x-mock-world: {world}</code> too, or put the address without headers in
      front of any path.
    </p>
  );
  return (
    <LoadedPanel title="Addresses" loaded={loaded} below={hint}>
      {(all) => (
        <dl class="facts">
          {[
            ...serversOf(all).map(({ address, count }) => ({
              name: count === 1 ? 'Base address of 1 operation' : `Base address of ${count} operations`,
              text: address,
            })),
            ...(isDefault ? [] : [{ name: 'without headers', text: addressOfWorld(origin, world) }]),
            { name: 'OpenAPI document', text: `${origin}/__mock/openapi.json` },
          ].map(({ name, text }) => (
            <div key={text}>
              <dt>{name}</dt>
              <dd class="row apart">
                <code>{text}</code>
                <CopyButton text={text} name={text} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </LoadedPanel>
  );
}

function serversOf(operations: readonly DocumentedOperation[]): readonly { address: string; count: number }[] {
  const ofServers = grouped(operations, ({ url, path }) => url.slice(0, url.length - path.length));
  return [...ofServers].map(([address, { length: count }]) => ({ address, count }));
}

/** The first request from the clients that people use, to be copied. */
function SnippetPanel(): JSX.Element {
  const { control, operations, origin, router } = useSession();
  const loaded = useLoaded(`snippets ${router.world.value}`, async () => {
    const [all, { tokens }] = await Promise.all([operations(), dataFrom(control.GET('/__mock/tokens'))]);
    return { baseUrl: serversOf(all)[0]?.address ?? origin, token: usualToken(tokens, {})?.token ?? '<TOKEN>' };
  });
  return (
    <LoadedPanel title="First request" name="snippets" loaded={loaded}>
      {(facts) => (
        <Tabs
          label="Client"
          tabs={snippets({ ...facts, origin, world: router.world.value }).map((snippet) => ({
            name: snippet.name,
            content: () => <CodeView {...snippet} />,
          }))}
        />
      )}
    </LoadedPanel>
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
    <LoadedPanel title="This world" name="the world" loaded={loaded}>
      {(world) =>
        world === undefined ? (
          <p class="muted">It springs into being with its first request.</p>
        ) : (
          <>
            <p>
              <strong>{world.name}</strong>, scenario <strong>{world.scenario}</strong>
              {world.expires_on === null ? '' : `, goes at ${world.expires_on.slice(11, 16)} UTC unless it is used`}
            </p>
            <Counts
              counts={Object.entries(world.counts).map(([name, count]) => [
                name.replace('_', ' '),
                count.toLocaleString('en'),
              ])}
            />
          </>
        )
      }
    </LoadedPanel>
  );
}

/** Numbers, each below what it counts. */
function Counts({ counts }: { readonly counts: readonly [name: string, count: ComponentChildren][] }): JSX.Element {
  return (
    <dl class="counts">
      {counts.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class="number">{count}</dd>
        </div>
      ))}
    </dl>
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
    <LoadedPanel title="Tokens" loaded={loaded}>
      {({ tokens, users }) => (
        <>
          <Lines items={tokens} empty="No tokens in this world">
            {({ token, kind, email, workspace_id, is_valid }) => (
              <>
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
              </>
            )}
          </Lines>
          {users.length === 0 ? null : <NewTokenForm users={users} />}
        </>
      )}
    </LoadedPanel>
  );
}

/** What one is likely to look for comes first. */
function tokenRank({ kind, is_valid }: Schemas['Token']): number {
  return is_valid ? (kind === 'api' ? 0 : 1) : 2;
}

const expiries = [
  { value: '', label: 'for ever' },
  { value: 'PT1H', label: '1 hour' },
  { value: 'PT1M', label: '1 minute' },
];

function NewTokenForm({ users }: { readonly users: readonly Schemas['User'][] }): JSX.Element {
  const { act, control } = useSession();
  const { values, field } = useFields({ user_id: users[0]?.id ?? 0, kind: 'api', expires_in: '' });
  const { kind, user_id, expires_in } = values;
  const body = { user_id, ...(expires_in === '' ? {} : { expires_in }) };
  const create = () =>
    act(
      () => (kind === 'api' ? control.POST('/__mock/tokens', { body }) : control.POST('/__mock/login', { body })),
      ({ email }) => `A new ${kind} token for ${email} is there.`,
    );
  const owners = users.map(({ id, email }) => ({ value: id, label: email }));
  return (
    <ActionForm action="Create" onSubmit={create}>
      <SelectField label="New token for" options={owners} {...field('user_id')} />
      <SelectField label="Kind" options={['api', 'login']} {...field('kind')} />
      <SelectField label="Valid" options={expiries} {...field('expires_in')} />
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
    <LoadedPanel title="Coverage" loaded={loaded} aside={<Button text="Count anew" kind="small" onClick={clear} />}>
      {({ all, coverage }) => (
        <>
          <Counts
            counts={[
              ...parts.map((part): [string, ComponentChildren] => [
                part,
                <>
                  {coverage[part].covered}
                  <span class="muted"> / {coverage[part].total}</span>
                </>,
              ]),
              ['answers by assumption', coverage.assumed.answers],
            ]}
          />
          <Matrix operations={all} missing={coverage.statuses.missing} />
        </>
      )}
    </LoadedPanel>
  );
}

interface MatrixProps {
  readonly operations: readonly DocumentedOperation[];
  /** `createAgent 401` and so on. */
  readonly missing: readonly string[];
}

/** The operations, and at each status that the document has of one whether it was met. */
function Matrix({ operations, missing }: MatrixProps): JSX.Element {
  const all = operations.flatMap(({ responses }) => responses.map(({ status }) => status));
  const statuses = [...new Set(all)].sort((one, other) => one - other);
  const rows = operations.map(({ id, responses }) => [
    id,
    ...statuses.map((status) => {
      const isDocumented = responses.some((response) => response.status === status);
      const state = isDocumented ? (missing.includes(`${id} ${status}`) ? 'missing' : 'met') : 'none';
      return (
        <>
          <span class={state} aria-hidden="true">
            {cells[state].sign}
          </span>
          <span class="visually-hidden">{cells[state].words}</span>
        </>
      );
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
