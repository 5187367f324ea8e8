import { expect, it } from 'vitest';
import { planSchema, readPlan } from './read-plan.ts';
import { resolvePlan } from './resolve-plan.ts';

it('reads YAML and JSON alike', () => {
  const yaml = 'agents:\n  - { count: 2, status: published } # two\ncampaigns: [{ audience: { fresh: 3 } }]\n';
  const json = '{ "agents": [{ "count": 2, "status": "published" }], "campaigns": [{ "audience": { "fresh": 3 } }] }';
  expect(readPlan(yaml)).toEqual(readPlan(json));
});

it('takes an empty file for a plan that asks for nothing', () => {
  expect(readPlan('')).toEqual({});
});

it.each([
  [
    'campaigns: [{}, {}, { audience: { fresh: -3 } }]',
    'campaigns[2].audience.fresh: expected a number from 0 to 5000000, not -3',
  ],
  [
    'campaigns: [{ audience: { fresh: "many" } }]',
    'campaigns[0].audience.fresh: expected a whole number from 0 to 5000000, not "many"',
  ],
  ['agents: [{ count: 1.5 }]', 'agents[0].count: expected a whole number from 0 to 5000000, not 1.5'],
  ['agents: [{ status: live }]', 'agents[0].status: expected one of draft, published, deleted, not "live"'],
  [
    'agents: [{ cuont: 3 }]',
    'agents[0].cuont: no such key: expected one of key, count, workspace, status, type, profile, languages, numbers',
  ],
  [
    'agnets: []',
    'agnets: no such key: expected one of $schema, seed, now, base, languages, workspaces, numbers, agents, campaigns',
  ],
  ['agents: 3', 'agents: expected a list, not 3'],
  ['- 1', 'expected keys and values, not [1]'],
  ['now: tomorrow', 'now: expected a date and time such as 2026-10-01T08:00:00.000Z, not "tomorrow"'],
  ['languages: []', 'languages: expected at least 1 item, not []'],
  ['languages: [de-DE, de-DE]', 'languages: expected each item once, not ["de-DE","de-DE"]'],
  ['workspaces: [{ name: "" }]', 'workspaces[0].name: expected a text that is not empty, not ""'],
  ['workspaces: [{ users: }]', 'workspaces[0].users: expected a whole number from 1 to 10000, not nothing'],
])('says of %s what is expected, and where', (text, message) => {
  expect(() => readPlan(text)).toThrow(expect.objectContaining({ name: 'PlanError', message }));
});

it('names the line and column of what is no YAML', () => {
  expect(() => readPlan('agents:\n  - { count: 1\ncampaigns: []\n')).toThrow(
    /^line 3, column 1: this is neither YAML nor JSON/,
  );
});

it.each([
  [
    'agents: [{ status: published, numbers: 0 }]',
    'agents[0].numbers: a published agent needs an active number: expected 1 or more, not 0',
  ],
  [
    'agents: [{ status: deleted, numbers: 1 }]',
    'agents[0].numbers: a deleted agent has released its numbers: expected 0, not 1',
  ],
  [
    'agents: [{ workspace: south }]',
    'agents[0].workspace: expected the key of a workspace of the plan (none) or the id of one that is there, not "south"',
  ],
  ['agents: [{ languages: [xx] }]', 'agents[0].languages[0]: expected one of de-DE, '],
  ['agents: [{ profile: baker }]', 'agents[0].profile: expected one of dental-reminder, '],
  ['agents: [{ key: a }, { key: a }]', 'agents[1].key: "a" is the key of agents[0] already'],
  [
    'agents: [{}]\ncampaigns: [{}]',
    'campaigns[0]: a campaign that is inprogress needs a published agent of its workspace in the plan',
  ],
  [
    'agents: [{ key: a }]\ncampaigns: [{ agents: a }]',
    'campaigns[0].agents: a campaign that is inprogress needs a published agent',
  ],
  ['campaigns: [{ agents: b }]', 'campaigns[0].agents: there is no group of agents with the key "b"'],
  ['numbers: [{ shared: true, workspace: 101 }]', 'numbers[0].workspace: a shared number belongs to no workspace'],
  [
    'agents: [{}]\ncampaigns: [{ status: draft, audience: { completed: 2 } }]',
    'campaigns[0].audience.completed: a draft campaign has called nobody: expected 0, not 2',
  ],
  [
    'agents: [{ status: published }]\ncampaigns: [{ status: force_completed, audience: { inqueue: 2 } }]',
    'campaigns[0].audience.inqueue: forced completion halts whoever waits: expected 0, not 2',
  ],
  [
    'agents: [{ status: published }]\ncampaigns: [{ audience: { size: 2, fresh: 1 } }]',
    'campaigns[0].audience.fresh: expected either size or the counts, not both',
  ],
  [
    'agents: [{ status: published }]\ncampaigns: [{ audience: { mix: { fresh: 1 } } }]',
    'campaigns[0].audience.mix: it spreads a size: expected size beside it',
  ],
  [
    'agents: [{ status: published }]\ncampaigns: [{ audience: { size: 5, mix: { fresh: 0 } } }]',
    'campaigns[0].audience.mix: expected one part above 0',
  ],
  [
    'agents: [{ status: published }]\ncampaigns: [{ audience: { outcomes: { Callback requested: 1 } } }]',
    'campaigns[0].audience.outcomes: expected one with a weight from 1 other than',
  ],
])('refuses %j, which no rule allows', (text, message) => {
  expect(() => resolvePlan(readPlan(text))).toThrow(message);
});

it('takes the seed that is given before the one of the plan', () => {
  expect([resolvePlan({ seed: 4 }).seed, resolvePlan({ seed: 4 }, 9).seed]).toEqual([4, 9]);
});

it('describes every part of a plan in its schema', () => {
  expect(Object.keys((planSchema() as { readonly properties: object }).properties)).toContain('campaigns');
});
