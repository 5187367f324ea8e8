import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { spokenLanguages } from '../factories/people.ts';
import { agentProfiles, columns as knownColumns } from '../factories/prose.gen.ts';
import { PlanError, placedMistakes, planSchema, readPlan } from './read-plan.ts';
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
    'campaigns[2].audience.fresh: must be an integer from 0 to 5000000, not -3',
  ],
  [
    'campaigns: [{ audience: { fresh: "many" } }]',
    'campaigns[0].audience.fresh: must be an integer from 0 to 5000000, not "many"',
  ],
  ['agents: [{ count: 1.5 }]', 'agents[0].count: must be an integer from 0 to 5000000, not 1.5'],
  ['agents: [{ status: live }]', 'agents[0].status: must be draft, published or deleted, not "live"'],
  ['agents: [{ cuont: 3 }]', 'agents[0].cuont: is not known here: did you mean count?'],
  ['agnets: []', 'agnets: is not known here: did you mean agents?'],
  ['agents: 3', 'agents: must be a list, not 3'],
  ['- 1', 'must be an object, not [1]'],
  ['now: tomorrow', 'now: must be a date and time such as 2026-10-01T08:00:00.000Z, not "tomorrow"'],
  ['languages: []', 'languages: must NOT have fewer than 1 items, not []'],
  [
    'languages: [de-DE, de-DE]',
    'languages: must NOT have duplicate items (items ## 0 and 1 are identical), not ["de-DE","de-DE"]',
  ],
  ['workspaces: [{ name: "" }]', 'workspaces[0].name: must NOT have fewer than 1 characters, not ""'],
  ['workspaces: [{ users: }]', 'workspaces[0].users: must be an integer from 1 to 10000, not null'],
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
  ['agents: [{ languages: [xx] }]', 'agents[0].languages[0]: must be de-DE, '],
  ['agents: [{ profile: baker }]', 'agents[0].profile: must be dental-reminder, '],
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
    'campaigns[0].audience.inqueue: forced completion halts the records that wait: expected 0, not 2',
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

it.each(['', 'seed: 3', 'agents: []', 'agents: [{ count: 0 }]'])('refuses %j, which asks for nothing', (text) => {
  expect(() => resolvePlan(readPlan(text))).toThrow(
    'it asks for nothing: expected workspaces, numbers, agents or campaigns',
  );
});

it('tells every mistake at once, each at its line and column', () => {
  const mistakes = (text: string): readonly string[] => {
    try {
      resolvePlan(readPlan(text));
    } catch (error) {
      if (error instanceof PlanError) return placedMistakes(error, 'plan.yaml', text);
    }
    throw new Error('The plan was taken.');
  };
  expect(mistakes('agents:\n  - { cuont: 3 }\n  - status: live\nseed: -1\n')).toEqual([
    'plan.yaml:4:1: seed: must be an integer of 0 or more, not -1.',
    expect.stringMatching(/^plan\.yaml:2:7: agents\[0\]\.cuont: is not known here: did you mean count\?/),
    'plan.yaml:3:5: agents[1].status: must be draft, published or deleted, not "live".',
  ]);
  expect(
    mistakes(
      'agents:\n  - { status: deleted, numbers: 1 }\n  - { workspace: x, status: published }\ncampaigns: [{ agents: b }]',
    ),
  ).toEqual([
    expect.stringMatching(/^plan\.yaml:2:24: agents\[0\]\.numbers: a deleted agent/),
    expect.stringMatching(/^plan\.yaml:3:7: agents\[1\]\.workspace: expected the key/),
    'plan.yaml:4:15: campaigns[0].agents: there is no group of agents with the key "b".',
  ]);
});

it('lists in its schema, and in the documentation, the profiles, languages and columns that there are', () => {
  const { $defs } = planSchema as PlanDefinitions;
  const columns = $defs.AudiencePlan.properties.columns.items.examples;
  expect($defs.AgentPlan.properties.profile.enum).toEqual(agentProfiles.map(({ key }) => key));
  expect(new Set($defs.AgentLanguages.items.enum)).toEqual(new Set(agentProfiles.map(({ language }) => language)));
  expect($defs.Languages.items.enum).toEqual(spokenLanguages());
  expect(columns).toEqual(Object.keys(knownColumns));
  const page = readFileSync('docs/seeding.md', 'utf8');
  const listed = [...$defs.AgentPlan.properties.profile.enum, ...$defs.Languages.items.enum, ...columns];
  expect(listed.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

interface PlanDefinitions {
  readonly $defs: {
    readonly AgentPlan: { readonly properties: { readonly profile: { readonly enum: readonly string[] } } };
    readonly AudiencePlan: {
      readonly properties: { readonly columns: { readonly items: { readonly examples: readonly string[] } } };
    };
    readonly AgentLanguages: { readonly items: { readonly enum: readonly string[] } };
    readonly Languages: { readonly items: { readonly enum: readonly string[] } };
  };
}

it('takes the seed that is given before the one of the plan', () => {
  const plan = { seed: 4, agents: [{}] };
  expect([resolvePlan(plan).seed, resolvePlan(plan, 9).seed]).toEqual([4, 9]);
});

it('describes every part of a plan in its schema', () => {
  expect(Object.keys((planSchema as { readonly properties: object }).properties)).toContain('campaigns');
});
