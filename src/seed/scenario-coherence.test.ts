import { describe, expect, it } from 'vitest';
import { scenarioFolder } from '../files/scenario-folder.ts';
import { openEphemeral } from '../store/open-ephemeral.ts';
import { defaultNow } from './factories/factories.ts';

const store = await openEphemeral({ scenarioDir: scenarioFolder('default') });
const view = store.view();
const scenario = store.records();
const [workspaces, users, login_tokens] = [
  [...view.all('workspaces')],
  [...view.all('users')],
  [...view.all('login_tokens')],
];
const [api_tokens, codes, voices] = [[...view.all('api_tokens')], [...view.all('codes')], [...view.all('voices')]];
const [phone_numbers, agents] = [[...view.all('phone_numbers')], [...view.all('agents')]];
const [campaigns, audiences] = [[...view.all('campaigns')], [...view.all('audiences')]];
const leads = new Map(Object.entries(scenario.leads).map(([id, list]) => [Number(id), list]));
const allLeads = [...leads.values()].flat();

function idsOf(records: readonly { readonly id: number | string }[]): ReadonlySet<unknown> {
  return new Set(records.map(({ id }) => id));
}

describe('the default scenario', () => {
  it('has no id twice', () => {
    const lists = [
      workspaces,
      users,
      login_tokens,
      api_tokens,
      codes,
      voices,
      phone_numbers,
      agents,
      campaigns,
      allLeads,
    ];
    for (const list of lists) expect(idsOf(list).size).toBe(list.length);
  });

  it('refers to nothing that is not there', () => {
    const owned = [...users, ...login_tokens, ...api_tokens, ...agents, ...campaigns];
    const dangling = [
      ...owned.filter(({ workspace_id }) => !idsOf(workspaces).has(workspace_id)),
      ...phone_numbers.filter((number) => number.workspace_id !== null && !idsOf(workspaces).has(number.workspace_id)),
      ...phone_numbers.filter((number) => number.agent_id !== null && !idsOf(agents).has(number.agent_id)),
      ...[...login_tokens, ...api_tokens].filter(({ user_id }) => !idsOf(users).has(user_id)),
      ...agents.filter(({ creator_user_id }) => !idsOf(users).has(creator_user_id)),
      ...agents.filter(({ knowledge_base }) => knowledge_base.sub_agents.some(({ id }) => !idsOf(agents).has(id))),
      ...audiences.filter(({ id }) => !idsOf(campaigns).has(id) || !leads.has(id)),
    ];
    expect(dangling).toEqual([]);
  });

  it('keeps what belongs together within one workspace', () => {
    for (const campaign of campaigns) {
      expect(agents.find(({ id }) => id === campaign.agent_id)?.workspace_id).toBe(campaign.workspace_id);
    }
    for (const agent of agents) {
      expect(users.find(({ id }) => id === agent.creator_user_id)?.workspace_id).toBe(agent.workspace_id);
      const own = phone_numbers.filter(({ agent_id }) => agent_id === agent.id);
      expect(own.every(({ workspace_id }) => workspace_id === null || workspace_id === agent.workspace_id)).toBe(true);
    }
  });

  it('gives each agent a voice of its provider, and codes that the tables hold', () => {
    const known = new Set(codes.map(({ kind, code }) => `${kind}:${code}`));
    for (const agent of agents) {
      const provider = codes.find(({ kind, code }) => kind === 'voice_provider' && code === agent.voice_provider)?.name;
      expect(voices.find(({ id }) => id === agent.voice_id)?.provider_id).toBe(provider);
      const used = [
        `category:${agent.category}`,
        `purpose:${agent.purpose}`,
        `agent_type:${agent.agent_type}`,
        `transcriber_provider:${agent.transcriber_provider}`,
        `tts_model:${agent.configuration.tts_model}`,
        `stt_model:${agent.configuration.stt_model}`,
      ];
      expect(used.filter((code) => !known.has(code))).toEqual([]);
    }
  });

  it('names agents as F2 allows', () => {
    for (const { agent_name } of agents) {
      expect(Array.from(agent_name).length).toBeLessThanOrEqual(100);
      expect(agent_name).toMatch(/[\p{L}\p{N}]/u);
      expect(agent_name).not.toMatch(/\p{Cc}/u);
    }
  });

  it('publishes only agents with an active number of their workspace, and leaves deleted ones none', () => {
    for (const agent of agents) {
      const own = phone_numbers.filter(({ agent_id }) => agent_id === agent.id);
      if (agent.status === 1) expect(own.some((n) => n.is_active && n.workspace_id === agent.workspace_id)).toBe(true);
      if (agent.status === 2) expect(own).toEqual([]);
    }
  });

  it('has all times in order and in 2026 before November', () => {
    const times = JSON.stringify(scenario).match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g) ?? [];
    expect(times.length).toBeGreaterThan(300);
    expect(times.filter((time) => time < '2026-01-01' || time > defaultNow)).toEqual([]);
    for (const campaign of campaigns) {
      const agent = agents.find(({ id }) => id === campaign.agent_id);
      expect(agent && agent.created_on < campaign.created_on && campaign.created_on <= campaign.updated_on).toBe(true);
    }
  });

  it.each(audiences.map((audience) => [audience.id, audience] as const))(
    'has leads of %i that were called as often as allowed, after the campaign was made, in order',
    (id, audience) => {
      const campaign = campaigns.find((record) => record.id === id);
      const list = leads.get(id) ?? [];
      expect(list.map((lead) => lead.id)).toEqual([...list.map((lead) => lead.id)].sort((a, b) => a - b));
      for (const { calls, input_data, status } of list) {
        const times = calls.map(({ started_on }) => started_on);
        expect([...times].sort()).toEqual(times);
        expect(times.every((time) => time > (campaign?.created_on ?? ''))).toBe(true);
        expect(calls.length).toBeLessThanOrEqual(audience.attempts_allowed);
        expect(Object.keys(input_data)).toEqual(audience.columns.map(({ key }) => key));
        if (status === 0) expect(calls).toEqual([]);
        if (status === 1) expect(calls.at(-1)?.call_status).toBe('completed');
      }
    },
  );

  it('records the forced completion of 5004, whose halted leads name who forced it', () => {
    const audience = audiences.find(({ id }) => id === 5004);
    expect(audience?.halted).toEqual({ by: 'Amara Okafor', on: campaigns.find(({ id }) => id === 5004)?.updated_on });
    const halted = (leads.get(5004) ?? []).filter(({ status }) => status === 2);
    expect(new Set(halted.map(({ updated_by }) => updated_by))).toEqual(new Set(['Amara Okafor']));
    expect(audiences.filter(({ id, halted }) => id !== 5004 && halted !== null)).toEqual([]);
  });

  it('names nobody as the editor of other leads whom a forced completion would name', () => {
    const owners = new Set(users.map((user) => `${user.first_name} ${user.last_name}`));
    const others = [...leads].filter(([id]) => id !== 5004).flatMap(([, list]) => list);
    expect(others.filter(({ updated_by }) => owners.has(updated_by) || updated_by === '')).toEqual([]);
  });

  it('gives every lead a number of its own, none of them a calling number', () => {
    const numbers = allLeads.map(({ mobile_no }) => mobile_no);
    expect(new Set([...numbers, ...idsOf(phone_numbers)]).size).toBe(numbers.length + phone_numbers.length);
    expect(numbers.filter((number) => !/^\+[1-9]\d{7,14}$/.test(number))).toEqual([]);
  });

  it('calls people of one country in each audience', () => {
    const codes = [...leads].map(([, list]) => [...new Set(list.map(({ mobile_no }) => countryOf(mobile_no)))]);
    expect(codes).toEqual([['1'], ['49'], ['46'], ['55'], ['81'], ['33']]);
  });

  it('has names and places in several scripts', () => {
    const text = JSON.stringify(allLeads.map(({ input_data }) => input_data));
    for (const script of [/[äöüß]/, /[éèçñãõ]/, /[åøğıİ]/, /\p{Script=Han}/u]) expect(text).toMatch(script);
  });
});

function countryOf(number: string): string | undefined {
  return ['1', '33', '46', '49', '55', '81'].find((code) => number.startsWith(`+${code}`));
}
