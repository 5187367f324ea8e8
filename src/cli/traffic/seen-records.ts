import { newAgentRecord } from '../../domain/agents/agent-change.ts';
import type { Scenario } from '../../domain/coherence.ts';
import type { AgentRecord, CampaignStatus, CodeRecord } from '../../domain/records.ts';
import type { OperationId } from '../../document/names.gen.ts';
import { fieldOf, isObject, memberOf } from '../../json/json-value.ts';
import { namedIn } from '../../judge/stated/expectation.ts';
import { numbersIn } from '../../judge/stated/wants.ts';
import type { CheckedAnswer } from '../../judge/report/violation.ts';
import {
  type Answers,
  type Fields,
  type Fit,
  type Note,
  type SeenAudience,
  audiencesIn,
  createFit,
  asFields,
  lastById,
  leadsMadeUp,
  listIn,
  timeIn,
  voicesIn,
} from './seen-lists.ts';

/** Stands for the tokens that were recorded, which are written nowhere: 64 hexadecimal digits, as API tokens have. */
export const recordedToken = 'c0ffee00'.repeat(8);

/** What was read last of each agent, by its id; nothing of those that were only written to. */
type Details = ReadonlyMap<number, Fields>;

/**
 * The records that answers show, of the workspace whose agent was read first; what was read last counts. What no answer
 * shows is as in a new agent.
 * @param answers those of success, in their order
 * @param written of them those to what was written and not read since: what they name is there
 * @param codes the words for codes that no agent shows
 * @param note takes what was filled in, in a sentence
 */
export function seenRecords(answers: Answers, written: Answers, codes: readonly CodeRecord[], note: Note): Scenario {
  const fit = createFit(note);
  const to = (operation: OperationId) => answers.filter(({ request }) => request.operation === operation);
  const all = to('getAgent').map(({ body }) => asFields(memberOf(body, 'data')));
  const workspace_id = Number(memberOf(all[0], 'basic_details.workspace_id') ?? 101);
  const readings = all.filter((detail) => memberOf(detail, 'basic_details.workspace_id') === workspace_id);
  if (readings.length < all.length) note(`Agents of other workspaces than ${workspace_id} are not in it.`);
  const details = new Map(readings.map((detail) => [shownAgentId(detail), detail]));
  for (const id of written.flatMap((answer) => agentWritten(answer) ?? [])) {
    if (!details.has(id)) note(`Agent ${id} was never read: it is a new one with what was written.`);
    details.set(id, details.get(id) ?? {});
  }
  const audiences = audiencesIn(to('listAudience'), fit, note);
  const named = { read: [...audiences.keys()], completed: written.flatMap(campaignIn) };
  const campaigns = campaignsIn(readings, details, named);
  addUnnamed(campaigns, details, note);
  const leads = new Map([...audiences].map(([id, audience]) => [id, audience.leads]));
  for (const id of unreadAudiences(details, campaigns, audiences)) {
    const last = Math.max(0, ...[...leads.values()].flatMap((list) => list.at(-1)?.id ?? []));
    leads.set(id, leadsMadeUp(1, last));
    note(`The audience of campaign ${id} was not read: one record is made up.`);
  }
  const unlisted = [...campaigns].filter(([, { agent_id }]) => agent_id === null);
  const listing = Math.max(1000, ...details.keys()) + 1;
  for (const [id, campaign] of unlisted) {
    details.set(listing, {});
    campaigns.set(id, { ...campaign, agent_id: listing });
    note(`The agent of campaign ${id} was not seen: agent ${listing} is made up.`);
  }
  const now = new Date().toISOString();
  const people = peopleIn(to('getToken').at(-1)?.body, readings, { workspace_id, now, fit });
  const userId = people.users[0]?.id ?? nobody.id;
  return {
    ...{ base: null, ...people },
    codes: lastById([...codes, ...readings.flatMap(codesIn)]),
    agents: [...details].flatMap(([id, detail]) => {
      const otherwise = newAgentRecord({ id, workspaceId: workspace_id, userId, now });
      return fit('agents', agentShown(detail, otherwise), { ...otherwise, agent_name: `Agent ${id}` });
    }),
    phone_numbers: seenNumbers(readings, details, written).flatMap((number) => {
      return fit('phone_numbers', { ...number, workspace_id, is_active: true });
    }),
    campaigns: [...campaigns].flatMap(([id, campaign]) => {
      const times = { created_on: now, updated_on: now };
      return fit(
        'campaigns',
        { ...campaign, ...times, id, workspace_id, name: `Campaign ${id}` },
        { status: 'inprogress' },
      );
    }),
    audiences: [...campaigns.keys()].map((id) => audiences.get(id)?.audience ?? { ...noAudience, id }),
    leads,
    ...voicesIn(to('listVoices'), workspace_id, fit, note),
  };
}

/** The agent that a write names or has made; null: it is of a campaign. */
export function agentWritten(answer: CheckedAnswer): number | null {
  if (answer.request.operation === 'forceCompleteCampaign') return null;
  return namedIn(answer) ?? Number(memberOf(answer.body, 'data.agent_id'));
}

const nobody = { id: 1, first_name: 'Recorded', last_name: 'Caller', email: 'caller@recorded.example' };
const noAudience = { columns: [], attempts_allowed: 0, halted: null };

/** The workspace, its users, and the token that stands for those that were sent. @param login the answer of get-token */
function peopleIn(
  login: unknown,
  readings: readonly Fields[],
  { workspace_id, now, fit }: { readonly workspace_id: number; readonly now: string; readonly fit: Fit },
) {
  const last = readings.at(-1);
  const caller = { ...nobody, workspace_id, email: memberOf(login, 'email') ?? nobody.email };
  const creators = readings.flatMap(({ creator }) => fit('users', { ...caller, ...creatorIn(creator) }, caller));
  const users = creators.length > 0 ? creators : fit('users', caller, caller);
  const token = {
    id: recordedToken,
    user_id: users[0]?.id ?? nobody.id,
    workspace_id,
    created_on: now,
    expires_on: null,
  };
  return {
    ...{ users: lastById(users), api_tokens: [token], login_tokens: [token] },
    workspaces: fit('workspaces', {
      id: workspace_id,
      name: memberOf(login, 'workspace_name') ?? `Workspace ${workspace_id}`,
      company_id: memberOf(last, 'basic_details.company_id') ?? workspace_id,
      voice_analysis: last?.['voice_analysis'] === true,
    }),
  };
}

function campaignIn({ request: { body } }: CheckedAnswer): readonly number[] {
  const id = body.kind === 'json' ? fieldOf(body.value, 'campaign_id') : undefined;
  return id === undefined ? [] : [Number(id)];
}

function creatorIn(shown: unknown): Fields {
  const { user_id: id, first_name, last_name, email } = asFields(shown);
  return id === undefined ? {} : { id, first_name, last_name, email };
}

/** The record behind what get-by-id shows. @param otherwise has what it does not show */
function agentShown(detail: Fields, otherwise: AgentRecord): object {
  if (detail['basic_details'] === undefined) return otherwise;
  const basic = asFields(detail['basic_details']);
  const { agent_id: _, id, ...levels } = asFields(detail['guardrails']);
  const voice = Object.entries(asFields(memberOf(detail, 'configuration.voice_config')));
  // Some deployments show a unit behind the number.
  const settings = voice.flatMap(([name, text]) => {
    const [number] = /\d+(\.\d+)?/.exec(String(text)) ?? [];
    return number === undefined ? [] : [[name, Number(number)] as const];
  });
  const shown = overlaid(otherwise, {
    ...{ ...detail, ...basic, knowledge_base: { ...asFields(detail['knowledge_base']), files: shownFiles(detail) } },
    ...{ created_on: timeIn(basic['created_on']), updated_on: timeIn(basic['updated_on']) },
    creator_user_id: memberOf(detail, 'creator.user_id'),
    integrated_custom_events: memberOf(detail, 'tools.integrated_custom_events'),
    has_been_updated: (detail['last_modified'] ?? '') !== '',
  });
  const guardrails = typeof id === 'number' ? { id, ...levels } : levels;
  return { ...shown, guardrails, unread: { ...otherwise.unread, voice: { settings: Object.fromEntries(settings) } } };
}

/** Checksums are masked in a recording, and some deployments show none. */
function shownFiles(detail: Fields): readonly object[] {
  const none = { id: 1, name: 'unseen.pdf', size: 0, type: 'application/pdf', sha256: '0'.repeat(64) };
  const shown = listIn(memberOf(detail, 'knowledge_base.files')).filter(isObject);
  return shown.map(({ sha256, ...file }) => overlaid(none, isDigest(sha256) ? { ...file, sha256 } : file));
}

function isDigest(value: unknown): boolean {
  return /^[0-9a-f]{64}$/.test(String(value));
}

/** The words for an agent's codes. */
function codesIn(detail: Fields): readonly CodeRecord[] {
  return (['category', 'purpose', 'agent_type'] as const).flatMap((kind) => {
    const shown = memberOf(detail, `basic_details.${kind}_description`);
    const [code, label] = [fieldOf(shown, 'id'), fieldOf(shown, 'label')];
    if (typeof code !== 'number' || typeof label !== 'string') return [];
    const [text, background] = [fieldOf(shown, 'textColor'), fieldOf(shown, 'backgroundColor')];
    const text_color = typeof text === 'string' ? text : null;
    const background_color = typeof background === 'string' ? background : null;
    return [{ id: `${kind}:${code}`, kind, code, name: null, label, text_color, background_color }];
  });
}

/** Every number that was ever attached or sent; free unless its agent has it now. */
function seenNumbers(readings: readonly Fields[], details: Details, written: Answers): readonly object[] {
  const parts = written.flatMap(({ request: { body } }) => (body.kind === 'form' ? body.parts : []));
  const sent = parts.filter(({ name }) => name.startsWith('phone_numbers')).map(({ value }) => String(value));
  const shown = readings.map((detail) => detail['phone_numbers']);
  const free = numbersIn([sent, shown]).map((id) => ({ id, agent_id: null, position: 0 }));
  const attached = [...details].flatMap(([agent_id, detail]) => {
    return numbersIn(detail['phone_numbers']).map((id, position) => ({ id, agent_id, position }));
  });
  return lastById([...free, ...attached]);
}

interface SeenCampaign {
  /** Null: no agent showed it. */
  readonly agent_id: number | null;
  readonly status: CampaignStatus;
}

/**
 * What agents show of their campaigns, the active ones alone; where they show that there is another one, it is made up.
 * @param named those whose audience was read, and those that were completed since
 */
function campaignsIn(
  readings: readonly Fields[],
  details: Details,
  named: { readonly read: readonly number[]; readonly completed: readonly number[] },
): Map<number, SeenCampaign> {
  const campaigns = new Map<number, SeenCampaign>();
  const list = (agent_id: number, detail: Fields, otherwise?: CampaignStatus): void => {
    for (const campaign of listIn(detail['campaigns'])) {
      const id = Number(isObject(campaign) ? (campaign['id'] ?? campaign['campaign_id']) : campaign);
      const status = otherwise ?? (fieldOf(campaign, 'status') as CampaignStatus);
      if (Number.isInteger(id)) campaigns.set(id, { agent_id, status });
    }
  };
  // What an agent shows no more has ended, or is on hold.
  for (const detail of readings) {
    const isHeld = details.get(shownAgentId(detail))?.['is_campaign_on_hold'] === true;
    list(shownAgentId(detail), detail, isHeld ? 'hold' : 'force_completed');
  }
  for (const [agent_id, detail] of details) list(agent_id, detail);
  for (const id of named.read) campaigns.set(id, campaigns.get(id) ?? { agent_id: null, status: 'inprogress' });
  // They are completed once more.
  for (const id of named.completed) campaigns.set(id, { agent_id: null, ...campaigns.get(id), status: 'inprogress' });
  return campaigns;
}

/** Adds a campaign where an agent shows that it has another one. */
function addUnnamed(campaigns: Map<number, SeenCampaign>, details: Details, note: Note): void {
  for (const [agent_id, detail] of details) {
    const own = [...campaigns.values()].filter((each) => each.agent_id === agent_id);
    const isHeld = detail['is_campaign_on_hold'] === true && own.every(({ status }) => status !== 'hold');
    if (!isHeld && !(detail['is_draft'] === false && own.every(({ status }) => status === 'draft'))) continue;
    const made = Math.max(0, ...campaigns.keys()) + 1;
    campaigns.set(made, { agent_id, status: isHeld ? 'hold' : 'force_completed' });
    note(`No answer names the campaign that agent ${agent_id} has ${isHeld ? 'on hold' : 'had'}: ${made} is made up.`);
  }
}

/** The campaign of each agent whose audience is made up: one that shows it has an audience, and none was read. */
function unreadAudiences(
  details: Details,
  campaigns: ReadonlyMap<number, SeenCampaign>,
  audiences: ReadonlyMap<number, SeenAudience>,
): readonly number[] {
  return [...details].flatMap(([id, { is_audience: has }]) => {
    const own = [...campaigns].flatMap(([campaign, { agent_id }]) => (agent_id === id ? [campaign] : []));
    const isSeen = own.some((campaign) => (audiences.get(campaign)?.leads.length ?? 0) > 0);
    return has === true && !isSeen ? (own.find((campaign) => !audiences.has(campaign)) ?? []) : [];
  });
}

/** The fields of a record with what was shown of them. */
function overlaid(record: object, shown: object): object {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]: [string, unknown]) => {
      const given = fieldOf(shown, name);
      if (given === undefined) return [name, value];
      return [name, isObject(value) && isObject(given) ? overlaid(value, given) : given];
    }),
  );
}

function shownAgentId(detail: Fields): number {
  return Number(memberOf(detail, 'basic_details.id'));
}
