/* eslint-disable max-lines -- a list of checks, each to be read by itself */
import type { ClauseId } from '../src/document/names.gen.ts';
import { memberOf, type Api } from '../src/judge/api.ts';
import type { CheckedAnswer } from '../src/judge/report/violation.ts';
import { check, type Check } from '../src/judge/check.ts';
import type { FormPart } from '../src/deployment/transport.ts';
import { absentAgent, expectNoNamesake } from './absent-ids.ts';
import {
  contains,
  createAgent,
  createByForm,
  createdByForm,
  expectUnchanged,
  field,
  readAgent,
  sendForm,
  updateAgent,
} from './agents.ts';
import { png } from '../src/judge/sample-files.ts';

const ok = { status: 200 };
const section = (name: string, value: string): FormPart => field(`basic_details[${name}]`, value);

/** Texts of basic_details, with the member of get-by-id that shows them, where there is one. */
const texts: readonly (readonly [name: string, value: string, shown: string | null])[] = [
  ['description', 'Reminds customers', 'description'],
  ['agent_prompt', 'You remind customers.', 'agent_prompt'],
  ['chatbot_name', 'Nora', null],
  ['chatbot_welcome_message', 'Hello', null],
  ['tone', 'friendly', null],
  ['style', 'brief', null],
  ['instruction_sensitivity', 'high', null],
  ['transcriber_language', 'en', null],
];

export const agentFormChecks: readonly Check[] = [
  check(
    {
      clauses: [
        'createagentorupdate.success',
        'createagentorupdate.only-name-required',
        'createagentorupdate.multipart',
      ],
      effect: 'reversible',
    },
    'a form with nothing but a name creates an agent',
    async (api) => {
      const answer = await sendForm(api, 'only-name', []);
      api.answered(answer, ok, [
        'createagentorupdate.only-name-required',
        'createagentorupdate.multipart',
        'createagentorupdate.success',
      ]);
      const message = memberOf(answer.body, 'message');
      api.holds(typeof message === 'string', {
        clause: 'createagentorupdate.success',
        expected: 'a message',
        came: message,
        answer,
        path: '/message',
      });
      createdByForm(api, answer);
      const text = {
        contentType: 'multipart/form-data; boundary=other',
        text: `--other\r\nContent-Disposition: form-data; name="basic_details[agent_name]"\r\n\r\n${api.newName('bracket-form')}\r\n--other--\r\n`,
      };
      api.answered(await api.call('createAgentOrUpdate', { raw: text }), ok, 'createagentorupdate.multipart');
    },
  ),
  check(
    { clauses: ['createagentorupdate.success.agent-id'], effect: 'reversible' },
    'the agent_id is that of the agent created',
    async (api) => {
      const ids = new Set<number>();
      for (const label of ['first', 'second']) {
        const agent_name = api.newName(label);
        const answer = await api.call('createAgentOrUpdate', { form: [section('agent_name', agent_name)] });
        const id = createdByForm(api, answer);
        const { basic_details } = await readAgent(api, id, 'createagentorupdate.success.agent-id');
        const came = { id: basic_details.id, agent_name: basic_details.agent_name };
        api.equal(
          came,
          { id, agent_name },
          { clause: 'createagentorupdate.success.agent-id', what: 'the agent created' },
        );
        ids.add(id);
      }
      api.equal(ids.size, 2, { clause: 'createagentorupdate.success.agent-id', what: 'different agents' });
    },
  ),
  check(
    { clauses: ['createagentorupdate.success.message'], effect: 'reversible' },
    "the message says 'updated' for a creation",
    async (api) => {
      expectUpdatedMessage(api, await sendForm(api, 'message', []));
    },
  ),
  check(
    { clauses: ['createagentorupdate.success.message'], effect: 'reversible' },
    "the message says 'updated' for an update",
    async (api) => {
      const id = await createByForm(api, 'message');
      const answer = await sendForm(api, 'message', [field('agent_id', String(id))]);
      if (answer.status !== 200 || memberOf(answer.body, 'data.agent_id') !== id) {
        api.notVerified('the deployment does not update an agent that the form names');
      }
      expectUpdatedMessage(api, answer);
    },
  ),
  check(
    { clauses: ['createagentorupdate.basic-details.required', 'createagentorupdate.validation'], effect: 'reversible' },
    'a form without basic_details is refused with 422',
    async (api) => {
      for (const parts of [
        [field('configuration[memory_recall]', 'true')],
        [field('denials[denied_words][]', 'refund')],
        [field('phone_numbers[]', '')],
      ]) {
        const answer = await api.call('createAgentOrUpdate', { form: parts });
        api.refusedBy(answer, 'createagentorupdate.basic-details.required');
      }
    },
  ),
  check(
    { clauses: ['createagentorupdate.agent-name.missing', 'createagentorupdate.validation'], effect: 'reversible' },
    'a form without agent_name is refused with 422',
    async (api) => {
      for (const parts of [
        [section('description', 'nameless')],
        [section('agent_type', '3'), field('denials[denied_words][]', 'refund')],
      ]) {
        const answer = await api.call('createAgentOrUpdate', { form: parts });
        api.refusedBy(answer, 'createagentorupdate.agent-name.missing');
      }
    },
  ),
  check(
    { clauses: ['createagentorupdate.agent-name.missing.empty'], effect: 'reversible' },
    'an empty agent_name counts as missing, on update too',
    async (api) => {
      const id = await createByForm(api, 'empty-name');
      for (const parts of [[], [field('agent_id', String(id))]]) {
        const answer = await api.call('createAgentOrUpdate', { form: [section('agent_name', ''), ...parts] });
        api.refusedBy(answer, 'createagentorupdate.agent-name.missing', 'createagentorupdate.agent-name.missing.empty');
      }
    },
  ),
  check(
    { clauses: ['createagentorupdate.agent-name.invalid', 'createagentorupdate.validation'], effect: 'reversible' },
    'a malformed agent_name is refused with 422',
    async (api) => {
      // What counts as malformed is not shown: each of these may be, and one must.
      const malformed: FormPart[][] = [
        [field('basic_details[agent_name][first]', 'Ada')],
        [field('basic_details[agent_name][]', 'Ada'), field('basic_details[agent_name][]', 'Grace')],
        [section('agent_name', 'a\u0000b\u0007')],
        [section('agent_name', '!!!')],
        [section('agent_name', `${api.newName('long')}${'x'.repeat(5000)}`)],
      ];
      const messages: unknown[] = [];
      for (const form of malformed) {
        const answer = await api.call('createAgentOrUpdate', { form });
        if (answer.status < 300) continue;
        api.answered(answer, { status: 422 }, 'createagentorupdate.agent-name.invalid');
        messages.push(memberOf(answer.body, 'message'));
      }
      api.holds(messages.includes('Agent Name is invalid'), {
        clause: 'createagentorupdate.agent-name.invalid',
        expected: 'one of the names refused with "Agent Name is invalid"',
        came: messages,
      });
    },
  ),
  check(
    { clauses: ['agent.name.rule'], effect: 'reversible' },
    'a name in a form follows the same rule',
    async (api) => {
      for (const name of ['   ', '!!!', 'a\u0007b', 'x'.repeat(101)]) {
        const answer = await api.call('createAgentOrUpdate', { form: [section('agent_name', name)] });
        api.answered(answer, { status: 422, message: 'Agent Name is invalid' }, 'agent.name.rule');
      }
    },
  ),
  ...texts.map(([name, value, shown]) =>
    check(
      { clauses: ['createagentorupdate.basic-details'], effect: 'reversible' },
      `basic_details takes the text ${name}`,
      async (api) => {
        const answer = await sendForm(api, 'text', [section(name, value)]);
        api.answered(answer, ok, 'createagentorupdate.basic-details');
        const { basic_details } = await readAgent(api, createdByForm(api, answer));
        if (shown === null) return;
        api.equal(memberOf(basic_details, shown), value, {
          clause: 'createagentorupdate.basic-details',
          what: shown,
          answer: undefined,
          path: `/data/basic_details/${shown}`,
        });
      },
    ),
  ),
  check(
    { clauses: ['createagentorupdate.basic-details', 'createagentorupdate.denials'], effect: 'reversible' },
    'a form keeps text beyond ASCII',
    async (api) => {
      const text = 'Grüße, Привет, 你好, مرحبا, हिन्दी, "quotes", 😀';
      const parts = [
        section('description', text),
        section('agent_prompt', text),
        field('denials[denied_words][]', 'Rückerstattung'),
        field('denials[denied_topics][]', '政治'),
      ];
      const send = (name: string): Promise<CheckedAnswer> =>
        api.call('createAgentOrUpdate', { form: [section('agent_name', name), ...parts] });
      const named = `${api.newName('text')} Größe 你好`;
      const first = await send(named);
      // Which names are malformed is not shown: this one may be.
      const agent_name = first.status === 422 ? api.newName('text') : named;
      const answer = first.status === 422 ? await send(agent_name) : first;
      api.answered(answer, ok, 'createagentorupdate.basic-details');
      const { basic_details, denials } = await readAgent(api, createdByForm(api, answer));
      const wanted = { agent_name, description: text, agent_prompt: text } as const;
      for (const [name, value] of Object.entries(wanted)) {
        const [came, path] = [memberOf(basic_details, name), `/data/basic_details/${name}`];
        api.equal(came, value, { clause: 'createagentorupdate.basic-details', what: name, path });
      }
      const isKept = contains(denials, 'Rückerstattung') && contains(denials, '政治');
      api.holds(isKept, {
        clause: 'createagentorupdate.denials',
        expected: 'the words as sent',
        came: denials,
        path: '/data/denials',
      });
    },
  ),
  check(
    { clauses: ['createagentorupdate.basic-details'], effect: 'reversible' },
    'basic_details takes the codes that an agent in use has',
    async (api) => {
      const [known] = api.settings.agents?.read ?? [];
      const model = await readAgent(api, known?.id ?? (await createByForm(api, 'model')));
      const names = ['category', 'purpose', 'voice_provider', 'transcriber_provider'] as const;
      const codes = names.map((name) => section(name, String(model.basic_details[name])));
      const answer = await sendForm(api, 'codes', codes);
      api.answered(answer, ok, 'createagentorupdate.basic-details');
      const { basic_details } = await readAgent(api, createdByForm(api, answer));
      for (const name of names) {
        api.equal(basic_details[name], model.basic_details[name], {
          clause: 'createagentorupdate.basic-details',
          what: name,
          answer: undefined,
          path: `/data/basic_details/${name}`,
        });
      }
    },
  ),
  check(
    { clauses: ['createagentorupdate.basic-details', 'createagentorupdate.validation'], effect: 'reversible' },
    'a text where basic_details asks for an integer is refused with 422',
    async (api) => {
      for (const name of [
        'category',
        'purpose',
        'agent_type',
        'agent_privacy',
        'voice_provider',
        'transcriber_provider',
      ]) {
        const answer = await sendForm(api, 'no-integer', [section(name, 'abc')]);
        api.refused(answer, 'createagentorupdate.basic-details', `${name} is not an integer`);
        api.answered(answer, { status: 422 }, 'createagentorupdate.validation');
        const message = memberOf(answer.body, 'message');
        api.holds(typeof message === 'string' && message !== '', {
          clause: 'createagentorupdate.validation',
          expected: 'a message',
          came: message,
          answer,
          path: '/message',
        });
      }
    },
  ),
  check(
    {
      clauses: ['createagentorupdate.basic-details.agent-type', 'agent.basic-details.agent-type'],
      effect: 'reversible',
    },
    'agent_type is 1, 2, 3 or 4',
    async (api) => {
      for (const type of [1, 2, 3, 4]) {
        const answer = await sendForm(api, `type-${type}`, [section('agent_type', String(type))]);
        api.answered(answer, ok, 'createagentorupdate.basic-details.agent-type');
        const { basic_details } = await readAgent(api, createdByForm(api, answer));
        api.equal(basic_details.agent_type, type, {
          clause: 'createagentorupdate.basic-details.agent-type',
          what: 'agent_type',
          answer: undefined,
          path: '/data/basic_details/agent_type',
        });
      }
      await expectNeverShown(
        api,
        'agent_type',
        ['0', '5', '99', '-1'],
        [1, 2, 3, 4],
        'createagentorupdate.basic-details.agent-type',
      );
    },
  ),
  check(
    {
      clauses: ['createagentorupdate.basic-details.agent-privacy', 'agent.basic-details.agent-privacy'],
      effect: 'reversible',
    },
    'agent_privacy is 0 or 1',
    async (api) => {
      for (const privacy of [0, 1]) {
        const answer = await sendForm(api, `privacy-${privacy}`, [section('agent_privacy', String(privacy))]);
        api.answered(answer, ok, 'createagentorupdate.basic-details.agent-privacy');
        const { basic_details } = await readAgent(api, createdByForm(api, answer));
        api.equal(basic_details.agent_privacy, privacy, {
          clause: 'createagentorupdate.basic-details.agent-privacy',
          what: 'agent_privacy',
          answer: undefined,
          path: '/data/basic_details/agent_privacy',
        });
      }
      await expectNeverShown(
        api,
        'agent_privacy',
        ['2', '9', '-1'],
        [0, 1],
        'createagentorupdate.basic-details.agent-privacy',
      );
    },
  ),
  check(
    { clauses: ['createagentorupdate.basic-details.chatbot-image'], effect: 'reversible' },
    'chatbot_image is a text or a file',
    async (api) => {
      const text = await sendForm(api, 'image-text', [section('chatbot_image', 'https://example.com/nora.png')]);
      api.answered(text, ok, 'createagentorupdate.basic-details.chatbot-image');
      const file = { name: 'basic_details[chatbot_image]', value: png, file: { name: 'nora.png', type: 'image/png' } };
      api.answered(await sendForm(api, 'image-file', [file]), ok, 'createagentorupdate.basic-details.chatbot-image');
    },
  ),
  check(
    { clauses: ['createagentorupdate.basic-details.chatbot-image.types'], effect: 'reversible' },
    'chatbot_image takes pictures only',
    async (api) => {
      const file = {
        name: 'basic_details[chatbot_image]',
        value: '<svg/>',
        file: { name: 'nora.svg', type: 'image/svg+xml' },
      };
      api.answered(
        await sendForm(api, 'image-svg', [file]),
        { status: 422 },
        'createagentorupdate.basic-details.chatbot-image.types',
      );
    },
  ),
  check(
    { clauses: ['createagentorupdate.configuration'], effect: 'reversible' },
    'configuration takes four booleans and two texts',
    async (api) => {
      for (const value of ['true', 'false']) {
        const names = ['context_awareness', 'memory_recall', 'sentiment_analysis', 'interruption_handling'];
        const parts = names.map((name) => field(`configuration[${name}]`, value));
        const texts = [
          field('configuration[agent_terminate_instruction]', 'End politely'),
          field('configuration[agent_terminate_messages]', 'Goodbye'),
        ];
        api.answered(
          await sendForm(api, 'configuration', [...parts, ...texts]),
          ok,
          'createagentorupdate.configuration',
        );
      }
    },
  ),
  check(
    { clauses: ['createagentorupdate.knowledge-base.tools'], needs: ['values.tools'], effect: 'reversible' },
    'knowledge_base takes tools',
    async (api) => {
      await expectToggled(api, 'tools', api.need(api.settings.values?.tools, 'values.tools'));
    },
  ),
  check(
    { clauses: ['createagentorupdate.knowledge-base.tools'], needs: ['values.sub_agents'], effect: 'reversible' },
    'knowledge_base takes sub-agents',
    async (api) => {
      await expectToggled(api, 'sub_agents', api.need(api.settings.values?.sub_agents, 'values.sub_agents'));
    },
  ),
  check(
    { clauses: ['createagentorupdate.knowledge-base.tools'], effect: 'reversible' },
    'a tool whose id is not an integer is refused',
    async (api) => {
      for (const list of ['tools', 'sub_agents']) {
        const answer = await sendForm(api, 'no-tool', [field(`knowledge_base[${list}][0][id]`, 'abc')]);
        api.refused(answer, 'createagentorupdate.knowledge-base.tools', 'an id is an integer');
      }
    },
  ),
  check(
    { clauses: ['createagentorupdate.knowledge-base.tools.enabled'], needs: ['values.tools'], effect: 'reversible' },
    'a tool without isEnabled is enabled',
    async (api) => {
      const [tool = 0] = api.need(api.settings.values?.tools, 'values.tools');
      const id = createdByForm(api, await sendForm(api, 'tool', [field('knowledge_base[tools][0][id]', String(tool))]));
      const { knowledge_base } = await readAgent(api, id);
      api.equal(knowledge_base.tools, [{ id: tool, isEnabled: true }], {
        clause: 'createagentorupdate.knowledge-base.tools.enabled',
        what: 'tools',
      });
    },
  ),
  check(
    { clauses: ['createagentorupdate.knowledge-base.text'], effect: 'reversible' },
    'knowledge_base takes texts of a name and a content',
    async (api) => {
      const name = 'knowledge_base[text_knowledge_bases]';
      const parts = [0, 1].flatMap((index) => [
        field(`${name}[${index}][name]`, `Text ${index}`),
        field(`${name}[${index}][content]`, 'We open at nine.'),
      ]);
      api.answered(await sendForm(api, 'text-knowledge', parts), ok, 'createagentorupdate.knowledge-base.text');
    },
  ),
  check(
    { clauses: ['createagentorupdate.phone-numbers'], effect: 'reversible' },
    'phone_numbers may be left out',
    async (api) => {
      const { phone_numbers } = await readAgent(api, await createByForm(api, 'no-numbers'));
      api.equal(phone_numbers, [], {
        clause: 'createagentorupdate.phone-numbers',
        what: 'phone_numbers',
        answer: undefined,
        path: '/data/phone_numbers',
      });
    },
  ),
  check(
    { clauses: ['createagentorupdate.denials', 'agent.denials'], effect: 'reversible' },
    'denials takes words and topics',
    async (api) => {
      const words = ['refund', 'lawsuit'];
      const topics = ['politics', 'religion'];
      const parts = [
        ...words.map((word) => field('denials[denied_words][]', word)),
        ...topics.map((topic) => field('denials[denied_topics][]', topic)),
      ];
      const answer = await sendForm(api, 'denials', parts);
      api.answered(answer, ok, 'createagentorupdate.denials');
      const { denials } = await readAgent(api, createdByForm(api, answer));
      for (const [list, sent] of [
        ['denied_words', words],
        ['denied_topics', topics],
      ] as const) {
        for (const text of sent) {
          api.holds(contains(denials[list], text), {
            clause: 'createagentorupdate.denials',
            expected: `${text} among ${list}`,
            came: denials[list],
            answer: undefined,
            path: `/data/denials/${list}`,
          });
        }
        api.equal(denials[list].length, 2, {
          clause: 'createagentorupdate.denials',
          what: `the length of ${list}`,
          answer: undefined,
          path: `/data/denials/${list}`,
        });
      }
    },
  ),
  check(
    {
      clauses: ['createagentorupdate.dispositions', 'agent.dispositions'],
      needs: ['values.dispositions'],
      effect: 'reversible',
    },
    'dispositions_config takes dispositions',
    async (api) => {
      const dispositions = api.need(api.settings.values?.dispositions, 'values.dispositions');
      const parts = dispositions.map((each) => field('dispositions_config[dispositions][]', each));
      const answer = await sendForm(api, 'dispositions', parts);
      // The shape of a disposition is not shown.
      if (answer.status === 422) api.notVerified('the deployment takes other dispositions', 'values.dispositions');
      api.answered(answer, ok, 'createagentorupdate.dispositions');
      const agent = await readAgent(api, createdByForm(api, answer));
      for (const each of dispositions) {
        api.holds(contains(agent.dispositions, each), {
          clause: 'createagentorupdate.dispositions',
          expected: `${each} among the dispositions`,
          came: agent.dispositions,
          answer: undefined,
          path: '/data/dispositions',
        });
      }
    },
  ),
  check(
    { clauses: ['createagentorupdate.guardrails'], effect: 'reversible' },
    'guardrails is an object',
    async (api) => {
      const answer = await sendForm(api, 'guardrails', [
        field('guardrails[hate_enabled]', '1'),
        field('guardrails[relevance_deviation_level]', '2'),
      ]);
      if (answer.status === 422) api.notVerified('which fields guardrails takes is not shown, and these it does not');
      api.answered(answer, ok, 'createagentorupdate.guardrails');
      await readAgent(api, createdByForm(api, answer));
    },
  ),
  check(
    { clauses: ['createagentorupdate.metadata-config', 'agent.metadata-config'], effect: 'reversible' },
    'metadata_config takes fields',
    async (api) => {
      const sent = { key: 'callback_time', type: 'string', description: 'When to call back' };
      const parts = Object.entries(sent).map(([name, value]) =>
        field(`metadata_config[metadata_input][0][${name}]`, value),
      );
      const answer = await sendForm(api, 'metadata', parts);
      api.answered(answer, ok, 'createagentorupdate.metadata-config');
      const { metadata_config } = await readAgent(api, createdByForm(api, answer));
      api.equal(
        metadata_config.metadata_input.map(({ key, type, description }) => ({ key, type, description })),
        [sent],
        {
          clause: 'createagentorupdate.metadata-config',
          what: 'metadata_input',
          answer: undefined,
          path: '/data/metadata_config/metadata_input',
        },
      );
    },
  ),
  check(
    { clauses: ['createagentorupdate.validation'], effect: 'reversible' },
    'a refused form creates nothing',
    async (api) => {
      const anchor = await createByForm(api, 'anchor');
      const label = api.newName('refused');
      const form = [section('agent_name', label), section('category', 'abc')];
      api.answered(await api.call('createAgentOrUpdate', { form }), { status: 422 }, 'createagentorupdate.validation');
      await expectNoTrace(api, anchor, await createByForm(api, 'after'), label, 'createagentorupdate.validation');
    },
  ),
  check(
    { clauses: ['createagentorupdate.atomic'], effect: 'reversible' },
    'nothing remains of a form with one wrong part',
    async (api) => {
      const exe: FormPart = {
        name: 'FILE_KNOWLEDGE_BASES',
        value: 'MZ',
        file: { name: 'setup.exe', type: 'application/x-msdownload' },
      };
      const wrong = [section('category', 'abc'), exe];
      for (const part of wrong) {
        const anchor = await createByForm(api, 'anchor');
        const label = api.newName('half-done');
        const refused = await api.call('createAgentOrUpdate', {
          form: [section('agent_name', label), section('description', label), part],
        });
        api.refused(refused, 'createagentorupdate.atomic', `${part.name} is wrong`);
        await expectNoTrace(api, anchor, await createByForm(api, 'after'), label, 'createagentorupdate.atomic');
      }
    },
  ),
  check(
    { clauses: ['createagentorupdate.atomic'], effect: 'reversible' },
    'an update with one wrong part changes nothing',
    async (api) => {
      const id = await createByForm(api, 'atomic', [section('description', 'Before')]);
      const updated = await sendForm(api, 'updatable', [
        field('agent_id', String(id)),
        section('description', 'Updated'),
      ]);
      if (updated.status !== 200 || memberOf(updated.body, 'data.agent_id') !== id) {
        api.notVerified('the deployment does not update an agent that the form names');
      }
      const before = await readAgent(api, id);
      const parts = [
        field('agent_id', String(id)),
        section('description', 'Half done'),
        field('denials[denied_words][]', 'half'),
        section('category', 'abc'),
      ];
      api.refused(await sendForm(api, 'half-done', parts), 'createagentorupdate.atomic', 'category is not an integer');
      await expectUnchanged(api, id, before, 'createagentorupdate.atomic');
    },
  ),
  check(
    { clauses: ['workspace.isolation'], needs: ['second_workspace.token'], effect: 'reversible' },
    'a form of another workspace leaves the agent as it was',
    async (api) => {
      const token = api.need(api.settings.second_workspace?.token, 'second_workspace.token');
      const id = await createByForm(api, 'own', [section('description', 'Before')]);
      const before = await readAgent(api, id);
      await expectNoNamesake(api, id, before.basic_details.agent_name, token);
      const form = [
        field('agent_id', String(id)),
        section('agent_name', api.newName('taken-over')),
        section('description', 'Taken over'),
      ];
      await api.call('createAgentOrUpdate', { form, token });
      await expectUnchanged(api, id, before, 'workspace.isolation');
      await api.call('createAgentOrUpdate', { form: form.slice(1), query: { agent_id: id }, token });
      await expectUnchanged(api, id, before, 'workspace.isolation');
    },
  ),
  check(
    { clauses: ['codes.auth-required', 'codes.auth-invalid'], effect: 'reversible' },
    'a code of text fits the token that is missing or invalid',
    async (api) => {
      const form = [section('agent_name', api.newName('codes'))];
      const missing = await api.call('createAgentOrUpdate', { form, token: null });
      expectCode(api, missing, ['AUTH_REQUIRED'], 'codes.auth-required');
      const invalid = await api.call('createAgentOrUpdate', { form, token: 'f00d'.repeat(16) });
      expectCode(api, invalid, ['AUTH_INVALID', 'AUTH_REQUIRED'], 'codes.auth-invalid');
    },
  ),
  check(
    { clauses: ['codes.missing-field', 'codes.invalid-format', 'codes.validation-error'], effect: 'reversible' },
    'a code of text fits what is wrong with the form',
    async (api) => {
      for (const form of [[field('configuration[memory_recall]', 'true')], [section('description', 'nameless')]]) {
        const answer = await api.call('createAgentOrUpdate', { form });
        expectCode(api, answer, ['MISSING_FIELD', 'VALIDATION_ERROR'], 'codes.missing-field');
      }
      const format = await sendForm(api, 'format', [section('category', 'abc')]);
      expectCode(api, format, ['INVALID_FORMAT', 'VALIDATION_ERROR'], 'codes.invalid-format');
      const range = await sendForm(api, 'range', [section('agent_type', '9')]);
      expectCode(api, range, ['VALIDATION_ERROR', 'INVALID_FORMAT'], 'codes.validation-error');
      const file = {
        name: 'FILE_KNOWLEDGE_BASES',
        value: 'MZ',
        file: { name: 'setup.exe', type: 'application/x-msdownload' },
      };
      expectCode(
        api,
        await sendForm(api, 'file', [file]),
        ['VALIDATION_ERROR', 'INVALID_FORMAT'],
        'codes.validation-error',
      );
    },
  ),
  check(
    { clauses: ['codes.createagentorupdate'], effect: 'reversible' },
    'the code says what is wrong',
    async (api) => {
      const form = [section('agent_name', api.newName('codes'))];
      const cases: [CheckedAnswer, string][] = [
        [await api.call('createAgentOrUpdate', { form, token: null }), 'AUTH_REQUIRED'],
        [await api.call('createAgentOrUpdate', { form, token: 'f00d'.repeat(16) }), 'AUTH_INVALID'],
        [await api.call('createAgentOrUpdate', { form: [section('description', 'x')] }), 'MISSING_FIELD'],
        [await sendForm(api, 'codes', [section('category', 'abc')]), 'INVALID_FORMAT'],
        [await sendForm(api, 'codes', [section('agent_type', '9')]), 'VALIDATION_ERROR'],
      ];
      for (const [answer, code] of cases) {
        api.equal(memberOf(answer.body, 'code'), code, {
          clause: 'codes.createagentorupdate',
          what: 'the code',
          answer,
          path: '/code',
        });
      }
    },
  ),
  check(
    {
      clauses: ['createagentorupdate.update', 'createagentorupdate.arrays.replace', 'createagentorupdate.read-back'],
      effect: 'reversible',
    },
    'a form with agent_id updates, and each array that is sent replaces its own',
    async (api) => {
      const id = await createByForm(api, 'update', [
        field('denials[denied_words][]', 'one'),
        field('denials[denied_topics][]', 'topic'),
        section('description', 'Stays'),
      ]);
      const answer = await sendForm(api, 'update', [
        field('agent_id', String(id)),
        field('denials[denied_words][]', 'two'),
        field('configuration[context_awareness]', 'TRUE'),
      ]);
      api.answered(answer, ok, 'createagentorupdate.update');
      const agent = await readAgent(api, id);
      api.equal(agent.basic_details.description, 'Stays', {
        clause: 'createagentorupdate.update',
        what: 'description',
      });
      api.equal(
        agent.denials,
        { denied_words: ['two'], denied_topics: ['topic'] },
        { clause: 'createagentorupdate.arrays.replace', what: 'denials' },
      );
      api.equal(agent.configuration.context_awareness, 1, {
        clause: 'createagentorupdate.read-back',
        what: 'context_awareness',
      });
      const queried = await api.call('createAgentOrUpdate', {
        query: { agent_id: id },
        form: [section('agent_name', api.newName('queried'))],
      });
      api.equal(memberOf(queried.body, 'data.agent_id'), id, {
        clause: 'createagentorupdate.update',
        what: 'the agent named in the query',
      });
    },
  ),
  check(
    { clauses: ['createagentorupdate.not-found', 'agent.deleted.missing-elsewhere'], effect: 'reversible' },
    'a form that names no agent of the workspace is refused with 422',
    async (api) => {
      const unknown = await sendForm(api, 'nobody', [field('agent_id', String(await absentAgent(api)))]);
      api.refusedBy(unknown, 'createagentorupdate.not-found');
      const id = await createAgent(api, 'deleted');
      await updateAgent(api, id, { status: 2 });
      const deleted = await sendForm(api, 'deleted', [field('agent_id', String(id))]);
      api.refusedBy(deleted, 'createagentorupdate.not-found', 'agent.deleted.missing-elsewhere');
    },
  ),
  check(
    { clauses: ['workspace.foreign-is-missing'], needs: ['second_workspace.token'], effect: 'reversible' },
    'an agent of another workspace is refused as one that does not exist',
    async (api) => {
      const token = api.need(api.settings.second_workspace?.token, 'second_workspace.token');
      const own = api.newName('own');
      const id = await createAgent(api, 'own', { agent_name: own });
      await expectNoNamesake(api, id, own, token);
      const name = section('agent_name', api.newName('foreign'));
      const foreign = await api.call('createAgentOrUpdate', { form: [name, field('agent_id', String(id))], token });
      const unknown = await api.call('createAgentOrUpdate', {
        form: [name, field('agent_id', String(await absentAgent(api)))],
        token,
      });
      api.equal([foreign.status, foreign.body], [unknown.status, unknown.body], {
        clause: 'workspace.foreign-is-missing',
        what: 'the answer to an unknown agent',
        answer: foreign,
      });
    },
  ),
  check(
    { clauses: ['createagentorupdate.list-spellings'], effect: 'reversible' },
    'a list is taken with [], with indexes and bare',
    async (api) => {
      for (const names of [
        ['[]', '[]'],
        ['[0]', '[1]'],
        ['', ''],
      ]) {
        const parts = names.map((suffix, index) => field(`denials[denied_words]${suffix}`, `word ${index}`));
        const { denials } = await readAgent(api, createdByForm(api, await sendForm(api, 'lists', parts)));
        api.equal(denials.denied_words, ['word 0', 'word 1'], {
          clause: 'createagentorupdate.list-spellings',
          what: 'denied_words',
        });
      }
    },
  ),
  check(
    { clauses: ['createagentorupdate.values'], effect: 'reversible' },
    'booleans and integers of another form are refused with 422',
    async (api) => {
      for (const [name, value] of [
        ['configuration[memory_recall]', 'maybe'],
        ['basic_details[category]', '1.5'],
        ['basic_details[category]', '0x1'],
      ] as const) {
        api.answered(
          await sendForm(api, 'values', [field(name, value)]),
          { status: 422 },
          'createagentorupdate.values',
        );
      }
      for (const value of ['true', 'FALSE', '1', '0']) {
        api.answered(
          await sendForm(api, 'values', [field('configuration[memory_recall]', value)]),
          ok,
          'createagentorupdate.values',
        );
      }
    },
  ),
];

/** Looks at the ids between two creations: none may be an agent of the refused request. */
async function expectNoTrace(api: Api, from: number, to: number, label: string, clause: ClauseId): Promise<void> {
  for (let id = from + 1; id < to && id < from + 10; id += 1) {
    const answer = await api.call('getAgent', { query: { agent_id: id } });
    api.holds(!answer.text.includes(label), {
      clause,
      expected: 'no agent of the refused request',
      came: `agent ${id} with its name`,
      answer,
    });
  }
}

/** A value outside the list is refused, or does at least not come to be shown. */
async function expectNeverShown(
  api: Api,
  name: 'agent_type' | 'agent_privacy',
  values: readonly string[],
  allowed: readonly number[],
  clause: ClauseId,
): Promise<void> {
  for (const value of values) {
    const answer = await sendForm(api, 'outside', [section(name, value)]);
    if (answer.status >= 300) continue;
    const { basic_details } = await readAgent(api, createdByForm(api, answer));
    api.holds(allowed.includes(basic_details[name]), {
      clause,
      expected: `one of ${allowed.join(', ')}`,
      came: basic_details[name],
      answer: undefined,
      path: `/data/basic_details/${name}`,
    });
  }
}

async function expectToggled(api: Api, list: 'tools' | 'sub_agents', ids: readonly number[]): Promise<void> {
  const name = `knowledge_base[${list}]`;
  const parts = ids.flatMap((id, index) => [
    field(`${name}[${index}][id]`, String(id)),
    field(`${name}[${index}][isEnabled]`, index === 0 ? 'true' : 'false'),
  ]);
  const answer = await sendForm(api, list, parts);
  // A deployment may know its own tools only.
  if (answer.status === 422) api.notVerified('the deployment does not take these', `values.${list}`);
  api.answered(answer, ok, 'createagentorupdate.knowledge-base.tools');
  const { knowledge_base } = await readAgent(api, createdByForm(api, answer));
  for (const id of ids) {
    api.holds(contains(knowledge_base[list], id), {
      clause: 'createagentorupdate.knowledge-base.tools',
      expected: `${id} among ${list}`,
      came: knowledge_base[list],
      answer: undefined,
      path: `/data/knowledge_base/${list}`,
    });
  }
}

/** A code need not be there, and may be a number: one that is a text must fit. */
function expectCode(api: Api, answer: CheckedAnswer, codes: readonly string[], clause: ClauseId): void {
  const code = memberOf(answer.body, 'code');
  if (typeof code !== 'string') return;
  api.holds(codes.includes(code), {
    clause,
    expected: `the code ${codes.join(' or ')}`,
    came: code,
    answer,
    path: '/code',
  });
}

function expectUpdatedMessage(api: Api, answer: CheckedAnswer): void {
  api.answered(answer, ok, 'createagentorupdate.success');
  const message = memberOf(answer.body, 'message');
  const isRight = typeof message === 'string' && /updated/i.test(message);
  api.holds(isRight, {
    clause: 'createagentorupdate.success.message',
    expected: "a message with the word 'updated'",
    came: message,
    answer,
    path: '/message',
  });
}
