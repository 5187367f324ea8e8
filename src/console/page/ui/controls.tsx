import type { ComponentChildren, JSX } from 'preact';
import { Field } from './panel.tsx';

export interface ButtonProps {
  /** Any of `small`, `primary`, `danger` and `choice`. */
  readonly kind?: string;
  /** Its name for screen readers, if that is not its text. */
  readonly label?: string;
  readonly disabled?: boolean;
  readonly onClick: () => unknown;
  readonly children: ComponentChildren;
}

export function Button({ kind = '', label, onClick, disabled = false, children }: ButtonProps): JSX.Element {
  return (
    <button
      type="button"
      class={`button ${kind}`}
      aria-label={label}
      disabled={disabled}
      onClick={() => void onClick()}
    >
      {children}
    </button>
  );
}

export interface ActionFormProps {
  /** The text of the button that sends it. */
  readonly action: string;
  readonly onSubmit: () => unknown;
  readonly children: ComponentChildren;
}

/** Fields in a row, and a button. */
export function ActionForm({ action, onSubmit, children }: ActionFormProps): JSX.Element {
  const submit = (event: Event) => {
    event.preventDefault();
    void onSubmit();
  };
  return (
    <form class="row bottom" onSubmit={submit}>
      {children}
      <button type="submit" class="button">
        {action}
      </button>
    </form>
  );
}

export interface SelectFieldProps {
  readonly label: string;
  readonly class?: string;
  readonly value: string | number;
  /** By value, what is shown; a text alone is both. */
  readonly options: readonly (string | { readonly value: string | number; readonly label: string })[];
  readonly onChange: (value: string) => void;
}

export function SelectField({ label, class: name = '', value, options, onChange }: SelectFieldProps): JSX.Element {
  return (
    <Field label={label} class={name}>
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {options
          .map((option) => (typeof option === 'string' ? { value: option, label: option } : option))
          .map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
      </select>
    </Field>
  );
}

export interface NumberFieldProps {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

export function NumberField({ label, value, onChange, ...bounds }: NumberFieldProps): JSX.Element {
  return (
    <Field label={label} class="narrow">
      <input
        type="number"
        required
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
        {...bounds}
      />
    </Field>
  );
}

export interface CodeFieldProps {
  readonly label: string;
  readonly rows: number;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** A text of several lines, in the type of code. */
export function CodeField({ label, rows, value, onChange }: CodeFieldProps): JSX.Element {
  return (
    <Field label={label} class="whole">
      <textarea
        class="code"
        rows={rows}
        spellcheck={false}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </Field>
  );
}

export interface CheckFieldProps {
  readonly label: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

export function CheckField({ label, value, onChange }: CheckFieldProps): JSX.Element {
  return (
    <label class="check">
      <input type="checkbox" checked={value} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      {label}
    </label>
  );
}

export interface NameFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (name: string) => void;
}

/** The name of a world or a snapshot. */
export function NameField({ label, placeholder, value, onChange }: NameFieldProps): JSX.Element {
  return (
    <Field label={label}>
      <input
        required
        pattern="[A-Za-z0-9._\-]{1,64}"
        title="Letters, digits, dots, underscores and hyphens"
        placeholder={placeholder}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </Field>
  );
}
