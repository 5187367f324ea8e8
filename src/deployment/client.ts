import { isDeepStrictEqual } from 'node:util';
import type { ClauseId } from '../document/names.gen.ts';
import { reasonOf } from '../files/file-system.ts';
import { isObject, valueAt } from '../json/json-value.ts';
import { cleanAgents, type CleaningReport } from './agents/clean-agents.ts';
import type { Creation, OwnAgent } from './agents/creation-ledger.ts';
import { type Objection, OwnAgents, type OwnAgentsOptions, readingOf } from './agents/ownership.ts';
import {
  creationAnswer,
  descriptionsGiven,
  idsNamed,
  mayCreate,
  namesAgent,
  namesGiven,
} from './agents/request-names.ts';
import { passWriteGate } from './agents/write-gate.ts';
import { configuredAgents, tokensOf, uuidOf, workspaceOf } from './configuration/settings.ts';
import { NoAnswerError, NotSentError, jsonOf, type ApiRequest, type ApiResponse, type Transport } from './transport.ts';

/** `transport` sends a request politely. */
interface DeploymentClientOptions extends OwnAgentsOptions {
  /** Sends the requests that clean: these may have more time. */
  readonly cleaning: Transport;
  /** Prefix of the ledger's keys; unique to the run. */
  readonly run: string;
  readonly mayComplete: boolean;
}

/** An answer, and what it shows of a creation. */
interface SentAnswer {
  readonly response: ApiResponse;
  /** Null if the request creates nothing. */
  readonly creation: Creation | null;
  /** The rule that a creation breaks by answering with another agent than the one asked for. */
  readonly fault: (Objection & { readonly clauses: readonly ClauseId[] }) | null;
}

/** After this many creations of a run whose agents cannot be identified, no more are begun: each may leave an agent behind. */
const mostDoubts = 5;

/** A deployment in which only the records of this run are written to. */
export class DeploymentClient {
  readonly #options: DeploymentClientOptions;
  readonly #agents: OwnAgents;
  readonly #begun: string[] = [];
  /** The UUIDs that get-by-id has shown, by those that stand for them. */
  readonly #uuids = new Map<unknown, string>();
  /** What the latest write has shown of the agent that it made, if nothing was sent beside it, or since but readings of others. */
  #proof: { readonly request: ApiRequest; readonly response: ApiResponse } | undefined;
  /** How many requests were sent, and how many of them are not answered. */
  #sent = 0;
  #underWay = 0;
  #number = 0;
  /** Counted anew after each cleaning: other threads may be at work on the same ledger. */
  #doubts: number | null = null;

  constructor(options: DeploymentClientOptions) {
    this.#options = options;
    this.#agents = new OwnAgents(options);
  }

  /**
   * Sends a request. Creations are entered in the ledger before, and the agents they answer with are read after.
   * @param entry the ledger's key of a creation, and a text in its name or description that no other has; a new one if absent
   * @throws NotSentError for a request that could write to anything else; NoAnswerError
   */
  async send(request: ApiRequest, entry?: Pick<Creation, 'key' | 'mark'>): Promise<SentAnswer> {
    const proof = this.#proof;
    const isProven = proof !== undefined && isDeepStrictEqual(request, proof.request);
    const isOfOther = request.operation === 'getAgent' && !isDeepStrictEqual(request.query, proof?.request.query);
    if (isProven || !isOfOther) this.#proof = undefined;
    if (isProven) return { response: proof.response, creation: null, fault: null };
    this.#sent += 1;
    this.#underWay += 1;
    try {
      return await this.#send(request, entry);
    } finally {
      this.#underWay -= 1;
    }
  }

  async #send(request: ApiRequest, entry: Pick<Creation, 'key' | 'mark'> | undefined): Promise<SentAnswer> {
    const { transport, settings, ledger } = this.#options;
    await passWriteGate(request, workspaceOf(settings, request.headers), { ...this.#options, agents: this.#agents });
    const { numbers, uuids } = idsNamed(request, 'agent_id');
    const own = this.#ownNamed(numbers, uuids);
    const names = namesGiven(request);
    if (own !== undefined && names.length > 0) ledger.write({ event: 'renaming', key: own.key, names });
    const isOther = numbers.some((id) => configuredAgents(settings).includes(id));
    const isUpdate = isOther || (own !== undefined && request.operation !== 'createAgentOrUpdate');
    if (mayCreate(request) && !isUpdate) return this.#create(this.#enter(request, names, entry), request, own);
    const response = await transport(this.asSent(request));
    const [read] = request.operation === 'getAgent' ? numbers : [];
    if (read !== undefined && response.status === 200) this.#saw(read, response);
    return { response, creation: null, fault: null };
  }

  #saw(id: number, response: ApiResponse): void {
    this.#agents.saw(id);
    const { uuid } = this.#options.settings.agents ?? {};
    const shown = typeof uuid === 'object' ? valueAt(jsonOf(response), uuid.at) : undefined;
    if (typeof shown === 'string') this.#uuids.set(uuidOf(this.#options.settings, id), shown);
  }

  /** A request as it is sent: with the UUID that get-by-id has shown in the place of the one that stands for it. */
  asSent(request: ApiRequest): ApiRequest {
    const { operation, body } = request;
    if (operation !== 'updateAgent' || body.kind !== 'json' || !isObject(body.value)) return request;
    const agent_id = this.#uuids.get(body.value['agent_id']);
    return agent_id === undefined
      ? request
      : { ...request, body: { kind: 'json', value: { ...body.value, agent_id } } };
  }

  /** Deletes what was made since the last call; each is proven to be ours before, and seen to be gone after. */
  clean(): Promise<CleaningReport> {
    const { cleaning, ledger } = this.#options;
    const made = this.leave().flatMap((key) => ledger.of(key) ?? []);
    return cleanAgents(made, { ...this.#options, transport: cleaning });
  }

  /** Gives the keys of what was begun since the last call, and leaves it to whoever asks. */
  leave(): readonly string[] {
    this.#doubts = null;
    this.#proof = undefined;
    return this.#begun.splice(0);
  }

  /** The agent of ours that a request names by its number or UUID; the gate has let no other through. */
  #ownNamed(numbers: readonly number[], uuids: readonly string[]): OwnAgent | undefined {
    const ids = [...numbers, ...uuids.map((uuid) => Number(uuid.replace(/\D/g, '').slice(-12)))];
    return ids.map((id) => this.#agents.of(id)).find((agent) => agent !== undefined);
  }

  /** Enters a creation in the ledger, and gives its key. */
  #enter(request: ApiRequest, names: readonly string[], entry: Pick<Creation, 'key' | 'mark'> | undefined): string {
    const { ledger, mark, run, settings, now } = this.#options;
    this.#doubts ??= ledger.doubts();
    if (this.#doubts >= mostDoubts) {
      throw new NotSentError('no more agents are created here: what earlier creations made cannot be told');
    }
    // Without a name, the description has the mark of the run.
    const texts = names.length > 0 ? names : descriptionsGiven(request);
    const isMarked = mark !== '' && texts.length > 0 && texts.every((text) => text.includes(mark));
    const own = entry ?? { key: `${run}-${(this.#number += 1)}`, mark: isMarked ? mark : '' };
    const workspace = workspaceOf(settings, request.headers);
    ledger.write({ event: 'creating', ...own, names, workspace, at: now() });
    this.#begun.push(own.key);
    return own.key;
  }

  async #create(key: string, request: ApiRequest, own: OwnAgent | undefined): Promise<SentAnswer> {
    const { transport, ledger } = this.#options;
    let response: ApiResponse;
    try {
      response = await transport(request);
    } catch (error) {
      const isNothing = error instanceof NotSentError || (error instanceof NoAnswerError && error.isUnreachable);
      if (isNothing) ledger.write({ event: 'not-made', key });
      else this.#doubt(key, reasonOf(error));
      throw error;
    }
    const answer = creationAnswer(response);
    let fault: SentAnswer['fault'] = null;
    // A form that names an agent may update it, or create another one.
    const isUpdate = own !== undefined && answer.kind === 'id' && answer.id === own.id;
    if (answer.kind === 'refused' || isUpdate) ledger.write({ event: 'not-made', key });
    else if (answer.kind === 'id') fault = await this.#prove(request, key, answer.id);
    else {
      // Where to look for it.
      if (answer.hint !== undefined) ledger.write({ event: 'created', key, id: answer.hint });
      this.#doubt(key, answer.reason);
    }
    return { response, creation: ledger.of(key) ?? null, fault };
  }

  /** Reads the agent that a creation was answered with. */
  async #prove(request: ApiRequest, key: string, id: number): Promise<SentAnswer['fault']> {
    const { ledger } = this.#options;
    ledger.write({ event: 'created', key, id });
    const creation = ledger.of(key);
    if (creation === undefined) return null;
    const before = this.#sent;
    const isAlone = this.#underWay === 1;
    const proof = await this.#agents.prove(creation, id);
    if (proof.kind === 'own') {
      this.#saw(id, proof.answer);
      const token = tokensOf(this.#options.settings)[creation.workspace];
      const reading = readingOf([['agent_id', String(id)]], token);
      if (isAlone && before === this.#sent) this.#proof = { request: reading, response: proof.answer };
      return null;
    }
    if (proof.kind === 'foreign') {
      this.#doubt(key, `the creation was answered with another agent: ${proof.objection.came}`);
      return { ...proof.objection, clauses: [ruleOfObjection(request, proof.objection)] };
    }
    // An update of an agent that does not exist was answered as if it were done.
    const wasNamed = namesAgent(request) && idsNamed(request, 'agent_id').numbers.includes(id);
    if (proof.kind === 'absent' && wasNamed) ledger.write({ event: 'not-made', key });
    else this.#doubt(key, proof.reason, proof.id);
    return null;
  }

  #doubt(key: string, reason: string, id?: number): void {
    this.#options.ledger.write({ event: 'unclear', key, reason, ...(id !== undefined && { id }) });
  }
}

function ruleOfObjection({ operation }: ApiRequest, { isMisread }: Objection): ClauseId {
  if (isMisread === true) return 'agent.basic-details.id';
  return operation === 'createAgentOrUpdate' ? 'createagentorupdate.success.agent-id' : 'create-agent.create';
}
