import { expect, it } from 'vitest';
import { loadContractDocument } from '../../document/read/load.ts';
import type { OperationId } from '../../document/names.gen.ts';
import { bodyShown } from '../../document/shown-values.ts';
import type { Json, JsonObject } from '../../json/json-value.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { itemLessons, settingLessons } from './settings-seen.ts';
import { shapeLessons } from './shapes-seen.ts';

const document = loadContractDocument();

function answered(operation: OperationId, sent: Record<string, string>, status: number, body: Json): CheckedAnswer {
  const request = { operation, query: Object.entries(sent), headers: {}, body: { kind: 'none' } } as const;
  return { request, status, headers: {}, text: JSON.stringify(body), body, unread: null };
}

it('what stands for any id is one that was seen', () => {
  const seen = ['abc', 'def'].map((value) => ({
    ...{ answer: answered('getAgent', {}, 200, { at: { id: 93, value } }), script: 'one' },
    ...{ sources: new Map<string, Json>(), mock: { at: value }, shown: { at: { id: '<id>', value } } },
  }));
  const fields = { id: { constant: 93 }, value: { text: '{value}' } };
  expect(shapeLessons(seen, document)).toMatchObject([{ actions: [{ update: { 'x-shown': { '/at': { fields } } } }] }]);
});

it('an id in a case is one that was seen', () => {
  const uuid = '11111111-2222-4333-8444-555555555555';
  const sent = [{}, {}, { agent_id: '7' }, { agent_id: '7' }];
  const seen = sent.map((query, at) => ({
    ...{ answer: answered('createAgent', query, 200, at < 2 ? { at: uuid } : {}), script: 'one' },
    ...{ sources: new Map<string, Json>(Object.entries(query).map(([name, value]) => [`sent.${name}`, value])) },
    ...{ mock: {}, shown: at < 2 ? { at: '<uuid>' } : {} },
  }));
  const rule = { by: 'sent.agent_id', cases: [{ is: null, shown: uuid }], absent: true };
  expect(shapeLessons(seen, document)).toMatchObject([{ actions: [{ update: { 'x-shown': { '/at': rule } } }] }]);
});

const newAgent = (
  mock: JsonObject,
  shown: JsonObject,
  madeBy = 'createAgent',
): Parameters<typeof shapeLessons>[0][number] => ({
  answer: answered('getAgent', {}, 200, { data: { configuration: shown } }),
  ...{
    script: 'one',
    sources: new Map<string, Json>(),
    madeBy,
    mock: { data: { configuration: mock } },
    shown: { data: { configuration: shown } },
  },
});

it('what two new agents have otherwise is what new agents have, whatever others show', () => {
  const seen = [
    newAgent({ temperature: 0.5 }, { temperature: 0.35 }),
    newAgent({ temperature: 0.5 }, { temperature: 0.35 }),
    newAgent({ temperature: 0.5 }, { temperature: 0.5 }, ''),
    newAgent({ temperature: 0.9 }, { temperature: 0.9 }, ''),
  ];
  const setting = { '/data/configuration/temperature': 0.35 };
  expect(settingLessons(seen, document)).toMatchObject([
    {
      what: 'getAgent /data/configuration/temperature of a new agent',
      actions: [{ target: "$['x-values']", update: { 'new-agent': setting } }],
    },
  ]);
});

it('what a form makes has settings of its own, where others have none or others', () => {
  const byForm = (mock: number) => newAgent({ temperature: mock }, { temperature: 0.2 }, 'createAgentOrUpdate');
  const others = [0, 1].map(() => newAgent({ temperature: 0.5 }, { temperature: 0.35 }));
  const own = { 'new-agent-by-form': { '/data/configuration/temperature': 0.2 } };
  const told = (seen: Parameters<typeof settingLessons>[0]) =>
    settingLessons(seen, document).flatMap(({ actions = [] }) => actions.map(({ update }) => update));
  expect(told([byForm(0.5), byForm(0.5)])).toEqual([own]);
  expect(told([...others, byForm(0.35), byForm(0.35)])).toContainEqual(own);
  expect(told([byForm(0.35), byForm(0.35)])).toEqual([]);
  // Where every other one was sent it, nobody else shows what there is without it.
  const sent = [0, 1].map(() => newAgent({ temperature: 0.9 }, { temperature: 0.9 }));
  expect(told([...sent, byForm(0.5), byForm(0.5)])).toEqual([{ 'new-agent': Object.values(own)[0] }]);
});

it.each<[string, { usual: number; shown: readonly number[] }]>([
  ['one of them shows', { usual: 0.5, shown: [0.35] }],
  ['two of them show in two ways', { usual: 0.5, shown: [0.35, 0.4] }],
  ['was sent', { usual: 0.9, shown: [0.35, 0.35] }],
])('nothing is learned of new agents by what %s', (_, { usual, shown }) => {
  const seen = shown.map((temperature) => newAgent({ temperature: usual }, { temperature }));
  const other = newAgent({ temperature: usual }, { temperature: usual }, '');
  expect(settingLessons([...seen, other], document)).toEqual([]);
});

it('texts are shown by name where agents of others have records at the mock', () => {
  const [mock, shown] = [[{ id: 1, name: 'Moved' }], ['Call back']].map((dispositions) => ({ data: { dispositions } }));
  const other = {
    ...{ answer: answered('getAgent', {}, 200, {}), script: 'one', sources: new Map() },
    isOtherData: true,
  };
  const [lesson, ...others] = itemLessons([{ ...other, mock: mock ?? {}, shown: shown ?? {} }], document);
  const rules = { '/data/dispositions/*': { from: 'name' } } as const;
  expect([lesson?.actions?.[0]?.update, others]).toEqual([{ 'x-shown': rules }, []]);
  const both = { data: { dispositions: [{ id: 1, name: 'Moved' }, 'Sent'] } };
  expect(bodyShown(both, new Map(Object.entries(rules)))).toEqual({ data: { dispositions: ['Moved', 'Sent'] } });
});
