import { LedgerError } from '../../deployment/agents/ledger.ts';
import { type OpenTransport, openTransport } from '../../deployment/http-transport.ts';
import { type ApiRequest, type Transport, jsonOf, problemIn } from '../../deployment/transport.ts';
import { generate } from '../plan/generate.ts';
import type { ResolvedPlan } from '../plan/resolve-plan.ts';
import {
  type RunWatch,
  type SeedBase,
  type SeedOutcome,
  SeedStoppedError,
  idsOfBatch,
  totalsOfBatch,
  totalsOfPlan,
} from '../plan/seed-batch.ts';
import { type SeedLedger, continueOrBegin } from './seed-ledger.ts';
import type { FirstIds } from '../../store/state/records-to-lean-on.ts';

interface FillOptions extends RunWatch {
  readonly send: Transport;
  readonly ledger: SeedLedger;
}

/**
 * Fills a running mock through its import route, batch by batch. Ids are reserved before anything is sent, so that a
 * batch that is sent again, after a kill, puts the same records.
 * @throws PlanError, LedgerError, NoAnswerError; SeedStoppedError if the mock refuses
 */
export async function fillMock(plan: ResolvedPlan, place: RunningMock, options: FillOptions): Promise<SeedOutcome> {
  const { send, ledger, onProgress, isStopped } = options;
  const base = await baseToFill(plan, place, options);
  if (ledger.isComplete) return 'there already';
  for (const batch of generate(plan, base)) {
    if (isStopped?.() === true) return 'stopped';
    if (ledger.stateOf(batch.key) !== 'done') {
      ledger.note({ event: 'sending', key: batch.key, ids: idsOfBatch(batch) });
      const { records: put, leads } = batch;
      const ofCampaign = leads && { leads: [{ campaign_id: leads.campaignId, records: leads.records }] };
      const answer = await send(controlRequest(place, 'POST', '/import', { json: { put, ...ofCampaign } }));
      if (answer.status !== 200) {
        ledger.note({ event: 'refused', key: batch.key });
        throw new SeedStoppedError(`${batch.path}: the mock refused it: ${problemIn(answer)}`);
      }
      ledger.note({ event: 'done', key: batch.key });
    }
    onProgress?.(totalsOfBatch(batch));
  }
  ledger.note({ event: 'complete' });
  return 'made';
}

/** Removes from a mock what a ledger says was put there, the last first. */
export async function emptyMock(place: RunningMock, { send, ledger }: FillOptions): Promise<number> {
  const { run } = ledger;
  if (run === null) return 0;
  const put = [...generate(run.plan, run.base)].filter(
    ({ key, leads }) => leads === null && ['done', 'sending'].includes(ledger.stateOf(key) ?? ''),
  );
  const providers = new Set<number | string>(run.base.providers.map(({ id }) => id));
  let removed = 0;
  for (const { key, path, records } of put.reverse()) {
    const own = records.filter(({ collection, record }) => collection !== 'providers' || !providers.has(record.id));
    const remove = own.reverse().map(({ collection, record }) => ({ collection, id: record.id }));
    const answer = await send(controlRequest(place, 'POST', '/import', { json: { remove } }));
    if (answer.status !== 200) throw new SeedStoppedError(`${path}: the mock keeps it: ${problemIn(answer)}`);
    ledger.note({ event: 'undone', key });
    removed += own.length;
  }
  for (const key of ledger.keys('done', 'sending')) ledger.note({ event: 'undone', key });
  return removed;
}

async function baseToFill(plan: ResolvedPlan, place: RunningMock, { send, ledger }: FillOptions): Promise<SeedBase> {
  /** The body of an answer that is to be a success. */
  const asked = async (request: ApiRequest, trouble: string): Promise<unknown> => {
    const answer = await send(request);
    if (answer.status !== 200) throw new SeedStoppedError(`${place.url} ${trouble} ${problemIn(answer)}`);
    return jsonOf(answer);
  };
  const unfit = 'is not a mock that can be filled: GET /__mock/import answers';
  const there = (await asked(controlRequest(place, 'GET', '/import'), unfit)) as SeedBase;
  const target = nameOfPlace(place);
  const isBegun = ledger.run !== null && ledger.keys('done', 'sending').length > 0;
  if (!isBegun) {
    const request = controlRequest(place, 'POST', '/import/ids', { json: totalsOfPlan(plan) });
    const firstIds = (await asked(request, 'reserves no ids:')) as FirstIds;
    return continueOrBegin(ledger, { target, plan, base: { ...there, firstIds } }).base;
  }
  const { base } = continueOrBegin(ledger, { target, plan, base: there });
  const kinds = ['workspaces', 'users', 'agents', 'campaigns'] as const;
  if (kinds.some((kind) => there.firstIds[kind] <= ledger.highestDone(kind))) {
    throw new LedgerError(
      `${target} has been reset since ${ledger.file} was written: delete that file, or name another with --ledger.`,
    );
  }
  return base;
}

/** A running mock, or one world of it. */
export interface RunningMock {
  /** Without a slash at the end. */
  readonly url: string;
  /** Null: the world that the mock serves if none is named. */
  readonly world: string | null;
  /** For a mock that asks for one; null: none. */
  readonly controlToken: string | null;
}

/** How a ledger names a mock. */
export function nameOfPlace({ url, world }: RunningMock): string {
  return world === null ? url : `${url} world ${world}`;
}

/** A request to a mock's control API. Those that seeding sends are idempotent. */
export function controlRequest(
  { world, controlToken }: RunningMock,
  method: 'GET' | 'POST',
  path: string,
  { query = {}, json }: { readonly query?: Readonly<Record<string, number>>; readonly json?: object } = {},
): ApiRequest {
  return {
    operation: null,
    place: { prefix: 'api_url', path: `/__mock${path}`, method },
    query: Object.entries(query).map(([name, value]) => [name, String(value)] as const),
    headers: {
      ...(world !== null && { 'x-mock-world': world }),
      ...(controlToken !== null && { 'x-mock-control-token': controlToken }),
    },
    body: json === undefined ? { kind: 'none' } : { kind: 'json', value: json },
    isRepeatable: true,
  };
}

/** Reaches a mock. @param rate_limit requests a second at most */
export function mockTransport({ url }: RunningMock, rate_limit: number | null = null): OpenTransport {
  const addresses = { base_url: url, api_url: url, alt_url: url };
  return openTransport({ addresses, places: new Map(), headers: {}, timeout: 60_000, rate_limit });
}
