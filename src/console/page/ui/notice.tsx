import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import type { DocumentedOperation } from '../api/described-document.ts';
import { errorMessage } from '../api/send-request.ts';
import { useSession } from '../session.ts';
import { Button, type ButtonProps, Panel, type PanelProps } from './controls.tsx';

interface NoticeProps {
  readonly kind: 'warn' | 'bad';
  readonly title: string;
  readonly children?: ComponentChildren;
}

export function Notice({ kind, title, children }: NoticeProps): JSX.Element {
  return (
    <div class={`notice stack close ${kind}`} role={kind === 'bad' ? 'alert' : undefined}>
      <strong>{title}</strong>
      {children}
    </div>
  );
}

/** Where there is nothing to show: says so, and what would change that. */
export function Empty({ title, children }: Omit<NoticeProps, 'kind'>): JSX.Element {
  return (
    <div class="empty stack close">
      <strong>{title}</strong>
      {children === undefined ? null : <div class="muted">{children}</div>}
    </div>
  );
}

interface LoadedViewProps<T> {
  readonly loaded: Loaded<T>;
  /** What is being loaded, as in `Loading agents`. */
  readonly name: string;
  readonly children: (value: T) => ComponentChildren;
}

/** Shows what was loaded, that it is being loaded, or why it could not be and a way to try again. */
export function LoadedView<T>({ loaded, name, children }: LoadedViewProps<T>): JSX.Element {
  if (loaded.state === 'ready') return <>{children(loaded.value)}</>;
  if (loaded.state === 'failed') {
    return (
      <Notice kind="bad" title={`There was trouble loading ${name}`}>
        <p>{loaded.message}</p>
        <Button text="Try again" onClick={loaded.retry} />
      </Notice>
    );
  }
  return (
    <p class="loading muted" role="status">
      Loading {name} …
    </p>
  );
}

interface LoadedPanelProps<T> extends Omit<PanelProps, 'children'>, Omit<LoadedViewProps<T>, 'name'> {
  /** What is being loaded, if not what the title says. */
  readonly name?: string;
  /** Below what was loaded, and there without it. */
  readonly below?: ComponentChildren;
}

/** A panel of what was loaded. */
export function LoadedPanel<T>({ loaded, name, children, below, ...panel }: LoadedPanelProps<T>): JSX.Element {
  return (
    <Panel {...panel}>
      <LoadedView loaded={loaded} name={name ?? panel.title.toLowerCase()}>
        {children}
      </LoadedView>
      {below}
    </Panel>
  );
}

interface LinesProps<T> {
  readonly items: readonly T[];
  /** Said if there are none. */
  readonly empty?: string;
  readonly children: (item: T) => ComponentChildren;
}

/** Things one below the other, with what can be done to each. */
export function Lines<T>({ items, empty, children }: LinesProps<T>): JSX.Element {
  if (items.length === 0) return <p class="muted">{empty}</p>;
  return (
    <ul class="lines">
      {items.map((item) => (
        <li class="row">{children(item)}</li>
      ))}
    </ul>
  );
}

interface FoldedProps {
  readonly title: string;
  /** How many there are inside. */
  readonly count: number;
  readonly isOpen?: boolean;
  readonly children: ComponentChildren;
}

/** What is shown below its title on demand. */
export function Folded({ title, count, isOpen = false, children }: FoldedProps): JSX.Element {
  return (
    <details class="folded" open={isOpen}>
      <summary>
        <strong>{title}</strong> <span class="muted number">{count}</span>
      </summary>
      {children}
    </details>
  );
}

/** What is to be shown, or why there is nothing yet. */
export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly message: string; readonly retry: () => void }
  | { readonly state: 'ready'; readonly value: T };

/**
 * Loads what a key stands for. While it is loaded again, with the same key and another revision, what was there stays,
 * even where loading fails: that the connection is lost, the header says.
 */
export function useLoaded<T>(key: string, load: () => Promise<T>, revision = 0): Loaded<T> {
  const [kept, keep] = useState<{ readonly key: string; readonly loaded: Loaded<T> }>({
    key,
    loaded: { state: 'loading' },
  });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isWanted = true;
    const retry = () => {
      keep({ key, loaded: { state: 'loading' } });
      setAttempt((count) => count + 1);
    };
    load().then(
      (value) => isWanted && keep({ key, loaded: { state: 'ready', value } }),
      (error: unknown) => {
        if (!isWanted) return;
        const failed = { key, loaded: { state: 'failed', message: errorMessage(error), retry } as const };
        keep((before) => (before.key === key && before.loaded.state === 'ready' ? before : failed));
      },
    );
    return () => (isWanted = false);
  }, [key, revision, attempt]);
  return kept.key === key ? kept.loaded : { state: 'loading' };
}

/** The operations of the API as the world answers by them; none until they are loaded. */
export function useOperations(): readonly DocumentedOperation[] {
  const { operations, router } = useSession();
  const loaded = useLoaded(router.world.value, operations);
  return loaded.state === 'ready' ? loaded.value : [];
}

/** Loads what requests and actions may change: again after each of them. */
export function useFresh<T>(key: string, load: () => Promise<T>): Loaded<T> {
  const { live } = useSession();
  return useLoaded(key, load, live.revision.value);
}

interface DialogButtonProps extends Pick<ButtonProps, 'text' | 'kind' | 'disabled'> {
  readonly title: string;
  /** What is in the dialog, with what closes it. */
  readonly children: (close: () => void) => ComponentChildren;
}

/** A button that opens the browser's own modal dialog: it keeps the keyboard inside, and Escape closes it. */
export function DialogButton({ title, children, ...button }: DialogButtonProps): JSX.Element {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {isOpen ? (
        <dialog ref={showDialog} aria-labelledby={id} onClose={close}>
          <h2 id={id}>{title}</h2>
          {children(close)}
        </dialog>
      ) : null}
    </>
  );
}

function showDialog(dialog: HTMLDialogElement | null): void {
  dialog?.showModal();
}

interface ConfirmButtonProps extends Omit<DialogButtonProps, 'children'> {
  /** What the button says that does it. */
  readonly action: string;
  readonly onConfirm: () => unknown;
  /** What it means, in the dialog. */
  readonly children: ComponentChildren;
}

/** A button that asks before it does what cannot be undone; in the dialog the one that does nothing has the focus. */
export function ConfirmButton({ action, onConfirm, children, ...button }: ConfirmButtonProps): JSX.Element {
  return (
    <DialogButton {...button}>
      {(close) => (
        <>
          {children}
          <div class="row end">
            <Button text="Cancel" onClick={close} autofocus />
            <Button
              text={action}
              kind="danger"
              onClick={() => {
                close();
                return onConfirm();
              }}
            />
          </div>
        </>
      )}
    </DialogButton>
  );
}
