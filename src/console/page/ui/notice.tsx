import type { ComponentChildren, JSX } from 'preact';

export interface NoticeProps {
  readonly kind: 'info' | 'good' | 'warn' | 'bad';
  readonly title: string;
  readonly children?: ComponentChildren;
}

export function Notice({ kind, title, children }: NoticeProps): JSX.Element {
  return (
    <div class={`notice ${kind}`} role={kind === 'bad' ? 'alert' : undefined}>
      <strong>{title}</strong>
      {children}
    </div>
  );
}

export interface EmptyProps {
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** Where there is nothing to show: says so, and what would change that. */
export function Empty({ title, children }: EmptyProps): JSX.Element {
  return (
    <div class="empty">
      <strong>{title}</strong>
      {children === undefined ? null : <div class="muted">{children}</div>}
    </div>
  );
}
