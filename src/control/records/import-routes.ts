import { nothingLeft } from '../../json/json-value.ts';
import type { CollectionName, ProviderRecord, RecordId } from '../../domain/records.ts';
import { audienceIn } from '../../store/state/audience-in.ts';
import { recordsToLeanOn } from '../../store/state/records-to-lean-on.ts';
import { InvalidRecordError } from '../../store/state/apply-changes.ts';
import type { Change, LeadList, Put, PutLeads, Remove, View } from '../../store/store.ts';
import type { World } from '../../worlds/world.ts';
import { Problem } from '../../http/answer/problem.ts';
import type { ControlHandler, ControlRequest } from '../control-handler.ts';
import { isError } from '../../files/is-error.ts';

type RecordImport = ControlRequest<'importRecords'>['body'];

/** What a seeding run asks before it makes records for a world. */
export const getImportBase: ControlHandler<'getImportBase'> = (_, { world }) => ({
  status: 200,
  body: recordsToLeanOn(world.store.view()),
});

/** Gives ids away: no record of the world ever gets one of them by itself. */
export const reserveIds: ControlHandler<'reserveIds'> = ({ body }, { world: { store } }) => {
  // Numbers are not counted ids: the first free one is given, and it is not reserved for the caller.
  const { leads, workspaces, users, agents, campaigns, phone_numbers: _, ...rest } = body;
  nothingLeft(rest);
  const counts = { workspaces, users, agents, campaigns };
  const reserve = (count: number, next: () => number): number => {
    const first = next();
    for (let given = 1; given < count; given++) next();
    return first;
  };
  const kinds = ['workspaces', 'users', 'agents', 'campaigns'] as const;
  const ids = kinds.map((kind) => [kind, reserve(counts[kind], () => store.nextId(kind))] as const);
  return {
    status: 200,
    body: {
      ...recordsToLeanOn(store.view()).firstIds,
      ...Object.fromEntries(ids),
      leads: reserve(leads, () => store.nextLeadId()),
    },
  };
};

/** Puts and removes records as one commit. @throws Problem 400 if one does not fit; then nothing has changed */
export const importRecords: ControlHandler<'importRecords'> = async ({ body }, { world }) => {
  const changes = await changesOf(body, world);
  try {
    await world.store.commit(changes);
  } catch (error) {
    if (error instanceof InvalidRecordError || (isError(error) && error.name === 'TypeError')) {
      throw new Problem(400, error.message);
    }
    throw error;
  }
  const leads = (body.leads ?? []).reduce((sum, { records }) => sum + records.length, 0);
  return { status: 200, body: { changed: (body.put ?? []).length + leads + (body.remove ?? []).length } };
};

/** An audience page by page, whatever its size. @throws Problem 404 */
export const getStoredAudience: ControlHandler<'getStoredAudience'> = async ({ path, query }, { world }) => {
  const stored = await audienceIn(world.store, path.id);
  if (stored === undefined) throw new Problem(404, `There is no campaign ${path.id}.`, 'id');
  const list = await world.store.leads(path.id);
  const { after = 0, limit = 1000 } = query;
  const start = placeAfter(list, after);
  const count = Math.min(limit, list.size - start);
  return { status: 200, body: { ...stored, records: Array.from({ length: count }, (_, i) => list.at(start + i)) } };
};

/** The place of the first record with a higher id. */
function placeAfter(list: LeadList, id: number): number {
  let low = 0;
  let high = list.size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list.at(middle).id <= id) low = middle + 1;
    else high = middle;
  }
  return low;
}

async function changesOf(
  { put = [], leads = [], remove = [], ...rest }: RecordImport,
  world: World,
): Promise<Change[]> {
  nothingLeft(rest);
  const view = world.store.view();
  const puts = put.map(({ collection, record }) => {
    const version = view.version(collection, record.id);
    // Sound because the store validates every record against its schema before it takes it.
    return { kind: 'put', collection, record, version } as unknown as Put;
  });
  const putLeads = leads.map(async ({ campaign_id, records }): Promise<PutLeads> => {
    if (
      view.get('campaigns', campaign_id) === undefined &&
      !puts.some((item) => item.collection === 'campaigns' && item.record.id === campaign_id)
    ) {
      throw new Problem(400, `There is no campaign ${campaign_id} that could have these records.`, 'leads');
    }
    const { version } = await world.store.leads(campaign_id);
    return { kind: 'put-leads', campaignId: campaign_id, leads: records as unknown as PutLeads['leads'], version };
  });
  return [...puts, ...(await Promise.all(putLeads)), ...removals(view, remove)];
}

function removals(
  view: View,
  remove: readonly { readonly collection: CollectionName; readonly id: RecordId }[],
): Change[] {
  const there = remove.filter(({ collection, id }) => view.version(collection, id) > 0);
  const workspaces = new Set(there.flatMap(({ collection, id }) => (collection === 'workspaces' ? [id] : [])));
  const removed = there.map(({ collection, id }): Remove => ({
    kind: 'remove',
    collection,
    id,
    version: view.version(collection, id),
  }));
  return workspaces.size === 0 ? removed : [...removed, ...providersWithout(view, workspaces, there)];
}

function providersWithout(
  view: View,
  workspaces: ReadonlySet<RecordId>,
  removed: readonly { readonly collection: CollectionName; readonly id: RecordId }[],
): Put[] {
  const isKept = ({ id }: ProviderRecord) => !removed.some((item) => item.collection === 'providers' && item.id === id);
  return [...view.all('providers')]
    .filter((provider) => isKept(provider) && provider.workspace_ids.some((id) => workspaces.has(id)))
    .map((provider) => ({
      kind: 'put',
      collection: 'providers',
      record: { ...provider, workspace_ids: provider.workspace_ids.filter((id) => !workspaces.has(id)) },
      version: view.version('providers', provider.id),
    }));
}
