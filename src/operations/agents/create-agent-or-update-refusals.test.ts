import { describe, expect, it } from 'vitest';
import { prepareMocks, type Pair } from '../../testing/api-harness.ts';
import { smallFiles } from '../../testing/well-known.ts';

const freshMock = await prepareMocks();

const name: Pair = ['basic_details[agent_name]', 'Clinic Desk'];
const basicDetailsRequired = { status: 422, code: 'MISSING_FIELD', message: 'Basic details are required' };
const nameMissing = { status: 422, code: 'MISSING_FIELD', message: 'Agent Name is missing' };
const nameInvalid = { status: 422, code: 'INVALID_FORMAT', message: 'Agent Name is invalid' };

describe('the section basic_details', () => {
  it.each<{ of: string; form: readonly Pair[] }>([
    { of: 'another section alone', form: [['denials[denied_words][]', 'refund']] },
    { of: 'the agent alone', form: [['agent_id', '1002']] },
    { of: 'a name outside of it', form: [['agent_name', 'Clinic Desk']] },
    { of: 'a text in its place', form: [['basic_details', 'Clinic Desk']] },
  ])('is required: $of is refused', async ({ form }) => {
    await freshMock().refuse('createAgentOrUpdate', { form }, basicDetailsRequired);
  });

  it('is required where there is no body at all', async () => {
    await freshMock().refuse('createAgentOrUpdate', {}, basicDetailsRequired);
  });
});

describe('the name', () => {
  it.each<{ of: string; form: readonly Pair[] }>([
    { of: 'is not sent', form: [['basic_details[description]', 'Reminds']] },
    { of: 'is empty', form: [['basic_details[agent_name]', '']] },
    { of: 'is not sent on update', form: [['agent_id', '1002'], ['basic_details[description]', 'x']] }, // oxfmt-ignore
    { of: 'is empty on update', form: [['agent_id', '1002'], ['basic_details[agent_name]', '']] }, // oxfmt-ignore
  ])('is missing where it $of', async ({ form }) => {
    await freshMock().refuse('createAgentOrUpdate', { form }, nameMissing);
  });

  it.each<{ of: string; form: readonly Pair[] }>([
    ...[' ', '   ', '...', '🦊', 'a\tb', 'a\u0000b', 'a\u0085b', 'a'.repeat(101), '🦊'.repeat(101)].map((text) => ({
      of: JSON.stringify(text),
      form: [['basic_details[agent_name]', text]] as const,
    })),
    { of: 'two values', form: [name, name] },
    { of: 'a list', form: [['basic_details[agent_name][]', 'Clinic Desk']] },
    { of: 'an object', form: [['basic_details[agent_name][first]', 'Clinic Desk']] },
  ])('is invalid: $of', async ({ form }) => {
    await freshMock().refuse('createAgentOrUpdate', { form }, nameInvalid);
    await freshMock().refuse('createAgentOrUpdate', { form: [['agent_id', '1002'], ...form] }, nameInvalid);
  });

  it.each(['a'.repeat(100), '🦊'.repeat(99).concat('9'), '寿司', '— 5 —', ' Front Desk '])(
    'may be %j',
    async (text) => {
      const api = freshMock();
      const { data } = await api.succeed('createAgentOrUpdate', { form: [['basic_details[agent_name]', text]] });
      expect((await api.agent(data.agent_id)).basic_details.agent_name).toBe(text);
    },
  );

  it('sent as a file is missing', async () => {
    const files = [{ field: 'basic_details[agent_name]', name: 'name.csv', content: smallFiles.csv }];
    const form: Pair[] = [['basic_details[tone]', 'warm']];
    await freshMock().refuse('createAgentOrUpdate', { form, files }, nameMissing);
  });
});

const format = 'INVALID_FORMAT';
const validation = 'VALIDATION_ERROR';

describe('a value', () => {
  it.each<{ field: string; value: string; code: string; message: string }>([
    ...['basic_details[category]', 'basic_details[purpose]', 'basic_details[voice_provider]'].flatMap((field) =>
      ['one', '1.5', '', ' 1', '1e3', '0x1', '٣'].map((value) => ({
        field,
        value,
        code: format,
        message: `${field} must be an integer.`,
      })),
    ),
    ...['0', '5', '-1', '99'].map((value) => ({
      field: 'basic_details[agent_type]',
      value,
      code: validation,
      message: 'basic_details[agent_type] must be 1, 2, 3 or 4.',
    })),
    ...['three', '', '3.0'].map((value) => ({
      field: 'basic_details[agent_type]',
      value,
      code: format,
      message: 'basic_details[agent_type] must be 1, 2, 3 or 4.',
    })),
    ...['2', '-1'].map((value) => ({
      field: 'basic_details[agent_privacy]',
      value,
      code: validation,
      message: 'basic_details[agent_privacy] must be 0 or 1.',
    })),
    ...['context_awareness', 'memory_recall', 'sentiment_analysis', 'interruption_handling'].flatMap((field) =>
      ['yes', '2', '', 'on', ' true'].map((value) => ({
        field: `configuration[${field}]`,
        value,
        code: format,
        message: `configuration[${field}] must be true or false.`,
      })),
    ),
    { field: 'knowledge_base[tools][0][id]', value: 'x', code: format, message: 'knowledge_base[tools][0][id] must be an integer.' }, // oxfmt-ignore
    { field: 'knowledge_base[sub_agents][0][id]', value: '', code: format, message: 'knowledge_base[sub_agents][0][id] must be an integer.' }, // oxfmt-ignore
    { field: 'guardrails[hate_enabled]', value: 'much', code: format, message: 'guardrails[hate_enabled] must be an integer or true or false.' }, // oxfmt-ignore
    { field: 'configuration', value: 'x', code: format, message: 'configuration must be an object.' },
    { field: 'guardrails', value: 'x', code: format, message: 'guardrails must be an object.' },
    { field: 'phone_numbers[0][number]', value: 'x', code: format, message: 'phone_numbers[0] must be a string.' },
    { field: 'basic_details[tone][]', value: 'x', code: format, message: 'basic_details[tone] must be a string.' },
  ])('$field = $value is refused', async ({ field, value, code, message }) => {
    const form: readonly Pair[] = [['agent_id', '1002'], name, ['denials[denied_words][]', 'new'], [field, value]];
    await freshMock().refuse('createAgentOrUpdate', { form }, { status: 422, code, message });
  });

  it.each<{ of: string; form: readonly Pair[]; message: string }>([
    {
      of: 'the id of a tool',
      form: [['knowledge_base[tools][0][isEnabled]', 'true']],
      message: 'knowledge_base[tools][0][id] is required.',
    },
    {
      of: 'the content of a text',
      form: [['knowledge_base[text_knowledge_bases][0][name]', 'Hours']],
      message: 'knowledge_base[text_knowledge_bases][0][content] is required.',
    },
    {
      of: 'the description of a metadata field',
      form: [['metadata_config[metadata_input][0][key]', 'a'], ['metadata_config[metadata_input][0][type]', 'b']], // oxfmt-ignore
      message: 'metadata_config[metadata_input][0][description] is required.',
    },
  ])('is missing: $of', async ({ form, message }) => {
    const expected = { status: 422, code: 'MISSING_FIELD', message };
    await freshMock().refuse('createAgentOrUpdate', { form: [name, ...form] }, expected);
  });

  it('sent as text and as object at once is refused', async () => {
    const form: readonly Pair[] = [name, ['guardrails', 'x'], ['guardrails[hate_enabled]', '1']];
    const expected = { status: 422, code: format, message: 'guardrails must be an object.' };
    await freshMock().refuse('createAgentOrUpdate', { form }, expected);
    const other: readonly Pair[] = [name, ['guardrails[hate_enabled]', '1'], ['guardrails', 'x']];
    const message = 'guardrails contradicts another field of the form.';
    await freshMock().refuse('createAgentOrUpdate', { form: other }, { status: 422, code: validation, message });
  });
});

describe('the agent_id', () => {
  it.each(['abc', '0', '-1', '1.5', ' 1002', '1e3'])('%j is refused', async (id) => {
    const expected = { status: 422, code: format, message: 'agent_id must be a positive integer.' };
    await freshMock().refuse('createAgentOrUpdate', { form: [['agent_id', id], name] }, expected);
    await freshMock().refuse('createAgentOrUpdate', { query: { agent_id: id }, form: [name] }, expected);
  });

  it('sent twice is refused', async () => {
    const expected = { status: 422, code: format, message: 'agent_id must be a positive integer.' };
    const form: readonly Pair[] = [['agent_id', '1001'], ['agent_id', '1002'], name]; // oxfmt-ignore
    await freshMock().refuse('createAgentOrUpdate', { form }, expected);
  });

  it.each([
    { of: 'nobody', id: '4711' },
    { of: 'a deleted agent', id: '1005' },
    { of: 'an agent of another workspace', id: '1006' },
  ])('of $of is refused with 422', async ({ id }) => {
    const form: readonly Pair[] = [['agent_id', id], name];
    await freshMock().refuse('createAgentOrUpdate', { form }, 'createagentorupdate.not-found');
  });
});

it.each([
  { of: 'JSON', type: 'application/json', body: '{"basic_details":{"agent_name":"x"}}' },
  { of: 'a urlencoded form', type: 'application/x-www-form-urlencoded', body: 'basic_details[agent_name]=x' },
  { of: 'text', type: 'text/plain', body: 'x' },
  { of: 'a form without a boundary', type: 'multipart/form-data', body: 'x' },
  { of: 'a form that never begins', type: 'multipart/form-data; boundary=b', body: 'x' },
])('refuses $of as unreadable', async ({ type, body }) => {
  const options = { body, headers: { 'content-type': type } };
  await freshMock().refuse('createAgentOrUpdate', options, { status: 422, code: validation, message: /\.$/ });
});

it.each<{ of: string; form: readonly Pair[]; warning: string }>([
  { of: 'field', form: [['color', 'red']], warning: 'unknown-body-member: color' },
  { of: 'member', form: [['basic_details[color]', 'red']], warning: 'unknown-body-member: basic_details[color]' },
  { of: 'section', form: [['extra[a][b]', 'red']], warning: 'unknown-body-member: extra' },
  { of: 'status', form: [['status', '1']], warning: 'unknown-body-member: status' },
])('ignores an unknown $of with a warning', async ({ form, warning }) => {
  const { status, headers } = await freshMock().call('createAgentOrUpdate', { form: [name, ...form] });
  expect(status).toBe(200);
  expect(headers['x-contract-warning']).toBe(warning);
});
