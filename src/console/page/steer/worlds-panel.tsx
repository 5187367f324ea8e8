import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { answerOf, type Schemas } from '../api/control-client.ts';
import { useSession } from '../session.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { LoadedView } from '../ui/loaded-view.tsx';
import { Mark } from '../ui/marks.tsx';
import { Field, Panel } from '../ui/panel.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { useStates } from './use-states.ts';

/** The worlds: which there are, which one is shown, new ones. */
export function WorldsPanel(): JSX.Element {
  const { control, live, router, perform } = useSession();
  const present = router.world.value;
  const [isAsking, setAsking] = useState(false);
  const loaded = useLoaded('worlds', live.revision.value, async () => {
    const { worlds } = await answerOf(control.GET('/__mock/worlds'));
    return worlds;
  });
  const reset = () =>
    perform(async () => {
      const { scenario } = await answerOf(control.POST('/__mock/reset'));
      live.restart();
      return `The world ${present} is as the scenario ${scenario} is.`;
    });
  const remove = (name: string) =>
    perform(async () => {
      await answerOf(control.DELETE('/__mock/worlds/{name}', { params: { path: { name } } }));
      if (name === present) router.open('steer', 'default');
      return `The world ${name} is gone.`;
    });
  return (
    <Panel
      title="Worlds"
      aside={
        <button type="button" class="button small danger" onClick={() => setAsking(true)}>
          Reset {present}…
        </button>
      }
    >
      <LoadedView loaded={loaded} name="worlds">
        {(worlds) => (
          <ul class="lines">
            {worlds.map((world) => (
              <li key={world.name}>
                <WorldWords world={world} isPresent={world.name === present} />
                <span class="push" />
                {world.name === present ? null : (
                  <a class="button small" href={router.link('steer', world.name)}>
                    Switch<span class="visually-hidden"> to {world.name}</span>
                  </a>
                )}
                {world.name === 'default' ? null : (
                  <button
                    type="button"
                    class="button small"
                    aria-label={`Delete ${world.name}`}
                    onClick={() => void remove(world.name)}
                  >
                    Delete
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      </LoadedView>
      <NewWorldForm />
      {isAsking ? (
        <ConfirmDialog
          title={`Reset ${present}?`}
          action="Reset"
          onConfirm={() => void reset()}
          onClose={() => setAsking(false)}
        >
          <p>Its records, faults, clock, journal and coverage begin anew. Other worlds and the snapshots stay.</p>
        </ConfirmDialog>
      ) : null}
    </Panel>
  );
}

function WorldWords({
  world,
  isPresent,
}: {
  readonly world: Schemas['World'];
  readonly isPresent: boolean;
}): JSX.Element {
  const { name, scenario, counts, clock } = world;
  return (
    <span class="two-lines">
      <span>
        <strong>{name}</strong> {isPresent ? <Mark tone="accent">shown</Mark> : null}
        {clock.is_frozen ? <Mark>frozen</Mark> : null}
      </span>
      <span class="muted number">
        {scenario} · {counts.agents} agents, {counts.campaigns} campaigns
      </span>
    </span>
  );
}

function NewWorldForm(): JSX.Element {
  const { control, router, perform } = useSession();
  const states = useStates();
  const [name, setName] = useState('');
  const [from, setFrom] = useState('');
  const source = states.find(({ key }) => key === from) ?? states[0];
  const make = async () => {
    const body = { name, ...(source === undefined ? {} : { from: source.from }) };
    const isMade = await perform(async () => {
      await answerOf(control.POST('/__mock/worlds', { body }));
      return `The world ${name} is made, and shown now.`;
    });
    if (isMade) router.open('steer', name);
  };
  return (
    <form
      class="row bottom"
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <Field label="New world">
        <input
          required
          pattern="[A-Za-z0-9._\-]{1,64}"
          title="Letters, digits, dots, underscores and hyphens"
          placeholder="checkout"
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </Field>
      <Field label="From">
        <select value={source?.key ?? ''} onChange={({ currentTarget }) => setFrom(currentTarget.value)}>
          {states.map(({ key }) => (
            <option key={key}>{key}</option>
          ))}
        </select>
      </Field>
      <button type="submit" class="button">
        Make
      </button>
    </form>
  );
}
