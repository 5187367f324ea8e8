import { cloneElement, type ComponentChildren, type JSX, type VNode } from 'preact';
import { useId } from 'preact/hooks';

export interface PanelProps {
  readonly title: string;
  /** Stands beside the title. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
  readonly class?: string;
}

/** A part of a page under a heading of its own. */
export function Panel({ title, aside, children, class: name = '' }: PanelProps): JSX.Element {
  const id = useId();
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

export interface FieldProps {
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
