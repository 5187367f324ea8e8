import { memberOf, type Api } from '../../src/judge/api.ts';
import { experiment, type Experiment } from '../../src/judge/learn/experiment.ts';
import { contains, createByForm, createdByForm, field, readAgent, sendForm, updateAgent } from '../agents.ts';
import { either, isDone, isRefused, lastAnswer } from './answers.ts';

const attached = (number: string) => field('phone_numbers[]', number);

/** Numbers, and publishing. */
export const numberExperiments: readonly Experiment[] = [
  experiment(
    {
      title: 'publishing without a number',
      effect: 'reversible',
      decides: ['create-agent.publish.types', 'create-agent.status.refused'],
      refusals: ['create-agent.publish.no-number'],
    },
    async (api, findings) => {
      const id = await createByForm(api, 'telephony');
      const before = (await readAgent(api, id)).basic_details.description;
      const refused = await updateAgent(api, id, { status: 1, description: 'of a refused request' });
      if (!isRefused(refused)) return api.notVerified(`publishing without a number is answered with ${refused.status}`);
      findings.refused('create-agent.publish.no-number', refused);
      const { description } = (await readAgent(api, id)).basic_details;
      const saved = description === 'of a refused request' ? 'saved' : undefined;
      findings.decide('create-agent.status.refused', description === before ? 'nothing' : saved, lastAnswer(api));
      const chat = createdByForm(api, await sendForm(api, 'chat', [field('basic_details[agent_type]', '2')]));
      if ((await readAgent(api, chat)).basic_details.agent_type !== 2)
        return api.notVerified('no chat agent could be made');
      const answer = await updateAgent(api, chat, { status: 1 });
      findings.decide('create-agent.publish.types', either(answer, 'telephony', 'every'), answer);
    },
  ),
  experiment(
    {
      title: 'publishing with a shared number alone',
      effect: 'reversible',
      needs: ['numbers.shared'],
      decides: ['agent.phone-numbers.items'],
      refusals: ['create-agent.publish.global-provider'],
    },
    async (api, findings) => {
      const [number = ''] = api.settings.numbers?.shared ?? [];
      const id = await createByForm(api, 'shared', [attached(number)]);
      const [item]: readonly unknown[] = (await readAgent(api, id)).phone_numbers;
      const form = item === number ? 'number' : memberOf(item, 'number') === number ? 'object' : undefined;
      if (item !== undefined) {
        findings.decide('agent.phone-numbers.items', form, lastAnswer(api), JSON.stringify(item));
      }
      findings.unseen('agent.phone-numbers.items', 'no agent could be given a number', 'numbers.shared');
      findings.refused('create-agent.publish.global-provider', await updateAgent(api, id, { status: 1 }));
    },
  ),
  experiment(
    {
      title: 'the numbers of an update',
      effect: 'reversible',
      needs: ['numbers.owned'],
      decides: ['createagentorupdate.phone-numbers.effect'],
    },
    async (api, findings) => {
      const [one, other] = api.settings.numbers?.owned ?? [];
      if (one === undefined || other === undefined) return api.notVerified('two numbers are needed', 'numbers.owned');
      const id = await createByForm(api, 'numbers', [attached(one)]);
      await updateByForm(api, id, other);
      const { phone_numbers: numbers } = await readAgent(api, id);
      const effect = !contains(numbers, other) ? undefined : contains(numbers, one) ? 'add' : 'replace';
      findings.decide('createagentorupdate.phone-numbers.effect', effect, lastAnswer(api));
    },
  ),
  experiment(
    {
      title: 'a published agent that loses its last number',
      effect: 'reversible',
      needs: ['numbers.owned'],
      decides: ['createagentorupdate.phone-numbers.last'],
    },
    async (api, findings) => {
      const [number = ''] = api.settings.numbers?.owned ?? [];
      const id = await createByForm(api, 'last', [attached(number)]);
      const published = await updateAgent(api, id, { status: 1 });
      if (!isDone(published))
        return api.notVerified(`publishing is answered with ${published.status}`, 'numbers.owned');
      await updateByForm(api, id, '');
      const agent = await readAgent(api, id);
      if (agent.phone_numbers.length > 0) {
        findings.hidden(['createagentorupdate.phone-numbers.last'], 'no update takes the last number from an agent');
        return;
      }
      const statuses = { 1: 'published', 3: 'draft' } as const;
      const status = statuses[agent.basic_details.status as keyof typeof statuses];
      findings.decide('createagentorupdate.phone-numbers.last', status, lastAnswer(api));
    },
  ),
  experiment(
    {
      title: 'a number that is attached to another agent',
      effect: 'reversible',
      needs: ['numbers.owned'],
      decides: ['createagentorupdate.phone-numbers.attached'],
      refusals: ['createagentorupdate.phone-numbers.available'],
    },
    async (api, findings) => {
      const [number = ''] = api.settings.numbers?.owned ?? [];
      await createByForm(api, 'holder', [attached(number)]);
      const answer = await sendForm(api, 'taker', [attached(number)]);
      const taker = memberOf(answer.body, 'data.agent_id');
      const isMoved = isDone(answer) && contains((await readAgent(api, Number(taker))).phone_numbers, number);
      const decided = either(answer, isMoved ? 'moved' : undefined, 'refused');
      findings.decide('createagentorupdate.phone-numbers.attached', decided, answer);
      const unknown = await sendForm(api, 'taker', [attached('+19995550199')]);
      findings.refused('createagentorupdate.phone-numbers.available', unknown, answer);
    },
  ),
];

async function updateByForm(api: Api, id: number, number: string): Promise<void> {
  const answer = await sendForm(api, 'numbers', [field('agent_id', String(id)), attached(number)]);
  const isUpdate = isDone(answer) && memberOf(answer.body, 'data.agent_id') === id;
  if (!isUpdate) api.notVerified(`a form does not update an agent here: it is answered with ${answer.status}`);
}
