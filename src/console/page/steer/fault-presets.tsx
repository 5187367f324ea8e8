import type { JSX } from 'preact';
import { answerOf } from '../api/control-client.ts';
import { useSession } from '../session.ts';
import { Button } from '../ui/controls.tsx';
import { LoadedView } from '../ui/loaded-view.tsx';
import { Panel } from '../ui/panel.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { useAddFault } from './use-faults.ts';

/** Situations by name. */
export function FaultPresets(): JSX.Element {
  const { control } = useSession();
  const add = useAddFault();
  const loaded = useLoaded('presets', 0, async () => answerOf(control.GET('/__mock/fault-presets')));
  return (
    <Panel title="Presets">
      <LoadedView loaded={loaded} name="presets">
        {({ presets }) => (
          <ul class="choices">
            {presets.map(({ name, summary }) => (
              <li key={name}>
                <Button kind="choice" onClick={() => add(() => ({ preset: name }))}>
                  <strong>{name}</strong>
                  <span class="muted">{summary}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </LoadedView>
    </Panel>
  );
}
