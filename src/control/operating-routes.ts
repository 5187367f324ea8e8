import { createRequire } from 'node:module';
import type * as Prometheus from 'prom-client';
import { latencyBounds, type RequestTally } from '../http/answer/request-tally.ts';
import type { SharedControl } from '../worlds/shared/shared-control.ts';
import type { WorldRegistry } from '../worlds/worlds.ts';
import type { ControlHandler } from './control-handler.ts';

/** Whether the data of all worlds can be read and written, as far as it is known; if not, what is wrong with it. */
export const getHealth: ControlHandler<'getHealth'> = async (_, { worlds, shared, world: { profile } }) => {
  await shared?.problem();
  const problems = [...new Set(worlds.list().flatMap(({ store }) => store.faults()))];
  if (problems.length === 0) {
    const sharing = shared && { reads: shared.reads, replicas: shared.replicas() };
    const chosen = profile && { profile: profile.profile.name };
    return { status: 200, body: { status: 'ok', ...sharing, ...chosen } };
  }
  return { status: 503, body: { status: 'damaged', problems } };
};

export const getLive: ControlHandler<'getLive'> = () => ({ status: 200, body: { status: 'live' } });

/** Whether the engine of the store answers. */
export const getReady: ControlHandler<'getReady'> = async (_, { shared }) => {
  const problem = await shared?.problem();
  if (problem === undefined) return { status: 200, body: { status: 'ready' } };
  return { status: 503, body: { status: 'damaged', problems: [problem] } };
};

/** What this mock has done and holds, as Prometheus reads it. */
export const getMetrics: ControlHandler<'getMetrics'> = async (_, { worlds, shared, tally }) => {
  const { type, text } = await printMetrics({ worlds, shared, tally });
  const body = Buffer.from(text);
  return {
    stream: (response) => {
      response.writeHead(200, { 'content-type': type, 'content-length': body.length, 'cache-control': 'no-store' });
      response.end(body);
    },
  };
};

interface Measured {
  readonly worlds: WorldRegistry;
  readonly shared?: SharedControl | undefined;
  readonly tally: RequestTally;
}

type Client = typeof Prometheus;
type Registry = Prometheus.Registry;

const prefix = 'voice_agent_mock_';

/**
 * The metrics of one mock in the text format of Prometheus, and the type of that text. A shared store is asked where its
 * log ends; if it does not answer, what depends on that is left out.
 */
async function printMetrics(measured: Measured): Promise<{ readonly type: string; readonly text: string }> {
  // Loaded only now: most mocks are never asked.
  const client = createRequire(import.meta.url)('prom-client') as Client;
  // One for each answer: what has gone meanwhile needs no forgetting.
  const registry = new client.Registry();
  addRequests(client, registry, measured.tally);
  addHoldings(client, registry, measured.worlds);
  if (measured.shared !== undefined) await addLog(client, registry, measured.shared);
  return { type: registry.contentType, text: await registry.metrics() };
}

function addRequests(client: Client, registry: Registry, tally: RequestTally): void {
  const requests = new client.Counter({
    name: `${prefix}requests_total`,
    help: 'Requests to the API, by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  });
  for (const [operation, byStatus] of tally.requests) {
    for (const [status, count] of byStatus) requests.inc({ operation, status }, count);
  }
  addLatencies(client, registry, tally);
  const count = counting(client, registry);
  count('commits_total', 'Commits by requests to the API.', tally.commits);
  count(
    'conflicts_total',
    'Commits by requests to the API that met another one, and were decided again.',
    tally.conflicts,
  );
}

function addLatencies(client: Client, registry: Registry, { latencies }: RequestTally): void {
  const name = `${prefix}request_duration_seconds`;
  const help = 'From a request to its answer, by operation.';
  const values = [...latencies].flatMap(([operation, { counts, sum }]) => {
    let total = 0;
    const buckets = [...latencyBounds, '+Inf'].map((le, i) => {
      total += counts[i] ?? 0;
      return { labels: { le, operation }, value: total, metricName: `${name}_bucket` };
    });
    return [
      ...buckets,
      { labels: { operation }, value: sum, metricName: `${name}_sum` },
      { labels: { operation }, value: total, metricName: `${name}_count` },
    ];
  });
  const histogram = new client.Histogram({ name, help, labelNames: ['operation'], registers: [] });
  // It is counted already: the library takes one value at a time only.
  const getForPromString = () => Promise.resolve({ name, help, type: 'histogram', values, aggregator: 'sum' });
  registry.registerMetric(Object.assign(histogram, { getForPromString }));
}

function addHoldings(client: Client, registry: Registry, registered: WorldRegistry): void {
  const worlds = registered.list();
  const { memory } = registered;
  const { rss, heapUsed, heapTotal } = process.memoryUsage();
  const gauge = gauging(client, registry);
  gauge(`${prefix}worlds`, 'Worlds, the default one included.', worlds.length);
  gauge(`${prefix}journal_entries`, 'Entries of all journals.', sumOf(worlds.map(({ journal }) => journal.size)));
  gauge(
    `${prefix}journal_bytes`,
    'What all journals hold, in bytes.',
    sumOf(worlds.map(({ journal }) => journal.bytes)),
  );
  gauge(`${prefix}memory_used_bytes`, 'What journals, snapshots and named worlds hold, in bytes.', memory.used);
  gauge(`${prefix}memory_limit_bytes`, 'What they may hold, in bytes: --memory.', memory.limit);
  gauge('process_resident_memory_bytes', 'Resident memory of the process, in bytes.', rss);
  gauge('nodejs_heap_size_used_bytes', 'Heap of the process that is used, in bytes.', heapUsed);
  gauge('nodejs_heap_size_total_bytes', 'Heap of the process, in bytes.', heapTotal);
  const { user, system } = process.cpuUsage();
  new client.Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of the process, in seconds.',
    registers: [registry],
  }).inc((user + system) / 1e6);
}

async function addLog(client: Client, registry: Registry, shared: SharedControl): Promise<void> {
  const lag = await shared.lag();
  const { appended, followed, conflicts, questions, reloads, lookups } = shared.counts;
  const count = counting(client, registry);
  count('log_appended_total', 'Entries of the shared log that this replica appended.', appended);
  count('log_followed_total', 'Entries of the shared log that other replicas appended.', followed);
  count('log_conflicts_total', 'What this replica decided by a state that another had changed.', conflicts);
  count('log_questions_total', 'How often this replica asked where the log ends.', questions);
  count('log_reloads_total', 'How often the log no longer held what this replica had applied.', reloads);
  count('log_lookups_total', 'Appends whose outcome was not known at first.', lookups);
  const gauge = gauging(client, registry);
  gauge(`${prefix}log_position`, 'The number of the last entry that this replica has applied.', shared.position);
  gauge(`${prefix}replicas`, 'The replicas that share the log.', shared.replicas());
  gauge(`${prefix}store_up`, 'Whether the engine of the store answers.', lag === undefined ? 0 : 1);
  if (lag !== undefined) gauge(`${prefix}log_lag_entries`, 'Entries that this replica has not applied yet.', lag);
}

function counting(client: Client, registry: Registry): (name: string, help: string, value: number) => void {
  return (name, help, value) => new client.Counter({ name: prefix + name, help, registers: [registry] }).inc(value);
}

function gauging(client: Client, registry: Registry): (name: string, help: string, value: number) => void {
  return (name, help, value) => new client.Gauge({ name, help, registers: [registry] }).set(value);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
