import { type ComponentChildren, type JSX, type VNode, cloneElement } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { type Schemas, dataOf } from '../api/send-request.ts';
import { useSession } from '../session.ts';
import { useLoaded } from './notice.tsx';

interface ButtonProps {
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

interface ActionFormProps {
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

interface SelectFieldProps {
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

interface NumberFieldProps {
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

interface CodeFieldProps {
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

interface CheckFieldProps {
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

interface NameFieldProps {
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

interface PanelProps {
  readonly title: string;
  /** Stands beside the title. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
  readonly class?: string;
  /** Whether it is folded at first on a narrow screen. */
  readonly folds?: boolean;
}

/** A part of a page under a heading of its own. */
export function Panel({ title, aside, children, class: name = '', folds = false }: PanelProps): JSX.Element {
  const id = useId();
  if (folds) {
    return (
      <section class={`panel ${name}`} aria-labelledby={id}>
        <details open={!matchMedia('(max-width: 520px)').matches}>
          <summary>
            <h2 id={id}>{title}</h2>
          </summary>
          <div class="stack">
            {aside}
            {children}
          </div>
        </details>
      </section>
    );
  }
  return (
    <section class={`panel ${name}`} aria-labelledby={id}>
      <header class="panel-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
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

interface Tab {
  readonly name: string;
  readonly content: () => ComponentChildren;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
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
    <div class="tabs">
      <div role="tablist" aria-label={label} ref={list} onKeyDown={go}>
        {tabs.map(({ name }, index) => (
          <button
            key={name}
            type="button"
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

type Token = Schemas['Token'];

interface TokenChoice {
  /** What requests are to carry, empty for none; undefined until the tokens are loaded. */
  readonly token: string | undefined;
  readonly picker: JSX.Element;
}

/** Opens nothing. */
export const badToken = 'not-a-token';

const special = [
  { value: badToken, label: 'a token that is no good' },
  { value: '', label: 'no token' },
];

/** Lets one choose the token of the next request. */
export function useToken({ kind = 'api', first, ...wish }: TokenWish): TokenChoice {
  const { control, live, router } = useSession();
  const [chosen, choose] = useState<string | undefined>(first);
  const loaded = useLoaded(`${kind} ${router.world.value}`, live.revision.value, async () => {
    const { tokens } = await dataOf(control.GET('/__mock/tokens', { params: { query: { kind } } }));
    return tokens;
  });
  const tokens = loaded.state === 'ready' ? loaded.value : [];
  const options = [...tokens.map((known) => ({ value: known.token, label: labelOf(known) })), ...special];
  const isThere = chosen !== undefined && options.some(({ value }) => value === chosen);
  const token = isThere ? chosen : (usualToken(tokens, { kind, ...wish })?.token ?? '');
  if (loaded.state === 'loading') {
    return { token: undefined, picker: <SelectField label="As" value="" options={loading} onChange={choose} /> };
  }
  return { token, picker: <SelectField label="As" value={token} options={options} onChange={choose} /> };
}

const loading = [{ value: '', label: 'Loading tokens …' }];

function labelOf({ token, email, workspace_id, is_valid }: Token): string {
  return `${email} · workspace ${workspace_id} · ${token.slice(0, 6)}…${is_valid ? '' : ' (expired)'}`;
}

export interface TokenWish {
  /** If absent, any. */
  readonly workspaceId?: number | undefined;
  /** An API token if absent. */
  readonly kind?: Token['kind'];
  /** Chosen at first if given; else the workspace's newest valid one. */
  readonly first?: string | undefined;
  /** A time of the world: one made later is not chosen at first. */
  readonly before?: string;
}

/** The newest valid one of the workspace; without a workspace, of any. */
export function usualToken(
  tokens: readonly Token[],
  { workspaceId, kind = 'api', before }: Omit<TokenWish, 'first'>,
): Token | undefined {
  return tokens.findLast(
    (token) =>
      token.kind === kind &&
      token.is_valid &&
      (before === undefined || token.created_on <= before) &&
      (workspaceId === undefined || token.workspace_id === workspaceId),
  );
}
