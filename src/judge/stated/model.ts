import { undocumentedMembers } from '../../document/validate/check-response.ts';
import { type Settings, type Tokens, configuredAgents, tokensOf } from '../../deployment/configuration/settings.ts';
import type { ClauseId } from '../../document/names.gen.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { valueAt } from '../../json/json-value.ts';
import type { CheckedAnswer, Finding } from '../report/violation.ts';
import { type Want, isMemberOf, isOpaque, numbersIn } from './wants.ts';
import type { AgentState } from '../steps.ts';

/**
 * The reference model of a walk. It predicts what the specification states, and nothing else: every write leaves, for
 * each field that it addresses, what that field may be afterwards; whatever is not addressed stays as it was read
 * last. Defaults, codes, texts and shapes that are open are taken over from the deployment by reading it, so that the
 * model's state is the deployment's own.
 *
 * It is not the mock, of whose answers it cannot be told value by value what is stated and what is assumed. A model that only
 * knows what is stated follows a deployment that makes other choices, judges any order of requests (races), and costs none.
 */
export interface Model {
  readonly facts: Facts;
  readonly agents: ReadonlyMap<number, AgentModel>;
  /** The rule of the latest write: what it was not told to change it has left alone. */
  readonly cause: ClauseId;
  /** What the other workspace sees, once it has made an agent: the same rules hold there, and ours does not see it. */
  readonly second?: Model | undefined;
  /** Numbers that the other workspace has attached to an agent. */
  readonly lent: readonly string[];
  /** Numbers that forms of the own workspace have attached to an agent. */
  readonly given: readonly string[];
  /** Numbers of forms that were refused, so that they are as free as before, and names of those that would have made an agent. */
  readonly rejected: readonly string[];
  /** What the deployment has decided where the specification leaves it open. */
  readonly choices: ReadonlyMap<Choice, unknown>;
}

type Choice =
  | 'a form updates'
  | 'a query updates'
  | 'agent/update renames'
  | 'create-agent takes no name'
  /** A name alone, without a language. */
  | 'agent/update takes a name'
  | 'get-token has words'
  | 'get-token without words'
  | 'workspace_id'
  | 'voice_analysis'
  /** What came of ways of which one must do. */
  | `ways of ${string}`
  | 'account'
  | 'access is refused'
  | 'an older token is valid'
  /** How campaign-force-completed refuses one that there is not. */
  | 'an unlisted status'
  /** The field in which an operation has told a word of section 7. */
  | `words of ${string}`
  /** A name that was refused as malformed. */
  | `malformed ${string}`;

export interface AgentModel {
  readonly id: number;
  /** `unclear`: the next read tells. */
  readonly life: 'live' | 'deleted' | 'unclear';
  /** `data` as it was read last; null: not yet. */
  readonly seen: AgentData | null;
  /** What a field may be at the next read, by its JSON pointer. */
  readonly wants: ReadonlyMap<string, readonly Want[]>;
  /** Fields, by the beginnings of their pointers, that may show what was sent in any way. */
  readonly open: readonly string[];
  /** The rules by which what is wanted was written since it was read last. */
  readonly by?: readonly ClauseId[];
  /** What it showed before its deletion, until it is read again. */
  readonly before?: AgentData | undefined;
  /** The name that agent/update was sent, as long as it is not known whether that is the agent's name. */
  readonly renaming?: string;
}

export type AgentData = Readonly<Record<string, unknown>>;

/** What the model knows of the deployment. */
export type Facts = Pick<
  Settings,
  'numbers' | 'values' | 'new_agent' | 'providers' | 'campaigns' | 'agents' | 'workspace' | 'second_workspace'
> & {
  /** As the document is served. */
  readonly operations: ContractDocument['operations'];
  /** Agents of the settings: they are read, and not written to. */
  readonly bystanders: readonly number[];
  /** Whether others may use its agents in campaigns. */
  readonly isShared?: boolean;
  readonly tokens: Tokens;
};

export interface Judgement {
  readonly state: Model;
  readonly findings: readonly Finding[];
  /** The rules that the answer was compared with. */
  readonly reached: readonly ClauseId[];
}

export function liveAgents(model: Model): AgentModel[] {
  return [...model.agents.values()].filter(({ life }) => life !== 'deleted');
}

export function withAgent(model: Model, agent: AgentModel, cause: ClauseId = model.cause): Model {
  return { ...model, cause, agents: new Map([...model.agents, [agent.id, agent]]) };
}

/** @param isLatest whether it takes the place of an earlier one */
export function withChoice(model: Model, choice: Choice, value: unknown, isLatest = false): Model {
  return model.choices.has(choice) && !isLatest
    ? model
    : { ...model, choices: new Map([...model.choices, [choice, value]]) };
}

/** What an agent surely shows at a place when it is read next; undefined where that is open. */
export function surelyShown({ seen, wants, open }: AgentModel, pointer: string): unknown {
  const [want, ...others] = wants.get(pointer) ?? [];
  if (want !== undefined) return others.length === 0 ? want.value : undefined;
  return isMemberOf(pointer, open) ? undefined : valueAt(seen, pointer);
}

/** The state of an agent as far as its rules go; undefined: it was not read yet, or does not show which numbers it has. */
export function stateOf({ life, seen }: AgentModel, { numbers = {} }: Facts): AgentState | undefined {
  if (life === 'deleted') return 'deleted';
  if (seen === null || life === 'unclear') return undefined;
  if (valueAt(seen, '/basic_details/status') === 1) return 'active';
  if (isOpaque(seen['phone_numbers'])) return undefined;
  const attached = numbersIn(seen['phone_numbers']);
  if (attached.length === 0) return 'draft';
  return attached.some((number) => numbers.owned?.includes(number) === true) ? 'ready' : 'shared';
}

/** What the model knows of a deployment: its settings, and the texts of the document. */
export function factsOf(settings: Settings, { operations }: ContractDocument): Facts {
  return { ...settings, operations, bystanders: configuredAgents(settings), tokens: tokensOf(settings) };
}

/** What it knows of the other workspace: nothing that the settings name beside it is that one's, nor what its agents need. */
export function factsOfSecond({ operations, second_workspace: workspace = {}, tokens }: Facts): Facts {
  const { own, second } = tokens;
  return { operations, bystanders: [], workspace, tokens: { ...tokens, own: second, second: own, older: '' } };
}

/** The rules that the document names of an answer's body: each answer is validated against them. */
export function documentedClauses({ operations }: ContractDocument): (answer: CheckedAnswer) => readonly ClauseId[] {
  const known = new Map<string, readonly ClauseId[]>();
  return ({ request: { operation }, status }) => {
    const key = `${operation ?? ''} ${status}`;
    const media = operation === null ? undefined : operations.get(operation)?.responses.get(status)?.content.values();
    const clauses = known.get(key) ?? [...(media ?? [])].flatMap(({ stated }) => clausesIn(stated.schema));
    known.set(key, clauses);
    return clauses;
  };
}

/** The rules that a schema names, in any of its parts. */
export function clausesIn(schema: unknown): ClauseId[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]) =>
    name === 'x-clauses' ? (value as ClauseId[]) : clausesIn(value),
  );
}

/** Whether the document shows the field of `data` at a pointer in an answer of get-by-id, or in what was there `before` and may be gone. */
export function isDocumented(
  { operations }: Facts,
  { body }: CheckedAnswer,
  before: AgentData | null,
): (pointer: string) => boolean {
  const operation = operations.get('getAgent');
  const undocumentedIn = (shown: unknown): readonly string[] =>
    operation === undefined ? [] : undocumentedMembers(operation, 200, shown);
  let beyond: readonly string[] | undefined;
  return (pointer) => {
    beyond ??= [body, { data: before }].flatMap(undocumentedIn).map((each) => each.replace(/^\/data/, ''));
    return !isMemberOf(pointer, beyond);
  };
}
