import { randomUUID } from 'node:crypto';
import supertest, { type Test } from 'supertest';
import { afterAll, beforeEach, expect } from 'vitest';
import { type Mock, type MockOptions, assembleMock } from '../app.ts';
import type { OperationId, RefusalId } from '../document/names.gen.ts';
import type { Operation } from '../document/operation.ts';
import { type ContractDocument, loadContractDocument } from '../document/read/load.ts';
import type { operations } from '../document/types.gen.ts';
import { checkResponse, undocumentedMembers } from '../document/validate/check-response.ts';
import { scenarioFolder } from '../files/scenario-folder.ts';
import { openEphemeral } from '../store/open-ephemeral.ts';
import { Database, connect } from '../store/postgres/database.ts';
import { type StoreAddress, parseStoreAddress } from '../store/postgres/store-address.ts';
import type { StoredRecords } from '../store/state/persistence.ts';
import type { RecordStore } from '../store/state/record-store.ts';
import { agentUuid, tokens } from './well-known.ts';
import { SharedWorlds, openSharedWorlds } from '../worlds/shared/shared-worlds.ts';
import type { SharedWorldsOptions } from '../worlds/shared/world-mirror.ts';
import { ControllableClock, systemClock } from '../worlds/time-and-chance.ts';

/** A form field or a query parameter; in this order, and as often as it stands here. */
export type Pair = readonly [name: string, value: string];

export interface TestFile {
  readonly field: string;
  readonly name: string;
  readonly content: Buffer;
  /** The part's Content-Type. */
  readonly type?: string;
}

export interface CallOptions {
  readonly query?: string | readonly Pair[] | Readonly<Record<string, string | number>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as multipart/form-data, together with the files. */
  readonly form?: readonly Pair[];
  readonly files?: readonly TestFile[];
  readonly headers?: Readonly<Record<string, string>>;
  /** The `token` header; by default the newest API token of workspace 101, on getToken its login token; null: none. */
  readonly token?: string | null;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export type SuccessBody<Id extends OperationId> = operations[Id]['responses'][200]['content']['application/json'];
export type AgentData = SuccessBody<'getAgent'>['data'];

/** What a refusal answers: the whole error body follows from it. */
export interface ExpectedRefusal {
  readonly status: number;
  /** By default the status. */
  readonly code?: number | string;
  readonly message: string | RegExp;
}

/** The moment at which the clock of every fresh mock stands still. */
export const testTime = new Date('2026-11-20T12:00:00.000Z');

type MakeMock = (options?: Pick<MockOptions, 'strict'>) => ApiHarness;

/** Reads the default scenario once. @returns what makes mocks that begin as it, in memory, each on its own */
export async function prepareMocks(): Promise<MakeMock> {
  const document = loadContractDocument();
  const base = await openEphemeral({ scenarioDir: scenarioFolder('default') });
  const address = parseStoreAddress(process.env['TEST_STORE'] ?? '');
  if (address !== undefined) return sharedMocks(document, base, address);
  return (options = {}) => {
    const clock = stoppedClock();
    return new ApiHarness(assembleMock(document, base.fork(), { ...options, clock }), document, clock);
  };
}

function stoppedClock(): ControllableClock {
  const clock = new ControllableClock(systemClock());
  clock.freeze(testTime);
  return clock;
}

/** How many mocks stand ready: a test takes one or two, and each that a file leaves was opened in vain. */
const ready = 2;

/**
 * Gives mocks that each have a log of their own, where the tests are run over PostgreSQL (`npm run test:shared`). They are
 * opened before a test begins, for that takes a while.
 */
async function sharedMocks(document: ContractDocument, base: RecordStore, address: StoreAddress): Promise<MakeMock> {
  const sql = connect(address);
  const databases: { close(): Promise<void> }[] = [];
  const make = (isStrict: boolean) => {
    const clock = stoppedClock();
    const database = new Database({ ...address, name: randomUUID() }, undefined, sql);
    databases.push(database);
    const shared = new SharedWorlds(database, {
      document,
      clock,
      readScenario: () => Promise.resolve(base.snapshot()),
      pollTime: 5000,
    });
    const mock = assembleMock(document, shared.mirror.defaultStore, { strict: isStrict, clock }, false, shared);
    return { shared, harness: new ApiHarness(mock, document, clock) };
  };
  const pool: ApiHarness[] = [];
  const fill = async () => {
    while (pool.length < ready) {
      const { shared, harness } = make(false);
      await shared.current();
      pool.push(harness);
    }
  };
  await fill();
  beforeEach(fill);
  afterAll(async () => {
    await Promise.all(databases.map((each) => each.close()));
    await sql.end({ timeout: 2 });
  });
  // One that does not stand ready is opened by its first request.
  return ({ strict: isStrict = false } = {}) => (isStrict ? undefined : pool.pop()) ?? make(isStrict).harness;
}

/** A mock over HTTP. Every answer is validated against the document; a fault fails the test. */
export class ApiHarness {
  constructor(
    readonly mock: Mock,
    readonly document: ContractDocument,
    readonly clock: ControllableClock,
  ) {}

  /** Sends a request. @throws Error if the answer breaks the document, assumptions included */
  async call(id: OperationId, options: CallOptions = {}): Promise<TestAnswer> {
    const operation = this.document.operation[id];
    const { token = defaultToken(id), headers = {} } = options;
    const request = supertest(this.mock.app)[operation.method === 'GET' ? 'get' : 'post'](address(operation, options));
    if (token !== null) request.set('token', token);
    for (const [name, value] of Object.entries(headers)) request.set(name, value);
    addBody(request, options);
    const response = await request;
    const answer: TestAnswer = { status: response.status, headers: response.headers, body: response.body as unknown };
    requireDocumented(operation, answer);
    return answer;
  }

  /** Sends a request that succeeds, and gives the body. */
  async succeed<Id extends OperationId>(id: Id, options: CallOptions = {}): Promise<SuccessBody<Id>> {
    const { status, body } = await this.call(id, options);
    if (status !== 200) throw new Error(`${id} answered ${status} ${JSON.stringify(body)}.`);
    // The answer was validated against the document, from which the type comes.
    return body;
  }

  /**
   * Sends a request that is refused: the whole body is as expected, without a warning, and no record has changed.
   * @param refusal a clause: the answer is the document's example of it, and names it; else what the text must be
   */
  async refuse(id: OperationId, options: CallOptions, refusal: ExpectedRefusal | RefusalId): Promise<void> {
    const before = await this.records();
    const { status, headers, body } = await this.call(id, options);
    if (typeof refusal === 'string') expect(headers['x-mock-rule']).toBe(refusal);
    const expected = typeof refusal === 'string' ? documentedRefusal(this.document.operation[id], refusal) : refusal;
    const { code = expected.status, message } = expected;
    const text: unknown = typeof message === 'string' ? message : expect.stringMatching(message);
    expect({ status, body }).toEqual({
      status: expected.status,
      body: { error: true, code, message: text, data: {} },
    });
    expect(headers, 'a refusal carries no warning').not.toHaveProperty('x-contract-warning');
    expect(await this.records(), 'a refusal changes nothing').toEqual(before);
  }

  /** The agent as get-by-id answers it. */
  async agent(id: number, token: string = tokens.acme): Promise<AgentData> {
    return (await this.succeed('getAgent', { query: { agent_id: id }, token })).data;
  }

  /** Creates an agent with this name and gives its id. */
  async newAgent(name = 'Clinic Desk', token: string = tokens.acme): Promise<number> {
    return (await this.succeed('createAgent', { body: { agent_name: name }, token })).data.agent_id;
  }

  /** Everything that the mock's world holds. */
  async records(): Promise<Pick<StoredRecords, 'records' | 'leads'>> {
    await this.mock.worlds.shared?.current();
    // Not the ids: a refused request may have used one.
    const { records, leads } = this.mock.worlds.default.store.records();
    return { records, leads };
  }
}

/** What a clause refuses with, as the document's example of it says. */
function documentedRefusal({ id, refusals }: Operation, clause: RefusalId): ExpectedRefusal {
  const example = refusals.get(clause);
  if (example === undefined) throw new Error(`The document has no example of ${clause} for ${id}.`);
  const { code, message } = example.body;
  if (typeof message !== 'string' || (typeof code !== 'string' && typeof code !== 'number')) {
    throw new Error(`The example of ${clause} for ${id} is not an error.`);
  }
  return { status: example.status, code, message };
}

/** Validates an answer against the document, assumptions included. @throws Error for a fault, and for an undocumented field */
function requireDocumented(operation: Operation, { status, headers, body }: TestAnswer): void {
  const faults = [
    ...checkResponse(operation, status, headers['content-type'], body, { assumptions: true }).map(
      ({ message }) => message,
    ),
    ...undocumentedMembers(operation, status, body).map((pointer) => `${pointer} is not documented.`),
  ];
  if (faults.length > 0) {
    throw new Error(`${operation.id} answered ${status} ${JSON.stringify(body)}: ${faults.join(' ')}`);
  }
}

function addBody(request: Test, { form = [], files = [], headers = {}, ...options }: CallOptions): void {
  for (const [name, value] of form) request.field(name, value);
  for (const { field, name, content, type = 'application/octet-stream' } of files) {
    request.attach(field, content, { filename: name, contentType: type });
  }
  if (!('body' in options)) return;
  request.set('content-type', headers['content-type'] ?? 'application/json');
  request.send(typeof options.body === 'string' ? options.body : JSON.stringify(options.body));
}

function defaultToken(id: OperationId): string {
  return id === 'getToken' ? 'login-acme' : tokens.acme;
}

function address({ path }: Operation, { query = '' }: CallOptions): string {
  const pairs = typeof query === 'object' && !isPairs(query) ? Object.entries(query) : query;
  const text =
    typeof pairs === 'string'
      ? pairs
      : pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  return text === '' ? path : `${path}?${text}`;
}

function isPairs(query: object): query is readonly Pair[] {
  return Array.isArray(query);
}

/** For every operation a request that succeeds in the default scenario. */
export const validCalls: Readonly<Record<OperationId, CallOptions>> = {
  getAgent: { query: { agent_id: 1004 } },
  createAgent: { body: { agent_id: 1002, agent_name: 'Front Desk' } },
  createAgentOrUpdate: {
    form: [
      ['agent_id', '1002'],
      ['basic_details[agent_name]', 'Front Desk'],
    ],
  },
  updateAgent: { body: { agent_id: agentUuid(1002), name: 'Front Desk' } },
  listVoices: { query: { provider_id: 'provider_a' } },
  forceCompleteCampaign: { body: { campaign_id: 5001, campaign_status: 'hold' } },
  listAudience: { query: { campaign_id: 5001 } },
  verifyToken: { body: {} },
  getToken: {},
};

export const operationIds = Object.keys(validCalls) as readonly OperationId[];

type SharedOptions = Pick<MockOptions, 'profile' | 'log'> & Pick<SharedWorldsOptions, 'reads' | 'onNotice'>;

/** Gives a function that opens mocks on a store: they share one document, the reading of which takes most of a start. */
export async function prepareSharedMocks(): Promise<(address: string, options?: SharedOptions) => Promise<Mock>> {
  const document = loadContractDocument();
  const base = await openEphemeral({ scenarioDir: scenarioFolder('default') });
  return async (address, options = {}) => {
    const readScenario = () => Promise.resolve(base.snapshot());
    const shared = openSharedWorlds(address, { document, readScenario, ...options });
    const mock = assembleMock(document, shared.mirror.defaultStore, options, false, shared);
    await shared.current();
    return mock;
  };
}
