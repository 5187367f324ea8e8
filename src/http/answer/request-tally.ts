import type { DocumentedOperation } from '../../document/operation.ts';
import type { Answer, Exchange } from '../exchange.ts';

/** Upper bounds of the histogram of latencies, in seconds. */
export const latencyBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

interface Latencies {
  /** How many were within each bound and not within the one before; the last: beyond all. */
  readonly counts: number[];
  /** In seconds. */
  sum: number;
}

/**
 * Counts the requests to the API that one mock answers, in all worlds. Plain numbers, because it runs with every request;
 * a library makes metrics of them when they are asked for.
 */
export class RequestTally {
  /** By operation (`none` if the address has none), then by status (`none` if the connection was cut before). */
  readonly requests = new Map<string, Map<string, number>>();
  /** By operation. */
  readonly latencies = new Map<string, Latencies>();
  commits = 0;
  conflicts = 0;

  note({ operation, started, commits, conflicts }: Exchange<DocumentedOperation>, answer: Answer | undefined): void {
    const name = operation?.id ?? 'none';
    const status = String(answer?.status ?? 'none');
    const byStatus = entry(this.requests, name, () => new Map<string, number>());
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    const seconds = (performance.now() - started) / 1000;
    const latencies = entry(this.latencies, name, noLatencies);
    const within = latencyBounds.findIndex((bound) => seconds <= bound);
    const at = within < 0 ? latencyBounds.length : within;
    latencies.counts[at] = (latencies.counts[at] ?? 0) + 1;
    latencies.sum += seconds;
    this.commits += commits;
    this.conflicts += conflicts;
  }
}

function noLatencies(): Latencies {
  return { counts: [...latencyBounds.map(() => 0), 0], sum: 0 };
}

function entry<V>(map: Map<string, V>, key: string, make: () => V): V {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}
