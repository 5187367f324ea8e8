import { jsonOf, NoAnswerError, NotSentError, type ApiRequest, type Transport } from '../transport.ts';
import type { OperationId } from '../../document/names.gen.ts';
import { fieldOf, isObject } from '../../json/json-value.ts';
import { idsNamed } from './request-names.ts';
import { type OwnAgents, readAgent } from './ownership.ts';
import { type ConfiguredWorkspace, type Settings, tokensOf, uuidPattern } from '../configuration/settings.ts';

interface WriteGateOptions {
  readonly transport: Transport;
  readonly settings: Settings;
  readonly agents: Pick<OwnAgents, 'isOwn'>;
  /** Whether campaigns may be used up that the settings name for it. */
  readonly mayComplete: boolean;
}

/**
 * Every request to a deployment passes here before it is sent.
 * @throws NotSentError for one that could write to what is neither ours, nor configured for it, nor absent
 */
export async function passWriteGate(
  request: ApiRequest,
  workspace: ConfiguredWorkspace,
  options: WriteGateOptions,
): Promise<void> {
  const { settings, agents, transport } = options;
  if (!mayWrite(request)) return;
  const token = tokensOf(settings)[workspace];
  const { numbers, uuids } = idsNamed(request, 'agent_id');
  const ids = [...numbers];
  for (const uuid of uuids) {
    const id = idInUuid(uuid, uuidPattern(settings));
    if (id === null) throw foreignWrite(`the agent ${uuid}`, 'which cannot be read by it');
    ids.push(id);
  }
  for (const id of ids.filter((each) => each > 0)) {
    if (mayPublish(request, id, settings)) continue;
    if (await agents.isOwn(id, isDeletion(request))) continue;
    if ((await readAgent(transport, id, token)).kind === 'absent') continue;
    throw foreignWrite(`agent ${id}`, 'which is not proven to be of this run, nor absent');
  }
  for (const id of idsNamed(request, 'campaign_id').numbers) {
    if (isConfigured(request, id, options)) continue;
    if (await isCampaignAbsent(transport, id, token)) continue;
    throw foreignWrite(`campaign ${id}`, 'which the configuration does not give for it');
  }
}

function mayWrite({ operation, place }: ApiRequest): boolean {
  if (operation === null) return place?.method !== 'GET';
  return writing.includes(operation);
}

/** Operations that save an agent. */
export const saving: readonly OperationId[] = ['createAgent', 'createAgentOrUpdate', 'updateAgent'];

/** Operations that change something. */
export const writing: readonly OperationId[] = [...saving, 'forceCompleteCampaign'];

function foreignWrite(what: string, why: string): NotSentError {
  return new NotSentError(`a request was not sent, because it names ${what}, ${why}`);
}

/** The id in a UUID: at the place that the settings give, else in its last part; null if absent. */
function idInUuid(uuid: string, pattern = ''): number | null {
  const [before = '', after = ''] = pattern.toLowerCase().split('{id}');
  const isOfPattern = pattern !== '' && uuid.startsWith(before) && uuid.endsWith(after);
  if (pattern !== '' && !isOfPattern) return null;
  const digits = pattern === '' ? uuid.slice(-12) : uuid.slice(before.length, uuid.length - after.length);
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null;
}

/** A publish alone, of a draft that the settings name for it: it must be refused, and is taken back where it is not. */
function mayPublish({ operation, body }: ApiRequest, id: number, { agents }: Settings): boolean {
  if (id !== agents?.draft_with_inactive_number && id !== agents?.draft_with_shared_number) return false;
  if (operation !== 'createAgent' || body.kind !== 'json' || !isObject(body.value)) return false;
  const { agent_id, status, ...others } = body.value;
  return agent_id === id && (status === 1 || status === 3) && Object.keys(others).length === 0;
}

function isDeletion({ operation, body }: ApiRequest): boolean {
  return operation === 'createAgent' && body.kind === 'json' && String(fieldOf(body.value, 'status')) === '2';
}

function isConfigured({ body }: ApiRequest, id: number, { settings, mayComplete }: WriteGateOptions): boolean {
  const { changeable, disposable = [], ...others } = settings.campaigns ?? {};
  const { disposable_paused, disposable_draft, disposable_deleted } = others;
  const status = body.kind === 'json' ? fieldOf(body.value, 'campaign_status') : undefined;
  if (id === changeable?.id && ['draft', 'hold', 'pause'].includes(String(status))) return true;
  const used = [...disposable, disposable_paused, disposable_draft, disposable_deleted];
  return mayComplete && used.some((campaign) => campaign?.id === id);
}

/** Which status says that a campaign is not there is not shown: any refusal that is not of the caller. */
async function isCampaignAbsent(transport: Transport, id: number, token: string): Promise<boolean> {
  try {
    const query = [['campaign_id', String(id)]] as const;
    const answer = await transport({ operation: 'listAudience', query, headers: { token }, body: { kind: 'none' } });
    const isRefusal = answer.status >= 400 && answer.status < 500 && ![401, 408, 425, 429].includes(answer.status);
    return isRefusal && jsonOf(answer) !== undefined;
  } catch (error) {
    if (error instanceof NoAnswerError) return false;
    throw error;
  }
}
