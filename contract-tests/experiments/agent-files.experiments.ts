import type { FormPart } from '../../src/deployment/transport.ts';
import { memberOf } from '../../src/judge/api.ts';
import { membersOf } from '../../src/judge/learn/readings.ts';
import { experiment, type Experiment } from '../../src/judge/learn/experiment.ts';
import { createByForm, createdByForm, field, readAgent, sendForm } from '../agents.ts';
import { knowledgeFile, png } from '../../src/judge/sample-files.ts';
import { either, isDone, lastAnswer } from './answers.ts';

const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const webp = Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=', 'base64');

/** What becomes of files in forms. */
export const agentFileExperiments: readonly Experiment[] = [
  experiment(
    {
      title: 'files whose name says another type than their content',
      effect: 'reversible',
      decides: ['createagentorupdate.files.detection'],
    },
    async (api, findings) => {
      const answer = await sendForm(api, 'type', [knowledgeFile('notes.pdf', Buffer.from('plain text, not a PDF'))]);
      findings.decide('createagentorupdate.files.detection', either(answer, 'name', 'name-and-content'), answer);
    },
  ),
  experiment(
    {
      title: 'empty files',
      effect: 'reversible',
      decides: ['createagentorupdate.files.empty.answer'],
      refusals: ['createagentorupdate.files.empty'],
    },
    async (api, findings) => {
      const send = (name: string) => sendForm(api, 'empty', [knowledgeFile(name, new Uint8Array())]);
      const answer = await send('handbook.pdf');
      findings.decide('createagentorupdate.files.empty.answer', either(answer, 'taken', 'refused'), answer);
      findings.refused('createagentorupdate.files.empty', answer, await send('prices.pdf'));
    },
  ),
  experiment(
    {
      title: 'files that are kept',
      effect: 'reversible',
      decides: ['createagentorupdate.files.items', 'createagentorupdate.files.effect'],
    },
    async (api, findings) => {
      const id = await createByForm(api, 'file', [knowledgeFile('one.csv')]);
      const [item] = (await readAgent(api, id)).knowledge_base.files as readonly unknown[];
      const forms = { 'id name sha256 size type': 'facts', 'id name': 'id-and-name' } as const;
      const form = typeof item === 'string' ? 'name' : forms[membersOf(item) as keyof typeof forms];
      findings.decide('createagentorupdate.files.items', form, lastAnswer(api), JSON.stringify(item));
      const update = await sendForm(api, 'file', [field('agent_id', String(id)), knowledgeFile('two.csv')]);
      if (!isDone(update) || memberOf(update.body, 'data.agent_id') !== id)
        return api.notVerified('a form does not update an agent');
      const files = (await readAgent(api, id)).knowledge_base.files;
      const text = JSON.stringify(files);
      const effect = !text.includes('two.csv') ? undefined : text.includes('one.csv') ? 'add' : 'replace';
      findings.decide('createagentorupdate.files.effect', effect, lastAnswer(api));
    },
  ),
  experiment(
    {
      title: 'a file in a field that takes none',
      effect: 'reversible',
      decides: ['createagentorupdate.files.unknown-field'],
    },
    async (api, findings) => {
      const file: FormPart = { ...knowledgeFile('one.csv'), name: 'OTHER_FILES' };
      const answer = await sendForm(api, 'field', [file]);
      findings.decide('createagentorupdate.files.unknown-field', either(answer, 'ignored', 'refused'), answer);
    },
  ),
  experiment(
    { title: 'images', effect: 'reversible', decides: ['createagentorupdate.chatbot-image.types'] },
    async (api, findings) => {
      const send = (extension: string, value: Uint8Array) =>
        sendForm(api, 'image', [
          {
            name: 'basic_details[chatbot_image]',
            value,
            file: { name: `logo.${extension}`, type: `image/${extension}` },
          },
        ]);
      createdByForm(api, await send('png', png));
      const answers = [await send('gif', gif), await send('webp', webp)] as const;
      const [takesGif, takesWebp] = answers.map((answer) => either(answer, true, false));
      const decided = takesGif !== takesWebp ? undefined : takesGif === true ? 'png-jpeg-gif-webp' : 'png-jpeg';
      findings.decide('createagentorupdate.chatbot-image.types', decided, answers[0]);
    },
  ),
];
