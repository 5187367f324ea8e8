import codes from '../../../fixtures/empty/codes.json' with { type: 'json' };
import { newAgentRecord } from '../../domain/agents/agent-change.ts';
import type { Scenario } from '../../domain/coherence.ts';
import type { AgentRecord, CodeRecord } from '../../domain/records.ts';
import type { OperationId } from '../../document/names.gen.ts';
import { fieldOf, isObject, listIn, memberOf, objectIn } from '../../json/json-value.ts';
import { type CheckedAnswer, sentParts } from '../../judge/report/violation.ts';
import { namedIn } from '../../judge/stated/expectation.ts';
import { numbersIn } from '../../judge/stated/wants.ts';
import { changesSomething } from '../../traffic/exchange.ts';
import { recordedToken } from '../../traffic/replay.ts';
import {
  type Answers,
  type Fields,
  Filling,
  type SeenAgents,
  campaignsIn,
  idShown,
  lastById,
  timeIn,
  voicesIn,
} from './seen-lists.ts';
import usual from './usual-records.json' with { type: 'json' };

/**
 * The states that answers show: `begun` before the first of them, as far as it was seen, `read` as it was read last, with what
 * was `written` and not read since; `notes` tell what is filled in of that.
 */
export function statesIn(
  answers: Answers,
): Readonly<{ begun: Scenario; read: Scenario; written: Answers; notes: Set<string> }> {
  const notes = new Set<string>();
  const taken = answers.filter(({ status, body }) => status < 300 && isObject(body));
  const writes = taken.filter(changesSomething);
  const made = new Set(writes.flatMap((answer) => (namedIn(answer) === null ? (agentWritten(answer) ?? []) : [])));
  const isOfOthers = (answer: CheckedAnswer): boolean => !made.has(agentWritten(answer) ?? Number.NaN);
  const readAt = new Map(
    taken.flatMap((answer, at) => (answer.request.operation === 'getAgent' ? [[namedIn(answer), at]] : [])),
  );
  const isUnread = (answer: CheckedAnswer, at: number): boolean => (readAt.get(agentWritten(answer)) ?? -1) < at;
  const written = taken.filter((answer, at) => changesSomething(answer) && isUnread(answer, at));
  const before = taken.filter((answer) => changesSomething(answer) || isOfOthers(answer)).toReversed();
  const begun = seenRecords(before, writes.filter(isOfOthers), () => undefined);
  return { begun, read: seenRecords(taken, written, (sentence) => notes.add(sentence)), written, notes };
}

/** A workspace of which nothing was seen. The ids of its agents are no other numbers that an agent shows. */
export function unseenState(): Scenario {
  const facts = { id: 1_000_000, workspaceId: 101, userId: usual.users.id, now: new Date().toISOString() };
  return { ...seenRecords([], [], () => undefined), agents: [newAgentRecord(facts)] };
}

/**
 * The records that answers show, of the workspace whose agent was read first; what comes last counts. What no answer
 * shows is as in a new agent.
 * @param answers those of success
 * @param written of them those to what was written and not read since: what they name is there
 * @param note takes what was filled in, in a sentence
 */
export function seenRecords(answers: Answers, written: Answers, note: Filling['note']): Scenario {
  const filling = new Filling(note);
  const to = (operation: OperationId) => answers.filter(({ request }) => request.operation === operation);
  const all = to('getAgent').map(({ body }) => objectIn(memberOf(body, 'data')));
  const workspace_id = Number(memberOf(all[0], 'basic_details.workspace_id') ?? 101);
  const readings = all.filter((detail) => memberOf(detail, 'basic_details.workspace_id') === workspace_id);
  if (readings.length < all.length) note(`Agents of other workspaces than ${workspace_id} are not in it.`);
  const details = new Map(readings.map((detail) => [Number(memberOf(detail, 'basic_details.id')), detail]));
  for (const id of written.flatMap((answer) => agentWritten(answer) ?? [])) {
    if (!details.has(id)) note(`Agent ${id} was never read: it is a new one with what was written.`);
    details.set(id, details.get(id) ?? {});
  }
  const completed = written.flatMap(({ request: { body } }) => Number(memberOf(body, 'value.campaign_id')) || []);
  const campaigns = campaignsIn({ readings, details }, to('listAudience'), completed, filling);
  const now = new Date().toISOString();
  const people = peopleIn(to('getToken').at(-1)?.body, readings, workspace_id, now, filling);
  return {
    base: null,
    ...people,
    codes: lastById([...(codes as CodeRecord[]), ...readings.flatMap((detail) => codesIn(detail, filling))]),
    agents: [...details].flatMap(([id, detail]) => {
      const record = newAgentRecord({ id, workspaceId: workspace_id, userId: people.api_tokens[0].user_id, now });
      return filling.fit('agents', agentShown(detail, record), { ...record, agent_name: `Agent ${id}` });
    }),
    phone_numbers: seenNumbers(answers, { readings, details }).flatMap((number) => {
      return filling.fit('phone_numbers', { ...number, workspace_id, is_active: true });
    }),
    campaigns: campaigns.flatMap(({ id, agent_id, status = 'inprogress' }) => {
      const own = { agent_id, status, id, workspace_id, name: `Campaign ${id}`, created_on: now, updated_on: now };
      return filling.fit('campaigns', own);
    }),
    audiences: campaigns.map(({ id, columns = [], attempts_allowed = 0 }) => {
      return { halted: null, id, columns, attempts_allowed };
    }),
    leads: new Map(campaigns.map(({ id, leads = [] }) => [id, leads])),
    ...voicesIn(to('listVoices'), workspace_id, filling),
  };
}

/** The agent that an answer names, or has made; null: it is of a campaign. */
export function agentWritten(answer: CheckedAnswer): number | null {
  if (answer.request.operation === 'forceCompleteCampaign') return null;
  return namedIn(answer) ?? Number(memberOf(answer.body, 'data.agent_id'));
}

/** The workspace, its users, and the token that stands for those that were sent. @param login the answer of get-token */
function peopleIn(login: unknown, readings: readonly Fields[], workspace_id: number, now: string, filling: Filling) {
  const caller = { ...usual.users, workspace_id, email: memberOf(login, 'email') ?? usual.users.email };
  const shown = readings.map(({ creator }) => ({ ...objectIn(creator), id: memberOf(creator, 'user_id') }));
  const users = (readings.length === 0 ? [{}] : shown).flatMap((each) => {
    return filling.fit('users', overlaid(caller, each), caller);
  });
  const user_id = users[0]?.id ?? usual.users.id;
  const tokens = [{ id: recordedToken, user_id, workspace_id, created_on: now, expires_on: null }] as const;
  const last = readings.at(-1);
  return {
    users: lastById(users),
    api_tokens: tokens,
    login_tokens: tokens,
    workspaces: filling.fit('workspaces', {
      id: workspace_id,
      name: memberOf(login, 'workspace_name') ?? `Workspace ${workspace_id}`,
      company_id: memberOf(last, 'basic_details.company_id') ?? workspace_id,
      voice_analysis: last?.['voice_analysis'] === true,
    }),
  };
}

/** The record behind what get-by-id shows. @param record has what it does not show */
function agentShown(detail: Fields, record: AgentRecord): object {
  if (detail['basic_details'] === undefined) return record;
  const basic = objectIn(detail['basic_details']);
  const [created_on, updated_on] = [timeIn(basic['created_on']), timeIn(basic['updated_on'])];
  const { agent_id: _, id, ...levels } = objectIn(detail['guardrails']);
  // Some deployments show a unit behind the number.
  const settings = Object.entries(objectIn(memberOf(detail, 'configuration.voice_config'))).flatMap(([name, text]) => {
    const [number] = /\d+(\.\d+)?/.exec(String(text)) ?? [];
    return number === undefined ? [] : [[name, Number(number)] as const];
  });
  // Some deployments show an age before the first change, too, and some no parts of a second.
  const isAsMade = created_on?.slice(0, 19) === updated_on?.slice(0, 19);
  const shown = overlaid(record, {
    ...detail,
    ...basic,
    created_on,
    updated_on,
    knowledge_base: knowledgeShown(detail),
    creator_user_id: memberOf(detail, 'creator.user_id'),
    integrated_custom_events: memberOf(detail, 'tools.integrated_custom_events'),
    has_been_updated: (detail['last_modified'] ?? '') !== '' && !isAsMade,
  });
  const guardrails = typeof id === 'number' ? { id, ...levels } : levels;
  return { ...shown, guardrails, unread: { ...record.unread, voice: { settings: Object.fromEntries(settings) } } };
}

/** What an agent knows: deployments show files and tools in shapes of their own, which tell an id at least. */
function knowledgeShown(detail: Fields): Fields {
  const list = (name: string, record: Fields, beside?: string) =>
    listIn(memberOf(detail, `knowledge_base.${name}`)).map((item, at) => {
      const other = listIn(memberOf(detail, `tools.${beside ?? ''}`))[at];
      return overlaid(record, { ...objectIn(other), ...objectIn(item), id: idShown(item) ?? at + 1 });
    });
  const files = list('files', usual.files).map(({ sha256, ...file }) => {
    // Checksums are masked in a recording, and some deployments show none.
    return { ...file, sha256: /^[0-9a-f]{64}$/.test(String(sha256)) ? sha256 : usual.files.sha256 };
  });
  const [tools, sub_agents] = [list('tools', usual.tools, 'tools'), list('sub_agents', usual.tools, 'subagents')];
  return { ...objectIn(detail['knowledge_base']), files, tools, sub_agents };
}

function codesIn(detail: Fields, filling: Filling): readonly CodeRecord[] {
  return ['category', 'purpose', 'agent_type'].flatMap((kind) => {
    const shown = objectIn(memberOf(detail, `basic_details.${kind}_description`));
    const { id: code, label, textColor: text_color = null, backgroundColor: background_color = null } = shown;
    if (typeof code !== 'number' || typeof label !== 'string') return [];
    return filling.fit('codes', { id: `${kind}:${code}`, kind, code, name: null, label, text_color, background_color });
  });
}

/** Every number that was ever attached or sent; free unless its agent has it now. */
function seenNumbers(answers: Answers, { readings, details }: SeenAgents): readonly object[] {
  const sent = answers.flatMap(sentParts).filter(({ name }) => name.startsWith('phone_numbers'));
  const shown = readings.map((detail) => detail['phone_numbers']);
  const known = numbersIn([sent.map(({ value }) => String(value)), shown]);
  const attached = [...details].flatMap(([agent_id, detail]) => {
    return numbersIn(detail['phone_numbers']).map((id, position) => ({ id, agent_id, position }));
  });
  return lastById([...known.map((id) => ({ id, agent_id: null, position: 0 })), ...attached]);
}

/** The fields of a record with what was shown of them. */
function overlaid(record: object, shown: object): Fields {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]: [string, unknown]) => {
      const given = fieldOf(shown, name);
      if (given === undefined) return [name, value];
      return [name, isObject(value) && isObject(given) ? overlaid(value, given) : given];
    }),
  );
}
