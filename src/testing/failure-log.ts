import type { RequestLog } from '../http/answer/request-log.ts';

/** A log that looks at what failed alone: requests answered with a 5xx that nobody asked for, and failures beside any request. */
export function failureLog(onFailure: (failure: unknown) => void): RequestLog {
  return {
    write(entry) {
      if ('failure' in entry) onFailure(entry.failure);
      else if ('status' in entry && entry.status !== null && entry.status >= 500 && typeof entry.error !== 'string') {
        onFailure(`${entry.method} ${entry.url}: ${String(entry.error)}`);
      }
    },
    close: () => Promise.resolve(),
  };
}
