import type { JSX } from 'preact';
import { answerOf } from '../api/control-client.ts';
import { useSession } from '../session.ts';
import { LoadedView } from '../ui/loaded-view.tsx';
import { Panel } from '../ui/panel.tsx';
import { useLoaded } from '../ui/use-loaded.ts';

/** What the world holds. */
export function WorldPanel(): JSX.Element {
  const { control, live, router } = useSession();
  const name = router.world.value;
  const loaded = useLoaded(name, live.revision.value, async () => {
    const { worlds } = await answerOf(control.GET('/__mock/worlds'));
    return worlds.find((world) => world.name === name);
  });
  return (
    <Panel title="This world">
      <LoadedView loaded={loaded} name="the world">
        {(world) =>
          world === undefined ? (
            <p class="muted">It springs into being with its first request.</p>
          ) : (
            <>
              <p>
                <strong>{world.name}</strong>, scenario <strong>{world.scenario}</strong>
                {world.expires_on === null ? '' : `, goes at ${world.expires_on.slice(11, 16)} UTC unless it is used`}
              </p>
              <dl class="counts">
                {Object.entries(world.counts).map(([collection, count]) => (
                  <div key={collection}>
                    <dt>{collection.replace('_', ' ')}</dt>
                    <dd class="number">{count.toLocaleString('en')}</dd>
                  </div>
                ))}
              </dl>
            </>
          )
        }
      </LoadedView>
    </Panel>
  );
}
