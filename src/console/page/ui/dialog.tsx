import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

export interface DialogProps {
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

export interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** What the button says that does it. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before what cannot be undone; the button that does nothing has the focus. */
export function ConfirmDialog({ title, children, action, onConfirm, onClose }: ConfirmDialogProps): JSX.Element {
  const confirm = () => {
    onClose();
    onConfirm();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <div class="row end">
        <button type="button" class="button" onClick={onClose} autofocus>
          Cancel
        </button>
        <button type="button" class="button danger" onClick={confirm}>
          {action}
        </button>
      </div>
    </Dialog>
  );
}
