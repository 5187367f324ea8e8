import { defaultScenario } from '../../src/deployment/configuration/settings.ts';
import {
  jsonOf,
  type ApiRequest,
  type ApiResponse,
  type FormPart,
  type Transport,
} from '../../src/deployment/transport.ts';
import type { OperationId, RefusalId, ClauseId } from '../../src/document/names.gen.ts';
import type { Operation } from '../../src/document/operation.ts';
import { sentJson, sentParts } from '../../src/judge/report/violation.ts';
import { namedIn, queryValue } from '../../src/judge/stated/expectation.ts';
import type { Overlay } from '../../src/document/overlay.ts';
import { loadContractDocument } from '../../src/document/read/load.ts';

// What a fault reads and edits has any shape.
// oxlint-disable-next-line typescript/no-explicit-any
export type Body = any;

export const { token: ownToken } = defaultScenario;
export const expiredToken = 'dead'.repeat(16);
export const otherToken = '910b'.repeat(16);

/** A request to a broken provider, with everything that the provider has seen, and its answer once there is one. */
export class Call {
  /** The agent that it names, or that it made; NaN if none. */
  agent: number;
  #answer: ApiResponse | undefined;
  #body: Body;

  /**
   * @param past what was answered before, oldest first
   * @param correct the correct provider behind the broken one
   */
  constructor(
    readonly request: ApiRequest,
    readonly past: readonly Call[],
    readonly correct: Transport,
    private readonly underWay: ReadonlySet<Call>,
    private readonly documented: Operation | undefined,
  ) {
    this.agent = namedIn(this) ?? Number.NaN;
  }

  /** Takes the correct provider's answer. */
  answered(response: ApiResponse): void {
    this.#answer = response;
    if (this.isCreation || this.isForm) this.agent = Number(this.body?.data?.agent_id);
  }

  /** The correct provider's answer; of status 0 before it came. */
  get answer(): ApiResponse {
    return this.#answer ?? { status: 0, headers: {}, text: '' };
  }

  get status(): number {
    return this.answer.status;
  }

  /** The rule that decided it, as the mock says. */
  get rule(): string | undefined {
    return this.answer.headers['x-mock-rule'];
  }

  /** What the correct provider answered, read when it is first asked for. */
  get body(): Body {
    return (this.#body ??= this.#answer && jsonOf(this.#answer));
  }

  get operation(): OperationId | null {
    return this.request.operation;
  }

  is(...operations: readonly OperationId[]): boolean {
    return this.operation !== null && operations.includes(this.operation);
  }

  get sent(): Body {
    return sentJson(this);
  }

  get parts(): readonly FormPart[] {
    return sentParts(this);
  }

  /** The texts of the form's fields of a name. */
  texts(name: RegExp): readonly string[] {
    return this.parts.flatMap((part) => (name.test(part.name) ? String(part.value) : []));
  }

  get numbers(): readonly string[] {
    return this.texts(/^phone_numbers/);
  }

  query(name: string): string | undefined {
    return queryValue(this, name);
  }

  get token(): string {
    const { token, api_access_token, authorization = '' } = this.request.headers;
    return token ?? api_access_token ?? authorization.replace(/^Bearer /, '');
  }

  get isOwn(): boolean {
    return this.token === ownToken;
  }

  /** Whether the token comes in api_access_token alone. */
  get isAccessAlone(): boolean {
    const { headers } = this.request;
    return headers['api_access_token'] !== undefined && headers['token'] === undefined;
  }

  get isCreation(): boolean {
    return this.is('createAgent') && namedIn(this) === null;
  }

  get isUpdate(): boolean {
    return this.is('createAgent') && namedIn(this) !== null;
  }

  get isForm(): boolean {
    return this.is('createAgentOrUpdate') && namedIn(this) === null;
  }

  /** Whether the agent that it names was made by a form. */
  get isOfForm(): boolean {
    return this.written()[0]?.is('createAgentOrUpdate') === true;
  }

  /** An update of fields, its status left alone. */
  get isChange(): boolean {
    return this.isUpdate && this.sent.status === undefined;
  }

  sets(status: number): boolean {
    return this.isUpdate && this.sent.status === status;
  }

  get isCompletion(): boolean {
    return this.sent.campaign_status === 'force_completed' && this.status === 200;
  }

  /** What is under way at the same time. */
  beside(): readonly Call[] {
    return [...this.underWay].filter((each) => each !== this);
  }

  /** The requests before that changed an agent, its creation too. */
  written(agent = this.agent): readonly Call[] {
    return this.past.filter((each) => each.agent === agent && each.status === 200 && !each.is('getAgent'));
  }

  /** The statuses that an agent was given, oldest first. */
  statuses(agent = this.agent): readonly number[] {
    return this.written(agent).flatMap(({ sent }) => sent.status ?? []);
  }

  lastStatus(agent = this.agent): number | undefined {
    return this.statuses(agent).at(-1);
  }

  /** The agents made before, oldest first. */
  get made(): readonly number[] {
    return this.past
      .filter((each) => each.status === 200 && (each.isCreation || each.isForm))
      .map((each) => each.agent);
  }

  /** Whether a force completion was done, of one campaign or of any. */
  isCompleted(campaign?: number): boolean {
    return this.past.some((each) => each.isCompletion && (campaign ?? each.sent.campaign_id) === each.sent.campaign_id);
  }

  /** What the document answers a refusal by this rule; absent: by that of what is invalid. */
  refusal(rule: RefusalId | undefined = this.documented?.invalidRefusal): ApiResponse {
    const refusal = rule && this.documented?.refusals.get(rule);
    if (refusal === undefined) throw new Error(`${String(this.operation)} does not refuse by ${String(rule)}.`);
    return json(refusal.status, refusal.body);
  }

  /** What the document answers if it is done, of the agent that the request names, under its latest name. */
  success(): ApiResponse {
    const [example] = this.documented?.successExamples.values() ?? [];
    const body: Body = structuredClone(example?.body ?? {});
    const { agent, sent } = this;
    const named = this.past.findLast((each) => each.agent === agent && each.sent.agent_name !== undefined);
    const shown = sent.agent_name ?? named?.sent.agent_name;
    if (body.data?.agent_id !== undefined && Number.isInteger(agent)) body.data.agent_id = sent.agent_id ?? agent;
    if (body.data?.agent_name !== undefined && shown !== undefined) body.data.agent_name = shown;
    return json(example?.status ?? 200, body);
  }
}

export function json(status: number, body: unknown): ApiResponse {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, text: JSON.stringify(body) };
}

/** The UUID of an agent, which the mock makes of its id. */
export function uuidShown(agent: number | string | undefined): string {
  return `00000000-0000-4000-8000-${String(agent).padStart(12, '0')}`;
}

/** A deliberately broken provider: the mock behind a transport that breaks one rule. */
export interface Fault {
  readonly name: string;
  /** The rule that it breaks: a script that names it must find it. */
  readonly clause: ClauseId;
  /** Other rules that it breaks by the same, so that it may be told as one of them. */
  readonly toldAs?: readonly ClauseId[];
  readonly where: Breaking;
  /** What the mock behind it decides; absent: as it does by itself. */
  readonly profile?: Overlay;
  readonly wrap: (provider: Transport) => Transport;
}

/** Where a provider goes wrong. */
export interface Break {
  /** Gives the request that is carried out instead, or an answer in its place. */
  readonly before?: (call: Call) => Instead | Promise<Instead>;
  /** Which answers it edits; absent: any. What is left alone is not read. */
  readonly of?: (call: Call) => boolean;
  /** Edits the body of the answer, or gives another answer. */
  readonly after?: (call: Call, body: Body, status: number) => Instead | Promise<Instead>;
}

/** A function gives each provider a memory of its own. */
export type Breaking = Break | (() => Break);

// A condition that does not hold may give anything false.
// oxlint-disable-next-line typescript/no-invalid-void-type
export type Instead = ApiRequest | ApiResponse | false | undefined | void;

/** Faults, each as the rule that it breaks and what it does. */
export function faultsOf(byName: Readonly<Record<`${ClauseId}: ${string}`, Breaking>>): readonly Fault[] {
  return Object.entries(byName).map(([title, where]) => {
    const [clause = '', ...name] = title.split(': ');
    return broken(name.join(': '), clause as ClauseId, where);
  });
}

export function broken(name: string, clause: ClauseId, where: Breaking, toldAs: readonly ClauseId[] = []): Fault {
  return { name, clause, toldAs, where, wrap: breaking(where) };
}

/** Faults by how something is wrong, each named and told by a rule; false: it cannot be wrong so. */
export function brokenBy(
  hows: Readonly<Record<string, Breaking | false>>,
  telling: (how: string) => readonly [name: string, clause: ClauseId],
): readonly Fault[] {
  return Object.entries(hows).flatMap(([how, where]) => (where === false ? [] : [broken(...telling(how), where)]));
}

/** A provider that does something otherwise. */
export function breaking(where: Breaking): Fault['wrap'] {
  return (correct) => {
    const { operations } = loadContractDocument();
    const place = typeof where === 'function' ? where() : where;
    const past: Call[] = [];
    const underWay = new Set<Call>();
    return async (request) => {
      const call = new Call(request, past, correct, underWay, operations.get(request.operation ?? 'getAgent'));
      underWay.add(call);
      try {
        const response = await performed(call, place);
        past.push(call);
        return response;
      } finally {
        underWay.delete(call);
      }
    };
  };
}

/** Edits of answers as one, so that each answer is read and written once. */
export function together(breaks: readonly Break[]): Break {
  const concerned = (call: Call): readonly Break[] => breaks.filter(({ of }) => of?.(call) !== false);
  return {
    of: (call) => concerned(call).length > 0,
    after: async (call, body, status) => {
      for (const { after } of concerned(call)) {
        const answer = await after?.(call, body, status);
        if (typeof answer === 'object') return answer;
      }
      return undefined;
    },
  };
}

async function performed(call: Call, { before, of: isEdited = () => true, after }: Break): Promise<ApiResponse> {
  const other = await before?.(call);
  const instead = typeof other === 'object' ? other : call.request;
  const response = 'status' in instead ? instead : await call.correct(instead);
  call.answered(response);
  if (after === undefined || !isEdited(call)) return response;
  const body: Body = jsonOf(response);
  if (body === undefined) return response;
  const edited = await after(call, body, response.status);
  const isAnswer = typeof edited === 'object' && 'status' in edited;
  return isAnswer ? edited : { ...response, text: JSON.stringify(body) };
}
