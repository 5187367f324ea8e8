import { type Creation, type CreationLedger, type OwnAgent, isMade } from './creation-ledger.ts';
import { type ConfiguredWorkspace, type Settings, configuredAgents, tokensOf } from '../configuration/settings.ts';
import { type ApiRequest, type ApiResponse, NotSentError, type Transport, jsonOf } from '../transport.ts';
import { withoutCounter } from './request-names.ts';
import { reasonOf } from '../../files/file-system.ts';
import { isObject, listIn, objectIn } from '../../json/json-value.ts';

/** How far a deployment's clocks may be apart from each other, in milliseconds. */
const skew = 300_000;

/** Why an agent is not the one that a creation asked for; null if it is. */
export interface Objection {
  readonly expected: string;
  readonly came: string;
  /** JSON pointer into the answer that shows the agent. */
  readonly path: string;
  /** Whether get-by-id gave another agent than it was asked for: the creation may be right. */
  readonly isMisread?: true;
}

/**
 * Proves that an agent is the one that a creation of this run made: it has the name that was asked for, and was created
 * when it was asked for, by a clock of the deployment or by ours; no campaign uses it yet, and the mark is on it.
 * @param now when it was read, in milliseconds since 1970
 */
function objectionToNew(agent: AgentSeen, id: number, creation: Creation, now: number): Objection | null {
  const { mark, names, at } = creation;
  const { id: shown, agent_name: name, description, created_on } = agent.basic;
  const before = (what: string): string => `agent ${id}, ${what}: answers with an agent that was there before`;
  if (shown !== id) return { ...objection('id', `agent ${id}`, `agent ${shortValue(shown)}`), isMisread: true };
  if (!isNameless(creation) && !hasName(creation, name)) {
    const expected = `the agent that was created, ${names.join(' or ') || 'by its name'}`;
    return objection('agent_name', expected, before(shortValue(name)));
  }
  if (![name, description].some((text) => String(text).includes(mark))) {
    return objection('description', `"${mark}" in its description`, before(shortValue(description)));
  }
  if (!isCreatedSince(at, agent, now, [...agent.clocks, now], skew)) {
    const came = before(`created on ${shortValue(created_on)}`);
    return objection('created_on', 'an agent that is created by the request', came);
  }
  if (!agent.isUsed) return null;
  const expected = 'an agent that no campaign can use yet';
  return { expected, came: before('which a campaign uses'), path: '/data/campaigns' };
}

function objection(field: string, expected: string, came: string): Objection {
  return { expected, came, path: `/data/basic_details/${field}` };
}

function isCreatedSince(at: number, agent: AgentSeen, now: number, clocks: readonly number[], by: number): boolean {
  const created = timeOf(agent.basic['created_on']);
  return clocks.some((clock) => created >= clock - (now - at) - by && created <= clock + by);
}

/** Whether its request gave neither a name nor a mark by which its agent could be known. */
function isNameless({ names, mark }: Creation): boolean {
  return names.length === 0 && mark === '';
}

/** Where clocks of the same deployment may differ, by rounding, in milliseconds. */
const tick = 2000;

/**
 * Whether an agent that is answered to a request without a name can only be its own: the deployment made it after the
 * request came, and gave it a name that is not of another creation of the run.
 */
function isSurelyNew(agent: AgentSeen, { at }: Creation, run: string, now: number): boolean {
  const name = agent.basic['agent_name'];
  const isNamed = typeof name === 'string' && (run === '' || !name.includes(run));
  return isNamed && isCreatedSince(at, agent, now, agent.clocks, tick);
}

/** Proves that an agent is still the one that was proven to be ours. */
export function objectionToOwn(agent: AgentSeen, own: Creation): Objection | null {
  const { id, agent_name: name, created_on } = agent.basic;
  if (id !== own.id) return objection('id', `agent ${String(own.id)}`, `agent ${shortValue(id)}`);
  if (!hasName(own, name)) return objection('agent_name', own.names.join(' or '), shortValue(name));
  if (created_on === own.created_on) return null;
  return objection('created_on', `created on ${own.created_on}`, shortValue(created_on));
}

/** Whether an agent that was found can only be of this creation: its name or description has the mark of the run. */
export function isFound(agent: AgentSeen, id: number, creation: Creation, now: number): boolean {
  return creation.mark !== '' && objectionToNew({ ...agent, isUsed: false }, id, creation, now) === null;
}

/** A creation without a name is told by the mark in its description alone. */
function hasName({ names, mark }: Creation, name: unknown): boolean {
  if (names.length === 0) return mark !== '';
  if (typeof name !== 'string') return false;
  return names.some((each) => comparableName(each) === comparableName(withoutCounter(name, each)));
}

function comparableName(name: string): string {
  return name.trim().normalize('NFC');
}

/** Milliseconds since 1970; timestamps without a zone are UTC (section 2.1). */
function timeOf(created_on: unknown): number {
  if (typeof created_on !== 'string') return Number.NaN;
  return Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(created_on) ? created_on : `${created_on}Z`);
}

function shortValue(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

type AgentReading =
  | AgentSeen
  /** Answered with 404 in the shape of an error. */
  | { readonly kind: 'absent' }
  /** `isSilent`: no answer came at all. */
  | { readonly kind: 'unclear'; readonly reason: string; readonly isSilent: boolean };

interface AgentSeen {
  readonly kind: 'here';
  /** Its `basic_details`, as the body has them. */
  readonly basic: Readonly<Record<string, unknown>>;
  /** The answer that shows it. */
  readonly answer: ApiResponse;
  /** Whether a campaign uses it. */
  readonly isUsed: boolean;
  /** What time it is by the answer's `timestamp` and `Date`, in milliseconds since 1970. */
  readonly clocks: readonly number[];
}

/** Reads an agent (get-by-id). @throws NotSentError only */
export async function readAgent(transport: Transport, id: number, token: string): Promise<AgentReading> {
  const answer = await answerOrReason(transport, readingOf([['agent_id', String(id)]], token));
  if (typeof answer === 'string') return { kind: 'unclear', reason: answer, isSilent: true };
  const body = objectIn(jsonOf(answer));
  if (answer.status === 404 && body['error'] === true) return { kind: 'absent' };
  const data = objectIn(body['data']);
  if (answer.status !== 200 || !isObject(data['basic_details'])) {
    return { kind: 'unclear', reason: `reading it is answered with ${answer.status}, and no agent`, isSilent: false };
  }
  const clocks = [body['timestamp'], Date.parse(answer.headers['date'] ?? '')];
  return {
    ...{ kind: 'here', answer, basic: data['basic_details'] },
    isUsed: listIn(data['campaigns']).length > 0,
    clocks: clocks.filter((clock): clock is number => typeof clock === 'number' && Number.isFinite(clock)),
  };
}

/**
 * Whether get-by-id lies where it is looked for: without agent_id it answers 400 (get-by-id.agent-id.missing), an
 * unknown address 404.
 * @throws NotSentError only
 */
export async function isReadable(transport: Transport, token: string): Promise<boolean> {
  const answer = await answerOrReason(transport, readingOf([], token));
  return typeof answer !== 'string' && answer.status === 400;
}

export function readingOf(query: ApiRequest['query'], token: string): ApiRequest {
  return { operation: 'getAgent', query, headers: { token }, body: { kind: 'none' } };
}

async function answerOrReason(transport: Transport, request: ApiRequest): Promise<ApiResponse | string> {
  try {
    return await transport(request);
  } catch (error) {
    if (error instanceof NotSentError) throw error;
    return reasonOf(error);
  }
}

/** What is asked and entered of a deployment, and whose tokens are sent. */
export interface AgentsAt {
  readonly transport: Transport;
  readonly ledger: CreationLedger;
  readonly settings: Settings;
}

export interface OwnAgentsOptions extends AgentsAt {
  /** A text in the names of this run's agents and of no others. */
  readonly mark: string;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly now: () => number;
}

type Proof =
  | { readonly kind: 'own'; readonly answer: ApiResponse }
  /** Another agent, or one that cannot be distinguished from another. */
  | { readonly kind: 'foreign'; readonly objection: Objection }
  /** `id`: the answered one, which is there and may be ours. */
  | { readonly kind: 'absent' | 'unclear'; readonly reason: string; readonly id?: number };

/** A deployment may need a moment until what was created can be read. */
const pauses = [100, 400];

/** The agents of a run. An id counts as ours only once its agent was read and proven to be what the run asked for. */
export class OwnAgents {
  readonly #options: OwnAgentsOptions;
  readonly #own = new Map<number, OwnAgent>();
  readonly #foreign: Set<number>;
  /** Of an earlier run of the ledger: to be read before anything is written to them. */
  readonly #unread: ReadonlyMap<number, OwnAgent>;

  constructor(options: OwnAgentsOptions) {
    this.#options = options;
    // No creation can answer an id of the configuration.
    this.#foreign = new Set(configuredAgents(options.settings));
    const made = options.ledger.all().filter(isMade);
    this.#unread = new Map(made.map((agent) => [agent.id, agent]));
  }

  of(id: number): OwnAgent | undefined {
    return this.#own.get(id) ?? this.#unread.get(id);
  }

  /** Notes that an agent was read that no creation of ours had been answered with. */
  saw(id: number): void {
    if (this.of(id) === undefined) this.#foreign.add(id);
  }

  /** Reads the agent that a creation was answered with. Enters in the ledger what it is. */
  async prove(creation: Creation, id: number): Promise<Proof> {
    const { ledger, mark, now } = this.#options;
    const { key, workspace } = creation;
    if (this.#foreign.has(id) || this.of(id) !== undefined) {
      const came = `agent ${id}: answers with an agent that was there before`;
      return { kind: 'foreign', objection: { expected: 'a new agent', came, path: '/data/agent_id' } };
    }
    const reading = await this.#readPatiently(id, workspace);
    if (reading.kind === 'absent') return { kind: 'absent', reason: `agent ${id}, as answered, cannot be read` };
    if (reading.kind === 'unclear') return reading;
    const found = objectionToNew(reading, id, creation, now());
    if (found !== null) {
      this.#foreign.add(id);
      return { kind: 'foreign', objection: found };
    }
    if (isNameless(creation)) {
      if (!isSurelyNew(reading, creation, mark, now())) {
        return { kind: 'unclear', reason: 'it was answered, and has no name by which it could be known', id };
      }
      ledger.write({ event: 'renaming', key, names: [String(reading.basic['agent_name'])] });
    }
    ledger.write({ event: 'proven', key, id, created_on: String(reading.basic['created_on']) });
    const made = ledger.of(key);
    if (made !== undefined && isMade(made)) this.#own.set(id, made);
    return { kind: 'own', answer: reading.answer };
  }

  /** Whether it is proven to be of this run. Reads it if that is not known yet, and `isAnew` also if it is. */
  async isOwn(id: number, isAnew: boolean): Promise<boolean> {
    const { transport, ledger, settings } = this.#options;
    const known = this.of(id);
    if (known === undefined) return false;
    if (this.#own.has(id) && !isAnew) return true;
    const agent = ledger.of(known.key) ?? known;
    const reading = await readAgent(transport, id, tokensOf(settings)[agent.workspace]);
    // One that is gone was deleted by this run: whatever is done to it again is done to ours.
    const isOwn = reading.kind === 'absent' || (reading.kind === 'here' && objectionToOwn(reading, agent) === null);
    if (isOwn) this.#own.set(id, known);
    return isOwn;
  }

  async #readPatiently(id: number, workspace: ConfiguredWorkspace): Promise<AgentReading> {
    const { transport, settings, sleep } = this.#options;
    const read = (): Promise<AgentReading> => readAgent(transport, id, tokensOf(settings)[workspace]);
    let reading = await read();
    for (const pause of pauses) {
      if (reading.kind === 'here') break;
      await sleep(pause);
      reading = await read();
    }
    return reading;
  }
}
