import { DeploymentClient } from '../../deployment/client.ts';
import { answeredAgent } from '../../deployment/agents/request-names.ts';
import { type Creation, isMade, openCreationLedger } from '../../deployment/agents/creation-ledger.ts';
import { type ApiRequest, type ApiResponse, jsonOf, problemIn, type Transport } from '../../deployment/transport.ts';
import { type LedgerFile, claimLedger, requireOwner, signedBy } from '../../deployment/agents/ledger.ts';
import type { DeploymentSettings } from '../../deployment/configuration/read-settings.ts';
import { cleanLedger, findLost, leftIn } from '../../deployment/agents/clean-agents.ts';
import type { AgentRecord, VoiceRecord } from '../../domain/records.ts';
import { bracketFields } from '../../json/json-value.ts';
import { totalOfCounts } from '../factories/campaign-factories.ts';
import { voiceProviders } from '../factories/prose.gen.ts';
import { generate } from '../plan/generate.ts';
import { isSameWorkspace, type ResolvedPlan } from '../plan/resolve-plan.ts';
import {
  type RunWatch,
  type SeedBase,
  type SeedOutcome,
  SeedStoppedError,
  type SeedTotals,
  nothingMade,
} from '../plan/seed-batch.ts';
import { continueOrBegin, SeedLedger } from './seed-ledger.ts';

export interface FillDeploymentOptions extends RunWatch {
  readonly transport: Transport;
  readonly ledger: LedgerFile;
  /** A short text that no other run has. */
  readonly run: string;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** What a run came to. */
export interface DeploymentOutcome {
  readonly outcome: SeedOutcome;
  /** What the public API of a deployment cannot create, and agents that are not as planned; each with its path. */
  readonly left: readonly string[];
  /** Agents of a deployment that may have been created by a request whose answer was lost; none is created again. */
  readonly inDoubt: readonly string[];
  /** Whether all that the target can take is there, and as planned; of a deployment each agent of the plan. */
  readonly isWhole: boolean;
}

/**
 * Creates a plan's agents in a deployment, through its public API alone. Creations are entered in the ledger before
 * they are sent and never sent twice; an agent is changed only once it was read and proven to be the one created.
 * @throws PlanError, LedgerError, NoAnswerError; SeedStoppedError if the deployment refuses
 */
export async function fillDeployment(
  plan: ResolvedPlan,
  settings: DeploymentSettings,
  options: FillDeploymentOptions,
): Promise<DeploymentOutcome> {
  const run = await openRun(plan, settings, options);
  const { creations } = run;
  const left = [...beyondPublicApi(plan)];
  const inDoubt: string[] = [];
  const beyond = left.length;
  const { numbers: { owned = [] } = {} } = settings;
  const numbers = [...owned];

  for (const planned of plannedAgents(plan, run.base)) {
    if (options.isStopped?.() === true) return { outcome: 'stopped', left, inDoubt, isWhole: false };
    const attached = numbers.splice(0, planned.numbers);
    if (attached.length < planned.numbers) left.push(`${planned.key}: ${lacking(planned, attached.length)}`);
    const known = creations.of(planned.key);
    if (known?.state === 'may exist') inDoubt.push(doubtOf(known));
    else {
      const id = await createOnce(planned, run);
      await takeSteps(planned, id, attached, run);
      options.onProgress?.({ agents: 1 });
    }
  }
  const isCertain = inDoubt.length === 0;
  const isOneWorkspace = plan.agents.every(({ workspace }) => isSameWorkspace(workspace, plan.agents[0]?.workspace));
  const isWhole = isOneWorkspace && isCertain && left.length === beyond;
  return { outcome: finish(run, isCertain), left, inDoubt, isWhole };
}

function finish({ ledger, wasComplete }: Run, isCertain: boolean): SeedOutcome {
  if (isCertain) ledger.note({ event: 'complete' });
  return wasComplete ? 'there already' : 'made';
}

type Run = Awaited<ReturnType<typeof openRun>>;

/** Begins the run of a ledger, or goes on with it. */
async function openRun(plan: ResolvedPlan, settings: DeploymentSettings, options: FillDeploymentOptions) {
  const { transport, run: name } = options;
  const file = signedBy(settings, options.ledger);
  const ledger = new SeedLedger(file);
  const creations = openCreationLedger(file);
  const there = ledger.run?.base ?? baseForDeployment(plan, await readVoices(settings, transport));
  claimLedger(options.ledger, settings);
  const run = { target: settings.addresses.base_url, plan, base: there };
  const { base } = continueOrBegin(ledger, run, leftIn(file).length > 0);
  await findLost(creations, transport, settings);
  const common = { cleaning: transport, mark: '', mayComplete: false, now: Date.now };
  const client = new DeploymentClient({ ...options, ...common, settings, ledger: creations });
  return { name, wasComplete: ledger.isComplete, ledger, creations, base, settings, client };
}

/**
 * Soft-deletes the agents that a ledger says were made, each proven to be ours before and seen to be gone after.
 * @returns how many, and what may still be there
 * @throws LedgerError if the ledger is of another deployment or workspace
 */
export async function emptyDeployment(
  settings: DeploymentSettings,
  { transport, ledger: file }: Pick<FillDeploymentOptions, 'transport' | 'ledger'>,
): Promise<{ readonly deleted: number; readonly left: readonly string[] }> {
  requireOwner(file, settings);
  const own = signedBy(settings, file);
  const creations = openCreationLedger(own);
  const { cleaned, left } = await cleanLedger(creations, transport, settings);
  const ledger = new SeedLedger(own);
  const isGone = (key: string): boolean => creations.of(key.replace(/\.[a-z]+$/, ''))?.state === 'cleaned';
  for (const key of ledger.keys('done').filter(isGone)) ledger.note({ event: 'undone', key });
  return { deleted: cleaned, left: left.map(({ id, name, reason }) => `agent ${id ?? '?'} ${name}: ${reason}`) };
}

/** What a plan asks for and the public API cannot create. */
export function* beyondPublicApi(plan: ResolvedPlan): Generator<string> {
  for (const { path } of plan.workspaces) yield `${path}: a workspace, its users and tokens`;
  for (const { path, count } of plan.numbers) yield `${path}: ${count} numbers; attach those of numbers.owned instead`;
  const [first] = plan.agents;
  for (const { path, count, workspace, documents } of plan.agents) {
    if (documents !== null) yield `${path}.documents: what is in them`;
    if (!isSameWorkspace(workspace, first?.workspace)) {
      yield `${path}: ${count} agents of another workspace than the token's`;
    }
  }
  for (const { path, count, audience } of plan.campaigns) {
    const records = audience === null ? 0 : count * totalOfCounts(audience.counts);
    yield `${path}: ${count} campaigns${records === 0 ? '' : ` with ${records} audience records`}`;
  }
}

/** How much of a plan a deployment can take: the agents of one workspace. */
export function totalsOfDeployment(plan: ResolvedPlan): SeedTotals {
  const own = plan.agents.filter(({ workspace }) => isSameWorkspace(workspace, plan.agents[0]?.workspace));
  return { ...nothingMade, agents: own.reduce((sum, { count }) => sum + count, 0) };
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
    if (group === undefined || !isSameWorkspace(group.workspace, plan.agents[0]?.workspace)) continue;
    for (const { collection, record } of records) {
      if (collection !== 'agents') continue;
      const nth = counts.get(path) ?? 0;
      counts.set(path, nth + 1);
      yield { key: `${path}#${nth}`, path, agent: record, numbers: group.numbers };
    }
  }
}

/** Sends the requests that make an agent as planned once it is created. */
async function takeSteps(planned: PlannedAgent, id: number, numbers: readonly string[], run: Run): Promise<void> {
  const { key, agent } = planned;
  const { client, ledger, settings } = run;
  const steps: [name: string, request: ApiRequest][] = [['settings', settingsRequest(settings, id, agent, numbers)]];
  const hasStatus = agent.status === 2 || (agent.status === 1 && numbers.length > 0);
  if (hasStatus) steps.push(['status', statusRequest(settings, id, agent.status)]);
  for (const [name, request] of steps) {
    if (ledger.stateOf(`${key}.${name}`) === 'done') continue;
    const { response } = await client.send(request);
    if (!isSuccess(response)) throw refusal(`${key}, agent ${id}, ${name}`, response);
    const changed = answeredAgent(response);
    if (typeof changed === 'number' && changed !== id) {
      throw new SeedStoppedError(`${key}, agent ${id}, ${name}: the deployment answers with agent ${changed}`);
    }
    ledger.note({ event: 'done', key: `${key}.${name}` });
  }
}

/** The id of a planned agent, which is created unless the ledger has it. */
async function createOnce({ key, path, agent }: PlannedAgent, run: Run): Promise<number> {
  const { name, base, creations, settings, client } = run;
  const known = creations.of(key);
  if (known !== undefined && isMade(known)) return known.id;
  const mark = `seeded ${key} in run ${name}`;
  const request = creationRequest(settings, agent, mark, base.voices.length > 0);
  const { response, creation, fault } = await client.send(request, { key, mark });
  if (creation !== null && isMade(creation)) return creation.id;
  if (fault !== null) throw new SeedStoppedError(`${path}: the deployment answers with ${fault.came}`);
  if (!isSuccess(response)) throw refusal(path, response);
  throw new SeedStoppedError(`${path}: ${creation?.reason ?? 'no agent was made'}`);
}

async function readVoices(settings: DeploymentSettings, transport: Transport): Promise<VoiceRecord[]> {
  const voices: VoiceRecord[] = [];
  for (const { id: provider_id } of voiceProviders) {
    const query = Object.entries({ provider_id, limit: '100' });
    const answer = await transport({ ...requestBy(settings), operation: 'listVoices', query, body: { kind: 'none' } });
    if (answer.status === 401) throw refusal('voice-list', answer);
    const { data } = (jsonOf(answer) ?? {}) as { readonly data?: { readonly voices?: unknown } | null };
    if (!isSuccess(answer) || !Array.isArray(data?.voices)) continue;
    for (const voice of data.voices as (Partial<VoiceRecord> | null)[]) {
      if (typeof voice?.id === 'string') voices.push(voiceRecord(provider_id, voices.length, voice.id, voice));
    }
  }
  return voices;
}

function voiceRecord(provider_id: string, position: number, id: string, voice: Partial<VoiceRecord>): VoiceRecord {
  const { language = '', gender = 'neutral', title = '' } = voice;
  const rest = { category: '', description: '', url: '', age: 'young', image: null } as const;
  return { id, provider_id, position, title, language, gender, ...rest };
}

/** A deployment shows neither workspaces nor users: the records are made as if for one of each. */
function baseForDeployment(plan: ResolvedPlan, voices: readonly VoiceRecord[]): SeedBase {
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

function isSuccess({ status }: ApiResponse): boolean {
  return status === 200 || status === 201;
}

function refusal(path: string, answer: ApiResponse): SeedStoppedError {
  return new SeedStoppedError(`${path}: the deployment answers ${problemIn(answer)}`);
}

function lacking({ agent, numbers: wanted }: PlannedAgent, got: number): string {
  const rest = agent.status === 1 && got === 0 ? ', and it stays a draft' : '';
  return `wants ${wanted} numbers and numbers.owned has ${got} left for it${rest}`;
}

/** Where to look for an agent that may have been made. */
export function doubtOf({ key, mark }: Creation): string {
  return `${key}: look for an agent with "${mark}" in its description`;
}

function requestBy({ token }: DeploymentSettings): Pick<ApiRequest, 'query' | 'headers'> {
  return { query: [], headers: { token } };
}

/** Creates an agent (section 4.2): never to be sent twice. `note` ends its description. */
function creationRequest(
  settings: DeploymentSettings,
  agent: AgentRecord,
  note: string,
  hasVoice: boolean,
): ApiRequest {
  const { values = {} } = settings;
  const { timezone, greeting, session_data_webhook, configurations } = agent.unread;
  // Models are known to the deployment alone; those of the configuration are sent.
  const { provider = '', settings: spoken = {} } = agent.unread.voice;
  const voice = hasVoice ? { provider, settings: spoken, voice_id: agent.voice_id } : {};
  const value = {
    agent_name: agent.agent_name,
    // This distinguishes it from every other agent, and lets a person find it after a run that was broken off.
    description: `${agent.description ?? ''} (${note})`.trim(),
    prompt: agent.agent_prompt,
    timezone,
    greeting,
    ...(session_data_webhook === '' ? {} : { session_data_webhook }),
    ...(hasVoice || values.voice !== undefined ? { voice: { ...voice, ...values.voice } } : {}),
    speech_to_text: { language: agent.transcriber_language, ...values.speech_to_text },
    ...(values.llm === undefined ? {} : { llm: values.llm }),
    configurations,
  };
  return { ...requestBy(settings), operation: 'createAgent', body: { kind: 'json', value } };
}

/** Sets what create-agent has no field for (createagentorupdate). */
function settingsRequest(
  settings: DeploymentSettings,
  id: number,
  agent: AgentRecord,
  phone_numbers: readonly string[],
): ApiRequest {
  const { agent_name, agent_type, agent_privacy, denials, unread } = agent;
  const fields = bracketFields({
    agent_id: id,
    basic_details: { agent_name, agent_type, agent_privacy, ...unread.basic_details },
    configuration: unread.configuration,
    denials,
    metadata_config: { metadata_input: agent.metadata_config.metadata_input },
    knowledge_base: { text_knowledge_bases: unread.text_knowledge_bases },
    phone_numbers,
  });
  const parts = fields.map(([name, value]) => ({ name, value }));
  return { ...requestBy(settings), operation: 'createAgentOrUpdate', body: { kind: 'form', parts } };
}

/** Publishes an agent (1) or deletes it (2). */
function statusRequest(settings: DeploymentSettings, agent_id: number, status: 1 | 2): ApiRequest {
  const body = { kind: 'json', value: { agent_id, status } } as const;
  return { ...requestBy(settings), operation: 'createAgent', body, isRepeatable: true };
}
