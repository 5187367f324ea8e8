import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Schemas, dataFrom } from '../api/send-request.ts';
import { useSession } from '../session.ts';
import { DelayForm, DocumentedErrors, OwnAnswer } from './fault-form.tsx';
import { FaultList, FaultPresets } from './faults.tsx';
import { ComparePanel, SnapshotsPanel } from './snapshots-panel.tsx';
import { WorldsPanel } from './worlds-panel.tsx';
import { Mark } from '../ui/code.tsx';
import { ActionForm, Button, Panel, TextField } from '../ui/controls.tsx';
import { LoadedView, useFresh } from '../ui/notice.tsx';

/** What changes the mock from outside of the API. */
export function SteerPage(): JSX.Element {
  return (
    <>
      <div class="page-head">
        <h1>Faults &amp; time</h1>
      </div>
      <div class="columns">
        <div>
          <FaultList />
          <FaultPresets />
          <DocumentedErrors />
          <DelayForm />
          <OwnAnswer />
        </div>
        <div>
          <ClockPanel />
          <WorldsPanel />
          <SnapshotsPanel />
          <ComparePanel />
        </div>
      </div>
    </>
  );
}

type Clock = Schemas['Clock'];

const steps = [
  { label: '+ 1 minute', advance: 'PT1M' },
  { label: '+ 1 hour', advance: 'PT1H' },
  { label: '+ 1 day', advance: 'P1D' },
  { label: '+ 1 week', advance: 'P7D' },
] as const;

/** The time that the world goes by. */
function ClockPanel(): JSX.Element {
  const { act, control } = useSession();
  const loaded = useFresh('clock', async () => {
    const clock = await dataFrom(control.GET('/__mock/clock'));
    return { clock, readAt: Date.now() };
  });
  const turn = (body: Schemas['ClockChange']) =>
    act(
      () => control.POST('/__mock/clock', { body }),
      ({ now, is_frozen }) => `It is ${shownTime(Date.parse(now))}${is_frozen ? ', and time stands still' : ''}.`,
    );
  return (
    <Panel folds title="Clock">
      <LoadedView loaded={loaded} name="the clock">
        {({ clock, readAt }) => (
          <>
            <p class="row">
              <RunningClock clock={clock} readAt={readAt} />
              {clock.is_frozen ? <Mark tone="accent">frozen</Mark> : <Mark>running</Mark>}
            </p>
            <div class="row">
              <Button onClick={() => turn({ freeze: true })}>Freeze</Button>
              {steps.map(({ label, advance }) => (
                <Button key={advance} onClick={() => turn({ advance })}>
                  {label}
                </Button>
              ))}
              <Button onClick={() => turn({ free: true })}>Back to the machine's time</Button>
            </div>
            <ClockForms onTurn={turn} />
          </>
        )}
      </LoadedView>
    </Panel>
  );
}

function ClockForms({ onTurn }: { readonly onTurn: (change: Schemas['ClockChange']) => unknown }): JSX.Element {
  const [time, setTime] = useState('');
  const [duration, setDuration] = useState('');
  return (
    <div class="row bottom">
      {/* The field has no zone: it is taken for UTC, as all times of the API are. */}
      <ActionForm action="Set" onSubmit={() => onTurn({ set: new Date(`${time}Z`).toISOString() })}>
        <TextField label="Time (UTC)" type="datetime-local" required value={time} onChange={setTime} />
      </ActionForm>
      <ActionForm action="Advance" onSubmit={() => onTurn({ advance: duration.trim() })}>
        <TextField
          label="Duration (ISO 8601)"
          class="narrow"
          required
          placeholder="P1DT2H"
          value={duration}
          onChange={setDuration}
        />
      </ActionForm>
    </div>
  );
}

/** Goes on between two readings as the world's clock does. */
function RunningClock({ clock, readAt }: { readonly clock: Clock; readonly readAt: number }): JSX.Element {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const now = Date.parse(clock.now) + (clock.is_frozen ? 0 : Date.now() - readAt);
  return (
    <time class="clock number" dateTime={new Date(now).toISOString()}>
      {shownTime(now)}
    </time>
  );
}

function shownTime(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
