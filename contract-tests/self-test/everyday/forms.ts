import type { FormPart } from '../../../src/deployment/transport.ts';
import {
  answeringStatus,
  instead,
  takingAs,
  refusingRequest,
  showingField,
  storingParts,
  takingNumbers,
  withoutField,
} from '../breaks.ts';
import { faultsOf, type Break } from '../fault.ts';

const refusingForms = (when: (parts: readonly FormPart[]) => boolean): Break =>
  refusingRequest('createAgentOrUpdate', (call) => call.isOwn && when(call.parts));
const refusingFiles = (when: (file: { readonly name: string }) => boolean): Break =>
  refusingForms((parts) => parts.some(({ file }) => file !== undefined && when(file)));
const filesIn = (parts: readonly FormPart[]): readonly FormPart[] =>
  parts.filter(({ name }) => name === 'FILE_KNOWLEDGE_BASES');

/** What a refused form would have made without its wrong parts is made all the same. */
const halfForm: Break = {
  after: async (call, _, status) => {
    if (!call.is('createAgentOrUpdate') || status !== 422) return;
    const wrong = ['FILE_KNOWLEDGE_BASES', 'basic_details[category]', 'basic_details[agent_name][]'];
    const { body, ...rest } = wrong.reduce((request, field) => withoutField(request, field), call.request);
    const parts = body.kind === 'form' ? body.parts.filter(({ value }) => value !== 'no number') : [];
    if (parts.some(({ name }) => name === 'basic_details[agent_name]')) {
      await call.correct({ ...rest, body: { kind: 'form', parts } });
    }
  },
};

/** Of agents by createagentorupdate, with their sections and files. */
export const formFaults = faultsOf({
  'createagentorupdate.success.agent-id: the form gives an id that is none': showingField(
    'createAgentOrUpdate',
    'data.agent_id',
    (id) => Number(id) + 1,
  ),
  'createagentorupdate.only-name-required: the form needs more than a name': refusingForms(
    (parts) => parts.length === 1,
  ),
  'createagentorupdate.multipart: forms are not read': answeringStatus((call) => call.is('createAgentOrUpdate'), 415),
  'createagentorupdate.atomic: a refused form is half done': halfForm,
  'createagentorupdate.atomic: a refused form takes its numbers': takingNumbers(),
  'createagentorupdate.validation: a text is taken as an integer': storingParts((part) =>
    part.value === 'abc' ? { ...part, value: '1' } : part,
  ),
  'createagentorupdate.denials: of the denied topics only the last one is kept': storingParts((part, { parts }) => {
    const topics = parts.filter(({ name }) => name.includes('denied_topics'));
    return topics.slice(0, -1).includes(part) ? null : part;
  }),
  'createagentorupdate.guardrails: guardrails end in a failure': instead(
    'createAgentOrUpdate',
    (call) => call.texts(/^guardrails/).length > 0,
    'errors.server',
  ),
  'createagentorupdate.files.types: DOCX files are refused': refusingFiles(({ name }) => name.endsWith('.docx')),
  'createagentorupdate.files.types: any file is taken': storingParts((part) =>
    /exe|txt|png|zip/.test(part.file?.name ?? '') && part.name.startsWith('FILE')
      ? { ...part, value: 'a,b\n', file: { name: 'x.csv', type: 'text/csv' } }
      : part,
  ),
  'createagentorupdate.files.types: extensions in upper case are refused': refusingFiles(({ name }) =>
    /\.[A-Z]+$/.test(name),
  ),
  'createagentorupdate.files.count: a fourth file is ignored': storingParts((part, { parts }) =>
    filesIn(parts).length > 3 && part === parts.at(-1) ? null : part,
  ),
  'createagentorupdate.files.count: three files are refused': refusingForms((parts) => filesIn(parts).length === 3),
  'createagentorupdate.files.size: larger files are cut': storingParts((part) =>
    part.value.length > 10_000_000 ? { ...part, value: part.value.slice(0, 100) } : part,
  ),
  'createagentorupdate.files.size: files over 5 MB are refused': refusingForms((parts) =>
    parts.some(({ value }) => value.length > 5_000_000),
  ),
  'createagentorupdate.files.size: files of 10 MB in all are refused': refusingForms((parts) => {
    const sizes = parts.flatMap(({ file, value }) => (file === undefined ? [] : [value.length]));
    return sizes.length > 1 && sizes.reduce((sum, size) => sum + size, 0) > 10 * 2 ** 20;
  }),
  'createagentorupdate.basic-details: the form reads text as ASCII': takingAs(
    'createAgentOrUpdate',
    'basic_details',
    (text) => text.replaceAll(/[^ -~\r\n]/gu, '?'),
  ),
  'createagentorupdate.basic-details: the form reads text as Latin-1': takingAs(
    'createAgentOrUpdate',
    'basic_details',
    (text) => Buffer.from(text).toString('latin1'),
  ),
});
