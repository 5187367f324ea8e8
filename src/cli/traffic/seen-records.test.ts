import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMock, type Mock } from '../../app.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import type { CheckedAnswer } from '../../judge/report/violation.ts';
import { judgeRecorded, recorder } from '../../testing/recorded-traffic.ts';
import { tokens } from '../../testing/well-known.ts';
import { scenarioOf } from './record.ts';
import { seenRecords } from './seen-records.ts';

const base = '/api/v1/global';
const create = `${base}/create-agent`;
const list = `${base}/audience-list?campaign_id=5001&limit=2`;
const read = (id: number): string => `${base}/agents/get-by-id?agent_id=${id}`;

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({ dataDir: null });
});
afterAll(() => mock.close());

/** What the mock answers to requests that are sent one after another. */
async function answersTo(...requests: readonly (string | object)[]): Promise<CheckedAnswer[]> {
  const { exchanges, call } = recorder((url, init) => mock.fetch(url, init), tokens.acme);
  for (const each of requests) await (typeof each === 'string' ? call('GET', each) : call('POST', create, each));
  return judgeRecorded(exchanges).flatMap(({ answer }) => answer ?? []);
}

interface Detail {
  readonly basic_details: object;
}

/** A reading of agent 1004 that shows other fields. */
async function shown(fields: object, basic: object = {}): Promise<CheckedAnswer> {
  const [answer] = await answersTo(read(1004));
  const { data } = (answer?.body ?? {}) as { readonly data: Detail };
  const body = { error: false, data: { ...data, ...fields, basic_details: { ...data.basic_details, ...basic } } };
  return { ...answer, body } as CheckedAnswer;
}

function seenIn(...answers: readonly CheckedAnswer[]) {
  const notes: string[] = [];
  const scenario = seenRecords(answers, [], (note) => notes.push(note));
  return { scenario, leads: scenario.leads as ReadonlyMap<number, readonly object[]>, notes };
}

const idle = { campaigns: [], campaign_count: 0, is_campaign_on_hold: false };

it('keeps a campaign that an agent listed before as one on hold, or as one that has ended', async () => {
  const listed = await shown({ ...idle, campaigns: [{ id: 7, status: 'inprogress' }], campaign_count: 1 });
  const held = seenIn(listed, await shown({ ...idle, is_campaign_on_hold: true }));
  expect(held.scenario.campaigns).toMatchObject([{ id: 7, agent_id: 1004, status: 'hold' }]);
  const ended = seenIn(listed, await shown(idle));
  expect(ended.scenario.campaigns).toMatchObject([{ id: 7, agent_id: 1004, status: 'force_completed' }]);
});

it('makes up an audience where an agent shows that it has one, and says so', async () => {
  const campaigns = [{ id: 7, status: 'inprogress' }];
  const { leads, notes } = seenIn(await shown({ ...idle, campaigns, campaign_count: 1, is_audience: true }));
  expect(leads.get(7)).toHaveLength(1);
  expect(notes).toEqual(['The audience of campaign 7 was not read: one record is made up.']);
});

it('makes up the records of an audience that were counted and not listed, and the agent that was not read', async () => {
  const { scenario, leads, notes } = seenIn(...(await answersTo(list)));
  expect(leads.get(5001)).toHaveLength(250);
  expect(scenario.campaigns).toMatchObject([{ id: 5001, agent_id: 1001 }]);
  expect(scenario.agents).toMatchObject([{ id: 1001 }]);
  expect(notes).toEqual([
    'Of the audience of campaign 5001 2 of 250 records were seen: the others are made up.',
    'The agent of campaign 5001 was not seen: agent 1001 is made up.',
  ]);
});

it.each([
  ['ids alone', { files: [11, 12], tools: [301] }, [7]],
  ['items of their own', { files: [{ file: 11 }, { file: 12 }], tools: [{ item: 301 }] }, [{ campaignId: '7' }]],
  [
    'further fields',
    {
      files: [
        { id: 11, by: 1 },
        { id: 12, by: 1 },
      ],
      tools: [{ id: 301, by: 1 }],
    },
    [{ id: 7, by: 1 }],
  ],
])('knows files, tools and campaigns that are shown as %s', async (_, knowledge_base, campaigns) => {
  const tools = { tools: [{ id: 301, isEnabled: false }] };
  const { scenario } = seenIn(await shown({ ...idle, knowledge_base, tools, campaigns, campaign_count: 1 }));
  const known = scenario.agents?.[0]?.knowledge_base;
  expect(known?.files.map(({ id }) => id)).toEqual([11, 12]);
  expect(known?.tools).toEqual([{ id: 301, isEnabled: false }]);
  expect(scenario.campaigns).toMatchObject([{ id: 7, agent_id: 1004, status: 'inprogress' }]);
});

it('keeps the words that an agent shows for its codes', async () => {
  const label = { id: 4, label: 'Own words', textColor: '#111111', backgroundColor: null };
  const { scenario } = seenIn(await shown({}, { category: 4, category_description: label }));
  const own = scenario.codes?.find(({ id }) => id === 'category:4');
  expect(own).toMatchObject({ label: 'Own words', text_color: '#111111', background_color: null });
});

it('repeats what was written since an agent was read, and nothing that was written before', async () => {
  const [older, newer, made] = await answersTo(
    { agent_id: 1004, description: 'Older' },
    { agent_id: 1004, description: 'Newer' },
    { agent_name: 'Made alone' },
  );
  const document = loadContractDocument();
  const reading = await shown({}, { description: 'Changed by somebody else' });
  const descriptionOf = async (...answers: readonly (CheckedAnswer | undefined)[]) => {
    const { scenario } = await scenarioOf(answers as CheckedAnswer[], document);
    return scenario.agents?.find(({ id }) => id === 1004)?.description;
  };
  expect(await descriptionOf(older, reading)).toBe('Changed by somebody else');
  expect(await descriptionOf(reading, newer)).toBe('Newer');

  const { scenario } = await scenarioOf([made] as CheckedAnswer[], document);
  expect(scenario.agents).toMatchObject([{ agent_name: 'Made alone', has_been_updated: false }]);
});

it('says which writes the mock does not take', async () => {
  const [written] = await answersTo({ agent_id: 1004, description: 'Plain' });
  const request = { ...written?.request, body: { kind: 'json', value: { agent_id: 1004, description: 5 } } };
  const document = loadContractDocument();
  const { notes } = await scenarioOf([{ ...written, request } as CheckedAnswer], document);
  expect([...notes]).toEqual([
    'Agent 1004 was never read: it is a new one with what was written.',
    'The mock answers createAgent of 1004 with 422: it is left out.',
  ]);
});
