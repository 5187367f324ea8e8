import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Schemas, dataFrom } from '../api/send-request.ts';
import { useSession } from '../session.ts';
import { DelayForm, DocumentedErrors, FaultList, FaultPresets, OwnAnswer } from './faults.tsx';
import { ComparePanel, SnapshotsPanel, useStates } from './snapshots-panel.tsx';
import { Mark } from '../ui/code.tsx';
import { ActionForm, Button, NameField, SelectField, TextField, useFields } from '../ui/controls.tsx';
import { ConfirmButton, Lines, LoadedPanel, useFresh } from '../ui/notice.tsx';
import { PageHead } from '../ui/split-page.tsx';

/** What changes the mock from outside of the API. */
export function SteerPage(): JSX.Element {
  return (
    <>
      <PageHead title="Faults & time" />
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
    <LoadedPanel folds title="Clock" name="the clock" loaded={loaded}>
      {({ clock, readAt }) => (
        <>
          <p class="row">
            <RunningClock clock={clock} readAt={readAt} />
            {clock.is_frozen ? <Mark tone="accent">frozen</Mark> : <Mark>running</Mark>}
          </p>
          <div class="row">
            <Button text="Freeze" onClick={() => turn({ freeze: true })} />
            {steps.map(({ label, advance }) => (
              <Button text={label} key={advance} onClick={() => turn({ advance })} />
            ))}
            <Button text="Back to the machine's time" onClick={() => turn({ free: true })} />
          </div>
          <ClockForms onTurn={turn} />
        </>
      )}
    </LoadedPanel>
  );
}

function ClockForms({ onTurn }: { readonly onTurn: (change: Schemas['ClockChange']) => unknown }): JSX.Element {
  const { values, field } = useFields({ time: '', duration: '' });
  const { time, duration } = values;
  const example = { required: true, placeholder: 'P1DT2H' };
  return (
    <div class="row bottom">
      {/* The field has no zone: it is taken for UTC, as all times of the API are. */}
      <ActionForm action="Set" onSubmit={() => onTurn({ set: new Date(`${time}Z`).toISOString() })}>
        <TextField label="Time (UTC)" type="datetime-local" required {...field('time')} />
      </ActionForm>
      <ActionForm action="Advance" onSubmit={() => onTurn({ advance: duration.trim() })}>
        <TextField label="Duration (ISO 8601)" class="narrow" {...example} {...field('duration')} />
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

/** The worlds: which there are, which one is shown, new ones. */
function WorldsPanel(): JSX.Element {
  const { act, control, router } = useSession();
  const present = router.world.value;
  const loaded = useFresh('worlds', async () => (await dataFrom(control.GET('/__mock/worlds'))).worlds);
  const remove = async (name: string) => {
    const params = { path: { name } };
    const isGone = await act(() => control.DELETE('/__mock/worlds/{name}', { params }), `The world ${name} is gone.`);
    if (isGone && name === present) router.open('steer', 'default');
  };
  return (
    <LoadedPanel folds title="Worlds" aside={<ResetButton world={present} />} loaded={loaded} below={<NewWorldForm />}>
      {(worlds) => (
        <Lines items={worlds}>
          {({ name, scenario, counts, clock }) => (
            <>
              <span class="two-lines">
                <span>
                  <strong>{name}</strong> {name === present ? <Mark tone="accent">shown</Mark> : null}{' '}
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
                <Button text="Delete" kind="small" label={`Delete ${name}`} onClick={() => remove(name)} />
              )}
            </>
          )}
        </Lines>
      )}
    </LoadedPanel>
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
  const { values, field } = useFields({ name: '', from: '' });
  const { name, from } = values;
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
      <NameField label="New world" placeholder="checkout" {...field('name')} />
      <SelectField label="From" options={states.map(({ key }) => key)} {...field('from')} value={source?.key ?? ''} />
    </ActionForm>
  );
}
