import { memberOf, type Api } from '../src/judge/api.ts';
import type { CheckedAnswer } from '../src/judge/report/violation.ts';
import { check, type Check } from '../src/judge/check.ts';
import { NoAnswerError, type FormPart } from '../src/deployment/transport.ts';
import { contains, createByForm, createdByForm, field, readAgent, sendForm } from './agents.ts';
import { documents, knowledgeFile, pdfOfSize } from '../src/judge/sample-files.ts';

const ok = { status: 200 };

/** 10 MB by either way of counting: 10,000,000 or 10,485,760 bytes. */
const SURELY_ALLOWED = 9_900_000;
const SURELY_TOO_LARGE = 10_485_760 + 1024;

export const agentFileChecks: readonly Check[] = [
  ...Object.keys(documents).map((extension) =>
    check(
      { clauses: ['createagentorupdate.files.types', 'createagentorupdate.files.field'], effect: 'reversible' },
      `a ${extension.toUpperCase()} file is taken`,
      async (api) => {
        const answer = await sendForm(api, 'file', [knowledgeFile(`handbook.${extension}`)]);
        api.answered(answer, ok, 'createagentorupdate.files.types');
        const { knowledge_base } = await readAgent(api, createdByForm(api, answer));
        api.equal(knowledge_base.files.length, 1, {
          clause: 'createagentorupdate.files.field',
          what: 'the number of files',
          answer: undefined,
          path: '/data/knowledge_base/files',
        });
      },
    ),
  ),
  ...Object.keys(documents).map((extension) =>
    check(
      { clauses: ['createagentorupdate.files.types'], effect: 'reversible' },
      `a ${extension.toUpperCase()} file is taken with its extension in upper case`,
      async (api) => {
        for (const written of [extension.toUpperCase(), `${extension[0]?.toUpperCase() ?? ''}${extension.slice(1)}`]) {
          const { content, type } = documents[extension] ?? {};
          const answer = await sendForm(api, 'upper-case', [knowledgeFile(`HANDBOOK.${written}`, content, type)]);
          api.answered(answer, ok, 'createagentorupdate.files.types');
          const { knowledge_base } = await readAgent(api, createdByForm(api, answer));
          const [came, path] = [knowledge_base.files.length, '/data/knowledge_base/files'];
          api.equal(came, 1, {
            clause: 'createagentorupdate.files.types',
            what: 'the number of files',
            answer: undefined,
            path,
          });
        }
      },
    ),
  ),
  ...['setup.exe', 'notes.txt', 'photo.png', 'archive.zip'].map((name) =>
    check(
      { clauses: ['createagentorupdate.files.types', 'createagentorupdate.validation'], effect: 'reversible' },
      `the file ${name} is refused`,
      async (api) => {
        const answer = await sendForm(api, 'no-document', [
          knowledgeFile(name, Buffer.from('no document'), 'application/octet-stream'),
        ]);
        api.refused(answer, 'createagentorupdate.files.types', 'the file is not a PDF, DOC, DOCX, XLSX or CSV');
        api.answered(answer, { status: [422, 415] }, 'createagentorupdate.validation');
      },
    ),
  ),
  check(
    { clauses: ['createagentorupdate.files.count'], effect: 'reversible' },
    'three files are taken',
    async (api) => {
      const answer = await sendForm(
        api,
        'three',
        ['pdf', 'docx', 'csv'].map((extension) => knowledgeFile(`file.${extension}`)),
      );
      api.answered(answer, ok, 'createagentorupdate.files.count');
      const { knowledge_base } = await readAgent(api, createdByForm(api, answer));
      api.equal(knowledge_base.files.length, 3, {
        clause: 'createagentorupdate.files.count',
        what: 'the number of files',
        answer: undefined,
        path: '/data/knowledge_base/files',
      });
    },
  ),
  check(
    { clauses: ['createagentorupdate.files.count', 'createagentorupdate.validation'], effect: 'reversible' },
    'four files are refused',
    async (api) => {
      const files = ['pdf', 'docx', 'csv', 'xlsx'].map((extension) => knowledgeFile(`file.${extension}`));
      const answer = await sendForm(api, 'four', files);
      api.refused(answer, 'createagentorupdate.files.count', 'at most 3 files are taken');
      api.answered(answer, { status: [422, 413] }, 'createagentorupdate.validation');
    },
  ),
  check(
    { clauses: ['createagentorupdate.files.size'], effect: 'reversible' },
    'a file just below 10 MB is taken',
    async (api) => {
      const answer = await sendForm(api, 'large', [knowledgeFile('large.pdf', pdfOfSize(SURELY_ALLOWED))]);
      api.answered(answer, ok, 'createagentorupdate.files.size');
    },
  ),
  check(
    { clauses: ['createagentorupdate.files.size'], effect: 'reversible' },
    'three files just below 10 MB are taken together',
    async (api) => {
      const content = pdfOfSize(SURELY_ALLOWED);
      const files = ['one.pdf', 'two.pdf', 'three.pdf'].map((name) => knowledgeFile(name, content));
      const answer = await uploaded(api, files);
      if (answer === null) return api.notVerified('no answer to 30 MB came in time', 'timeout');
      api.answered(answer, ok, 'createagentorupdate.files.size');
      const { knowledge_base } = await readAgent(api, createdByForm(api, answer));
      const [came, path] = [knowledge_base.files.length, '/data/knowledge_base/files'];
      api.equal(came, 3, {
        clause: 'createagentorupdate.files.size',
        what: 'the number of files',
        answer: undefined,
        path,
      });
    },
  ),
  check(
    { clauses: ['createagentorupdate.files.size'], effect: 'reversible' },
    'a file over 10 MB is refused',
    async (api) => {
      const answer = await uploaded(api, [knowledgeFile('too-large.pdf', pdfOfSize(SURELY_TOO_LARGE))]);
      // A server may close the connection instead of reading on.
      if (answer !== null) api.refused(answer, 'createagentorupdate.files.size', 'the file is larger than 10 MB');
    },
  ),
  check(
    { clauses: ['createagentorupdate.files.size', 'createagentorupdate.atomic'], effect: 'reversible' },
    'nothing remains of a form with a file over 10 MB',
    async (api) => {
      const anchor = await createByForm(api, 'anchor');
      const description = api.newName('too-large');
      await uploaded(api, [
        field('basic_details[description]', description),
        knowledgeFile('too-large.pdf', pdfOfSize(SURELY_TOO_LARGE)),
      ]);
      const after = await createByForm(api, 'after');
      for (let id = anchor + 1; id < after && id < anchor + 10; id += 1) {
        const read = await api.call('getAgent', { query: { agent_id: id } });
        api.holds(!read.text.includes(description), {
          clause: 'createagentorupdate.atomic',
          expected: 'no agent of the refused request',
          came: `agent ${id}`,
          answer: read,
        });
      }
    },
  ),
  check(
    { clauses: ['createagentorupdate.files.refusal'], effect: 'reversible' },
    'a refused file is named in the message of a 422',
    async (api) => {
      const files: FormPart[][] = [
        [knowledgeFile('setup.pdf', Buffer.from('MZ\u0090\u0000 renamed'))],
        [knowledgeFile('too-large.pdf', pdfOfSize(SURELY_TOO_LARGE))],
        [knowledgeFile('notes.txt', Buffer.from('text'))],
      ];
      for (const parts of files) {
        const answer = await sendForm(api, 'refused', parts);
        api.answered(answer, { status: 422 }, 'createagentorupdate.files.refusal');
        const message = String(memberOf(answer.body, 'message'));
        const name = parts[0]?.file?.name ?? '';
        api.holds(message.includes(name), {
          clause: 'createagentorupdate.files.refusal',
          expected: `a message that names ${name}`,
          came: message,
          answer,
          path: '/message',
        });
      }
    },
  ),
  check(
    { clauses: ['createagentorupdate.files.empty'], effect: 'reversible' },
    'an empty file is refused, an empty CSV and an empty part are not',
    async (api) => {
      const pdf = await sendForm(api, 'empty', [knowledgeFile('empty.pdf', new Uint8Array())]);
      api.answered(pdf, { status: 422 }, 'createagentorupdate.files.empty');
      const csv = await sendForm(api, 'empty', [knowledgeFile('empty.csv', new Uint8Array())]);
      api.answered(csv, ok, 'createagentorupdate.files.empty');
      const none = await sendForm(api, 'empty', [knowledgeFile('', new Uint8Array())]);
      api.answered(none, ok, 'createagentorupdate.files.empty');
    },
  ),
  check(
    { clauses: ['createagentorupdate.files.added'], effect: 'reversible' },
    "new files add to the agent's files",
    async (api) => {
      const id = createdByForm(api, await sendForm(api, 'added', [knowledgeFile('first.pdf')]));
      await sendForm(api, 'added', [field('agent_id', String(id)), knowledgeFile('second.csv')]);
      const { knowledge_base } = await readAgent(api, id);
      for (const name of ['first.pdf', 'second.csv']) {
        api.holds(contains(knowledge_base.files, name), {
          clause: 'createagentorupdate.files.added',
          expected: name,
          came: knowledge_base.files,
        });
      }
    },
  ),
  check(
    { clauses: ['createagentorupdate.files.unknown-field'], effect: 'reversible' },
    'a file in an unknown field is ignored with a warning',
    async (api) => {
      const file = { ...knowledgeFile('stray.pdf'), name: 'ATTACHMENTS' };
      const answer = await sendForm(api, 'stray', [file]);
      api.answered(answer, ok, 'createagentorupdate.files.unknown-field');
      const warning = answer.headers['x-contract-warning'];
      api.holds(warning !== undefined, {
        clause: 'createagentorupdate.files.unknown-field',
        expected: 'a contract warning',
        came: 'none',
        answer,
      });
    },
  ),
];

/** The answer to a large upload; null where the server closed the connection over it. */
async function uploaded(api: Api, parts: readonly FormPart[]): Promise<CheckedAnswer | null> {
  try {
    return await sendForm(api, 'upload', parts);
  } catch (error) {
    if (error instanceof NoAnswerError && !error.isUnreachable) return null;
    throw error;
  }
}
