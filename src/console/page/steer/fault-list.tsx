import type { JSX } from 'preact';
import { answerOf } from '../api/control-client.ts';
import { useSession } from '../session.ts';
import { LoadedView } from '../ui/loaded-view.tsx';
import { Panel } from '../ui/panel.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { describeFault } from './describe-fault.ts';

/** The faults of the world, with how often each fired. */
export function FaultList(): JSX.Element {
  const { control, live, perform } = useSession();
  const loaded = useLoaded('faults', live.revision.value, async () => {
    const { faults } = await answerOf(control.GET('/__mock/faults'));
    return faults;
  });
  const remove = (id: number) =>
    perform(async () => {
      await answerOf(control.DELETE('/__mock/faults/{id}', { params: { path: { id } } }));
      return `Fault ${id} is gone.`;
    });
  const clear = () =>
    perform(async () => {
      await answerOf(control.DELETE('/__mock/faults'));
      return 'There are no faults any more.';
    });
  return (
    <Panel
      title="Faults at work"
      aside={
        loaded.state === 'ready' && loaded.value.length > 0 ? (
          <button type="button" class="button small" onClick={() => void clear()}>
            Remove all
          </button>
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
                  <button
                    type="button"
                    class="button small"
                    aria-label={`Remove fault ${id}`}
                    onClick={() => void remove(id)}
                  >
                    Remove
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </LoadedView>
    </Panel>
  );
}
