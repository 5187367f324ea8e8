import type { JSX } from 'preact';
import { answerOf } from '../api/control-client.ts';
import { useSession } from '../session.ts';
import { Button } from '../ui/controls.tsx';
import { LoadedView } from '../ui/loaded-view.tsx';
import { Panel } from '../ui/panel.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { describeFault } from './describe-fault.ts';

/** The faults of the world, with how often each fired. */
export function FaultList(): JSX.Element {
  const { act, control, live } = useSession();
  const loaded = useLoaded('faults', live.revision.value, async () => {
    const { faults } = await answerOf(control.GET('/__mock/faults'));
    return faults;
  });
  const remove = (id: number) =>
    act(() => control.DELETE('/__mock/faults/{id}', { params: { path: { id } } }), `Fault ${id} is gone.`);
  const clear = () => act(() => control.DELETE('/__mock/faults'), 'There are no faults any more.');
  return (
    <Panel
      title="Faults at work"
      aside={
        loaded.state === 'ready' && loaded.value.length > 0 ? (
          <Button kind="small" onClick={clear}>
            Remove all
          </Button>
        ) : null
      }
    >
      <LoadedView loaded={loaded} name="faults">
        {(faults) =>
          faults.length === 0 ? (
            <p class="muted">None: every answer is what the rules say.</p>
          ) : (
            <ul class="lines">
              {faults.map(({ id, definition, matched, fired }) => (
                <li key={id}>
                  <span class="muted number">{id}</span>
                  <span class="grow">{describeFault(definition)}</span>
                  <span class="muted number" title={`matched ${matched}`}>
                    fired {fired}
                  </span>
                  <Button kind="small" label={`Remove fault ${id}`} onClick={() => remove(id)}>
                    Remove
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </LoadedView>
    </Panel>
  );
}
