import { describe, expect, it } from 'vitest';
import { prepareMocks, type ApiHarness, type Pair } from '../../testing/api-harness.ts';

const freshMock = await prepareMocks();

describe.each([
  { list: 'phone_numbers', values: ['+15550009001', '+15550009002'] },
  { list: 'denials[denied_words]', values: ['refund', 'lawsuit'] },
  { list: 'denials[denied_topics]', values: ['politics', 'religion'] },
  { list: 'dispositions_config[dispositions]', values: ['Done', 'Again'] },
  { list: 'metadata_config[metadata_output]', values: ['outcome', 'mood'] },
])('the list $list', ({ list, values: [one = '', other = ''] }) => {
  it.each<{ of: string; form: readonly Pair[]; expected: readonly string[] }>([
    { of: '[]', form: [[`${list}[]`, one], [`${list}[]`, other]], expected: [one, other] }, // oxfmt-ignore
    { of: 'indexes', form: [[`${list}[0]`, one], [`${list}[1]`, other]], expected: [one, other] }, // oxfmt-ignore
    { of: 'indexes out of order', form: [[`${list}[5]`, other], [`${list}[2]`, one]], expected: [one, other] }, // oxfmt-ignore
    { of: 'a repeated bare name', form: [[list, one], [list, other]], expected: [one, other] }, // oxfmt-ignore
    { of: 'one bare value', form: [[list, one]], expected: [one] },
    { of: 'one value with []', form: [[`${list}[]`, one]], expected: [one] },
    { of: 'one empty bare value', form: [[list, '']], expected: [] },
    { of: 'one empty value with []', form: [[`${list}[]`, '']], expected: [] },
    { of: 'one empty value with an index', form: [[`${list}[0]`, '']], expected: [] },
  ])('is taken as $of', async ({ form, expected }) => {
    const api = freshMock();
    await update(api, form);
    expect(await listOf(api, list)).toEqual(expected);
  });

  it('replaces what was there', async () => {
    const api = freshMock();
    await update(api, [[`${list}[]`, one]]);
    await update(api, [[`${list}[]`, other]]);
    expect(await listOf(api, list)).toEqual([other]);
  });

  it('stays where it is not sent', async () => {
    const api = freshMock();
    await update(api, [[`${list}[]`, one]]);
    await update(api, [['basic_details[description]', 'Other']]);
    expect(await listOf(api, list)).toEqual([one]);
  });
});

it.each(['tools', 'sub_agents', 'text_knowledge_bases'])(
  'empties knowledge_base[%s] by one empty value',
  async (list) => {
    const api = freshMock();
    await update(api, [
      ['knowledge_base[tools][0][id]', '7'],
      ['knowledge_base[sub_agents][0][id]', '8'],
      ['knowledge_base[text_knowledge_bases][0][name]', 'n'],
      ['knowledge_base[text_knowledge_bases][0][content]', 'c'],
    ]);
    await update(api, [[`knowledge_base[${list}]`, '']]);
    const stored = api.mock.worlds.default.store.view().get('agents', 1001);
    expect({
      tools: stored?.knowledge_base.tools.length,
      sub_agents: stored?.knowledge_base.sub_agents.length,
      text_knowledge_bases: stored?.unread.text_knowledge_bases.length,
    }).toEqual({ tools: 1, sub_agents: 1, text_knowledge_bases: 1, [list]: 0 });
  },
);

it('takes a list of more than twenty items', async () => {
  const api = freshMock();
  const words = Array.from({ length: 120 }, (_, index) => `word ${index}`);
  await update(
    api,
    words.map((word, index) => [`denials[denied_words][${index}]`, word]),
  );
  expect((await api.agent(1001)).denials.denied_words).toEqual(words);
});

it('keeps an empty text among others', async () => {
  const api = freshMock();
  await update(api, [
    ['denials[denied_words][]', 'a'],
    ['denials[denied_words][]', ''],
  ]);
  expect((await api.agent(1001)).denials.denied_words).toEqual(['a', '']);
});

describe('the numbers of an agent', () => {
  it('are those sent, each once and in their order', async () => {
    const api = freshMock();
    await update(api, numbers(['+15550009004', '+15550009001', '+15550009004']));
    expect((await api.agent(1001)).phone_numbers).toEqual(['+15550009004', '+15550009001']);
    await update(api, numbers(['+15550009001', '+15550009004']));
    expect((await api.agent(1001)).phone_numbers).toEqual(['+15550009001', '+15550009004']);
  });

  it('are released where they are not sent again', async () => {
    const api = freshMock();
    await update(api, numbers(['+15550009001']));
    await update(api, numbers(['+15550009004']));
    await update(api, numbers(['+15550009001']), 1007);
    expect((await api.agent(1001)).phone_numbers).toEqual(['+15550009004']);
    expect((await api.agent(1007)).phone_numbers).toEqual(['+15550009001']);
  });

  it('may be kept, inactive and shared ones too', async () => {
    const api = freshMock();
    await update(api, numbers(['+15550001098', '+15550001008']), 1008);
    expect((await api.agent(1008)).phone_numbers).toEqual(['+15550001098', '+15550001008']);
    await update(api, numbers(['+15550001007']), 1007);
    expect((await api.agent(1007)).phone_numbers).toEqual(['+15550001007']);
  });

  it.each([
    { of: 'a number nobody has', number: '+15559999999', why: "is not in the workspace's inventory." },
    { of: 'a number of another workspace', number: '+15550009003', why: "is not in the workspace's inventory." },
    { of: 'a number another workspace uses', number: '+15550001006', why: "is not in the workspace's inventory." },
    { of: 'no number', number: 'constructor', why: "is not in the workspace's inventory." },
    { of: 'a number without its plus sign', number: '15550009001', why: "is not in the workspace's inventory." },
    { of: 'a number of another agent', number: '+15550001004', why: 'is attached to another agent.' },
    { of: "another agent's shared number", number: '+15550001003', why: 'is attached to another agent.' },
  ])('cannot be $of', async ({ number, why }) => {
    const message = `The phone number ${number} ${why}`;
    const form = [...named(1001), ...numbers(['+15550009001', number])];
    await freshMock().refuse('createAgentOrUpdate', { form }, { status: 422, code: 'VALIDATION_ERROR', message });
    const created = [...named(undefined), ...numbers([number])];
    await freshMock().refuse(
      'createAgentOrUpdate',
      { form: created },
      { status: 422, code: 'VALIDATION_ERROR', message },
    );
  });

  it('go to one of two agents that ask for the same number at once', async () => {
    const api = freshMock();
    const answers = await Promise.all(
      [1001, 1002, 1007].map((id) =>
        api.call('createAgentOrUpdate', { form: [...named(id), ...numbers(['+15550009001'])] }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });
});

function numbers(list: readonly string[]): Pair[] {
  return list.map((number) => ['phone_numbers[]', number]);
}

function named(id: number | undefined): Pair[] {
  const name: Pair = ['basic_details[agent_name]', 'Clinic Desk'];
  return id === undefined ? [name] : [['agent_id', String(id)], name];
}

async function update(api: ApiHarness, form: readonly Pair[], id = 1001): Promise<void> {
  const { headers } = await api.call('createAgentOrUpdate', { form: [...named(id), ...form] });
  expect(headers).not.toHaveProperty('x-contract-warning');
}

async function listOf(api: ApiHarness, list: string): Promise<readonly unknown[] | undefined> {
  const agent = await api.agent(1001);
  return {
    phone_numbers: agent.phone_numbers,
    'denials[denied_words]': agent.denials.denied_words,
    'denials[denied_topics]': agent.denials.denied_topics,
    'dispositions_config[dispositions]': agent.dispositions,
    'metadata_config[metadata_output]': agent.metadata_config.metadata_output,
  }[list];
}
