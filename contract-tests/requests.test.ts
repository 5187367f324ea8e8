import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { memberOf } from '../src/json/json-value.ts';
import { loadContractDocument } from '../src/document/read/load.ts';
import { operationPlaces, placeOf } from '../src/deployment/addresses.ts';
import type { Check } from '../src/judge/run-plan.ts';
import type { Effect } from '../src/judge/steps.ts';
import { type Settings, defaultScenario, throwAwayCampaigns } from '../src/deployment/configuration/settings.ts';
import { jsonOf, type ApiRequest, type ApiResponse, type Transport } from '../src/deployment/transport.ts';
import { createHttpTransport } from '../src/deployment/http-transport.ts';
import { openTwin, startInProcessTarget } from '../src/judge/as-mock/mock-worlds.ts';
import type { CheckOutcome } from '../src/judge/report/outcome.ts';
import { openSession } from '../src/judge/session.ts';
import { findUnknownSettings } from '../src/judge/unknown-settings.ts';
import { allChecks } from './all-checks.ts';

const document = loadContractDocument();
const places = operationPlaces(document);
const PATIENCE = 300_000;

interface Recorded {
  readonly request: ApiRequest;
  readonly response: ApiResponse;
}

/** Runs the whole suite against a new mock, and gives every request that was sent, in order. */
async function recordedRun(
  effects: readonly Effect[],
  checks = Object.values(allChecks).flat(),
): Promise<{ readonly recorded: readonly Recorded[]; readonly outcomes: readonly CheckOutcome[] }> {
  const { TEST_STORE: store } = process.env;
  const target = await startInProcessTarget(undefined, store ? { store: `${store}?log=${randomUUID()}` } : {});
  const { addresses } = target;
  const http = createHttpTransport({ addresses, places, headers: {}, timeout: 10_000, agent: target.mock.agent() });
  const recorded: Recorded[] = [];
  const transport: Transport = async (request) => {
    const response = await http(request);
    recorded.push({ request, response });
    return response;
  };
  const own = { ...plan, addresses, effects };
  const twin = openTwin(own, document);
  const session = openSession({ document, plan: own, transport, twin });
  const outcomes: CheckOutcome[] = [];
  try {
    await findUnknownSettings(session, { effects }, true);
    for (const each of checks) outcomes.push(await session.run(each));
  } finally {
    http.close();
    await twin.close();
    await target.close();
  }
  return { recorded, outcomes };
}

const settings: Settings = {
  ...defaultScenario,
  campaigns: throwAwayCampaigns,
  addresses: null,
  headers: {},
  timeout: 10_000,
  rate_limit: null,
  concurrency: 1,
  ledger: '',
};
const plan = { settings, withAssumptions: true, run: 'recorded' };

const reading = recordedRun(['none']);
const whole = recordedRun(['none', 'reversible', 'irreversible']);
afterAll(() => Promise.allSettled([reading, whole]));

describe('a run that only reads', () => {
  it('sends GETs and verify, and nothing else', { timeout: PATIENCE }, async () => {
    const { recorded, outcomes } = await reading;
    const sent = new Set(
      recorded.map(({ request }) => `${placeOf(places, request).method} ${request.operation ?? 'elsewhere'}`),
    );
    expect([...sent].sort()).toEqual(
      [
        'GET elsewhere',
        'GET getAgent',
        'GET getToken',
        'GET listAudience',
        'GET listVoices',
        'POST verifyToken',
      ].sort(),
    );
    expect(outcomes.filter(({ result }) => result === 'failed')).toEqual([]);
    const passed = outcomes.filter(({ result }) => result === 'passed');
    expect(new Set(passed.flatMap(({ clauses }) => clauses)).size).toBeGreaterThan(100);
  });

  it('names a check that would write as not verified, and says why', { timeout: PATIENCE }, async () => {
    const { outcomes } = await reading;
    const held = outcomes.filter(({ effect }) => effect !== 'none');
    expect(held.filter(({ result }) => result !== 'not verified')).toEqual([]);
    const settingsNamed = new Set(held.map(({ setting }) => setting));
    expect([...settingsNamed].sort()).toEqual(['--allow-irreversible', 'without --read-only']);
    // No check says of itself that it changes nothing, and is then found to write.
    expect(outcomes.filter(({ effect, setting }) => effect === 'none' && setting === 'without --read-only')).toEqual(
      [],
    );
  });

  it('does not send what a check would write that says that it changes nothing', { timeout: PATIENCE }, async () => {
    const writing = ['createAgent', 'createAgentOrUpdate', 'updateAgent', 'forceCompleteCampaign'] as const;
    const lying = writing.map((operation) =>
      check(operation, async (api) => {
        await api.call(operation, { json: {} });
      }),
    );
    const elsewhere = check('elsewhere', async (api) => {
      await api.call('verifyToken', { place: { prefix: 'base_url', path: '/verify', method: 'PUT' } });
    });
    const { recorded, outcomes } = await recordedRun(['none'], [...lying, elsewhere]);
    expect(recorded.filter(({ request }) => placeOf(places, request).method === 'PUT')).toEqual([]);
    expect(recorded.filter(({ request }) => writing.some((each) => each === request.operation))).toEqual([]);
    expect(outcomes.map(({ result }) => result)).toEqual(outcomes.map(() => 'not verified'));
    expect(outcomes.map(({ reason }) => reason)).toEqual(outcomes.map(() => expect.stringContaining('only reads')));
  });
});

describe('a run with everything', () => {
  it('finds that no rule is violated', { timeout: PATIENCE }, async () => {
    const { outcomes } = await whole;
    expect(outcomes.flatMap(({ violations }) => violations)).toEqual([]);
    expect(outcomes.filter(({ result }) => result === 'failed')).toEqual([]);
    // The default scenario has no free number that is inactive.
    const unproven = outcomes.filter(({ result }) => result !== 'passed').map(({ setting }) => setting);
    expect(new Set(unproven)).toEqual(new Set(['numbers.inactive']));
    expect(outcomes.length - unproven.length).toBeGreaterThanOrEqual(250);
    expect(outcomes.flatMap(({ cleaning }) => cleaning.left)).toEqual([]);
  });

  it(
    'sends no id in a write but its own, those configured for it and those read to be absent',
    { timeout: PATIENCE },
    async () => {
      const { recorded } = await whole;
      const agents = new Set<number>(configuredAgents);
      const campaigns = new Set<number>(configuredCampaigns);
      const strange: string[] = [];
      let looked = 0;
      for (const { request, response } of recorded) {
        // An absent id may turn out to be one that is made later: then it is the run's own.
        const asked = idsIn(request, 'agent_id');
        if (request.operation === 'getAgent' && response.status === 404) asked.forEach((id) => agents.add(id));
        if (request.operation === 'listAudience' && response.status === 404)
          idsIn(request, 'campaign_id').forEach((id) => campaigns.add(id));
        if (canWrite(request)) {
          const named: [string, number, ReadonlySet<number>][] = asked.map((id) => ['agent', id, agents]);
          for (const id of idsIn(request, 'campaign_id')) named.push(['campaign', id, campaigns]);
          looked += named.length;
          for (const [what, id, known] of named)
            if (!known.has(id)) strange.push(`${what} ${id}: ${JSON.stringify(request.body)}`);
        }
        const made = memberOf(jsonOf(response), 'data.agent_id');
        if (['createAgent', 'createAgentOrUpdate'].includes(String(request.operation)) && typeof made === 'number')
          agents.add(made);
      }
      expect(strange).toEqual([]);
      expect(looked).toBeGreaterThan(500);
    },
  );

  it('sends no number but those configured, and texts that are none', { timeout: PATIENCE }, async () => {
    const { recorded } = await whole;
    const { owned = [], shared = [] } = defaultScenario.numbers ?? {};
    const sent = recorded.flatMap(({ request }) =>
      request.body.kind === 'form'
        ? request.body.parts.filter(({ name }) => name.startsWith('phone_numbers')).map(({ value }) => String(value))
        : [],
    );
    const others = new Set(sent.filter((number) => ![...owned, ...shared].includes(number)));
    // Nobody has a number of more than 15 digits (E.164).
    expect([...others].filter((number) => /\d/.test(number) && number.replaceAll(/\D/g, '').length <= 15)).toEqual([]);
    expect(sent.length).toBeGreaterThan(20);
  });

  it('completes no campaign without its id', { timeout: PATIENCE }, async () => {
    const { recorded } = await whole;
    const completions = recorded
      .filter(({ request }) => request.operation === 'forceCompleteCampaign')
      .map(({ request }) => (request.body.kind === 'json' ? request.body.value : {}))
      .filter((value) => memberOf(value, 'campaign_status') === 'force_completed');
    const ids = new Set(completions.map((value) => memberOf(value, 'campaign_id')));
    expect([...ids].sort()).toEqual([5001, 5003, 5006, 5007]);
  });
});

/** On the two drafts a publish is tried, which must be refused. */
const { draft_with_inactive_number: inactive = 0, draft_with_shared_number: shared = 0 } = defaultScenario.agents ?? {};
const configuredAgents = [inactive, shared];
const { disposable = [], disposable_paused, disposable_draft, disposable_deleted, changeable } = throwAwayCampaigns;
const configuredCampaigns = [...disposable, disposable_paused, disposable_draft, disposable_deleted, changeable].map(
  (campaign) => campaign?.id ?? 0,
);

function canWrite(request: ApiRequest): boolean {
  return placeOf(places, request).method !== 'GET' && request.operation !== 'verifyToken';
}

/** Every id that a deployment could read from the field, a lenient one too: '1004', ' 1004', 1004.5, '0x3ec', [1004]. */
function idsIn({ query, body }: ApiRequest, name: string): number[] {
  const values: unknown[] = query.filter(([each]) => each === name).map(([, value]) => value);
  if (body.kind === 'json') values.push(memberOf(body.value, name));
  if (body.kind === 'form') values.push(...body.parts.filter((part) => part.name === name).map(({ value }) => value));
  if (body.kind === 'raw')
    values.push(...[...body.text.matchAll(new RegExp(`${name}\\D{0,9}(\\d+)`, 'g'))].map(([, id]) => id));
  return [...new Set(values.flatMap(readings))].filter((id) => Number.isSafeInteger(id) && id > 0);
}

function readings(value: unknown): number[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(readings);
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  const text = String(value);
  // A UUID holds the id in its last part.
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-(\d{12})/i.exec(text);
  if (uuid !== null) return [Number(uuid[2])];
  const isHexadecimal = /^0x/i.test(text);
  const numbers = [
    Number(text),
    Number.parseFloat(text),
    ...(isHexadecimal ? [] : [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits))),
  ];
  const whole = Number.isInteger(Number(text)) || Number.isNaN(Number(text)) ? numbers : [Number(text)];
  return whole.flatMap((each) => [Math.floor(each), Math.ceil(each), Math.round(each)]).map(Math.abs);
}

function check(title: string, run: Check['run']): Check {
  return { title, clauses: ['versioning.prefix'], needs: [], effect: 'none', run };
}
