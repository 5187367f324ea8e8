import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Mutable } from '../../../client/mutable.ts';
import { answerOf, type Schemas } from '../api/control-client.ts';
import { useSession } from '../session.ts';
import { ActionForm, Button, NameField } from '../ui/controls.tsx';
import { LoadedView } from '../ui/loaded-view.tsx';
import { Panel } from '../ui/panel.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { download } from './download.ts';

/** States to come back to, here and as files. */
export function SnapshotsPanel(): JSX.Element {
  const { control, live, perform } = useSession();
  const loaded = useLoaded('snapshots', live.revision.value, async () => {
    const { snapshots } = await answerOf(control.GET('/__mock/snapshots'));
    return snapshots;
  });
  const upload = (file: File) =>
    perform(async () => {
      const body = JSON.parse(await file.text()) as Mutable<Schemas['SnapshotFile']>;
      const name =
        body.name ??
        file.name
          .replace(/\.json$/, '')
          .replace(/[^\w.-]+/g, '-')
          .slice(0, 64);
      await answerOf(control.PUT('/__mock/snapshots/{name}', { params: { path: { name } }, body }));
      return `The snapshot ${name} is imported.`;
    });
  return (
    <Panel
      title="Snapshots"
      aside={
        <label class="button small">
          Upload…
          <input
            class="visually-hidden"
            type="file"
            accept="application/json,.json"
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              if (file !== undefined) void upload(file).then(() => (currentTarget.value = ''));
            }}
          />
        </label>
      }
    >
      <LoadedView loaded={loaded} name="snapshots">
        {(snapshots) =>
          snapshots.length === 0 ? (
            <p class="muted">None yet. A snapshot keeps the records, the clock and the state of chance.</p>
          ) : (
            <ul class="lines">
              {snapshots.map((snapshot) => (
                <SnapshotLine key={snapshot.name} snapshot={snapshot} />
              ))}
            </ul>
          )
        }
      </LoadedView>
      <TakeForm />
    </Panel>
  );
}

function SnapshotLine({ snapshot }: { readonly snapshot: Schemas['Snapshot'] }): JSX.Element {
  const { act, control, perform, router } = useSession();
  const { name, world, taken_on } = snapshot;
  const params = { path: { name } };
  const restore = () =>
    act(
      () => control.POST('/__mock/snapshots/{name}/restore', { params }),
      `The world ${router.world.value} is as ${name} was.`,
    );
  const save = () =>
    perform(async () => {
      download(
        `${name}.json`,
        JSON.stringify(await answerOf(control.GET('/__mock/snapshots/{name}', { params })), null, 2),
      );
      return undefined;
    });
  const remove = () =>
    act(() => control.DELETE('/__mock/snapshots/{name}', { params }), `The snapshot ${name} is gone.`);
  return (
    <li class="many">
      <span class="two-lines">
        <strong>{name}</strong>
        <span class="muted number">
          {world === null ? 'imported' : `of ${world}`} · {taken_on.slice(0, 16).replace('T', ' ')}
        </span>
      </span>
      <span class="push" />
      <Button kind="small" label={`Restore ${name}`} onClick={restore}>
        Restore
      </Button>
      <Button kind="small" label={`Download ${name}`} onClick={save}>
        Download
      </Button>
      <Button kind="small" label={`Delete ${name}`} onClick={remove}>
        Delete
      </Button>
    </li>
  );
}

function TakeForm(): JSX.Element {
  const { act, control, router } = useSession();
  const [name, setName] = useState('');
  const take = async () => {
    const isTaken = await act(
      () => control.POST('/__mock/snapshots', { body: { name } }),
      `The snapshot ${name} of ${router.world.value} is taken.`,
    );
    if (isTaken) setName('');
  };
  return (
    <ActionForm action="Take" onSubmit={take}>
      <NameField label="New snapshot" placeholder="two-campaigns" value={name} onChange={setName} />
    </ActionForm>
  );
}
