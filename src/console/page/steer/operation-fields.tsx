import type { JSX } from 'preact';
import { useSession } from '../session.ts';
import { Field } from '../ui/panel.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { triggers, type Trigger } from './use-faults.ts';

export interface OperationFieldProps {
  /** Empty for every operation, where that can be chosen. */
  readonly value: string;
  readonly onChange: (operation: string) => void;
  readonly hasEvery?: boolean;
}

export function OperationField({ value, onChange, hasEvery = false }: OperationFieldProps): JSX.Element {
  const { operations } = useSession();
  const loaded = useLoaded('operations', 0, operations);
  return (
    <Field label="Operation">
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {hasEvery ? <option value="">every operation</option> : null}
        {loaded.state === 'ready' ? loaded.value.map(({ id }) => <option key={id}>{id}</option>) : null}
      </select>
    </Field>
  );
}

export interface TriggerFieldProps {
  readonly value: Trigger;
  readonly onChange: (trigger: Trigger) => void;
}

export function TriggerField({ value, onChange }: TriggerFieldProps): JSX.Element {
  return (
    <Field label="On">
      <select
        value={value.name}
        onChange={({ currentTarget }) => onChange(triggers.find(({ name }) => name === currentTarget.value) ?? value)}
      >
        {triggers.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </Field>
  );
}
