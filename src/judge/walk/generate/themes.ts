import * as fc from 'fast-check';
import type { Histogram } from '../histogram.ts';
import type { Settings } from '../../../deployment/configuration/settings.ts';
import type { OperationId } from '../../../document/names.gen.ts';
import type { Operation } from '../../../document/operation.ts';
import type { RunPlan } from '../../run-plan.ts';
import type { Caller, SentRequest, Step } from '../../steps.ts';
import {
  aboutOne,
  agentIndex,
  besides,
  drawnFrom,
  freshFrom,
  intruders,
  intrudersAlone,
  requestTo,
  type Fields,
  type Requests,
  type Weighted,
} from './drawing.ts';
import { audienceReads, audienceStep, lastOf, voicesStep } from './read-steps.ts';
import { type Beside, savingRequests } from './saving-steps.ts';
import {
  type Cell,
  type ValueClass,
  everyCell,
  ownCaller,
  plainRequest,
  possibleCells,
  requestOf,
  valuesOfClass,
} from '../cells.ts';
import { misspeltStatuses, unlistedStatuses } from './values.ts';

/** The subjects of walks by their names: a walk that keeps to few of them goes deeper than one that does a little of everything. */
export type Themes = Readonly<Record<string, Weighted<Step>>>;

export interface GeneratorSettings extends Pick<RunPlan, 'settings' | 'effects'> {
  /** Of the document: their fields are those that are sent. */
  readonly operations: ReadonlyMap<OperationId, Operation>;
  /** What the run may send. */
  readonly cells: readonly Cell[];
  readonly rows: readonly Row[];
}

/** What walks are drawn from, the same for all walks of a run. */
export function generatorOf(
  { settings, effects }: Pick<RunPlan, 'settings' | 'effects'>,
  { operations }: Pick<GeneratorSettings, 'operations'>,
): GeneratorSettings {
  const cells = possibleCells(everyCell(operations), settings, effects.includes('reversible'));
  return { settings, effects, operations, cells, rows: rowsAboutOne(cells) };
}

/** What walks may be about, as far as the run may write; what takes a setting that is not given is left out by the walk. */
export function themesOf(generator: GeneratorSettings, wanted: Histogram): Themes {
  const { settings, effects, cells: possible } = generator;
  const saved = savingRequests(generator, wanted);
  /** What an operation was sent least often, in each way. */
  const rare = (weight: number, ...of: readonly OperationId[]): Requests => {
    const cells = possible.filter(([operation]) => of.includes(operation));
    return cells.length === 0 ? [] : [[weight, cellRequests(cells, wanted, saved.beside)]];
  };
  const right = (['verifyToken', 'getToken'] as const).filter((id) => rare(1, id).length > 0);
  const tokens = right.map((operation) => plainRequest(operation, ownCaller(operation)));
  const reading: Sent = {
    reads: [6, rare(1, 'getAgent')],
    tokens: [9, [[6, fc.constantFrom(...tokens)], ...rare(4, 'verifyToken', 'getToken')]],
  };
  const lists = asSteps([...audienceReads, ...rare(8, 'listAudience')]);
  const listing: Themes = {
    voices: [11, drawnFrom(...asSteps(rare(15, 'listVoices')), [20, voicesStep(settings, wanted)])],
    audience: [14, drawnFrom(...lists, [40, audienceStep(settings, wanted)])],
    look: [2, drawnFrom<Step>([1, fc.constant({ do: 'look' })])],
  };
  if (!effects.includes('reversible')) return { ...asThemes(reading), ...listing };
  const sent: Sent = {
    ...reading,
    json: [18, saved.json],
    lifecycle: [18, saved.lifecycle],
    refusals: [11, [...saved.refusals, ...rare(20, 'createAgent')]],
    forms: [12, saved.forms],
    numbers: [7, saved.numbers],
    files: [4, saved.files],
    'refused forms': [8, [...saved['refused forms'], ...rare(20, 'createAgentOrUpdate')]],
    renaming: [9, [...saved.renaming, ...rare(4, 'updateAgent')]],
    cells: [16, [[1, cellRequests(possible, wanted, saved.beside)]]],
  };
  // Of two lists of one provider nobody could tell that they were mixed up.
  const provider_id = fc.nat(lastOf(settings.providers?.listed)).map((at) => ({ $setting: `providers.listed.${at}` }));
  const racing = {
    createAgent: saved.raced,
    createAgentOrUpdate: [...saved.forms, ...saved.numbers],
    listVoices: [[1, requestTo('listVoices', fc.record({ provider_id }))]] as const,
  };
  const any = drawnFrom(...Object.values(sent).flatMap(([, requests]) => requests));
  const campaigns = [...campaignRequests(settings, effects, wanted), ...rare(5, 'forceCompleteCampaign')];
  const races = [18, drawnFrom([1, raceStep(possible, racing, any, wanted)])] as const;
  return { ...asThemes(sent), ...listing, ...asThemes({ campaigns: [8, campaigns] }), races };
}

/** Themes of single requests. */
type Sent = Readonly<Record<string, readonly [weight: number, requests: Requests]>>;

function asThemes(all: Sent): Themes {
  const there = Object.entries(all).filter(([, [, requests]]) => requests.length > 0);
  return Object.fromEntries(
    there.map(([name, [weight, requests]]) => [name, [weight, drawnFrom(...asSteps(requests))]]),
  );
}

function asSteps(requests: Requests): Weighted<Step>[] {
  return requests.map(([weight, drawn]) => [weight, drawn.map((request): Step => ({ do: 'send', request }))]);
}

/** Requests of the cells that were answered least often: one field, or two, has a value of the cell's class, beside others or alone. */
function cellRequests(possible: readonly Cell[], wanted: Histogram, beside: Beside): fc.Arbitrary<SentRequest> {
  return fc.oneof(...wanted.cells(possible).map((cell) => cellRequest(cell, wanted, beside)));
}

function cellRequest(cell: Cell, wanted: Histogram, beside: Beside): fc.Arbitrary<SentRequest> {
  const [operation, , about, value] = cell;
  const fields = wanted.fields(cell);
  const drawn: Fields = fc.constantFrom(...(fields.length === 0 ? [''] : fields)).chain((field) => {
    if (field === '') return fc.constant({});
    const all = valuesOfClass(value as ValueClass, field);
    return fc.record({ [field]: freshFrom(wanted, `${operation} ${field}`, all) });
  });
  const others = about === 'none' ? undefined : beside[operation];
  // Of what is refused for one value, the others may be written all the same, whichever comes first.
  const ways: [weight: number, Fields][] = [
    [2, drawn],
    [1, besides(drawn, drawn)],
  ];
  if (others !== undefined) ways.push([3, besides(others, drawn)], [2, besides(drawn, others, drawn)]);
  return drawnFrom(...ways).map((changed) => requestOf(cell, changed));
}

/** Requests about campaigns that leave no campaign other than it was when the walk ends. */
function campaignRequests(settings: Settings, effects: RunPlan['effects'], wanted: Histogram): Requests {
  const set = (campaign_id: unknown, status: fc.Arbitrary<unknown>, as?: fc.Arbitrary<Caller>) => {
    const fields = status.map((campaign_status) => ({ campaign_id, campaign_status }));
    return requestTo('forceCompleteCampaign', fields, as);
  };
  const unlisted = (statuses: readonly unknown[]) => freshFrom(wanted, 'campaign_status', statuses);
  const listed = fc.constantFrom('hold', 'pause', 'draft');
  const [changeable, disposable] = [{ $campaign: 'changeable' }, { $campaign: 'disposable' }];
  const completing: Requests = [
    [4, set(disposable, unlisted(unlistedStatuses))],
    [2, set(disposable, fc.constant('force_completed'), intrudersAlone)],
  ];
  return [
    [6, set(changeable, listed)],
    // Those that do no harm where they are taken all the same.
    [3, set(changeable, unlisted(misspeltStatuses))],
    [1, set({ $campaign: 'changeable text' }, fc.constant('hold'))],
    [2, set(changeable, listed, intruders)],
    ...(mayComplete({ settings, effects }) ? completing : []),
  ];
}

/** Whether a run may force-complete a campaign, and has one for it. */
export function mayComplete({ effects, settings: { campaigns } }: Pick<RunPlan, 'effects' | 'settings'>): boolean {
  return effects.includes('irreversible') && (campaigns?.disposable ?? []).length > 0;
}

/** What ends a run that may force-complete: no walk can be repeated after it, so that it is not shrunk. */
export function finale(
  { settings, withAssumptions }: Pick<RunPlan, 'settings' | 'withAssumptions'>,
  wanted: Histogram,
): fc.Arbitrary<readonly Step[]> {
  const look: Step = { do: 'look' };
  const canRead = (settings.campaigns?.read ?? []).length > 0;
  const reading: fc.Arbitrary<Step> = canRead ? audienceStep(settings, wanted) : fc.constant(look);
  const audiences = fc.array(reading, { minLength: 6, maxLength: 6 });
  // The status that a campaign has before it is completed makes no difference, and none brings it back.
  const earlier = fc.array(fc.constantFrom('hold', 'pause'), { maxLength: 2 });
  const later = ['inprogress', 'hold', 'pause', 'draft', 'force_completed'].map((status) => statusOf(status));
  const complete: Step = { do: 'complete', campaign: 'disposable' };
  return fc
    .tuple(audiences, earlier, intrudersAlone, audiences, audiences)
    .map(([before, changes, intruder, after, afterwards]) => [
      look,
      statusOf('force_completed', intruder),
      ...before,
      ...changes.map((status) => statusOf(status)),
      look,
      complete,
      ...after,
      ...later,
      look,
      // What is sent about the next one changes nothing of the first.
      complete,
      ...afterwards,
      // Whether a paused campaign is a running one is not shown.
      ...(withAssumptions ? [{ do: 'complete', campaign: 'paused' } as const, look, ...after] : []),
    ]);
}

function statusOf(campaign_status: string, as: Caller = 'own'): Step {
  const json = { campaign_id: { $campaign: 'disposable' }, campaign_status };
  return { do: 'send', request: { operation: 'forceCompleteCampaign', as, json } };
}

/** Operations that are sent at once, beside the pairs that were under way together least often. */
const groups: readonly (readonly [weight: number, operations: readonly OperationId[]])[] = [
  [4, ['createAgent', 'createAgent']],
  [3, ['createAgent', 'createAgent', 'createAgent']],
  [4, ['createAgent', 'createAgentOrUpdate']],
  [3, ['createAgentOrUpdate', 'createAgentOrUpdate']],
  [2, ['createAgent', 'getAgent']],
  [2, ['getAgent', 'createAgent']],
  [1, ['updateAgent', 'createAgent']],
  ...(['listVoices', 'listAudience', 'verifyToken', 'getToken'] as const).map((id) => [1, [id, id]] as const),
];

/** Whose answers differ for what they are sent; of the others the own caller alone is let in. */
const callers: Partial<Readonly<Record<OperationId, readonly Caller[]>>> = {
  verifyToken: ['own', 'unknown', 'none', 'expired'],
  getToken: ['login', 'unknown', 'tokenless'],
};

/**
 * Requests at once, two or three: about one agent, for one number, creations, the same twice, and each operation beside each.
 * @param cells what the run may send
 * @param racing requests of operations that are sent more than the plain ones of their cells
 * @param any requests of every kind, to be sent beside each other
 */
function raceStep(
  cells: readonly Cell[],
  racing: Partial<Readonly<Record<OperationId, Requests>>>,
  any: fc.Arbitrary<SentRequest>,
  wanted: Histogram,
): fc.Arbitrary<Step> {
  const plain = cells.flatMap((cell): SentRequest[] => {
    const [operation, as, about, value] = cell;
    const isRaced = (callers[operation] ?? [ownCaller(operation)]).includes(as);
    // What comes to be while the others are under way, and what nobody has, tells nothing.
    return isRaced && value === 'plain' && !['deleted', 'nobody'].includes(about) ? [requestOf(cell)] : [];
  });
  const racers = (operation: OperationId): Requests => {
    const own = plain.filter((request) => request.operation === operation);
    return racing[operation] ?? (own.length === 0 ? [] : [[1, fc.constantFrom(...own)]]);
  };
  const together = (operations: readonly OperationId[], weight: number): Weighted<readonly SentRequest[]>[] => {
    const all = operations.map(racers);
    if (all.some(({ length }) => length === 0)) return [];
    const drawn = agentIndex.chain((index) =>
      fc.tuple(...all.map((each) => drawnFrom(...each).map((request) => aboutOne(request, index) as SentRequest))),
    );
    return [[weight, drawn]];
  };
  return drawnFrom<readonly SentRequest[]>(
    ...groups.flatMap(([weight, operations]) => together(operations, weight)),
    ...wanted.pairs('races').flatMap((pair) => together(pair as readonly OperationId[], 1)),
    [2, fc.array(any, { minLength: 2, maxLength: 3 })],
    [2, any.map((each) => [each, each])],
  ).map((requests) => ({ do: 'race', requests }));
}

/** Two requests about one agent, one right after the other: what the first one leaves behind shows in the second. */
export type Row = readonly [SentRequest, SentRequest];

/** Each plain write of the own caller and each change of status, before each of them and those of another workspace. */
function rowsAboutOne(cells: readonly Cell[]): readonly Row[] {
  const inRows = cells.filter(
    ([, as, about, value]) =>
      ['own', 'second'].includes(as) && about in after && (value === 'plain' || value.startsWith('status')),
  );
  const first = inRows.filter(([id, as, , value]) => as === 'own' && id !== 'getAgent' && value !== 'status 2');
  const second = inRows.filter(([, , , value]) => value !== 'status 2' && value !== 'status 4');
  return first.flatMap((one) => {
    const [, , about, value] = one;
    const state = after[about]?.[value] ?? about;
    return second.filter((other) => other[2] === state).map((other): Row => [requestOf(one), requestOf(other)]);
  });
}

/** The state of an agent after a status that changes it. */
const after: Partial<Record<Cell[2], Partial<Record<Cell[3], Cell[2]>>>> = {
  draft: {},
  ready: { 'status 1': 'active' },
  active: { 'status 3': 'ready' },
};
