import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type Schemas, dataFrom } from '../api/send-request.ts';
import { useSession } from '../session.ts';
import { Mark } from '../ui/code.tsx';
import { ActionForm, Button, NameField, Panel, SelectField } from '../ui/controls.tsx';
import { ConfirmButton, LoadedView, useFresh } from '../ui/notice.tsx';

/** The worlds: which there are, which one is shown, new ones. */
export function WorldsPanel(): JSX.Element {
  const { act, control, router } = useSession();
  const present = router.world.value;
  const loaded = useFresh('worlds', async () => (await dataFrom(control.GET('/__mock/worlds'))).worlds);
  const remove = async (name: string) => {
    const params = { path: { name } };
    const isGone = await act(() => control.DELETE('/__mock/worlds/{name}', { params }), `The world ${name} is gone.`);
    if (isGone && name === present) router.open('steer', 'default');
  };
  return (
    <Panel folds title="Worlds" aside={<ResetButton world={present} />}>
      <LoadedView loaded={loaded} name="worlds">
        {(worlds) => (
          <ul class="lines">
            {worlds.map(({ name, scenario, counts, clock }) => (
              <li key={name} class="row">
                <span class="two-lines">
                  <span>
                    <strong>{name}</strong> {name === present ? <Mark tone="accent">shown</Mark> : null}
                    {clock.is_frozen ? <Mark>frozen</Mark> : null}
                  </span>
                  <span class="muted number">
                    {scenario} · {counts.agents} agents, {counts.campaigns} campaigns
                  </span>
                </span>
                <span class="push" />
                {name === present ? null : (
                  <a class="button small" href={router.link('steer', name)}>
                    Switch<span class="visually-hidden"> to {name}</span>
                  </a>
                )}
                {name === 'default' ? null : (
                  <Button kind="small" label={`Delete ${name}`} onClick={() => remove(name)}>
                    Delete
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </LoadedView>
      <NewWorldForm />
    </Panel>
  );
}

function ResetButton({ world }: { readonly world: string }): JSX.Element {
  const { control, live, perform } = useSession();
  const reset = () =>
    perform(async () => {
      const { scenario } = await dataFrom(control.POST('/__mock/reset'));
      live.restart();
      return `The world ${world} is as the scenario ${scenario} is.`;
    });
  return (
    <ConfirmButton
      text={`Reset ${world}…`}
      kind="small danger"
      title={`Reset ${world}?`}
      action="Reset"
      onConfirm={reset}
    >
      <p>Its records, faults, clock, journal and coverage begin anew. Other worlds and the snapshots stay.</p>
    </ConfirmButton>
  );
}

function NewWorldForm(): JSX.Element {
  const { act, control, router } = useSession();
  const states = useStates();
  const [name, setName] = useState('');
  const [from, setFrom] = useState('');
  const source = states.find(({ key }) => key === from) ?? states[0];
  const make = async () => {
    const body = { name, ...(source === undefined ? {} : { from: source.from }) };
    const isMade = await act(
      () => control.POST('/__mock/worlds', { body }),
      `The world ${name} is made, and shown now.`,
    );
    if (isMade) router.open('steer', name);
  };
  return (
    <ActionForm action="Make" onSubmit={make}>
      <NameField label="New world" placeholder="checkout" value={name} onChange={setName} />
      <SelectField label="From" value={source?.key ?? ''} options={states.map(({ key }) => key)} onChange={setFrom} />
    </ActionForm>
  );
}

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
