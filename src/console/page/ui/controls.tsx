import { type ComponentChildren, type JSX, type VNode, cloneElement } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';

export interface ButtonProps extends Pick<
  JSX.IntrinsicElements['button'],
  'autofocus' | 'disabled' | 'onBlur' | 'onFocus' | 'onMouseEnter' | 'onMouseLeave'
> {
  readonly text?: string;
  /** Any of `small`, `primary`, `danger`, `quiet` and `choice`. */
  readonly kind?: string;
  /** Its name for screen readers, if that is not its text. */
  readonly label?: string;
  readonly isPressed?: boolean;
  /** If absent, the button sends its form. */
  readonly onClick?: () => unknown;
  /** In place of a text. */
  readonly children?: ComponentChildren;
}

export function Button({ text, kind = '', label, isPressed, onClick, children, ...button }: ButtonProps): JSX.Element {
  return (
    <button
      {...button}
      type={onClick === undefined ? 'submit' : 'button'}
      class={`button ${kind}`}
      aria-label={label}
      aria-pressed={isPressed}
      onClick={() => void onClick?.()}
    >
      {text ?? children}
    </button>
  );
}

interface ActionFormProps {
  /** The text of the button that sends it. */
  readonly action: string;
  readonly disabled?: boolean;
  readonly onSubmit: () => unknown;
  readonly children: ComponentChildren;
}

/** Fields in a row, and a button. */
export function ActionForm({ action, disabled = false, onSubmit, children }: ActionFormProps): JSX.Element {
  return (
    <form class="row bottom" onSubmit={submitting(onSubmit)}>
      {children}
      <Button text={action} disabled={disabled} />
    </form>
  );
}

/** What a form does in place of loading another page. */
export function submitting(work: () => unknown): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    void work();
  };
}

/** The values of a form's fields. */
export interface Fields<T> {
  readonly values: T;
  /** What shows and changes the one of a name. */
  readonly field: <Name extends keyof T>(name: Name) => Bound<T[Name]>;
  readonly setValues: (values: T) => void;
}

/** What shows a value and changes it. */
export interface Bound<T> {
  readonly value: T;
  readonly onChange: (value: T) => unknown;
}

export function useFields<T extends object>(first: T): Fields<T> {
  const [values, setValues] = useState(first);
  const field = <Name extends keyof T>(name: Name) => ({
    value: values[name],
    onChange: (value: T[Name]) => setValues((before) => ({ ...before, [name]: value })),
  });
  return { values, field, setValues };
}

interface FieldProps {
  readonly label: string;
  /** The one control that the label is for. */
  readonly children: VNode<{ id?: string }>;
  readonly class?: string;
}

/** A control under its label. */
export function Field({ label, children, class: name = '' }: FieldProps): JSX.Element {
  const id = useId();
  return (
    <div class={`field ${name}`}>
      <label for={id}>{label}</label>
      {cloneElement(children, { id })}
    </div>
  );
}

interface TextFieldProps extends Pick<
  JSX.IntrinsicElements['input'],
  'autocomplete' | 'autofocus' | 'min' | 'max' | 'pattern' | 'placeholder' | 'required' | 'title' | 'type'
> {
  readonly label: string;
  readonly class?: string;
  readonly value: string | number;
  readonly onChange: (text: string) => void;
}

/** A line of text, or whatever else an input's type makes of it. */
export function TextField({ label, class: name = '', onChange, ...input }: TextFieldProps): JSX.Element {
  return (
    <Field label={label} class={name}>
      <input {...input} onInput={({ currentTarget }) => onChange(currentTarget.value)} />
    </Field>
  );
}

export function SearchField(field: Omit<TextFieldProps, 'label'>): JSX.Element {
  return <TextField label="Search" class="wide" type="search" {...field} />;
}

interface NumberFieldProps extends Omit<TextFieldProps, 'onChange'> {
  readonly onChange: (value: number) => void;
}

export function NumberField({ onChange, ...field }: NumberFieldProps): JSX.Element {
  return (
    <TextField
      class="narrow"
      type="number"
      required
      {...field}
      onChange={(text) => onChange(Number.parseFloat(text))}
    />
  );
}

/** The name of a world or a snapshot. */
export function NameField(field: TextFieldProps): JSX.Element {
  const title = 'Letters, digits, dots, underscores and hyphens';
  return <TextField required pattern="[A-Za-z0-9._\-]{1,64}" title={title} {...field} />;
}

interface SelectFieldProps<T> extends Bound<T>, Pick<TextFieldProps, 'label'> {
  /** What is shown of each value; a text alone is both. */
  readonly options: readonly ((T & string) | { readonly value: T; readonly label: string })[];
}

export function SelectField<T>({ value, options, onChange, ...field }: SelectFieldProps<T>): JSX.Element {
  const choices = options.map((option) => {
    const choice = typeof option === 'string' ? { value: option, label: option } : option;
    const isText = ['string', 'number'].includes(typeof choice.value);
    return { ...choice, text: isText ? String(choice.value) : choice.label };
  });
  const choose = (index: number) => {
    const chosen = choices[index];
    if (chosen !== undefined) onChange(chosen.value);
  };
  return (
    <Field {...field}>
      <select
        value={choices.find((choice) => choice.value === value)?.text}
        onChange={({ currentTarget }) => choose(currentTarget.selectedIndex)}
      >
        {choices.map(({ text, label }) => (
          <option key={text} value={text}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  );
}

interface CodeFieldProps extends Bound<string> {
  readonly label: string;
  readonly rows: number;
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

export function CheckField({ label, value, onChange }: Bound<boolean> & { readonly label: string }): JSX.Element {
  return (
    <label class="row check">
      <input type="checkbox" checked={value} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}

export interface PanelProps {
  readonly title: string;
  /** Stands beside the title. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
  /** Whether it is folded at first on a narrow screen. */
  readonly folds?: boolean;
}

/** A part of a page under a heading of its own. */
export function Panel({ title, aside, children, folds = false }: PanelProps): JSX.Element {
  const id = useId();
  const heading = <h2 id={id}>{title}</h2>;
  return (
    <section class="panel stack" aria-labelledby={id}>
      {folds ? (
        <details open={!matchMedia('(max-width: 520px)').matches}>
          <summary>{heading}</summary>
          <div class="stack">
            {aside === undefined ? null : <div class="row">{aside}</div>}
            {children}
          </div>
        </details>
      ) : (
        <>
          <header class="row apart">
            {heading}
            {aside}
          </header>
          {children}
        </>
      )}
    </section>
  );
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly name: string; readonly content: () => ComponentChildren }[];
}

/** Tabs as the ARIA practices have them: the arrow keys go from one to the next. */
export function Tabs({ label, tabs }: TabsProps): JSX.Element {
  const id = useId();
  const [chosen, choose] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const go = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (chosen + step + tabs.length) % tabs.length;
    choose(next);
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div>
      <div class="row" role="tablist" aria-label={label} ref={list} onKeyDown={go}>
        {tabs.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            class="button quiet"
            role="tab"
            id={`${id}-${index}`}
            aria-selected={index === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => choose(index)}
          >
            {name}
          </button>
        ))}
      </div>
      <div key={chosen} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {tabs[chosen]?.content()}
      </div>
    </div>
  );
}
