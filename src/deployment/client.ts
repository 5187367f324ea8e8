import type { ClauseId } from '../document/names.gen.ts';
import { cleanAgents, type CleaningReport } from './agents/clean-agents.ts';
import { creationAnswer, descriptionsGiven, mayCreate, namesAgent, namesGiven } from './agents/creation-request.ts';
import type { Creation, CreationLedger, OwnAgent } from './agents/creation-ledger.ts';
import { NoAnswerError, NotSentError, type ApiRequest, type ApiResponse, type Exchange } from './exchange.ts';
import { idsNamed } from './configuration/named-ids.ts';
import { createOwnAgents } from './agents/own-agents.ts';
import type { Objection } from './agents/ownership.ts';
import { configuredAgents, tokenIn, workspaceOf, type Settings } from './configuration/settings.ts';
import { createWriteGate } from './agents/write-gate.ts';

export interface DeploymentClientOptions {
  /** Sends a request politely. */
  readonly exchange: Exchange;
  /** Sends the requests that clean: these may have more time. */
  readonly cleaning: Exchange;
  readonly settings: Settings;
  readonly ledger: CreationLedger;
  /** Begins the keys of the ledger, and no other run's. */
  readonly run: string;
  /** A text that the names of this run's agents hold, and no others. */
  readonly mark: string;
  readonly mayComplete: boolean;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly now: () => number;
}

/** What the ledger says of a creation that its request does not. */
export interface CreationEntry {
  readonly key: string;
  /** A text in the request's name or description that no other creation has. */
  readonly mark: string;
}

/** An answer, and what it shows of a creation. */
export interface SentAnswer {
  readonly response: ApiResponse;
  /** The creation that the request was; null: it was none. */
  readonly creation: Creation | null;
  /** The rule that a creation breaks that answers with an agent that is not the one asked for. */
  readonly fault: OwnershipFault | null;
}

export interface OwnershipFault extends Objection {
  readonly clauses: readonly ClauseId[];
}

/** A deployment that is written to only where what is written to is of this run. */
export interface DeploymentClient {
  /**
   * Sends a request. Creations are entered in the ledger before, and the agents they answer with are read after.
   * Throws `NotSentError` for a request that could write to anything else, and `NoAnswerError`.
   * @param entry the ledger's, if the request creates; a new one if absent
   */
  send(request: ApiRequest, entry?: CreationEntry): Promise<SentAnswer>;
  /** Deletes what was made since it was last called, or these; each is proven to be ours before, and seen to be gone after. */
  clean(agents?: readonly OwnAgent[]): Promise<CleaningReport>;
}

/** After so many creations of a run whose agents cannot be told, no more are begun: each may leave an agent behind. */
const MOST_DOUBTS = 5;

export function createDeploymentClient(options: DeploymentClientOptions): DeploymentClient {
  const { exchange, settings, ledger, run, mark, mayComplete, now } = options;
  const tokenOf = tokenIn(settings);
  const configured = configuredAgents(settings);
  const agents = createOwnAgents({ ...options, configured, tokenOf });
  const gate = createWriteGate({ exchange, settings, agents, mayComplete, tokenOf });
  const begun: string[] = [];
  let number = 0;
  /** Looked up anew after each cleaning: other threads may be at work on the same ledger. */
  let doubts: number | null = null;
  /** A form that names an agent updates it here, as one has shown: its lost answer leaves no doubt. */
  let isFormUpdate = false;

  const sendCreation = async (
    request: ApiRequest,
    own: OwnAgent | undefined,
    entry: CreationEntry | undefined,
  ): Promise<SentAnswer> => {
    doubts ??= ledger.doubts();
    if (doubts >= MOST_DOUBTS) {
      throw new NotSentError('no more agents are created here: what earlier creations made cannot be told');
    }
    const names = namesGiven(request);
    // Where a name is not given, the description says whose it is.
    const texts = names.length > 0 ? names : descriptionsGiven(request);
    const isMarked = mark !== '' && texts.length > 0 && texts.every((text) => text.includes(mark));
    const { key, mark: ownMark } = entry ?? { key: `${run}-${(number += 1)}`, mark: isMarked ? mark : '' };
    const workspace = workspaceOf(settings, request.headers);
    const updates = own === undefined ? {} : { updates: own.id };
    ledger.write({ event: 'creating', key, names, mark: ownMark, workspace, at: now(), ...updates });
    begun.push(key);
    const doubt = (reason: string): void => ledger.write({ event: 'unclear', key, reason });
    let response: ApiResponse;
    try {
      response = await exchange(request);
    } catch (error) {
      const isNothing = error instanceof NotSentError || (error instanceof NoAnswerError && error.isUnreachable);
      if (isNothing || (own !== undefined && isFormUpdate)) ledger.write({ event: 'not-made', key });
      else doubt(error instanceof Error ? error.message : String(error));
      throw error;
    }
    const fault = await conclude(request, response, key, own, doubt);
    return { response, creation: ledger.of(key) ?? null, fault };
  };

  /** Forms update here: those whose answers were lost have created nothing either. */
  const concludeUpdates = (): void => {
    isFormUpdate = true;
    for (const { key, state, updates } of ledger.all()) {
      if (state === 'may exist' && updates !== null) ledger.write({ event: 'not-made', key });
    }
  };

  const conclude = async (
    request: ApiRequest,
    response: ApiResponse,
    key: string,
    own: OwnAgent | undefined,
    doubt: (reason: string) => void,
  ): Promise<OwnershipFault | null> => {
    const answer = creationAnswer(response);
    const isUpdate = own !== undefined && (answer.kind === 'id' ? answer.id === own.id : isFormUpdate);
    if (isUpdate && !isFormUpdate) concludeUpdates();
    if (answer.kind === 'refused' || isUpdate) {
      ledger.write({ event: 'not-made', key });
      return null;
    }
    if (answer.kind === 'unclear') {
      // Where to look for it.
      if (answer.hint !== undefined) ledger.write({ event: 'created', key, id: answer.hint });
      doubt(answer.reason);
      return null;
    }
    ledger.write({ event: 'created', key, id: answer.id });
    const creation = ledger.of(key);
    if (creation === undefined) return null;
    const proof = await agents.prove(creation, answer.id);
    if (proof.kind === 'own') return null;
    // An update of an agent that does not exist was answered as if it were done.
    const wasNamed = namesAgent(request) && idsNamed(request, 'agent_id').numbers.includes(answer.id);
    if (proof.kind === 'absent' && wasNamed) {
      ledger.write({ event: 'not-made', key });
      return null;
    }
    if (proof.kind !== 'foreign') {
      doubt(proof.reason);
      return null;
    }
    doubt(`the creation was answered with another agent: ${proof.objection.came}`);
    return { ...proof.objection, clauses: [brokenRule(request, proof.objection)] };
  };

  return {
    send: async (request, entry) => {
      await gate(request, workspaceOf(settings, request.headers));
      const owned = ownNamed(request);
      if (owned !== undefined) {
        const names = namesGiven(request);
        if (names.length > 0) ledger.write({ event: 'renaming', key: owned.key, names });
      }
      const isOther = idsNamed(request, 'agent_id').numbers.some((id) => configured.includes(id));
      const isUpdate = isOther || (owned !== undefined && request.operation !== 'createAgentOrUpdate');
      if (mayCreate(request) && !isUpdate) return sendCreation(request, owned, entry);
      const response = await exchange(request);
      const [read] = request.operation === 'getAgent' ? idsNamed(request, 'agent_id').numbers : [];
      if (read !== undefined && response.status === 200) agents.saw(read);
      return { response, creation: null, fault: null };
    },
    clean: (given) => {
      doubts = null;
      const made = given ?? begun.splice(0).flatMap((key) => ledger.of(key) ?? []);
      return cleanAgents(made, { exchange: options.cleaning, ledger, tokenOf });
    },
  };

  /** The agent of ours that a request names by its number or UUID; the gate has let no other through. */
  function ownNamed(request: ApiRequest): OwnAgent | undefined {
    const { numbers, uuids } = idsNamed(request, 'agent_id');
    const ids = [...numbers, ...uuids.map((uuid) => Number(uuid.replace(/\D/g, '').slice(-12)))];
    return ids.map((id) => agents.of(id)).find((agent) => agent !== undefined);
  }
}

function brokenRule({ operation }: ApiRequest, { isMisread }: Objection): ClauseId {
  if (isMisread === true) return 'agent.basic-details.id';
  return operation === 'createAgentOrUpdate' ? 'createagentorupdate.success.agent-id' : 'create-agent.create';
}
