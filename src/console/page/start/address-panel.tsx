import type { JSX } from 'preact';
import type { DocumentedOperation } from '../api/documented-operations.ts';
import { addressOfWorld } from '../api/world-address.ts';
import { useSession } from '../session.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { LoadedView } from '../ui/loaded-view.tsx';
import { Panel } from '../ui/panel.tsx';
import { useLoaded } from '../ui/use-loaded.ts';

/** The addresses that the operations live under, from the document. */
export function AddressPanel(): JSX.Element {
  const { operations, origin, router } = useSession();
  const loaded = useLoaded('operations', 0, operations);
  const world = router.world.value;
  return (
    <Panel title="Addresses">
      <LoadedView loaded={loaded} name="addresses">
        {(all) => (
          <dl class="facts">
            {serversOf(all).map(({ address, count }) => (
              <Address key={address} name={count === 1 ? '1 operation' : `${count} operations`} text={address} />
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
      <dd>
        <code>{text}</code>
        <CopyButton text={text} name={text} />
      </dd>
    </div>
  );
}

export function serversOf(operations: readonly DocumentedOperation[]): readonly { address: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { url, path } of operations) {
    const address = url.slice(0, url.length - path.length);
    counts.set(address, (counts.get(address) ?? 0) + 1);
  }
  return [...counts].map(([address, count]) => ({ address, count }));
}
