import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../api/control-client.ts';

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
        const failed: Kept<T> = { key, loaded: { state: 'failed', message: messageOf(error), retry } };
        keep((before) => (before.key === key && before.loaded.state === 'ready' ? before : failed));
      },
    );
    return () => (isWanted = false);
  }, [key, revision, attempt]);
  return kept.key === key ? kept.loaded : { state: 'loading' };
}
