import { createRequire } from 'node:module';
import type * as Prometheus from 'prom-client';
import { type RequestTally, latencyBounds } from '../http/answer/send-answer.ts';
import type { SharedWorlds } from '../worlds/shared/shared-worlds.ts';
import { type Worlds, defaultWorldName } from '../worlds/worlds.ts';
import type { ControlHandler } from './control-handler.ts';

/** Whether the data of all worlds can be read and written, as far as it is known; if not, what is wrong with it. */
export const getHealth: ControlHandler<'getHealth'> = async (_, { worlds, shared, world: { profile } }) => {
  const problem = await shared?.problem();
  const problems =
    problem === undefined ? worlds.list().flatMap(({ store }) => store.persistence?.faults?.() ?? []) : [problem];
  if (problems.length === 0) {
    const sharing = shared && { reads: shared.reads, replicas: shared.mirror.journals.replicas };
    const chosen = profile && { profile: profile.profile.name };
    return { status: 200, body: { status: 'ok', ...sharing, ...chosen } };
  }
  return { status: 503, body: { status: 'damaged', problems } };
};

export const getLive: ControlHandler<'getLive'> = () => ({ status: 200, body: { status: 'live' } });

/**
 * Whether the engine of the store answers, and the mock is not about to end. Anyone may ask, so nothing is told of where
 * the store is: health and the log tell it.
 */
export const getReady: ControlHandler<'getReady'> = async (_, { shared, draining }) => {
  const problem = draining.aborted
    ? 'The mock is about to end.'
    : (await shared?.problem()) && (shared?.mirror.damage()?.message ?? 'The store does not answer.');
  if (problem === undefined) return { status: 200, body: { status: 'ready' } };
  return { status: 503, body: { status: 'damaged', problems: [problem] } };
};

type Client = typeof Prometheus;
type Registry = Prometheus.Registry;
/** What is measured, what it says, and its value now. A name that ends in `_total` only grows. */
type Metric = readonly [name: string, help: string, value: number];

const prefix = 'voice_agent_mock_';

/** What this mock has done and holds, as Prometheus reads it. A shared store is asked whether it answers. */
export const getMetrics: ControlHandler<'getMetrics'> = async (_, { worlds, shared, tally }) => {
  // Loaded only now: most mocks are never asked.
  const client = createRequire(import.meta.url)('prom-client') as Client;
  // One for each answer: what has gone meanwhile needs no forgetting.
  const registry = new client.Registry();
  const registers = [registry];
  const requests = new client.Counter({
    name: `${prefix}requests_total`,
    help: 'Requests to the API, by operation and status.',
    labelNames: ['operation', 'status'],
    registers,
  });
  for (const [operation, byStatus] of tally.requests) {
    for (const [status, count] of byStatus) requests.inc({ operation, status }, count);
  }
  addLatencies(client, registry, tally);
  const ofLog = shared === undefined ? [] : await metricsOfLog(shared);
  for (const [name, help, value] of [...metricsOf(tally, worlds), ...ofLog]) {
    if (name.endsWith('_total')) new client.Counter({ name, help, registers }).inc(value);
    else new client.Gauge({ name, help, registers }).set(value);
  }
  const body = Buffer.from(await registry.metrics());
  const type = registry.contentType;
  return {
    stream: (response) => {
      response.writeHead(200, { 'content-type': type, 'content-length': body.length, 'cache-control': 'no-store' });
      response.end(body);
    },
  };
};

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

function metricsOf({ commits, conflicts }: RequestTally, registered: Worlds): readonly Metric[] {
  const worlds = registered.list();
  const { limit, used } = registered.memory;
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, heapTotal } = process.memoryUsage();
  const sumOf = (name: 'size' | 'bytes') => worlds.reduce((sum, { journal }) => sum + journal[name], 0);
  const decidedAgain = 'Commits by requests to the API that met another one, and were decided again.';
  return [
    [`${prefix}commits_total`, 'Commits by requests to the API.', commits],
    [`${prefix}conflicts_total`, decidedAgain, conflicts],
    ['process_cpu_seconds_total', 'Processor time of the process, in seconds.', (user + system) / 1e6],
    [`${prefix}worlds`, 'Worlds, the default one included.', worlds.length],
    [`${prefix}journal_entries`, 'Entries of all journals.', sumOf('size')],
    [`${prefix}journal_bytes`, 'What all journals hold, in bytes.', sumOf('bytes')],
    [`${prefix}memory_used_bytes`, 'What journals, snapshots and named worlds hold, in bytes.', used],
    [`${prefix}memory_limit_bytes`, 'What they may hold, in bytes: --memory.', limit],
    ['process_resident_memory_bytes', 'Resident memory of the process, in bytes.', rss],
    ['nodejs_heap_size_used_bytes', 'Heap of the process that is used, in bytes.', heapUsed],
    ['nodejs_heap_size_total_bytes', 'Heap of the process, in bytes.', heapTotal],
  ];
}

async function metricsOfLog({ mirror }: SharedWorlds): Promise<readonly Metric[]> {
  const isReached = await mirror.ask([defaultWorldName]).then(
    () => true,
    () => false,
  );
  const { appended, followed, questions, reloads, lookups } = mirror.counts;
  const { version } = mirror.find(defaultWorldName).records.known;
  return [
    [`${prefix}log_appended_total`, 'Entries of the shared log that this replica appended.', appended],
    [`${prefix}log_followed_total`, 'Entries of the shared log that other replicas appended.', followed],
    [`${prefix}log_questions_total`, 'How often this replica asked where the log ends.', questions],
    [`${prefix}log_reloads_total`, 'How often the log no longer held what this replica had applied.', reloads],
    [`${prefix}log_lookups_total`, 'Appends whose outcome was not known at first.', lookups],
    [`${prefix}log_position`, 'The number of the last entry that this replica has applied.', version],
    [`${prefix}replicas`, 'The replicas that share the log.', mirror.journals.replicas],
    [`${prefix}store_up`, 'Whether the engine of the store answers.', Number(isReached)],
  ];
}
