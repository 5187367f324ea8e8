import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Schemas } from '../api/control-client.ts';
import { ActionForm, NumberField, SelectField } from '../ui/controls.tsx';
import { Panel } from '../ui/panel.tsx';
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

const bounds = { min: 0, max: 60_000 };

/** Delays and broken connections. */
export function FaultForm(): JSX.Element {
  const add = useAddFault();
  const [operation, setOperation] = useState('');
  const [trigger, setTrigger] = useState(triggers[1] ?? { name: 'every request', when: undefined });
  const [kind, setKind] = useState<Kind>('fixed');
  const [milliseconds, setMilliseconds] = useState(2000);
  const [maximum, setMaximum] = useState(4000);
  const submit = () =>
    add(() => ({
      effect: effectOf(kind, milliseconds, maximum),
      ...(operation === '' ? {} : { operation }),
      ...(trigger.when === undefined ? {} : { when: trigger.when }),
    }));
  return (
    <Panel title="Delays and broken connections">
      <ActionForm action="Add" onSubmit={submit}>
        <SelectField
          label="What"
          value={kind}
          options={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
          onChange={(value) => setKind(value as Kind)}
        />
        {kind === 'fixed' || kind === 'uniform' ? (
          <NumberField label="Milliseconds" {...bounds} value={milliseconds} onChange={setMilliseconds} />
        ) : null}
        {kind === 'uniform' ? (
          <NumberField label="and at most" {...bounds} value={maximum} onChange={setMaximum} />
        ) : null}
        <OperationField value={operation} onChange={setOperation} hasEvery />
        <TriggerField value={trigger} onChange={setTrigger} />
      </ActionForm>
    </Panel>
  );
}

function effectOf(kind: Kind, milliseconds: number, maximum: number): Schemas['FaultEffect'] {
  if (kind === 'fixed') return { type: 'delay', distribution: 'fixed', milliseconds };
  if (kind === 'uniform') return { type: 'delay', distribution: 'uniform', minimum: milliseconds, maximum };
  if (kind === 'malformed-json') return { type: 'malformed-json' };
  return { type: 'cut', at: kind === 'cut before' ? 'before' : kind === 'cut during' ? 'during' : 'after' };
}
