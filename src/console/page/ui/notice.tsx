import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { errorMessage } from '../api/send-request.ts';
import { useSession } from '../session.ts';
import { Button } from './controls.tsx';

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
        <Button onClick={loaded.retry}>Try again</Button>
      </Notice>
    );
  }
  return (
    <p class="loading muted" role="status">
      Loading {name} …
    </p>
  );
}

/** What is to be shown, or why there is nothing yet. */
export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly message: string; readonly retry: () => void }
  | { readonly state: 'ready'; readonly value: T };

interface Kept<T> {
  readonly key: string;
  readonly loaded: Loaded<T>;
}

/**
 * Loads what a key stands for. While it is loaded again, with the same key and another revision, what was there stays,
 * even where loading fails: that the connection is lost, the header says.
 */
export function useLoaded<T>(key: string, revision: number, load: () => Promise<T>): Loaded<T> {
  const [kept, keep] = useState<Kept<T>>({ key, loaded: { state: 'loading' } });
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
        const failed: Kept<T> = { key, loaded: { state: 'failed', message: errorMessage(error), retry } };
        keep((before) => (before.key === key && before.loaded.state === 'ready' ? before : failed));
      },
    );
    return () => (isWanted = false);
  }, [key, revision, attempt]);
  return kept.key === key ? kept.loaded : { state: 'loading' };
}

/** Loads what requests and actions may change: again after each of them. */
export function useFresh<T>(key: string, load: () => Promise<T>): Loaded<T> {
  const { live } = useSession();
  return useLoaded(key, live.revision.value, load);
}

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly onClose: () => void;
}

/** The browser's own modal dialog: it keeps the keyboard inside, and Escape closes it. */
export function Dialog({ title, children, onClose }: DialogProps): JSX.Element {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}

interface ConfirmButtonProps {
  /** What the button says that asks. */
  readonly text: string;
  readonly kind?: string;
  readonly disabled?: boolean;
  readonly title: string;
  /** What the button says that does it. */
  readonly action: string;
  readonly onConfirm: () => unknown;
  /** What it means, in the dialog. */
  readonly children: ComponentChildren;
}

/** A button that asks before it does what cannot be undone; in the dialog the one that does nothing has the focus. */
export function ConfirmButton({
  text,
  title,
  action,
  onConfirm,
  children,
  ...button
}: ConfirmButtonProps): JSX.Element {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const confirm = () => {
    close();
    void onConfirm();
  };
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)}>
        {text}
      </Button>
      {isAsking ? (
        <Dialog title={title} onClose={close}>
          {children}
          <div class="row end">
            <button type="button" class="button" onClick={close} autofocus>
              Cancel
            </button>
            <Button kind="danger" onClick={confirm}>
              {action}
            </Button>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
