import { callerHeaders } from '../deployment/addresses.ts';
import { saving } from '../deployment/agents/write-gate.ts';
import { type Settings, nothingKnown, tokenVariables } from '../deployment/configuration/settings.ts';
import type { ContractDocument } from '../document/read/load.ts';
import { memberOf, valueAt } from '../json/json-value.ts';
import type { CheckedAnswer, Finding } from '../judge/report/violation.ts';
import { namedIn } from '../judge/stated/expectation.ts';
import { stated } from '../judge/stated/judge.ts';
import { type Model, factsOf, type Judgement, withAgent } from '../judge/stated/model.ts';
import { mask } from '../text/secret-looks.ts';
import { type Exchange, changesSomething } from './exchange.ts';

/** A caller with what it has seen of its workspace. */
export interface Client {
  model: Model;
  /** Agents that it made and nobody else has changed since. */
  readonly made: Set<number>;
}

export interface ClientsOptions {
  readonly document: ContractDocument;
  readonly settings: Settings;
  /** Whether every header of a request is there. */
  readonly isComplete: boolean;
}

/** Tells by its token who sent a request: those of two tokens may be of one workspace, or of two. */
export class Clients {
  readonly #options: ClientsOptions;
  readonly #configured: ReadonlyMap<string, string>;
  readonly #byKey = new Map<string, Client>();
  /** The headers with tokens that were seen: a program that records may leave out some, or all. */
  readonly #headers: Set<string>;

  constructor(options: ClientsOptions) {
    this.#options = options;
    this.#configured = tokenVariables(options.settings);
    this.#headers = new Set(options.isComplete ? callerHeaders : []);
  }

  /** The client that an answer is for, or why it is not known which one. */
  of({ url, headers, sender }: Exchange, answer: CheckedAnswer): Client | string {
    const given = Object.entries(answer.request.headers).filter(([, value]) => value !== '');
    for (const [name] of given) this.#headers.add(name);
    const tokens = given.map(([, value]) => value.replace(/^bearer\s+/i, ''));
    if (tokens.some((each) => this.#configured.has(each))) return this.#client('configured', this.#options.settings);
    const [, worldInPath = ''] = /\/__mock\/worlds\/([^/?]+)/.exec(url) ?? [];
    const world = sender ?? headers['x-mock-world'] ?? worldInPath;
    const [token] = tokens;
    if (token === undefined) return this.#nobody(answer, world);
    return this.#byToken(token, answer, world, sender !== undefined);
  }

  #byToken(token: string, { request, status }: CheckedAnswer, world: string, isTold: boolean): Client | string {
    if (request.operation === 'getToken') return 'whose login token it has is not known: --config can say it';
    const isMasked = token === mask;
    if (isMasked && !isTold) return 'its token is masked like every other one';
    if (isMasked && world.endsWith(' null')) return 'its token is masked, and nobody has it';
    const key = isMasked ? world : `${world} ${token}`;
    if (status >= 300 && !isMasked && !this.#byKey.has(key)) return 'whether its token is valid is not known';
    if (status === 401) return 'its token may have expired: --config can name it';
    return this.#client(key, { ...nothingKnown, token });
  }

  /** Whoever has no token is refused, if it was not left out. */
  #nobody({ request: { operation }, status }: CheckedAnswer, world: string): Client | string {
    const header = operation === 'updateAgent' ? 'authorization' : 'token';
    const isLeftOut = status !== 401 && !this.#headers.has(header) && !(operation === 'getToken' && status >= 400);
    if (isLeftOut) return `it was recorded without the header ${header}, and so was every other one`;
    return this.#client(`${world} nobody`, { ...nothingKnown, token: '\u0000' });
  }

  #client(key: string, settings: Settings): Client {
    const begun = () => stated.begin({ ...factsOf(settings, this.#options.document), isShared: true });
    const client = this.#byKey.get(key) ?? { model: begun(), made: new Set() };
    this.#byKey.set(key, client);
    return client;
  }

  /** Other clients may be of the same workspace. @param but who knows what became of what was written */
  noteWritten(answer: CheckedAnswer, but: Client | undefined): void {
    if (!changesSomething(answer) || answer.status >= 400) return;
    const [named, made] = [namedIn(answer), memberOf(answer.body, 'data.agent_id')];
    for (const id of [named, made]) if (typeof id === 'number') this.forget(id, but);
    // It names agents in its own way.
    if (answer.request.operation === 'updateAgent') for (const client of this.#byKey.values()) client.made.clear();
    else if (named === null && typeof made === 'number') but?.made.add(made);
  }

  /** An agent may be another one now than it was when it was seen: the next read is taken over. */
  forget(id: number, but?: Client): void {
    for (const client of this.#byKey.values()) {
      if (client === but) continue;
      if (client.model.agents.has(id)) client.model = withFound(client.model, id);
      client.made.delete(id);
    }
  }

  /** Nothing that was seen holds any more. */
  forgetAll(): void {
    for (const client of this.#byKey.values()) {
      client.made.clear();
      client.model = stated.begin(client.model.facts);
    }
  }
}

/** Judges by `stated`, with what was seen before as the state. What is seen for the first time is taken over. */
export function takeSeen(before: Model, answer: CheckedAnswer): Judgement {
  const id = namedIn(answer);
  const known = id !== null && mayBeThere(before, answer, id) ? withFound(before, id) : before;
  const { state, findings, reached } = stated.take(known, answer);
  // Without the agents that were made or seen first: they are taken over when they come by again.
  const agents = state.agents.size > mostAgents ? new Map([...state.agents].slice(-mostAgents)) : state.agents;
  return { state: { ...state, agents }, findings: withoutMasked(findings, answer), reached };
}

/** What is masked is compared with nothing. */
export function withoutMasked(findings: readonly Finding[], { body }: CheckedAnswer): readonly Finding[] {
  const isMasked = (value: unknown): boolean => typeof value === 'string' && value.includes(mask.slice(0, -1));
  return findings.filter(({ path }) => path === undefined || !isMasked(valueAt(body, path)));
}

/** So many agents are known at once: a recording may name any number, each as large as an answer. */
const mostAgents = 1000;

/** Whether an agent that was not seen yet may be there: a 404 says that it is not. */
function mayBeThere({ agents }: Model, { request, status }: CheckedAnswer, id: number): boolean {
  if (id <= 0 || agents.has(id) || status === 404) return false;
  return request.operation === 'getAgent' ? status < 300 : saving.some((each) => each === request.operation);
}

/** With an agent of which nothing is known. */
function withFound(model: Model, id: number): Model {
  return withAgent(model, { id, life: 'unclear', seen: null, wants: new Map(), open: [] });
}
