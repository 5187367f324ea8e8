import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Schemas } from '../api/control-client.ts';
import { Field, Panel } from '../ui/panel.tsx';
import { OperationField, TriggerField } from './operation-fields.tsx';
import { triggers, useAddFault } from './use-faults.ts';

const kinds = {
  fixed: 'delay',
  uniform: 'delay between',
  'cut before': 'cut before the request is handled',
  'cut during': 'cut in the middle of the answer',
  'cut after': 'cut after it took effect',
  'malformed-json': 'half of the JSON',
} as const;

type Kind = keyof typeof kinds;

/** Delays and broken connections. */
export function FaultForm(): JSX.Element {
  const add = useAddFault();
  const [operation, setOperation] = useState('');
  const [trigger, setTrigger] = useState(triggers[1] ?? { name: 'every request', when: undefined });
  const [kind, setKind] = useState<Kind>('fixed');
  const [milliseconds, setMilliseconds] = useState(2000);
  const [maximum, setMaximum] = useState(4000);
  const submit = (event: Event) => {
    event.preventDefault();
    void add({
      effect: effectOf(kind, milliseconds, maximum),
      ...(operation === '' ? {} : { operation }),
      ...(trigger.when === undefined ? {} : { when: trigger.when }),
    });
  };
  return (
    <Panel title="Delays and broken connections">
      <form class="row bottom" onSubmit={submit}>
        <Field label="What">
          <select value={kind} onChange={({ currentTarget }) => setKind(currentTarget.value as Kind)}>
            {Object.entries(kinds).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </Field>
        {kind === 'fixed' || kind === 'uniform' ? (
          <Milliseconds label="Milliseconds" value={milliseconds} onChange={setMilliseconds} />
        ) : null}
        {kind === 'uniform' ? <Milliseconds label="and at most" value={maximum} onChange={setMaximum} /> : null}
        <OperationField value={operation} onChange={setOperation} hasEvery />
        <TriggerField value={trigger} onChange={setTrigger} />
        <button type="submit" class="button">
          Add
        </button>
      </form>
    </Panel>
  );
}

interface MillisecondsProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

function Milliseconds({ label, value, onChange }: MillisecondsProps): JSX.Element {
  return (
    <Field label={label} class="narrow">
      <input
        type="number"
        min="0"
        max="60000"
        required
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
      />
    </Field>
  );
}

function effectOf(kind: Kind, milliseconds: number, maximum: number): Schemas['FaultEffect'] {
  if (kind === 'fixed') return { type: 'delay', distribution: 'fixed', milliseconds };
  if (kind === 'uniform') return { type: 'delay', distribution: 'uniform', minimum: milliseconds, maximum };
  if (kind === 'malformed-json') return { type: 'malformed-json' };
  return { type: 'cut', at: kind === 'cut before' ? 'before' : kind === 'cut during' ? 'during' : 'after' };
}
