import type { ChoiceId } from '../../src/clauses/choices.gen.ts';
import type { FormPart } from '../../src/deployment/transport.ts';
import { memberOf, type Api } from '../../src/judge/api.ts';
import type { CheckedAnswer } from '../../src/judge/report/violation.ts';
import { membersOf } from '../../src/judge/learn/readings.ts';
import { experiment, type Experiment } from '../../src/judge/learn/experiment.ts';
import { absentAgent } from '../absent-ids.ts';
import { contains, createByForm, createdByForm, field, readAgent, sendForm } from '../agents.ts';
import { either, isDone, isRefused, lastAnswer, messageOf, unknownToken } from './answers.ts';
import { isObject } from '../../src/json/json-value.ts';

const words = (text: string): FormPart => field('denials[denied_words][]', text);

/** What createagentorupdate takes and refuses. */
export const agentFormExperiments: readonly Experiment[] = [
  experiment(
    {
      title: 'the refusals of createagentorupdate',
      effect: 'reversible',
      decides: [
        'createagentorupdate.agent-name.empty',
        'codes.createagentorupdate',
        'errors.shape.createAgentOrUpdate',
        'errors.code.createAgentOrUpdate',
      ],
      refusals: [
        'createagentorupdate.basic-details.required',
        'createagentorupdate.agent-name.missing',
        'createagentorupdate.agent-name.invalid',
        'createagentorupdate.unauthorized',
      ],
    },
    async (api, findings) => {
      const send = (...form: readonly FormPart[]) => api.call('createAgentOrUpdate', { form });
      const name = 'basic_details[agent_name]';
      const missing = await send(field('basic_details[description]', 'nameless'));
      findings.refused('createagentorupdate.basic-details.required', await send(words('a')));
      findings.refused('createagentorupdate.agent-name.missing', missing);
      findings.refused('createagentorupdate.agent-name.invalid', await send(field(name, '\u0001')));
      const form = [field(name, api.newName('unauthorized'))];
      findings.refused(
        'createagentorupdate.unauthorized',
        await api.call('createAgentOrUpdate', { form, token: unknownToken }),
      );
      const empty = await send(field(name, ''));
      const texts = new Map<unknown, 'missing' | 'invalid'>([
        ['Agent Name is missing', 'missing'],
        ['Agent Name is invalid', 'invalid'],
      ]);
      findings.decide('createagentorupdate.agent-name.empty', texts.get(messageOf(empty)), empty);
    },
  ),
  experiment(
    {
      title: 'lists of a form',
      effect: 'reversible',
      decides: [
        'createagentorupdate.lists.bare',
        'createagentorupdate.lists.empty',
        'createagentorupdate.updated.message',
      ],
    },
    async (api, findings) => {
      const bare = await sendForm(api, 'bare', [field('denials[denied_words]', 'alpha')]);
      const isTaken = isDone(bare) && contains((await readBack(api, bare)).denials.denied_words, 'alpha');
      findings.decide('createagentorupdate.lists.bare', either(bare, isTaken ? 'taken' : undefined, 'refused'), bare);
      const empty = await sendForm(api, 'empty', [words('')]);
      if (!isDone(empty)) return api.notVerified(`an empty value of a list is answered with ${empty.status}`);
      findings.value('createagentorupdate.updated.message', messageOf(empty), empty);
      const listed = JSON.stringify((await readBack(api, empty)).denials.denied_words);
      const lists = { '[]': 'empty-list', '[""]': 'one-value' } as const;
      findings.decide('createagentorupdate.lists.empty', lists[listed as keyof typeof lists], lastAnswer(api), listed);
    },
  ),
  experiment(
    { title: 'booleans of a form', effect: 'reversible', decides: ['createagentorupdate.booleans'] },
    async (api, findings) => {
      const send = (text: string) => sendForm(api, 'boolean', [field('configuration[memory_recall]', text)]);
      const [word, digit] = [await send('true'), await send('1')];
      const decided = either(word, either(digit, 'every-spelling', 'words'), undefined);
      findings.decide('createagentorupdate.booleans', decided, digit);
    },
  ),
  experiment(
    {
      title: 'tools of a form',
      effect: 'reversible',
      needs: ['values.tools'],
      decides: [
        'createagentorupdate.tools.is-enabled',
        'createagentorupdate.tools.items',
        'createagentorupdate.tools.places',
      ],
    },
    async (api, findings) => {
      const [tool = 0] = api.settings.values?.tools ?? [];
      const id = await createByForm(api, 'tool', [field('knowledge_base[tools][0][id]', String(tool))]);
      const agent = await readAgent(api, id);
      const answer = lastAnswer(api);
      const [item] = agent.knowledge_base.tools as readonly unknown[];
      if (!contains(item, tool)) return api.notVerified('the tool does not read back in knowledge_base');
      const form = membersOf(item) === 'id isEnabled' ? 'id-and-enabled' : typeof item === 'number' ? 'id' : undefined;
      findings.decide('createagentorupdate.tools.items', form, answer, JSON.stringify(item));
      const isBoth = contains(agent.tools, tool);
      findings.decide('createagentorupdate.tools.places', isBoth ? 'both' : 'knowledge-base', answer);
      const isEnabled = isObject(item) ? item['isEnabled'] : undefined;
      if (isEnabled === undefined)
        findings.hidden(['createagentorupdate.tools.is-enabled'], 'an item does not show it');
      else {
        const enabled = new Map<unknown, 'enabled' | 'disabled'>([
          ...[true, 1].map((value) => [value, 'enabled'] as const),
          ...[false, 0].map((value) => [value, 'disabled'] as const),
        ]);
        findings.decide('createagentorupdate.tools.is-enabled', enabled.get(isEnabled), answer);
      }
    },
  ),
  experiment(
    {
      title: 'a form that names an agent',
      effect: 'reversible',
      decides: ['createagentorupdate.agent-id', 'createagentorupdate.arrays'],
    },
    async (api, findings) => {
      const id = await createByForm(api, 'update', [words('alpha')]);
      const answer = await sendForm(api, 'update', [field('agent_id', String(id)), words('beta')]);
      const isOwn = memberOf(answer.body, 'data.agent_id') === id;
      findings.decide('createagentorupdate.agent-id', either(answer, isOwn ? 'updates' : 'ignored', undefined), answer);
      if (isDone(answer) && !isOwn) {
        findings.hidden(changedByForms, 'a form does not update an agent');
        return;
      }
      if (!isDone(answer)) return api.notVerified(`a form that names an agent is answered with ${answer.status}`);
      const listed = JSON.stringify((await readAgent(api, id)).denials.denied_words);
      const lists = { '["beta"]': 'replace', '["alpha","beta"]': 'append' } as const;
      findings.decide('createagentorupdate.arrays', lists[listed as keyof typeof lists], lastAnswer(api), listed);
    },
  ),
  experiment(
    {
      title: 'a form that names an agent that is not there',
      effect: 'reversible',
      decides: ['createagentorupdate.not-found.answer'],
      refusals: ['createagentorupdate.not-found'],
    },
    async (api, findings) => {
      const form = [field('agent_id', String(await absentAgent(api)))];
      const answer = await sendForm(api, 'absent', form);
      if (!isRefused(answer)) return api.notVerified(`it is answered with ${answer.status}`);
      const names = { 422: 'unprocessable', 404: 'not-found' } as const;
      findings.decide('createagentorupdate.not-found.answer', names[answer.status as 422 | 404], answer);
      findings.refused('createagentorupdate.not-found', answer);
    },
  ),
];

/** What nothing shows, and nothing does, where a form always creates an agent. */
const changedByForms: readonly ChoiceId[] = [
  'createagentorupdate.arrays',
  'createagentorupdate.files.effect',
  'createagentorupdate.phone-numbers.effect',
  'createagentorupdate.phone-numbers.last',
  'createagentorupdate.not-found.answer',
  'createagentorupdate.not-found.message',
];

async function readBack(api: Api, created: CheckedAnswer): ReturnType<typeof readAgent> {
  return readAgent(api, createdByForm(api, created));
}
