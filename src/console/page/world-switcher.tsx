import type { JSX } from 'preact';
import { answerOf } from './api/control-client.ts';
import { useSession } from './session.ts';
import { useLoaded } from './ui/use-loaded.ts';

/** Every page shows one world; this chooses which. Making worlds is a matter of the page for faults and time. */
export function WorldSwitcher(): JSX.Element {
  const { control, live, router } = useSession();
  const present = router.world.value;
  const loaded = useLoaded('worlds', live.revision.value, async () => answerOf(control.GET('/__mock/worlds')));
  const known = loaded.state === 'ready' ? loaded.value.worlds.map(({ name }) => name) : [];
  const names = known.includes(present) ? known : [present, ...known];
  return (
    <div class="world">
      <label for="world">World</label>
      <select
        id="world"
        value={present}
        onChange={({ currentTarget }) => router.open(router.route.value.steps[0] ?? '', currentTarget.value)}
      >
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
