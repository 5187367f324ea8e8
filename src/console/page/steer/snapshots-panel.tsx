import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ControlClient, Mutable } from '../../../client/control-client.ts';
import { type Schemas, dataFrom } from '../api/send-request.ts';
import { useSession } from '../session.ts';
import { jsonDiff } from '../text/json-text.ts';
import { DifferenceTable, Mark } from '../ui/code.tsx';
import { ActionForm, Button, NameField, Panel, SelectField } from '../ui/controls.tsx';
import { Folded, Lines, LoadedPanel, useFresh } from '../ui/notice.tsx';
import type { components } from '../../../document/control-types.gen.ts';

/** States to come back to, here and as files. */
export function SnapshotsPanel(): JSX.Element {
  const { control, perform } = useSession();
  const loaded = useFresh('snapshots', async () => (await dataFrom(control.GET('/__mock/snapshots'))).snapshots);
  const upload = (file: File) =>
    perform(async () => {
      const body = JSON.parse(await file.text()) as Mutable<Schemas['SnapshotFile']>;
      const name =
        body.name ??
        file.name
          .replace(/\.json$/, '')
          .replace(/[^\w.-]+/g, '-')
          .slice(0, 64);
      await dataFrom(control.PUT('/__mock/snapshots/{name}', { params: { path: { name } }, body }));
      return `The snapshot ${name} is imported.`;
    });
  const uploader = (
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
  );
  return (
    <LoadedPanel title="Snapshots" aside={uploader} loaded={loaded} below={<TakeForm />}>
      {(snapshots) => (
        <Lines items={snapshots} empty="None yet. A snapshot keeps the records, the clock and the state of chance.">
          {(snapshot) => <SnapshotLine snapshot={snapshot} />}
        </Lines>
      )}
    </LoadedPanel>
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
  const remove = () =>
    act(() => control.DELETE('/__mock/snapshots/{name}', { params }), `The snapshot ${name} is gone.`);
  const download = () => perform(() => downloadSnapshot(control, name));
  return (
    <>
      <span class="two-lines alone">
        <strong>{name}</strong>
        <span class="muted number">
          {world === null ? 'imported' : `of ${world}`} · {taken_on.slice(0, 16).replace('T', ' ')}
        </span>
      </span>
      <span class="push" />
      <Button text="Restore" kind="small" label={`Restore ${name}`} onClick={restore} />
      <Button text="Download" kind="small" label={`Download ${name}`} onClick={download} />
      <Button text="Delete" kind="small" label={`Delete ${name}`} onClick={remove} />
    </>
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

/** More records than these of a collection are counted. */
const shownRecords = 50;

/** What one world or snapshot has otherwise than another. */
export function ComparePanel(): JSX.Element {
  const { control, perform, router } = useSession();
  const states = useStates().filter(({ kind }) => kind !== 'scenario');
  const [oneKey, setOne] = useState('');
  const [otherKey, setOther] = useState('');
  const [found, setFound] = useState<readonly CollectionDifference[] | undefined>();
  const present = states.find(({ key }) => key === `world ${router.world.value}`);
  const one = states.find(({ key }) => key === oneKey) ?? states.find((state) => state !== present) ?? present;
  const other = states.find(({ key }) => key === otherKey) ?? present;
  const keys = states.map(({ key }) => key);
  const compare = () =>
    perform(async () => {
      if (one === undefined || other === undefined) return;
      setFound(undefined);
      const before = await exportedState(control, one);
      setFound(compareSnapshots(before, await exportedState(control, other)));
    });
  return (
    <Panel folds title="Compare">
      <div class="row bottom">
        <SelectField label="Before" value={one?.key ?? ''} options={keys} onChange={setOne} />
        <SelectField label="After" value={other?.key ?? ''} options={keys} onChange={setOther} />
        <Button text="Compare" onClick={compare} />
      </div>
      {found === undefined ? null : found.length === 0 ? (
        <p role="status">They have the same records.</p>
      ) : (
        <div role="status">
          {found.map(({ collection, records }) => (
            <Folded key={collection} title={collection} count={records.length}>
              <ul class="lines">
                {records.slice(0, shownRecords).map(({ id, kind, differences }) => (
                  <li key={id} class="stack close">
                    <span>
                      <span class="number">{id}</span>{' '}
                      <Mark tone={kind === 'added' ? 'good' : kind === 'removed' ? 'bad' : 'plain'}>{kind}</Mark>
                    </span>
                    {differences.length === 0 ? null : (
                      <DifferenceTable name={`Changes of ${collection} ${id}`} differences={differences} />
                    )}
                  </li>
                ))}
              </ul>
              {records.length > shownRecords ? <p class="muted">And {records.length - shownRecords} more.</p> : null}
            </Folded>
          ))}
        </div>
      )}
    </Panel>
  );
}

/** A snapshot's state; a world's by a snapshot that is taken for it and deleted again. */
async function exportedState(control: ControlClient, { kind, name }: StateSource): Promise<SnapshotFile> {
  if (kind === 'snapshot') return exported(control, name);
  const taken = `console-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
  // The client names the world shown; this one request is for another.
  await dataFrom(control.POST('/__mock/snapshots', { body: { name: taken }, headers: { 'x-mock-world': name } }));
  try {
    return await exported(control, taken);
  } finally {
    await control.DELETE('/__mock/snapshots/{name}', { params: { path: { name: taken } } });
  }
}

function exported(control: ControlClient, name: string): Promise<SnapshotFile> {
  return dataFrom(control.GET('/__mock/snapshots/{name}', { params: { path: { name } } }));
}

export async function downloadSnapshot(control: ControlClient, name: string): Promise<void> {
  downloadJson(name, await exported(control, name));
}

/** Hands a value to the browser as a file. */
export function downloadJson(name: string, value: unknown): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}.json`;
  link.click();
  URL.revokeObjectURL(address);
}

export type SnapshotFile = components['schemas']['SnapshotFile'];

interface CollectionDifference {
  /** A collection's name, or `leads of` a campaign. */
  readonly collection: string;
  readonly records: ReturnType<typeof compareRecords>;
}

type RecordTable = ReadonlyMap<string, Readonly<Record<string, unknown>>>;
const nothing: RecordTable = new Map();

/** Which records one state has more, less or otherwise than another; collections without a difference are left out. */
export function compareSnapshots(before: SnapshotFile, after: SnapshotFile): readonly CollectionDifference[] {
  const one = collectionsOf(before);
  const other = collectionsOf(after);
  return [...new Set([...one.keys(), ...other.keys()])]
    .map((name) => ({
      collection: name,
      records: compareRecords(one.get(name) ?? nothing, other.get(name) ?? nothing),
    }))
    .filter(({ records }) => records.length > 0);
}

function collectionsOf({ records, leads }: SnapshotFile): ReadonlyMap<string, RecordTable> {
  const ofCampaigns = Object.entries(leads).map(([id, list]) => [`leads of ${id}`, list] as const);
  return new Map(
    [...Object.entries(records), ...ofCampaigns].map(([name, list]) => [
      name,
      new Map(list.map((record, place) => [recordName(record, place), record])),
    ]),
  );
}

/** What has no id of its own goes by its place. */
function recordName({ id }: Readonly<Record<string, unknown>>, place: number): string {
  return typeof id === 'string' || typeof id === 'number' ? String(id) : `#${place + 1}`;
}

/** Of one that is added or removed, no field is compared. */
function compareRecords(before: RecordTable, after: RecordTable) {
  const ids = [...new Set([...before.keys(), ...after.keys()])];
  const compared = ids.map((id) => {
    const [was, is] = [before.get(id), after.get(id)];
    const kind = was === undefined ? 'added' : is === undefined ? 'removed' : 'changed';
    return { id, kind, differences: kind === 'changed' ? jsonDiff(was, is) : [] } as const;
  });
  return compared.filter(({ kind, differences }) => kind !== 'changed' || differences.length > 0);
}

/** Something that a world can begin as. */
interface StateSource {
  /** `scenario default`, as it is shown. */
  readonly key: string;
  readonly kind: 'scenario' | 'world' | 'snapshot';
  readonly name: string;
  readonly from: NonNullable<Schemas['NewWorld']['from']>;
}

/** All scenarios, worlds and snapshots. */
export function useStates(): readonly StateSource[] {
  const { control } = useSession();
  const loaded = useFresh('states', async (): Promise<readonly StateSource[]> => {
    const [{ scenarios }, { worlds }, { snapshots }] = await Promise.all([
      dataFrom(control.GET('/__mock/scenarios')),
      dataFrom(control.GET('/__mock/worlds')),
      dataFrom(control.GET('/__mock/snapshots')),
    ]);
    return [
      ...scenarios.map((name) => source('scenario', name, { scenario: name })),
      ...worlds.map(({ name }) => source('world', name, { world: name })),
      ...snapshots.map(({ name }) => source('snapshot', name, { snapshot: name })),
    ];
  });
  return loaded.state === 'ready' ? loaded.value : [];
}

function source(kind: StateSource['kind'], name: string, from: StateSource['from']): StateSource {
  return { key: `${kind} ${name}`, kind, name, from };
}
