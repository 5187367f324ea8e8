import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { answerOf, type Schemas, type Writable } from '../api/control-client.ts';
import { useSession } from '../session.ts';
import { LoadedView } from '../ui/loaded-view.tsx';
import { Field, Panel } from '../ui/panel.tsx';
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
      const body = JSON.parse(await file.text()) as Writable<Schemas['SnapshotFile']>;
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
  const { control, perform, router } = useSession();
  const { name, world, taken_on } = snapshot;
  const params = { path: { name } };
  const restore = () =>
    perform(async () => {
      await answerOf(control.POST('/__mock/snapshots/{name}/restore', { params }));
      return `The world ${router.world.value} is as ${name} was.`;
    });
  const save = () =>
    perform(async () => {
      download(
        `${name}.json`,
        JSON.stringify(await answerOf(control.GET('/__mock/snapshots/{name}', { params })), null, 2),
      );
      return undefined;
    });
  const remove = () =>
    perform(async () => {
      await answerOf(control.DELETE('/__mock/snapshots/{name}', { params }));
      return `The snapshot ${name} is gone.`;
    });
  return (
    <li class="many">
      <span class="two-lines">
        <strong>{name}</strong>
        <span class="muted number">
          {world === null ? 'imported' : `of ${world}`} · {taken_on.slice(0, 16).replace('T', ' ')}
        </span>
      </span>
      <span class="push" />
      <button type="button" class="button small" aria-label={`Restore ${name}`} onClick={() => void restore()}>
        Restore
      </button>
      <button type="button" class="button small" aria-label={`Download ${name}`} onClick={() => void save()}>
        Download
      </button>
      <button type="button" class="button small" aria-label={`Delete ${name}`} onClick={() => void remove()}>
        Delete
      </button>
    </li>
  );
}

function TakeForm(): JSX.Element {
  const { control, perform, router } = useSession();
  const [name, setName] = useState('');
  const take = async () => {
    const isTaken = await perform(async () => {
      await answerOf(control.POST('/__mock/snapshots', { body: { name } }));
      return `The snapshot ${name} of ${router.world.value} is taken.`;
    });
    if (isTaken) setName('');
  };
  return (
    <form
      class="row bottom"
      onSubmit={(event) => {
        event.preventDefault();
        void take();
      }}
    >
      <Field label="New snapshot">
        <input
          required
          pattern="[A-Za-z0-9._\-]{1,64}"
          title="Letters, digits, dots, underscores and hyphens"
          placeholder="two-campaigns"
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </Field>
      <button type="submit" class="button">
        Take
      </button>
    </form>
  );
}
