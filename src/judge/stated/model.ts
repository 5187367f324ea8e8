import type { ClauseId, OperationId, RefusalId } from '../../document/names.gen.ts';
import type { Settings } from '../../deployment/configuration/settings.ts';
import type { Want } from './wants.ts';

/**
 * The reference model of a walk. It predicts what the specification states, and nothing else: every write leaves, for
 * each member that it addresses, what that member may be afterwards; whatever is not addressed stays as it was read
 * last. Defaults, codes, texts and shapes that are open are taken over from the deployment by reading it, so that the
 * model's state is the deployment's own.
 *
 * It is not the mock, although the mock is an executable model of the specification: to follow a deployment that makes other
 * choices, the mock's whole state would have to be rewritten from outside after each of them, and what an answer of the
 * mock states cannot be told from what it assumes value by value. A model that only knows what is stated needs no list of
 * excuses, judges an order of requests without sending them again (races), and costs no requests.
 */
export interface Model {
  readonly agents: ReadonlyMap<number, AgentModel>;
  /** The rule of the latest write: what it was not told to change it has left alone. */
  readonly cause: ClauseId;
  /** Agents that the other workspace has made, with their names: ours does not see them. */
  readonly foreigners: ReadonlyMap<number, string>;
  /** Numbers that the other workspace has attached to an agent. */
  readonly lent: readonly string[];
  /** Numbers that forms of the own workspace have attached to an agent. */
  readonly given: readonly string[];
  /** Numbers of forms that were refused, so that they are as free as before. */
  readonly rejected: readonly string[];
  /** What the deployment has decided where the specification leaves it open. */
  readonly choices: ReadonlyMap<Choice, unknown>;
}

export type Choice =
  | 'a form updates'
  | 'agent/update renames'
  | 'get-token has words'
  | 'get-token without words'
  | 'workspace_id'
  | 'voice_analysis'
  | 'malformed names'
  | 'account'
  | 'access is refused';

export interface AgentModel {
  readonly id: number;
  /** `unclear`: the next read tells. */
  readonly life: 'live' | 'deleted' | 'unclear';
  /** `data` as it was read last; null: not yet. */
  readonly seen: AgentData | null;
  /** What a member may be at the next read, by its JSON pointer. */
  readonly wants: ReadonlyMap<string, readonly Want[]>;
  /** Members, by the beginnings of their pointers, that may show what was sent in any way. */
  readonly open: readonly string[];
  /** The rules by which what is wanted was written since it was read last. */
  readonly by?: readonly ClauseId[];
  /** The deployment's time when it was read last, in milliseconds since 1970. */
  readonly readAt?: number | undefined;
  /** The numbers that its deletion has released, until it is read again. */
  readonly released?: readonly string[];
  /** The name that agent/update was sent, as long as it is not known whether that is the agent's name. */
  readonly renaming?: string;
}

export type AgentData = Readonly<Record<string, unknown>>;

/** A stated rule that an answer breaks. */
export interface Finding {
  readonly clauses: readonly ClauseId[];
  readonly expected: string;
  readonly came: string;
  /** JSON pointer into the body. */
  readonly path?: string;
  /** What is wrong with the answer whichever rule asks; absent: told by place or expectation. */
  readonly cause?: string;
}

/** What the model knows of the deployment. */
export type Facts = Pick<Settings, 'numbers' | 'values' | 'providers' | 'campaigns' | 'agents' | 'workspace'> & {
  /** The status and the text that the document has for a refusal of an operation, if it has them. */
  readonly refusalOf: (
    operation: OperationId,
    refusal: RefusalId,
  ) => { readonly statuses: readonly number[]; readonly message: string | undefined };
  /** Agents of the settings: they are read, and not written to. */
  readonly bystanders: readonly number[];
  readonly tokens: Readonly<
    Record<'own' | 'second' | 'expired' | 'login' | 'expiredLogin' | 'tokenless' | 'newest' | 'older', string>
  >;
};

export interface Judgement {
  readonly model: Model;
  readonly findings: readonly Finding[];
  /** The rules that the answer was compared with. */
  readonly reached: readonly ClauseId[];
}

export const emptyModel: Model = {
  agents: new Map(),
  cause: 'create-agent.update.partial',
  foreigners: new Map(),
  lent: [],
  given: [],
  rejected: [],
  choices: new Map(),
};

/** The agents that the deployment still has. */
export function liveAgents(model: Model): AgentModel[] {
  return [...model.agents.values()].filter(({ life }) => life !== 'deleted');
}

export function withAgent(model: Model, agent: AgentModel, cause: ClauseId = model.cause): Model {
  return { ...model, cause, agents: new Map([...model.agents, [agent.id, agent]]) };
}

export function withChoice(model: Model, choice: Choice, value: unknown): Model {
  return model.choices.has(choice) ? model : { ...model, choices: new Map([...model.choices, [choice, value]]) };
}
