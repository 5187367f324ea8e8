import { afterAll, describe, expect, it } from 'vitest';
import { createMock } from '../../../src/app.ts';
import { operationPlaces } from '../../../src/deployment/addresses.ts';
import { jsonOf, type ApiRequest, type ApiResponse, type Transport } from '../../../src/deployment/transport.ts';
import { createHttpTransport } from '../../../src/deployment/http-transport.ts';
import type { ClauseId, OperationId } from '../../../src/document/names.gen.ts';
import { loadContractDocument } from '../../../src/document/read/load.ts';
import { assumedFaults, conditionalFaults, everydayFaults, generatedFaults } from '../all-faults.ts';
import { withQuery } from '../breaks.ts';
import type { Body } from '../call.ts';
import { everyday, histories, nextPage, type ScriptedStep } from './scripted-history.ts';

const document = loadContractDocument();
const places = operationPlaces(document);
let now = 0;
const mock = await createMock({ clock: { now: () => new Date(now) } });
const { url } = await mock.listen(0);
afterAll(() => mock.close());

interface Told {
  readonly request: ApiRequest;
  readonly text: string;
}

let worlds = 0;

/** Sends a history to a new world, behind a broken provider, and gives every answer as it comes. */
async function* play(
  history: readonly ScriptedStep[],
  wrap: (transport: Transport) => Transport,
): AsyncGenerator<readonly Told[]> {
  const addresses = { base_url: `${url}/api/v1/global`, api_url: url, alt_url: url };
  const world = `history-${(worlds += 1)}`;
  const headers = { 'x-mock-world': world };
  const http = createHttpTransport({ addresses, places, headers, timeout: 10_000 });
  const provider = wrap(inOrder(http));
  let next = '';
  now = Date.parse('2026-10-01T09:00:00.000Z');
  try {
    for (const step of history) {
      now += 1000;
      const told = await Promise.all(
        [step].flat().map(async (request) => {
          const isNext = request.query.some(([, value]) => value === nextPage);
          const response = await provider(isNext ? withQuery(request, 'page_token', next) : request);
          const body: Body = jsonOf(response);
          if (request.operation === 'listVoices') next = String(body?.data?.next_page_token ?? next);
          // A voice's addresses name the world, which is another one each time.
          return { request, text: `${response.status} ${response.text.replaceAll(world, 'world')}` };
        }),
      );
      yield told;
    }
  } finally {
    http.close();
    await fetch(`${url}/__mock/worlds/${world}`, { method: 'DELETE' });
  }
}

/** What is sent at once is carried out in the order in which it came, so that a correct provider answers alike. */
function inOrder(transport: Transport): Transport {
  let last: Promise<unknown> = Promise.resolve();
  return (request) => {
    const answer: Promise<ApiResponse> = last.then(() => transport(request));
    last = answer.catch(() => undefined);
    return answer;
  };
}

async function answersOf(history: readonly ScriptedStep[]): Promise<readonly (readonly Told[])[]> {
  const answers = [];
  for await (const told of play(history, (transport) => transport)) answers.push(told);
  return answers;
}

const correct = new Map<readonly ScriptedStep[], readonly (readonly Told[])[]>();
for (const history of [everyday, ...histories]) correct.set(history, await answersOf(history));

/** The requests that are answered otherwise than by a correct provider; only the first ones. */
async function differences(
  history: readonly ScriptedStep[],
  wrap: (transport: Transport) => Transport,
): Promise<readonly Told[]> {
  let step = 0;
  for await (const told of play(history, wrap)) {
    const expected = correct.get(history)?.[step] ?? [];
    const other = told.filter(({ text }, index) => text !== expected[index]?.text);
    if (other.length > 0) return other;
    step += 1;
  }
  return [];
}

/** Whether a history holds requests to an operation of the rule. */
function isAbout(history: readonly ScriptedStep[], clause: ClauseId): boolean {
  const { operations = 'all' } = document.clauses.get(clause) ?? {};
  return history.flat().some(({ operation }) => operations === 'all' || operations.some((each) => each === operation));
}

/** Where a rule shows: what an operation changes is read by another. */
function operationsOf(clause: ClauseId): readonly (OperationId | null)[] {
  const { operations = 'all' } = document.clauses.get(clause) ?? {};
  if (operations === 'all') return [...places.keys()];
  return [
    ...operations,
    ...(operations.some((each) => each.includes('Agent')) ? (['getAgent'] as const) : []),
    ...(operations.includes('forceCompleteCampaign') ? (['getAgent', 'listAudience'] as const) : []),
  ];
}

describe('a conditional fault', () => {
  it('has a name of its own, and breaks a stated rule that can be seen', () => {
    const names = [...everydayFaults, ...assumedFaults, ...generatedFaults(document), ...conditionalFaults].map(
      ({ name }) => name,
    );
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(
      conditionalFaults.filter(({ clause }) => {
        const { kind, unobservable } = document.clauses.get(clause) ?? {};
        return kind !== 'stated' || unobservable !== undefined;
      }),
    ).toEqual([]);
    expect(conditionalFaults.length).toBeGreaterThanOrEqual(190);
  });

  it('breaks rules of every operation', () => {
    const broken = conditionalFaults.flatMap(({ clause }) => document.clauses.get(clause)?.operations ?? []);
    expect([...document.operations.keys()].filter((operation) => !broken.includes(operation))).toEqual([]);
  });

  it('is compared with answers that repeat', async () => {
    for (const [history, expected] of correct) expect(await answersOf(history)).toEqual(expected);
  });

  it.each(conditionalFaults.map((fault) => [fault.name, fault] as const))(
    'shows in a history that meets its condition, and nowhere in an everyday one: %s',
    async (_, { clause, wrap }) => {
      expect(await differences(everyday, wrap)).toEqual([]);
      const operations = operationsOf(clause);
      for (const history of histories.filter((each) => isAbout(each, clause))) {
        const shown = await differences(history, wrap);
        if (shown.some(({ request }) => operations.includes(request.operation))) return;
      }
      expect.fail('it shows in none of the histories');
    },
  );
});
