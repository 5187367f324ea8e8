import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { answerOf, type Schemas } from '../api/control-client.ts';
import { useSession } from '../session.ts';
import { LoadedView } from '../ui/loaded-view.tsx';
import { Mark } from '../ui/marks.tsx';
import { Field, Panel } from '../ui/panel.tsx';
import { useLoaded } from '../ui/use-loaded.ts';

type Clock = Schemas['Clock'];

const steps = [
  { label: '+ 1 minute', advance: 'PT1M' },
  { label: '+ 1 hour', advance: 'PT1H' },
  { label: '+ 1 day', advance: 'P1D' },
  { label: '+ 1 week', advance: 'P7D' },
] as const;

/** The time that the world goes by. */
export function ClockPanel(): JSX.Element {
  const { control, live, perform } = useSession();
  const loaded = useLoaded('clock', live.revision.value, async () => {
    const clock = await answerOf(control.GET('/__mock/clock'));
    return { clock, readAt: Date.now() };
  });
  const turn = (body: Schemas['ClockChange']) =>
    void perform(async () => {
      const { now, is_frozen } = await answerOf(control.POST('/__mock/clock', { body }));
      return `It is ${shown(Date.parse(now))}${is_frozen ? ', and time stands still' : ''}.`;
    });
  return (
    <Panel title="Clock">
      <LoadedView loaded={loaded} name="the clock">
        {({ clock, readAt }) => (
          <>
            <p class="row">
              <RunningClock clock={clock} readAt={readAt} />
              {clock.is_frozen ? <Mark tone="accent">frozen</Mark> : <Mark>running</Mark>}
            </p>
            <div class="row">
              <button type="button" class="button" onClick={() => turn({ freeze: true })}>
                Freeze
              </button>
              {steps.map(({ label, advance }) => (
                <button key={advance} type="button" class="button" onClick={() => turn({ advance })}>
                  {label}
                </button>
              ))}
              <button type="button" class="button" onClick={() => turn({ free: true })}>
                Back to the machine's time
              </button>
            </div>
            <ClockForms onTurn={turn} />
          </>
        )}
      </LoadedView>
    </Panel>
  );
}

function ClockForms({ onTurn }: { readonly onTurn: (change: Schemas['ClockChange']) => void }): JSX.Element {
  const [time, setTime] = useState('');
  const [duration, setDuration] = useState('');
  return (
    <div class="row bottom">
      <form
        class="row bottom"
        onSubmit={(event) => {
          event.preventDefault();
          // The field has no zone: it is taken for UTC, as all times of the API are.
          onTurn({ set: new Date(`${time}Z`).toISOString() });
        }}
      >
        <Field label="Time (UTC)">
          <input
            type="datetime-local"
            required
            value={time}
            onInput={({ currentTarget }) => setTime(currentTarget.value)}
          />
        </Field>
        <button type="submit" class="button">
          Set
        </button>
      </form>
      <form
        class="row bottom"
        onSubmit={(event) => {
          event.preventDefault();
          onTurn({ advance: duration.trim() });
        }}
      >
        <Field label="Duration (ISO 8601)" class="narrow">
          <input
            required
            placeholder="P1DT2H"
            value={duration}
            onInput={({ currentTarget }) => setDuration(currentTarget.value)}
          />
        </Field>
        <button type="submit" class="button">
          Advance
        </button>
      </form>
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
      {shown(now)}
    </time>
  );
}

function shown(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
