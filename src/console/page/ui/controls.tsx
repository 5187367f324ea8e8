import { type ComponentChildren, type JSX, type VNode, cloneElement } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';

interface ButtonProps {
  /** Any of `small`, `primary`, `danger`, `quiet` and `choice`. */
  readonly kind?: string;
  /** Its name for screen readers, if that is not its text. */
  readonly label?: string;
  readonly disabled?: boolean;
  readonly isPressed?: boolean;
  readonly onClick: () => unknown;
  readonly children: ComponentChildren;
}

export function Button({ kind = '', label, disabled = false, isPressed, onClick, children }: ButtonProps): JSX.Element {
  return (
    <button
      type="button"
      class={`button ${kind}`}
      aria-label={label}
      aria-pressed={isPressed}
      disabled={disabled}
      onClick={() => void onClick()}
    >
      {children}
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
      <button type="submit" class="button" disabled={disabled}>
        {action}
      </button>
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

interface SelectFieldProps extends Pick<TextFieldProps, 'label' | 'class' | 'value' | 'onChange'> {
  /** By value, what is shown; a text alone is both. */
  readonly options: readonly (string | { readonly value: string | number; readonly label: string })[];
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

interface CodeFieldProps extends Pick<TextFieldProps, 'label' | 'onChange'> {
  readonly rows: number;
  readonly value: string;
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

interface CheckFieldProps {
  readonly label: ComponentChildren;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

export function CheckField({ label, value, onChange }: CheckFieldProps): JSX.Element {
  return (
    <label class="row check">
      <input type="checkbox" checked={value} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}

interface PanelProps {
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
            <div class="row">{aside}</div>
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
