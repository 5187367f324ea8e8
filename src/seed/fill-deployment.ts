import type { AgentRecord, VoiceRecord } from '../domain/records.ts';
import { VOICE_PROVIDERS } from './codes.ts';
import type { DeploymentConfig } from './deployment-config.ts';
import { deploymentRequests, type DeploymentRequests } from './deployment-requests.ts';
import { generate } from './generate.ts';
import type { SeedBase } from './seed-batch.ts';
import { NoAnswerError, problemIn, type HttpAnswer, type HttpRequest, type SendRequest } from './polite-http.ts';
import type { ResolvedPlan, WorkspaceChoice } from './resolve-plan.ts';
import { continueOrBegin, type SeedLedger } from './seed-ledger.ts';
import { type SeedOutcome, SeedStoppedError } from './seed-run.ts';
import { totalsOfPlan, type SeedTotals } from './seed-totals.ts';

export interface FillDeploymentOptions {
  readonly send: SendRequest;
  readonly ledger: SeedLedger;
  readonly onAgent?: () => void;
  /** Asked between requests; true stops the run, which can go on later. */
  readonly isStopped?: () => boolean;
}

/** What a run into a deployment came to. */
export interface DeploymentOutcome {
  readonly outcome: SeedOutcome;
  /** What the public API cannot create, and agents that are not as planned; each with its path. */
  readonly left: readonly string[];
  /** Agents that may have been created by a request whose answer never came; none of them is created again. */
  readonly inDoubt: readonly string[];
}

/**
 * Creates a plan's agents in a deployment, through its public API alone. Creations are entered in the ledger before
 * they are sent and never sent twice; all else is repeated until it is answered.
 * Throws `PlanError`, `LedgerError`, `NoAnswerError`, and `SeedStoppedError` where the deployment refuses.
 */
export async function fillDeployment(
  plan: ResolvedPlan,
  config: DeploymentConfig,
  { send, ledger, onAgent = () => undefined, isStopped = () => false }: FillDeploymentOptions,
): Promise<DeploymentOutcome> {
  const requests = deploymentRequests(config);
  const target = config.base_url;
  const there = ledger.run?.base ?? baseOf(plan, await readVoices(requests, send));
  const { base } = continueOrBegin(ledger, { target, plan, base: there });
  const left = [...beyondPublicApi(plan)];
  const inDoubt: string[] = [];
  const numbers = [...config.numbers.owned];
  const before = ledger.isComplete;

  for (const { key, path, agent, numbers: wanted } of plannedAgents(plan, base)) {
    if (isStopped()) return { outcome: 'stopped', left, inDoubt };
    const attached = numbers.splice(0, wanted);
    if (attached.length < wanted) left.push(`${key}: ${lacking(agent, wanted, attached.length)}`);
    if (ledger.stateOf(key) === 'sending') {
      inDoubt.push(`${key}: look for an agent with "${noteOf(key)}" in its description`);
      continue;
    }
    const id =
      ledger.idOf(key) ??
      (await create(key, path, requests.create(agent, noteOf(key), base.voices.length > 0), send, ledger));
    const step = async (name: string, request: HttpRequest): Promise<void> => {
      if (ledger.stateOf(`${key}.${name}`) === 'done') return;
      const answer = await send(request);
      if (!isFine(answer)) throw refusal(`${key}, agent ${id}, ${name}`, answer);
      ledger.done(`${key}.${name}`);
    };
    await step('settings', requests.settings(id, agent, attached));
    if (agent.status === 2) await step('status', requests.status(id, 2));
    if (agent.status === 1 && attached.length > 0) await step('status', requests.status(id, 1));
    onAgent();
  }
  ledger.complete();
  return { outcome: before ? 'there already' : 'made', left, inDoubt };
}

/** Soft-deletes the agents that a ledger says were made. @returns how many, and what is to be looked at by a person */
export async function emptyDeployment(
  config: DeploymentConfig,
  { send, ledger }: Pick<FillDeploymentOptions, 'send' | 'ledger'>,
): Promise<{ readonly deleted: number; readonly inDoubt: readonly string[] }> {
  const requests = deploymentRequests(config);
  let deleted = 0;
  for (const key of [...ledger.keys('done')].reverse()) {
    const id = ledger.idOf(key);
    if (id !== undefined) {
      const answer = await send(requests.status(id, 2));
      if (!isFine(answer) && answer.status !== 404) throw refusal(`${key}, agent ${id}`, answer);
      deleted += 1;
    }
    ledger.undone(key);
  }
  const inDoubt = ledger
    .keys('sending')
    .map((key) => `${key}: look for an agent with "${noteOf(key)}" in its description`);
  return { deleted, inDoubt };
}

/** What a plan asks for and the public API cannot create. */
export function* beyondPublicApi(plan: ResolvedPlan): Generator<string> {
  for (const { path } of plan.workspaces) yield `${path}: a workspace, its users and tokens`;
  for (const { path, count } of plan.numbers) yield `${path}: ${count} numbers; attach those of numbers.owned instead`;
  const [first] = plan.agents;
  for (const { path, count, workspace } of plan.agents) {
    if (!isSame(workspace, first?.workspace)) yield `${path}: ${count} agents of another workspace than the token's`;
  }
  for (const { path, count, audience } of plan.campaigns) {
    const records = audience === null ? 0 : count * audience.counts.reduce((sum, more) => sum + more, 0);
    yield `${path}: ${count} campaigns${records === 0 ? '' : ` with ${records} audience records`}`;
  }
}

/** How much of a plan a deployment can take: the agents of one workspace. */
export function totalsOfDeployment(plan: ResolvedPlan): SeedTotals {
  const none = totalsOfPlan({ ...plan, workspaces: [], numbers: [], agents: [], campaigns: [] });
  const own = plan.agents.filter(({ workspace }) => isSame(workspace, plan.agents[0]?.workspace));
  return { ...none, agents: own.reduce((sum, { count }) => sum + count, 0) };
}

interface PlannedAgent {
  readonly key: string;
  readonly path: string;
  readonly agent: AgentRecord;
  /** How many are to be attached. */
  readonly numbers: number;
}

function* plannedAgents(plan: ResolvedPlan, base: SeedBase): Generator<PlannedAgent> {
  const groups = new Map(plan.agents.map((group) => [group.path, group]));
  const counts = new Map<string, number>();
  for (const { path, records } of generate({ ...plan, campaigns: [] }, base)) {
    const group = groups.get(path);
    if (group === undefined || !isSame(group.workspace, plan.agents[0]?.workspace)) continue;
    for (const { collection, record } of records) {
      if (collection !== 'agents') continue;
      const nth = counts.get(path) ?? 0;
      counts.set(path, nth + 1);
      yield { key: `${path}#${nth}`, path, agent: record, numbers: group.numbers };
    }
  }
}

async function create(
  key: string,
  path: string,
  request: HttpRequest,
  send: SendRequest,
  ledger: SeedLedger,
): Promise<number> {
  ledger.sending(key);
  try {
    const answer = await send(request);
    const id = isFine(answer) ? createdId(answer.body) : undefined;
    if (id === undefined) {
      if (!isFine(answer) && answer.status < 500) ledger.refused(key);
      throw refusal(path, answer);
    }
    ledger.done(key, id);
    return id;
  } catch (error) {
    if (error instanceof NoAnswerError && !error.wasSent) ledger.refused(key);
    throw error;
  }
}

async function readVoices(requests: DeploymentRequests, send: SendRequest): Promise<VoiceRecord[]> {
  const voices: VoiceRecord[] = [];
  for (const { id: provider_id } of VOICE_PROVIDERS) {
    const answer = await send(requests.voices(provider_id));
    if (answer.status === 401) throw refusal('voice-list', answer);
    const { data } = (answer.body ?? {}) as { readonly data?: { readonly voices?: unknown } };
    if (!isFine(answer) || !Array.isArray(data?.voices)) continue;
    for (const voice of data.voices as Partial<VoiceRecord>[]) {
      if (typeof voice.id === 'string') voices.push(voiceOf(provider_id, voices.length, voice.id, voice));
    }
  }
  return voices;
}

function voiceOf(provider_id: string, position: number, id: string, voice: Partial<VoiceRecord>): VoiceRecord {
  const { language = '', gender = 'neutral', title = '' } = voice;
  const rest = { category: '', description: '', url: '', age: 'young', image: null } as const;
  return { id, provider_id, position, title, language, gender, ...rest };
}

/** A deployment shows neither workspaces nor users: the records are made as if for one of each. */
function baseOf(plan: ResolvedPlan, voices: readonly VoiceRecord[]): SeedBase {
  const named = [...plan.agents, ...plan.campaigns].flatMap(({ workspace }) =>
    workspace !== 'first' && 'id' in workspace ? [workspace.id] : [],
  );
  const ids = [...new Set([1, ...named])];
  const first = Math.max(...ids) + 1;
  return {
    workspaces: ids.map((id) => ({ id, name: '', company_id: 1, voice_analysis: false })),
    users: ids.map((id) => ({ id, workspace_id: id, first_name: '', last_name: '', email: '' })),
    providers: [{ id: 'provider_a', name: '', default_page_size: 10, workspace_ids: ids }],
    voices,
    firstIds: { workspaces: first, users: first, agents: 1, campaigns: 1, leads: 1, phone_numbers: 1 },
  };
}

function createdId(body: unknown): number | undefined {
  const data: unknown = body instanceof Object && 'data' in body ? body.data : undefined;
  const id: unknown = data instanceof Object && 'agent_id' in data ? data.agent_id : undefined;
  return typeof id === 'number' ? id : undefined;
}

function isFine({ status }: HttpAnswer): boolean {
  return status === 200 || status === 201;
}

function refusal(path: string, answer: HttpAnswer): SeedStoppedError {
  return new SeedStoppedError(`${path}: the deployment answers ${problemIn(answer)}`);
}

function lacking(agent: AgentRecord, wanted: number, got: number): string {
  const rest = agent.status === 1 && got === 0 ? ', and it stays a draft' : '';
  return `wants ${wanted} numbers and numbers.owned has ${got} left for it${rest}`;
}

function noteOf(key: string): string {
  return `seeded ${key}`;
}

function isSame(one: WorkspaceChoice, other: WorkspaceChoice | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
