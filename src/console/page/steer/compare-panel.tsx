import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { answerOf, type ControlClient } from '../api/control-client.ts';
import { useSession } from '../session.ts';
import { compareSnapshots, type CollectionDifference, type SnapshotFile } from '../text/compare-snapshots.ts';
import { Button, SelectField } from '../ui/controls.tsx';
import { DifferenceTable } from '../ui/difference-table.tsx';
import { Mark } from '../ui/marks.tsx';
import { Panel } from '../ui/panel.tsx';
import { useStates, type StateSource } from './use-states.ts';

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
      if (one === undefined || other === undefined) return undefined;
      setFound(undefined);
      const before = await stateOf(control, one);
      setFound(compareSnapshots(before, await stateOf(control, other)));
      return undefined;
    });
  return (
    <Panel title="Compare">
      <div class="row bottom">
        <SelectField label="Before" value={one?.key ?? ''} options={keys} onChange={setOne} />
        <SelectField label="After" value={other?.key ?? ''} options={keys} onChange={setOther} />
        <Button onClick={compare}>Compare</Button>
      </div>
      {found === undefined ? null : found.length === 0 ? (
        <p role="status">They have the same records.</p>
      ) : (
        <div role="status">
          {found.map((collection) => (
            <CollectionView key={collection.collection} collection={collection} />
          ))}
        </div>
      )}
    </Panel>
  );
}

function CollectionView({
  collection: { collection, records },
}: {
  readonly collection: CollectionDifference;
}): JSX.Element {
  return (
    <details class="collection">
      <summary>
        <strong>{collection}</strong> <span class="muted number">{records.length}</span>
      </summary>
      <ul class="records-changed">
        {records.slice(0, shownRecords).map(({ id, kind, differences }) => (
          <li key={id}>
            <span class="number">{id}</span>{' '}
            <Mark tone={kind === 'added' ? 'good' : kind === 'removed' ? 'bad' : 'plain'}>{kind}</Mark>
            {differences.length === 0 ? null : (
              <DifferenceTable name={`Changes of ${collection} ${id}`} differences={differences} />
            )}
          </li>
        ))}
      </ul>
      {records.length > shownRecords ? <p class="muted">And {records.length - shownRecords} more.</p> : null}
    </details>
  );
}

/** A snapshot's state; a world's by a snapshot that is taken for it and deleted again. */
async function stateOf(control: ControlClient, { kind, name }: StateSource): Promise<SnapshotFile> {
  if (kind === 'snapshot') return exported(control, name);
  const taken = `console-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
  // The client names the world shown; this one request is for another.
  await answerOf(control.POST('/__mock/snapshots', { body: { name: taken }, headers: { 'x-mock-world': name } }));
  try {
    return await exported(control, taken);
  } finally {
    await control.DELETE('/__mock/snapshots/{name}', { params: { path: { name: taken } } });
  }
}

function exported(control: ControlClient, name: string): Promise<SnapshotFile> {
  return answerOf(control.GET('/__mock/snapshots/{name}', { params: { path: { name } } }));
}
