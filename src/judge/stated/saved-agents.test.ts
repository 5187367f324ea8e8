import { expect, it } from 'vitest';
import { loadContractDocument } from '../../document/read/load.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { stated } from './judge.ts';
import type { Facts } from './model.ts';

const facts: Facts = {
  ...{ bystanders: [], operations: loadContractDocument().operations, new_agent: { voice: { voice_id: 'ours' } } },
  values: { tools: [1] },
  numbers: { owned: ['+15550009001'], shared: ['+15550009002'] },
  tokens: {
    ...{ own: 'own', second: 'second', expired: '', login: '' },
    ...{ expiredLogin: '', tokenless: '', newest: '', older: '' },
  },
};

type Sent = Partial<CheckedAnswer['request']>;

function answer(operation: CheckedAnswer['request']['operation'], sent: Sent, status: number, body: unknown) {
  const request = { operation, query: [], headers: { token: 'own' }, body: { kind: 'none' }, ...sent } as const;
  return { request, status, body, headers: {}, text: '', unread: null } as const;
}

/** Beyond 32 bits. */
const id = 204_811_730_407;
const name = 'contract-run-1-walk';
const saved = { data: { agent_id: id, agent_name: name } };

const json = (value: object, status = 200, token = 'own'): CheckedAnswer =>
  answer('createAgent', { body: { kind: 'json', value }, headers: { token } }, status, saved);
const update = (value: object): CheckedAnswer => json({ agent_id: id, ...value });
const form = (fields: Readonly<Record<string, string>>, status = 200): CheckedAnswer => {
  const all = Object.entries({ 'basic_details[agent_name]': name, ...fields });
  const parts = all.map(([each, value]) => ({ name: each, value }));
  return answer('createAgentOrUpdate', { body: { kind: 'form', parts } }, status, saved);
};
const read = (basic: object = {}, status = 200, data: object = {}): CheckedAnswer =>
  answer('getAgent', { query: [['agent_id', String(id)]] }, status, {
    data: {
      ...{ basic_details: { id, agent_name: name, status: 3, agent_token: 'eyJhIjoxfQ.b.c', ...basic } },
      ...{ configuration: { agent_id: id }, knowledge_base: { agent_id: id }, guardrails: { agent_id: id } },
      ...{ campaign_count: 0, campaigns: [], is_campaign_on_hold: false, is_draft: true, is_audience: false, ...data },
    },
  });

/** The rules that answers break, one after another. */
function broken(...answers: readonly CheckedAnswer[]): unknown[] {
  let model = stated.begin(facts);
  return answers.flatMap((each) => {
    const judged = stated.take(model, each);
    model = judged.state;
    return judged.findings.map(({ clauses }) => clauses[0]);
  });
}

const told = { description: 'Told' };
const described = { agent_id: String(id), 'basic_details[description]': '' };
const gone = [form({}), read(told), update({ status: 2 })];

it('may leave a code out that its table has not, but shows no other one, and takes the first few', () => {
  const coded = (category: number) => read({ category, category_description: { id: category } });
  const sent = (code: string) => form({ agent_id: String(id), 'basic_details[category]': code });
  const begun = [form({}), coded(2)];
  expect(broken(...begun, sent('10'), coded(2))).toEqual([]);
  expect(broken(...begun, sent('10'), coded(10))).toEqual([]);
  expect(broken(...begun, sent('10'), coded(1))).toEqual(['createagentorupdate.basic-details']);
  expect(broken(...begun, sent('3'), coded(2))).toEqual(['createagentorupdate.basic-details']);
});

it('may keep a text that a form empties, or not', () => {
  for (const shown of [told, { description: '' }, { description: null }]) {
    expect(broken(form({}), read(told), form(described), read(shown))).toEqual([]);
  }
});

it('knows of what the settings say that a new agent needs only in the own workspace', () => {
  const sent = { agent_name: name, ...facts.new_agent };
  expect(broken(json(sent, 422, 'second'))).toEqual([]);
  expect(broken(json(sent, 422))).toEqual(['create-agent.create']);
});

it('holds nothing against another workspace for a header that is not shown to be taken', () => {
  const body = { kind: 'json', value: { agent_id: id, status: 2 } } as const;
  const deleted = answer('createAgent', { body, headers: { api_access_token: 'second' } }, 200, saved);
  const gone = answer('getAgent', { query: [['agent_id', String(id)]], headers: { token: 'second' } }, 404, {});
  expect(broken(json({ agent_name: name }, 201, 'second'), deleted, gone)).toEqual([]);
});

it('takes no agent of others for one of a form that was refused, unless it has a name that the run made up', () => {
  const refused = (agent_name: string) => form({ 'basic_details[agent_name]': agent_name, phone_numbers: 'x' }, 422);
  expect(broken(refused('Support'), read({ agent_name: 'Support' }))).toEqual([]);
  expect(broken(refused(name), read())).toEqual(['createagentorupdate.atomic']);
});

it('knows that an id is one, however great, once an agent has had it', () => {
  expect(broken(...gone, read({}, 410))).toEqual(['agent.deleted.not-returned']);
  expect(broken(read({}, 400))).toEqual([]);
});

it('expects an agent that comes back to be the draft that it was, but for what was sent', () => {
  const [emptied, other] = [{ description: '' }, { description: 'Other' }];
  const back = update({ status: 3 });
  expect(broken(...gone, back, read({}, 404))).toEqual(['create-agent.status.alone']);
  expect(broken(...gone, back, read({ ...told, status: 1 }))).toEqual(['create-agent.unpublish']);
  expect(broken(...gone, back, read(told))).toEqual([]);
  expect(broken(...gone, back, read(emptied))).toEqual(['create-agent.status.alone']);
  expect(broken(...gone, update({ status: 3, prompt: 'x' }), read(emptied))).toEqual(['create-agent.update.partial']);
  // What was sent meanwhile may have been taken, or not.
  for (const shown of [told, other]) {
    expect(broken(...gone, update(other), back, read(shown))).toEqual([]);
    expect(broken(...gone, update({ status: 3, ...other }), read(shown))).toEqual([]);
    expect(broken(...gone, form({ agent_id: String(id) }), back, read(shown))).toEqual([]);
  }
});

it('lets a field that the document does not show come and go', () => {
  const shown = read({ ...told, chatbot_welcome_message: 'x' });
  expect(broken(form({}), shown, update({ greeting: '' }), read(told), update({ greeting: 'x' }), shown)).toEqual([]);
  expect(broken(form({}), read(told), update({ greeting: '' }), read())).toEqual(['create-agent.update.partial']);
});

it('finds an agent that cannot be read by the id that was answered for it, below 1 too', () => {
  const made = { ...form({}), body: { data: { agent_id: 0 }, message: 'updated' } };
  const body = { error: true, message: 'Agent ID is invalid.' };
  const reading = answer('getAgent', { query: [['agent_id', '0']] }, 400, body);
  expect(broken(made, reading)).toEqual(['createagentorupdate.success.agent-id']);
  expect(broken(reading)).toEqual([]);
});

it('leaves it open whether a name is short, what shows by whom a call begins, and what a published agent must keep', () => {
  const long = { 'basic_details[chatbot_name]': 'Nora '.repeat(30) };
  expect(broken(form(long, 422))).toEqual([]);
  expect(broken(form({ 'basic_details[chatbot_name]': 'Nora' }, 422))).toHaveLength(1);
  const begun = (trigger: string) => read({}, 200, { configuration: { agent_id: id, trigger } });
  expect(broken(form({}), begun('user_speech'), update({ greeting: 'Hi' }), begun('greeting'))).toEqual([]);
  const shared = { agent_id: String(id), 'phone_numbers[]': '+15550009002' };
  const published = (status: number) => [form({}), form({ agent_id: String(id) }), read({ status }), form(shared, 422)];
  expect(broken(...published(1))).toEqual([]);
  expect(broken(...published(3))).toHaveLength(1);
});

it('takes a counter behind a name that another agent has, and no other name', () => {
  const named = (agent_name: string): CheckedAnswer => ({
    ...json({ agent_name: name }),
    body: { data: { agent_id: id, agent_name } },
  });
  for (const counted of [`${name} (2)`, `${name}-2`]) {
    expect(broken(named(counted), read({ agent_name: counted }))).toEqual([]);
  }
  expect(broken(named(`${name}2`))).toEqual(['create-agent.success']);
  expect(broken(named(name), read({ agent_name: `${name} two` }))).toEqual(['create-agent.field.agent-name']);
});

it('holds a tool for on that was sent as true, and one that was sent as 1 for either', () => {
  const tool = (isEnabled: string) =>
    form({ 'knowledge_base[tools][0][id]': '1', 'knowledge_base[tools][0][isEnabled]': isEnabled });
  const shown = read({}, 200, { knowledge_base: { agent_id: id, tools: [] } });
  expect(broken(tool('1'), shown)).toEqual([]);
  expect(broken(tool('true'), shown)).toEqual(['createagentorupdate.knowledge-base.tools']);
});

it('lets a tool without isEnabled be refused, and asks for one of two spellings', () => {
  const tool = (isEnabled: object) => form({ 'knowledge_base[tools][0][id]': '1', ...isEnabled }, 422);
  expect(broken(tool({}))).toEqual([]);
  const spelled = ['true', '1'].map((value) => tool({ 'knowledge_base[tools][0][isEnabled]': value }));
  expect(broken(...spelled)).toEqual(['createagentorupdate.knowledge-base.tools']);
});

it('lets a form add its numbers to those of the form before it', () => {
  const attach = (number: string) => form({ agent_id: String(id), phone_numbers: number });
  const shown = (numbers: readonly string[]) => read({}, 200, { phone_numbers: numbers.map((number) => ({ number })) });
  const [one, other] = ['+15550009001', '+15550009002'];
  const both = [form({}), shown([]), attach(one), attach(other)];
  expect([[one, other], [other]].map((numbers) => broken(...both, shown(numbers)))).toEqual([[], []]);
  expect(broken(...both, shown([one]))).toEqual(['createagentorupdate.phone-numbers']);
});

it('leaves it open what follows the numbers and the status of an agent, and holds it to be the same where they are', () => {
  const shown = (status: number, calling_type: number, trigger: string) =>
    read({ status, calling_type }, 200, { configuration: { agent_id: id, trigger } });
  const before = [form({}), shown(1, 2, 'phone')];
  expect(broken(...before, update({ status: 3 }), shown(3, 1, 'api'))).toEqual([]);
  expect(broken(...before, update({ timezone: 'UTC' }), shown(1, 1, 'api'))).toHaveLength(2);
});

it('lets agent/update take the number of an agent, and change the agent then', () => {
  const renamed = (agent_id: unknown, status: number) =>
    answer(
      'updateAgent',
      { body: { kind: 'json', value: { agent_id, name: 'Other' } }, headers: { authorization: 'Bearer own' } },
      status,
      { message: 'x' },
    );
  const near = { agent_id: '7', 'basic_details[description]': 'x' };
  for (const given of [id % 10 ** 12, String(id)]) {
    const [begun, again] = [[form({}), read()], read({ agent_name: 'Other' })];
    expect(broken(...begun, renamed(given, 200), again)).toEqual([]);
    expect(broken(...begun, renamed(given, 422), again)).toEqual(['agent-update.effect']);
  }
  expect(broken(form(near), renamed('no-uuid', 200))).toEqual(['agent-update.body']);
});

it('leaves it open in which case denied words are kept', () => {
  const shown = (word: string) =>
    read({}, 200, { denials: { denied_words: [word] }, tools: { denials: { denied_words: [word] } } });
  const denied = form({ agent_id: String(id), 'denials[denied_words][]': 'C++ X' });
  for (const word of ['C++ X', 'c++ x']) expect(broken(form({}), shown('-'), denied, shown(word))).toEqual([]);
  expect(broken(form({}), shown('-'), denied, shown('C++'))).toContain('createagentorupdate.denials');
});

it('leaves it open whether a form is read with its query, until it was', () => {
  const asked = (status: number, fields = {}): CheckedAnswer => {
    const { request, ...sent } = form(fields, status);
    return { ...sent, request: { ...request, query: [['agent_id', String(id)]] } };
  };
  expect(broken(form({}), read(), asked(422))).toEqual([]);
  expect(broken(form({}), read(), asked(200), read(), asked(422))).toEqual(['createagentorupdate.only-name-required']);
  // One whose query alone is read makes another agent of a form's own agent_id, and its number has one already.
  const number = { 'phone_numbers[]': '+15550009001' };
  const again = (by: CheckedAnswer) => broken(form({}), read(), asked(200, number), by);
  expect(again(form({ agent_id: String(id), ...number }, 422))).toEqual([]);
  expect(again(asked(422, number))).toHaveLength(1);
});
