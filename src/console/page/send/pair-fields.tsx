import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Button } from '../ui/controls.tsx';
import type { NamedValue } from './draft.ts';

export interface PairFieldsProps {
  readonly title: string;
  /** What one of them is called. */
  readonly noun: string;
  readonly pairs: readonly NamedValue[];
  /** Names to choose from. */
  readonly names?: readonly string[];
  readonly onChange: (pairs: readonly NamedValue[]) => void;
}

/** Names and values in rows, each sent or not. */
export function PairFields({ title, noun, pairs, names = [], onChange }: PairFieldsProps): JSX.Element {
  const id = useId();
  const change = (at: number, part: Partial<NamedValue>) =>
    onChange(pairs.map((pair, index) => (index === at ? { ...pair, ...part } : pair)));
  return (
    <fieldset class="pairs">
      <legend>{title}</legend>
      {pairs.map(({ name, value, isSent }, index) => {
        const called = name === '' ? `${noun} ${index + 1}` : name;
        return (
          <div class="pair" key={index}>
            <input
              type="checkbox"
              aria-label={`Send ${called}`}
              checked={isSent}
              onChange={({ currentTarget }) => change(index, { isSent: currentTarget.checked })}
            />
            <input
              aria-label={`Name of ${noun} ${index + 1}`}
              list={id}
              value={name}
              onInput={({ currentTarget }) => change(index, { name: currentTarget.value })}
            />
            <input
              aria-label={`Value of ${called}`}
              value={value}
              onInput={({ currentTarget }) => change(index, { value: currentTarget.value, isSent: true })}
            />
            <Button
              kind="small quiet"
              label={`Remove ${called}`}
              onClick={() => onChange(pairs.filter((_, at) => at !== index))}
            >
              ✕
            </Button>
          </div>
        );
      })}
      <datalist id={id}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Button kind="small" onClick={() => onChange([...pairs, { name: '', value: '', isSent: true }])}>
        Add a {noun}
      </Button>
    </fieldset>
  );
}
