import type { Api } from '../../src/judge/api.ts';
import type { CheckedAnswer } from '../../src/judge/report/violation.ts';
import { experiment, type Experiment } from '../../src/judge/learn/experiment.ts';
import { absentAgent } from '../absent-ids.ts';
import { createAgent, readAgent, updateAgent, type Agent } from '../agents.ts';
import { either, isDone, isRefused, lastAnswer, messageOf, uuidOf } from './answers.ts';

/** What create-agent takes in its fields, in which order it looks at them, and what it makes of them. */
export const createAgentFieldExperiments: readonly Experiment[] = [
  experiment(
    { title: 'time zones', effect: 'reversible', decides: ['create-agent.field.timezone.names'] },
    async (api, findings) => {
      const id = await createAgent(api, 'zone');
      const known = await updateAgent(api, id, { timezone: 'Europe/Berlin' });
      if (!isDone(known)) return api.notVerified(`Europe/Berlin is answered with ${known.status}`);
      const answer = await updateAgent(api, id, { timezone: 'Nowhere/Land' });
      findings.decide('create-agent.field.timezone.names', either(answer, 'any-text', 'iana'), answer);
    },
  ),
  experiment(
    {
      title: 'webhook addresses',
      effect: 'reversible',
      decides: ['create-agent.field.session-data-webhook.addresses'],
    },
    async (api, findings) => {
      const id = await createAgent(api, 'webhook');
      const send = (session_data_webhook: string) => updateAgent(api, id, { session_data_webhook });
      const https = await send('https://hooks.example/calls');
      if (!isDone(https)) return api.notVerified(`an https address is answered with ${https.status}`);
      const text = await send('not an address');
      const http = await send('http://hooks.example/calls');
      const decided = either(http, either(text, 'any-text', 'http'), either(text, undefined, 'https'));
      findings.decide(
        'create-agent.field.session-data-webhook.addresses',
        decided,
        decided === 'any-text' ? text : http,
      );
    },
  ),
  experiment(
    {
      title: 'fields of the wrong type',
      effect: 'reversible',
      decides: ['create-agent.field.type', 'create-agent.field.null'],
    },
    async (api, findings) => {
      const id = await createAgent(api, 'type', { description: 'before' });
      const number = await updateAgent(api, id, { description: 57 });
      const { description } = (await readAgent(api, id)).basic_details;
      const converted = description === '57' ? 'converted' : undefined;
      findings.decide('create-agent.field.type', either(number, converted, 'refused'), number);
      const text = await updateAgent(api, id, { voice: { settings: { speed: '1.5' } } });
      const { speed } = (await readAgent(api, id)).configuration.voice_config;
      const isRead = Number(speed) === 1.5 ? 'converted' : undefined;
      findings.decide('create-agent.field.type', either(text, isRead, 'refused'), text);
      const before = (await readAgent(api, id)).basic_details.description;
      const nothing = await updateAgent(api, id, { description: null });
      const isKept = (await readAgent(api, id)).basic_details.description === before;
      findings.decide('create-agent.field.null', either(nothing, isKept ? 'ignored' : undefined, 'refused'), nothing);
    },
  ),
  experiment(
    {
      title: 'an update of a part of a section',
      effect: 'reversible',
      decides: ['create-agent.update.sections', 'create-agent.read-back.numbers'],
    },
    async (api, findings) => {
      const id = await createAgent(api, 'section');
      const first = await updateAgent(api, id, { voice: { settings: { speed: 1, stability: 0.73 } } });
      if (!isDone(first)) return api.notVerified(`settings of a voice are answered with ${first.status}`);
      const before = (await readAgent(api, id)).configuration.voice_config;
      const numbers = { 1: 'json', '1.0': 'decimal' } as const;
      const written = numbers[before.speed as keyof typeof numbers];
      findings.decide('create-agent.read-back.numbers', written, lastAnswer(api), JSON.stringify(before.speed));
      // A value that no deployment has by default: one that goes is seen to go.
      const second = await updateAgent(api, id, { voice: { settings: { speed: 1.1 } } });
      if (!isDone(second)) return api.notVerified(`settings of a voice are answered with ${second.status}`);
      const after = (await readAgent(api, id)).configuration.voice_config;
      if (Number(after.speed) !== 1.1) return api.notVerified('the settings of a voice do not read back');
      findings.decide(
        'create-agent.update.sections',
        after.stability === before.stability ? 'merged' : 'replaced',
        lastAnswer(api),
      );
    },
  ),
  experiment(
    { title: 'a provider that is not known', effect: 'reversible', decides: ['create-agent.read-back.unknown-names'] },
    async (api, findings) => {
      const id = await createAgent(api, 'provider');
      const answer = await updateAgent(api, id, { voice: { provider: 'no-such-provider' } });
      const { voice_provider: code } = (await readAgent(api, id)).basic_details;
      const decided = either(answer, code === 0 ? 'zero' : undefined, 'refused');
      findings.decide(
        'create-agent.read-back.unknown-names',
        decided,
        answer,
        `it reads back as ${JSON.stringify(code)}`,
      );
    },
  ),
  experiment(
    {
      title: 'an agent without a name',
      effect: 'reversible',
      decides: ['create-agent.create.name'],
      refusals: ['create-agent.create.name-required'],
    },
    async (api, findings) => {
      // The description tells whose it is if it is created.
      const answer = await api.call('createAgent', { json: { description: api.newName('nameless') } });
      findings.decide('create-agent.create.name', either(answer, 'optional', 'required'), answer);
      findings.refused('create-agent.create.name-required', answer);
    },
  ),
  experiment(
    {
      title: 'the longest name',
      effect: 'reversible',
      decides: ['agent.name.rule'],
      refusals: ['agent.name.rule'],
    },
    async (api, findings) => {
      const id = await createAgent(api, 'name');
      const rename = (length: number) =>
        updateAgent(api, id, { agent_name: api.newName('long').padEnd(length, 'x').slice(0, length) });
      const limits = [
        ['fifty-characters', 50],
        ['hundred-characters', 100],
        ['two-hundred-fifty-five-characters', 255],
      ] as const;
      for (const [name, length] of limits) {
        const within = await rename(length);
        const beyond = either(within, true, false) ? await rename(length + 1) : within;
        if (isDone(beyond)) continue;
        findings.decide('agent.name.rule', isDone(within) ? either(beyond, undefined, name) : undefined, beyond);
        break;
      }
      findings.unseen('agent.name.rule', 'no limit up to 256 characters was met');
      const refused = await updateAgent(api, id, { agent_name: 'x\u0001' });
      findings.refused('agent.name.rule', refused);
      if (api.settings.agents?.uuid === undefined || isDone(refused)) return;
      const json = { agent_id: uuidOf(api, id), name: 'x\u0001' };
      findings.refused('agent.name.rule', await api.call('updateAgent', { json }));
    },
  ),
  experiment(
    {
      title: 'what is wrong first',
      effect: 'reversible',
      decides: ['create-agent.order'],
    },
    async (api, findings) => {
      const [own, absent] = [await createAgent(api, 'order'), await absentAgent(api)];
      const answers = [
        await updateAgent(api, absent, { status: 9 }),
        await updateAgent(api, absent, { voice: 5 }),
        await updateAgent(api, own, { status: 9, voice: 5 }),
      ];
      const reasons = { 400: 'status', 404: 'agent', 422: 'fields' } as const;
      const order = answers.map(({ status }) => reasons[status as keyof typeof reasons]).join(' ');
      const orders = {
        'status agent status': 'status-agent-fields',
        'agent agent status': 'agent-status-fields',
        'status fields fields': 'fields-status-agent',
        'agent agent fields': 'agent-fields-status',
      } as const;
      findings.decide('create-agent.order', orders[order as keyof typeof orders], lastAnswer(api), order);
    },
  ),
  experiment(
    {
      title: 'an agent_id that is not a positive integer',
      effect: 'reversible',
      decides: ['create-agent.agent-id.invalid.answer'],
      refusals: ['create-agent.agent-id.invalid'],
    },
    async (api, findings) => {
      const answer = await api.call('createAgent', { json: { agent_id: 'abc', agent_name: api.newName('id') } });
      const names = { 422: 'unprocessable', 400: 'bad-request', 404: 'not-found' } as const;
      const decided = names[answer.status as keyof typeof names];
      findings.decide('create-agent.agent-id.invalid.answer', either(answer, undefined, decided), answer);
      findings.refused('create-agent.agent-id.invalid', answer);
      const form = [
        { name: 'basic_details[agent_name]', value: api.newName('id') },
        { name: 'agent_id', value: 'abc' },
      ];
      const other = await api.call('createAgentOrUpdate', { form });
      if (isRefused(other)) findings.refused('create-agent.agent-id.invalid', other);
    },
  ),
  experiment(
    { title: 'two agent_ids in one request', effect: 'reversible', decides: ['create-agent.agent-id.place'] },
    async (api, findings) => {
      const [inBody, inQuery] = [await createAgent(api, 'body'), await createAgent(api, 'query')];
      const description = 'which of the two';
      const answer = await api.call('createAgent', {
        query: { agent_id: inQuery },
        json: { agent_id: inBody, description },
      });
      const [body, query] = [
        await hasDescription(api, inBody, description),
        await hasDescription(api, inQuery, description),
      ];
      const decided = body === query ? undefined : body ? 'body' : 'query';
      findings.decide('create-agent.agent-id.place', decided, answer, String(messageOf(answer)));
    },
  ),
  experiment({ title: 'a deleted agent', effect: 'reversible', decides: ['agent.deleted'] }, async (api, findings) => {
    const id = await deletedAgent(api);
    const answer = await updateAgent(api, id, { status: 3 });
    const there = isDone(await api.call('getAgent', { query: { agent_id: id } }));
    const decided = either(answer, there ? 'restorable' : undefined, answer.status === 404 ? 'missing' : undefined);
    findings.decide('agent.deleted', decided, answer);
  }),
  experiment(
    {
      title: 'a deleted agent, by its UUID',
      effect: 'reversible',
      needs: ['agents.uuid'],
      decides: ['agent.deleted.elsewhere'],
    },
    async (api, findings) => {
      const id = await deletedAgent(api);
      const answer = await api.call('updateAgent', { json: { agent_id: uuidOf(api, id), language: 'de' } });
      findings.decide('agent.deleted.elsewhere', either(answer, 'there', 'missing'), answer);
    },
  ),
];

async function deletedAgent(api: Api): Promise<number> {
  const id = await createAgent(api, 'deleted');
  const answer: CheckedAnswer = await updateAgent(api, id, { status: 2 });
  if (!isDone(answer)) api.notVerified(`a deletion is answered with ${answer.status}`);
  return id;
}

async function hasDescription(api: Api, id: number, text: string): Promise<boolean> {
  const agent: Agent = await readAgent(api, id);
  return agent.basic_details.description === text;
}
