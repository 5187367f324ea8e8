import type { JSX } from 'preact';
import { useSession } from '../session.ts';
import { SelectField } from '../ui/controls.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { triggers, type Trigger } from './use-faults.ts';

export interface OperationFieldProps {
  /** Empty for every operation, which `hasEvery` lets one choose. */
  readonly value: string;
  readonly onChange: (operation: string) => void;
  readonly hasEvery?: boolean;
}

export function OperationField({ value, onChange, hasEvery = false }: OperationFieldProps): JSX.Element {
  const { operations } = useSession();
  const loaded = useLoaded('operations', 0, operations);
  const options = [
    ...(hasEvery ? [{ value: '', label: 'every operation' }] : []),
    ...(loaded.state === 'ready' ? loaded.value.map(({ id }) => id) : []),
  ];
  return <SelectField label="Operation" value={value} options={options} onChange={onChange} />;
}

export interface TriggerFieldProps {
  readonly value: Trigger;
  readonly onChange: (trigger: Trigger) => void;
}

export function TriggerField({ value, onChange }: TriggerFieldProps): JSX.Element {
  return (
    <SelectField
      label="On"
      value={value.name}
      options={triggers.map(({ name }) => name)}
      onChange={(chosen) => onChange(triggers.find(({ name }) => name === chosen) ?? value)}
    />
  );
}
