import { answerOf, type Schemas } from '../api/control-client.ts';
import { useSession } from '../session.ts';
import { useLoaded } from '../ui/use-loaded.ts';

/** Something that a world can begin as. */
export interface StateSource {
  /** `scenario default`, as it is shown. */
  readonly key: string;
  readonly kind: 'scenario' | 'world' | 'snapshot';
  readonly name: string;
  readonly from: NonNullable<Schemas['NewWorld']['from']>;
}

/** All scenarios, worlds and snapshots. */
export function useStates(): readonly StateSource[] {
  const { control, live } = useSession();
  const loaded = useLoaded('states', live.revision.value, async (): Promise<readonly StateSource[]> => {
    const [{ scenarios }, { worlds }, { snapshots }] = await Promise.all([
      answerOf(control.GET('/__mock/scenarios')),
      answerOf(control.GET('/__mock/worlds')),
      answerOf(control.GET('/__mock/snapshots')),
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
