import type { ComponentChildren, JSX } from 'preact';
import { Notice } from './notice.tsx';
import type { Loaded } from './use-loaded.ts';

export interface LoadedViewProps<T> {
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
        <button type="button" class="button" onClick={loaded.retry}>
          Try again
        </button>
      </Notice>
    );
  }
  return (
    <div class="loading" role="status">
      <span class="visually-hidden">Loading {name}…</span>
      <div class="skeleton" />
      <div class="skeleton short" />
      <div class="skeleton" />
    </div>
  );
}
